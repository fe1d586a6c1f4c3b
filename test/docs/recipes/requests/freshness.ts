import { configureStore } from '@reduxjs/toolkit'
import { createRest, Entity, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

// Defaults for all endpoints.
export const rest = createRest({ dataExpiryLength: 5 * 60_000, errorExpiryLength: 2_000 })

export const createStore = () =>
  configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })

class Quote extends Entity {
  pair = ''
  price = 0
  static override key = 'Quote'
  override pk(): string {
    return this.pair
  }
}

export const getQuote = new RestEndpoint({
  urlPrefix: API,
  path: '/quotes/:pair',
  schema: Quote,
  dataExpiryLength: 10_000, // fresh for 10 s
  errorExpiryLength: 30_000, // no refetch for 30 s after an error
  invalidIfStale: true, // never show an old price
})

export const getNews = new RestEndpoint({
  urlPrefix: API,
  path: '/news/:topic',
  errorPolicy: () => 'soft', // keep showing the data if a refetch fails
})
