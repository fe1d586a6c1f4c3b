import { configureStore } from '@reduxjs/toolkit'
import { createRest, Entity, resource } from 'rtk-rest'

// What the examples of docs/api use: two entities, a resource and a store.

export class User extends Entity {
  id = ''
  name = ''
  age = 0
  static override key = 'User'
}

export class Group extends Entity {
  id = ''
  title = ''
  static override key = 'Group'
}

export class Company extends Entity {
  id = ''
  static override key = 'Company'
}

export class Currency extends Entity {
  code = ''
  rate = 0
  static override key = 'Currency'
  override pk() {
    return this.code
  }
}

export const UserResource = resource({
  urlPrefix: 'https://api.example.com',
  path: '/users/:id',
  schema: User,
})

export const rest = createRest()

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

export type RootState = ReturnType<typeof store.getState>

export const { dispatch } = store

export const controller = rest.getController(store)

/** Where the examples show or report something. */
export const show: (...values: readonly unknown[]) => void = console.info
