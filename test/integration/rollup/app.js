import { configureStore } from '@reduxjs/toolkit'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { backoff, createRest, Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'

// An app that Rollup bundles. It reads from an API that fails at first, and prints what it renders.

class User extends Entity {
  id = ''
  name = ''
  static key = 'User'
}

const UserResource = resource({
  path: '/users/:id',
  urlPrefix: process.argv[2],
  schema: User,
  retry: backoff({ minDelay: 1 }),
})

function Users() {
  return useSuspense(UserResource.getList).map(({ id, name }) =>
    createElement('li', { key: id }, name),
  )
}

const rest = createRest()
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) => defaults().concat(rest.middleware),
})
const page = createElement(AsyncBoundary, { fallback: 'loading' }, createElement(Users))
await store.dispatch(rest.fetch(UserResource.getList)).unwrap()
process.stdout.write(renderToString(createElement(Provider, { store }, page)))
rest.dispose(store)
