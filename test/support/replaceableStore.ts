import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit'
import { createRest, type Manager, type RestState } from 'rtk-rest'

type Root = { rest: RestState }

/** A store whose state can be replaced from outside, as DevTools, persistence and hot reloading do. */
export function createReplaceableStore(preloadedState?: Root, managers: readonly Manager[] = []) {
  const actions: UnknownAction[] = []
  const recorder: Manager = {
    name: 'recorder',
    init: () => ({ action: (action) => void actions.push(action) }),
  }
  const rest = createRest({ managers: [recorder, ...managers] })
  const reducer = combineReducers({ rest: rest.reducer })
  const store = configureStore({
    reducer: (state: Root | undefined, action: UnknownAction) =>
      action.type === 'replace' ? (action['state'] as Root) : reducer(state, action),
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    ...(preloadedState && { preloadedState }),
  })
  const replace = (state: Root): void => void store.dispatch({ type: 'replace', state })
  return { rest, store, actions, controller: rest.getController(store), replace }
}
