import { configureStore } from '@reduxjs/toolkit'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'
import { RestDevtools } from 'rtk-rest/devtools'
import { Users } from './Users'

const rest = createRest()
const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

export function App() {
  return (
    <Provider store={store}>
      <RestDevtools />
      <Users />
    </Provider>
  )
}
