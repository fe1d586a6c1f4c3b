import { configureStore } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'
import { RestDevtools } from 'rtk-rest/devtools'

const rest = createRest()
const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

export function App({ children }: { readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <RestDevtools />
      {children}
    </Provider>
  )
}
