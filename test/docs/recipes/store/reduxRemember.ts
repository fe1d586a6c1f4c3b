import { configureStore } from '@reduxjs/toolkit'
import { rememberEnhancer, rememberReducer } from 'redux-remember'
import { createRest } from 'rtk-rest'

export const rest = createRest()

export const createStore = () =>
  configureStore({
    reducer: rememberReducer({ [rest.reducerPath]: rest.reducer }),
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    enhancers: (getDefaultEnhancers) =>
      getDefaultEnhancers().prepend(rememberEnhancer(localStorage, [rest.reducerPath])),
  })
