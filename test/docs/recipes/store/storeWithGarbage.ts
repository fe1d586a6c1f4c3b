import { configureStore } from '@reduxjs/toolkit'
import { createRest } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'

export const rest = createRest({ managers: [garbage()] })

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})
export type RootState = ReturnType<typeof store.getState>
