import { configureStore, type Store } from '@reduxjs/toolkit'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { Collection, createRest, Endpoint, pages, RestEndpoint } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { persistence } from 'rtk-rest/persistence'
import { useSuspense } from 'rtk-rest/react'
import { webSocket } from 'rtk-rest/streams'
import { vi } from 'vitest'
import { fakeSockets } from '../support/fakeSockets'
import { createStore, User, UserResource } from '../support/world'

// The mistakes of the catalogue that need a store or a page.

export function readWithoutMiddleware(): unknown {
  const rest = createRest()
  return rest.getController(configureStore({ reducer: { rest: rest.reducer } }))
}

export function readWithoutReducer(): unknown {
  const rest = createRest()
  return rest.selectors.selectData({} as never, UserResource.getList)
}

export function readStateOfOtherVersion(): unknown {
  const rest = createRest()
  const state = { rest: { version: 0 } }
  return rest.reducer(state.rest as never, { type: 'any' })
}

/** In a window, as nothing is stored without one. */
export async function storeWhereDenied(): Promise<void> {
  vi.stubGlobal('window', {})
  const storage = (): never => {
    throw new DOMException('Access is denied for hunter2.', 'SecurityError')
  }
  const rest = createRest({ managers: [persistence({ key: 'my-app', storage })] })
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
  })
  await store.dispatch(rest.rehydrated())
  rest.dispose(store)
  vi.unstubAllGlobals()
}

export async function nameNextPageWrongly(): Promise<unknown> {
  const getUsers = new RestEndpoint({
    path: '/users',
    schema: new Collection([User]),
    paginationField: [pages, 'start', (() => true) as never],
    fetch: async () => [{ id: '1', name: 'hunter2' }],
  })
  const { controller } = createStore()
  await controller.fetch(getUsers)
  await controller.fetch(getUsers.getPage, { start: 2 })
  return controller.fetch(getUsers)
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

/** JSX as the tests compile it needs a development build of React. */
function inStore(store: Store, Page: () => ReactNode): ReactElement {
  const props = { store, children: createElement(Page) }
  return createElement(Provider, props)
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

/** Reads what a stream keeps up to date that sends a text in place of JSON. */
export async function streamWrongly(message: string): Promise<unknown> {
  const { WebSocket, sockets } = fakeSockets()
  const live = webSocket(`ws://users.test?token=${message}`, {
    WebSocket,
    pushOnly: true,
    message() {},
  })
  const { controller, rest, store } = createStore()
  controller.subscribe(UserResource.get.extend({ live }), { id: '1' })
  await Promise.resolve()
  const [socket] = sockets
  socket?.accept()
  socket?.deliverText(message)
  return rest.dispose(store)
}
