import { configureStore } from '@reduxjs/toolkit'
import { createRest } from 'rtk-rest'

export const rest = createRest()

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})
