import { configureStore } from '@reduxjs/toolkit'
import { createRest, denormalize, Endpoint, type Rest } from 'rtk-rest'
import type { EndpointError } from 'rtk-rest/types'
import { describe, expectTypeOf, it } from 'vitest'
import {
  deleteUser,
  getAnything,
  getList,
  getName,
  getPage,
  getText,
  getUser,
  getUsers,
  Post,
  PostResource,
  User,
  UserResource,
} from './world'

const rest = createRest()
const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})
const { fetch, set, invalidate, get, getResponse, getError } = rest.getController(store)
const { selectData, selectRequest, selectEntity, selectAll, selectQuery } = rest.selectors
const state = store.getState()

interface Page {
  readonly next: string
  readonly total: number
  readonly users: readonly User[]
  readonly first: User
}

describe('the type of a dispatched fetch', () => {
  const dispatch = store.dispatch

  it('unwraps to the data of the schema', () => {
    const user = dispatch(rest.fetch(getUser, { id: 1 }))
    expectTypeOf(user.unwrap()).resolves.toEqualTypeOf<User>()
    expectTypeOf(dispatch(rest.fetch(getList)).unwrap()).resolves.toEqualTypeOf<readonly User[]>()
    expectTypeOf(dispatch(rest.fetch(getUsers)).unwrap()).resolves.toEqualTypeOf<readonly User[]>()
    expectTypeOf(dispatch(rest.fetch(getPage)).unwrap()).resolves.toEqualTypeOf<Page>()
    const created = dispatch(rest.fetch(UserResource.create, { name: 'Ada' }))
    expectTypeOf(created.unwrap()).resolves.toEqualTypeOf<User>()
    const gone = dispatch(rest.fetch(deleteUser, { id: 1 }))
    expectTypeOf(gone.unwrap()).resolves.toEqualTypeOf<User>()
  })

  it('unwraps to the result of the endpoint without a schema', () => {
    expectTypeOf(dispatch(rest.fetch(getName, { id: 1 })).unwrap()).resolves.toEqualTypeOf<string>()
    expectTypeOf(dispatch(rest.fetch(getText)).unwrap()).resolves.toEqualTypeOf<string>()
    const plain = new Endpoint(async (zone: string) => zone.length)
    expectTypeOf(dispatch(rest.fetch(plain, 'UTC')).unwrap()).resolves.toEqualTypeOf<number>()
  })

  it('resolves to an action, and has abort', () => {
    const promise = dispatch(rest.fetch(getUser, { id: 1 }))
    expectTypeOf(promise).resolves.toHaveProperty('type')
    expectTypeOf(promise.abort).parameters.toEqualTypeOf<[reason?: string | undefined]>()
    expectTypeOf(promise.requestId).toEqualTypeOf<string>()
  })

  it('requires the arguments of the endpoint', () => {
    expectTypeOf(rest.fetch).not.toBeAny()
    // @ts-expect-error the id is missing
    rest.fetch(getUser, {})
    // @ts-expect-error the id is missing
    rest.fetch(getUser)
    // @ts-expect-error titles are texts
    rest.fetch(PostResource.update, { group: 'g', id: 1 }, { title: 5 })
    // @ts-expect-error null is for hooks
    rest.fetch(getUser, null)
  })
})

describe('the type of a controller', () => {
  it('fetches the data of the schema', () => {
    expectTypeOf(fetch(getUser, { id: 1 })).resolves.toEqualTypeOf<User>()
    expectTypeOf(fetch(getPage)).resolves.toEqualTypeOf<Page>()
    expectTypeOf(fetch(getList.push, { name: 'Ada' })).resolves.toEqualTypeOf<User>()
    expectTypeOf(fetch(getName, { id: 1 })).resolves.toEqualTypeOf<string>()
    expectTypeOf(fetch(getAnything)).resolves.toBeUnknown()
    // @ts-expect-error the id is missing
    void fetch(getUser, {})
  })

  it('reads data or undefined', () => {
    expectTypeOf(getResponse(getUser, { id: 1 }).data).toEqualTypeOf<User | undefined>()
    expectTypeOf(getResponse(getUser, null).data).toEqualTypeOf<User | undefined>()
    const maybe = {} as { id: string } | undefined
    expectTypeOf(getResponse(getUser, maybe).data).toEqualTypeOf<User | undefined>()
    expectTypeOf(getError(getUser, maybe)).toEqualTypeOf<EndpointError | undefined>()
    expectTypeOf(get(User, { id: 1 })).toEqualTypeOf<User | undefined>()
    expectTypeOf(getError(getUser, { id: 1 })).toEqualTypeOf<EndpointError | undefined>()
    // @ts-expect-error the id is missing
    getResponse(getUser, {})
    // @ts-expect-error nothing is known of a nick
    get(User, { nick: 'x' })
  })

  it('writes the data of the schema, or the result of a function of it', () => {
    expectTypeOf(set).toBeCallableWith(User, { id: 1 }, { id: '1', name: 'Ada' })
    set(User, { id: 1 }, (user) => {
      expectTypeOf(user).toEqualTypeOf<User>()
      return { ...user, name: 'Ada' }
    })
    expectTypeOf(invalidate).toBeCallableWith(getUser, { id: 1 })
    expectTypeOf(invalidate).toBeCallableWith(getUser, null)
    // @ts-expect-error the id is missing
    invalidate(getUser, {})
  })
})

describe('the type of selectors', () => {
  it('returns data or undefined', () => {
    expectTypeOf(selectData(state, getUser, { id: 1 })).toEqualTypeOf<User | undefined>()
    expectTypeOf(selectData(state, getList)).toEqualTypeOf<readonly User[] | undefined>()
    const maybe = {} as { id: string } | undefined
    expectTypeOf(selectData(state, getUser, maybe)).toEqualTypeOf<User | undefined>()
    expectTypeOf(selectRequest(state, getUser, maybe).data).toEqualTypeOf<User | undefined>()
    expectTypeOf(selectData(state, getName, { id: 1 })).toEqualTypeOf<string | undefined>()
    expectTypeOf(selectRequest(state, getUser, { id: 1 }).data).toEqualTypeOf<User | undefined>()
    expectTypeOf(selectEntity(state, User, '1')).toEqualTypeOf<User | undefined>()
    expectTypeOf(selectEntity(state, Post, { id: 1 })).toEqualTypeOf<Post | undefined>()
    expectTypeOf(selectAll(state, User)).toEqualTypeOf<readonly User[]>()
    expectTypeOf(selectQuery(state, User, { id: 1 })).toEqualTypeOf<User | undefined>()
  })

  it('keeps objects, whose entities may be undefined', () => {
    const page = selectData(state, getPage)
    expectTypeOf(page?.users).toEqualTypeOf<readonly User[] | undefined>()
    expectTypeOf(page?.first).toEqualTypeOf<User | undefined>()
    expectTypeOf(page).not.toBeAny()
  })

  it('requires the slice in the state, and the arguments of the endpoint', () => {
    // @ts-expect-error our state is missing
    selectData({ other: 1 }, getUser, { id: 1 })
    // @ts-expect-error the id is missing
    selectData(state, getUser, {})
    // @ts-expect-error a class is needed
    selectAll(state, 'User')
    expectTypeOf(createRest({ reducerPath: 'api' })).toEqualTypeOf<Rest<'api'>>()
    expectTypeOf(createRest({ reducerPath: 'api' }).selectors.selectAll)
      .parameter(0)
      .toHaveProperty('api')
  })
})

describe('the type of denormalize', () => {
  it('returns data or undefined', () => {
    expectTypeOf(denormalize(User, '1', {})).toEqualTypeOf<User | undefined>()
    expectTypeOf(denormalize([User], ['1'], {})).toEqualTypeOf<readonly User[] | undefined>()
  })
})
