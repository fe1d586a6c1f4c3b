import { configureStore } from '@reduxjs/toolkit'
import { createRest, devToolsOptions, LogoutManager, matchFulfilled, normalize } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { get, getList, getUser, update } from './endpoints'
import { User } from './schemas'

// Everything of a store that an app may export, by inference alone.

export const rest = createRest({ managers: [new LogoutManager(), new PollingManager()] })
export const { actions, reducer, middleware, selectors, name, reducerPath } = rest
export const { fetch, fetchIfStale, set, setResponse, setError, invalidate, retain, batch } = rest
export const { invalidateAll, expire, expireAll, subscribe, unsubscribe, reset, getSelectors } =
  rest
export const { getController, getApi, dispose, injectInto, withTypes } = rest
export const typed = rest.withTypes<{ state: { n: number }; extra: { api: string } }>()
export const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) => defaults().concat(rest.middleware),
  devTools: devToolsOptions(rest),
})
export const controller = rest.getController(store)
export const { fetch: send, set: write, getResponse, getError, snapshot } = controller
export const loadUser = rest.fetch(get, { id: 1 })
export const sending = store.dispatch(loadUser)
export const retained = store.dispatch(rest.retain(getUser, { id: 1 }))
export const perhaps = store.dispatch(rest.fetchIfStale(getUser, { id: 1 }))
export const shown = controller.snapshot()
export const isUpdated = matchFulfilled(update)
export const request = rest.selectors.selectRequest(store.getState(), getList, { sort: 'age' })
export const state = rest.selectSlice(store.getState())
export const normalized = normalize([User], [{ id: '1' }])
