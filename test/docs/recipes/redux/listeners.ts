import {
  configureStore,
  createAction,
  createListenerMiddleware,
  createReducer,
} from '@reduxjs/toolkit'
import { createRest, Entity, matchFulfilled, resource, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

class Booking extends Entity {
  id = ''
  room = ''
  static override key = 'Booking'
}

export const BookingResource = resource({ urlPrefix: API, path: '/bookings/:id', schema: Booking })

export const getInvoice = new RestEndpoint({
  urlPrefix: API,
  path: '/bookings/:id/invoice',
  process: (invoice: { readonly total: number }) => invoice,
})

export const stayed = createAction<string>('stayed')
export const left = createAction('left')
export const billed = createAction<number>('billed')

const total = createReducer(0, (builder) =>
  builder.addCase(billed, (sum, { payload }) => sum + payload),
)

const listeners = createListenerMiddleware()

export const rest = createRest()

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer, total },
  middleware: (getDefaultMiddleware) =>
    getDefaultMiddleware().prepend(listeners.middleware).concat(rest.middleware),
})

const startListening = listeners.startListening.withTypes<
  ReturnType<typeof store.getState>,
  typeof store.dispatch
>()

startListening({
  actionCreator: stayed,
  effect: async ({ payload: id }, { dispatch, fork, cancelActiveListeners, condition }) => {
    cancelActiveListeners()
    const invoice = fork(async ({ signal }) => {
      const request = dispatch(rest.fetch(getInvoice, { id }))
      signal.addEventListener('abort', () => request.abort())
      return request.unwrap()
    })
    const isSaved = matchFulfilled(BookingResource.partialUpdate)
    if (!(await condition((action) => isSaved(action) || left.match(action), 60_000))) return
    const result = await invoice.result
    if (result.status === 'ok') dispatch(billed(result.value.total))
  },
})

startListening({
  matcher: matchFulfilled(BookingResource.delete),
  effect: (_, { dispatch }) => void dispatch(left()),
})
