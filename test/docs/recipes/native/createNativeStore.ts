import { configureStore } from '@reduxjs/toolkit'
import { createRest } from 'rtk-rest'
import { type ItemStorage, persistence } from 'rtk-rest/persistence'
import { type Presence, refetchOn } from 'rtk-rest/refetch'
import { xhrFetch } from 'rtk-rest/xhr'

/** `createNativeStore(nativePresence(AppState, NetInfo), AsyncStorage)` */
export function createNativeStore(presence: Presence, storage: ItemStorage) {
  const rest = createRest({
    fetchFn: xhrFetch, // only if a screen shows the progress of an upload or a download
    managers: [
      refetchOn({ focus: true, reconnect: true, presence }),
      persistence({ key: 'my-app', storage }),
    ],
  })
  const store = configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  return { rest, store }
}
