import { configureStore } from '@reduxjs/toolkit'
import { createRest, Entity, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

// For every endpoint that does not say it itself.
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
  errorExpiryLength: 30_000, // an error is taken for the answer for 30 s
  invalidIfStale: true, // an old price is worse than none
})

export const getNews = new RestEndpoint({
  urlPrefix: API,
  path: '/news/:topic',
  errorPolicy: () => 'soft', // whatever goes wrong with a refetch: go on showing what is there
})
