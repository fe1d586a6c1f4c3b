import { configureStore } from '@reduxjs/toolkit'
import { createRest } from 'rtk-rest'

const rest = createRest({
  fetchFn: (path, init) => fetch(new URL(path as string, 'https://api.example.com'), init),
})

const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

export const controller = rest.getController(store)
