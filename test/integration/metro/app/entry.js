import { configureStore } from '@reduxjs/toolkit'
import { createRest, Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'

// An app that Metro bundles. It reads from an API that fails at first.

class User extends Entity {
  id = ''
  name = ''
  static key = 'User'
}

const UserResource = resource({
  path: '/users/:id',
  urlPrefix: globalThis.API,
  schema: User,
  retry: { minDelay: 1 },
})

const rest = createRest()
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) => defaults().concat(rest.middleware),
})

async function read() {
  const { name } = await store.dispatch(rest.fetch(UserResource.get, { id: 1 })).unwrap()
  rest.dispose(store)
  return `${name}, ${typeof AsyncBoundary} and ${typeof useSuspense}`
}

globalThis.result = read()
