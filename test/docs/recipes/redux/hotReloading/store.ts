import { configureStore, type Store } from '@reduxjs/toolkit'
import { createRest, type RestState } from 'rtk-rest'

const { data } = import.meta.hot ?? { data: {} }
const before = data.store as Store<{ rest: RestState }> | undefined

export const rest = createRest({ dataExpiryLength: 60_000 })

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  ...(before && { preloadedState: before.getState() }),
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

if (before) rest.dispose(before)
data.store = store
