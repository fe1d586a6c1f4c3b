import { configureStore, type Store } from '@reduxjs/toolkit'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createRest, Endpoint, type RestState } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { vi } from 'vitest'
import { createStore, User, UserResource } from '../support/world'

// The mistakes of the catalogue that need a store or a page.

export async function useFromSecondCopy(): Promise<unknown> {
  vi.resetModules()
  const other = (await import('rtk-rest')).createRest()
  const store = configureStore({
    reducer: { rest: other.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(other.middleware),
  })
  return store.dispatch(createRest().reset())
}

export function readWithoutMiddleware(): unknown {
  const rest = createRest()
  return rest.getController(configureStore({ reducer: { rest: rest.reducer } }))
}

export function readWithoutReducer(): unknown {
  const rest = createRest()
  return rest.selectors.selectData({} as never, UserResource.getList)
}

export function installTwice(): unknown {
  const [one, other] = [createRest(), createRest()]
  return configureStore({
    reducer: { rest: one.reducer },
    middleware: (defaults) => defaults().concat(one.middleware, other.middleware),
  })
}

/** Without a page, as the error comes before anything is shown. */
export function renderWithTwoInstances(): unknown {
  const [one, other] = [createRest(), createRest({ reducerPath: 'other' })]
  const store = configureStore({
    reducer: { rest: one.reducer, other: other.reducer },
    middleware: (defaults) => defaults().concat(one.middleware, other.middleware),
  })
  const List = (): ReactNode => useSuspense(UserResource.getList).length
  return renderToString(inStore(store, List))
}

export function renderReadAsMutation(): unknown {
  // As in JavaScript: it does not compile.
  const read = UserResource.get as unknown as typeof UserResource.create
  const Page = (): ReactNode => useMutation(read)[1].status
  return renderToString(inStore(createStore().store, Page))
}

/** JSX as the tests compile it needs a development build of React. */
function inStore(store: Store, Page: () => ReactNode): ReactElement {
  const props = { store, children: createElement(Page) }
  return createElement(Provider, props)
}

/** A reader of an endpoint that readers cannot have. */
export function retain(endpoint: object, id: string): unknown {
  const { rest, store } = createStore()
  return store.dispatch(rest.retain(endpoint as typeof UserResource.get, { id }))
}

/** Sends a mutation whose optimistic response fails with a message. */
export function expectWrongly(message: string): unknown {
  const rename = new Endpoint(async (id: string) => ({ id }), {
    name: 'rename',
    schema: User,
    sideEffect: true,
    getOptimisticResponse: [
      optimistic,
      () => {
        throw new Error(message)
      },
    ],
  })
  return createStore().controller.fetch(rename, '1')
}

/** Makes a store whose state has wrong parts. */
export function preloadWrongState(parts: object): unknown {
  const rest = createRest()
  const state = JSON.parse(JSON.stringify(rest.reducer(undefined, { type: '@@init' }))) as RestState
  const preloadedState = { rest: { ...state, ...parts } as never }
  return configureStore({
    reducer: { rest: rest.reducer },
    preloadedState,
    middleware: (defaults) => defaults().concat(rest.middleware),
  })
}

export function dispatchByHand(action: object): unknown {
  return createStore().store.dispatch({ type: 'rest/by hand', ...action })
}
