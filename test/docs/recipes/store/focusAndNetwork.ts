import { configureStore } from '@reduxjs/toolkit'
import { createRest, RestEndpoint } from 'rtk-rest'
import { never, onFocus, onFocusOrReconnect, onReconnect, refetchOn } from 'rtk-rest/refetch'
import { API } from '../api'

export const rest = createRest({
  managers: [refetchOn({ focus: true, reconnect: true, every: 5 * 60_000 })],
})

export const createStore = () =>
  configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })

// What an endpoint says counts in place of the options of the store.
export const getNews = new RestEndpoint({ urlPrefix: API, path: '/news', refetchOn: onFocus })
export const getMail = new RestEndpoint({ urlPrefix: API, path: '/mail', refetchOn: onReconnect })
export const getChat = new RestEndpoint({
  urlPrefix: API,
  path: '/chat',
  refetchOn: onFocusOrReconnect,
})
export const getDraft = new RestEndpoint({ urlPrefix: API, path: '/draft', refetchOn: never })
