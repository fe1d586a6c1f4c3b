import { combineReducers, configureStore } from '@reduxjs/toolkit'
import {
  FLUSH,
  PAUSE,
  PERSIST,
  persistReducer,
  persistStore,
  PURGE,
  REGISTER,
  REHYDRATE,
  type Storage,
} from 'redux-persist'
import { createRest } from 'rtk-rest'

export const rest = createRest()

const rootReducer = combineReducers({ [rest.reducerPath]: rest.reducer })

export function createStore(storage: Storage) {
  const store = configureStore({
    reducer: persistReducer({ key: 'root', storage }, rootReducer),
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        serializableCheck: { ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER] },
      }).concat(rest.middleware),
  })
  return { store, persistor: persistStore(store) }
}
