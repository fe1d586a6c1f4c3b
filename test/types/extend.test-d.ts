import {
  Endpoint,
  RestEndpoint,
  type RestGenerics,
  type RestOptions,
  type RunContext,
} from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { describe, expectTypeOf, it } from 'vitest'
import { getList, getName, getUser, path, User } from './world'

declare const options: RestOptions
declare const requestInit: RequestInit

type Id = { readonly id: string | number }

describe('extend of a RestEndpoint', () => {
  it('keeps the types of other options', () => {
    const extended = getUser.extend({ dataExpiryLength: 5, requestInit, name: 'x' })
    expectTypeOf(extended).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(extended.schema).toEqualTypeOf<typeof User>()
    expectTypeOf(extended.method).toEqualTypeOf<'GET'>()
    expectTypeOf(extended.sideEffect).toEqualTypeOf<undefined>()
  })

  it('keeps all types with an empty object', () => {
    const extended = getUser.extend({})
    expectTypeOf(extended).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(extended.schema).toEqualTypeOf<typeof User>()
    expectTypeOf(extended.method).toEqualTypeOf<'GET'>()
    expectTypeOf(getName.extend({})).returns.resolves.toEqualTypeOf<string>()
  })

  it('keeps all types with options that do not affect types', () => {
    const extended = getUser.extend(options)
    expectTypeOf(extended).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(extended.schema).toEqualTypeOf<typeof User>()
    expectTypeOf(extended.method).toEqualTypeOf<'GET'>()
    const spread = getUser.extend({ ...options })
    expectTypeOf(spread).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(spread.schema).toEqualTypeOf<typeof User>()
  })

  it('replaces the types of path, search parameters and body separately', () => {
    const moved = getUser.extend({ path: '/:group/users' })
    expectTypeOf(moved).parameters.toEqualTypeOf<[params: { readonly group: string | number }]>()
    const searching = getUser.extend({ searchParams: {} as { page: number } })
    expectTypeOf(searching).toBeCallableWith({ id: 1, page: 1 })
    // @ts-expect-error the page is missing
    void searching({ id: 1 })
    const both = searching.extend({ path: '/x' })
    expectTypeOf(both).toBeCallableWith({ page: 1 })
    const update = searching.extend({ method: 'PUT', body: {} as { name: string } })
    expectTypeOf(update).toBeCallableWith({ id: 1, page: 1 }, { name: 'Ada' })
    // @ts-expect-error names are texts
    void update({ id: 1, page: 1 }, { name: 5 })
    expectTypeOf(update.extend({ body: undefined })).toBeCallableWith({ id: 1, page: 1 })
  })

  it('changes a read into a mutation and back', () => {
    const update = getUser.extend({ method: 'PUT' })
    expectTypeOf(update.sideEffect).toEqualTypeOf<true>()
    expectTypeOf(update.extend({ method: 'GET' }).sideEffect).toEqualTypeOf<undefined>()
    // @ts-expect-error a PUT is no read
    const useUpdate = () => useSuspense(update, { id: 1 }, {})
    expectTypeOf(useUpdate).toBeFunction()
  })

  it('replaces the result type', () => {
    expectTypeOf(getUser.extend({ schema: [User] }).schema).toExtend<readonly (typeof User)[]>()
    const text = getUser.extend({ schema: undefined, content: 'text' })
    expectTypeOf(text).returns.resolves.toEqualTypeOf<string>()
    const length = getUser.extend({ schema: undefined, process: (text: string) => text.length })
    expectTypeOf(length).returns.resolves.toEqualTypeOf<number>()
  })

  it('does not compile with a wrong option', () => {
    // @ts-expect-error paths are texts
    getUser.extend({ path: 5 })
    // @ts-expect-error lengths are numbers
    getUser.extend({ dataExpiryLength: 'long' })
    // @ts-expect-error a path is needed
    const endpoint = new RestEndpoint({ schema: User })
    expectTypeOf(endpoint).toBeFunction()
  })
})

describe('a function in an option', () => {
  it('has types for headers, context, init and `this`', () => {
    const endpoint = new RestEndpoint({
      path,
      schema: User,
      getHeaders(headers, context) {
        expectTypeOf(headers).toEqualTypeOf<Record<string, string>>()
        expectTypeOf(context).toEqualTypeOf<RunContext>()
        expectTypeOf(this.path).toEqualTypeOf<'/users/:id'>()
        expectTypeOf(this.context).toEqualTypeOf<RunContext>()
        return headers
      },
      async getRequestInit(body, context) {
        expectTypeOf(body).toEqualTypeOf<unknown>()
        expectTypeOf(context).toEqualTypeOf<RunContext>()
        return {}
      },
      fetchResponse(input, init) {
        expectTypeOf(input).toEqualTypeOf<string>()
        expectTypeOf(init).toEqualTypeOf<RequestInit>()
        return fetch(input, init)
      },
      parseResponse(response) {
        expectTypeOf(response).toEqualTypeOf<Response>()
        return response.json()
      },
      searchToString(params) {
        expectTypeOf(params).toEqualTypeOf<Record<string, unknown>>()
        return ''
      },
    })
    expectTypeOf(endpoint).parameters.toEqualTypeOf<[params: Id]>()
  })

  it('has types in extend', () => {
    const endpoint = getUser.extend({
      getHeaders(headers, { getState }) {
        expectTypeOf(headers).toEqualTypeOf<Record<string, string>>()
        expectTypeOf(getState).not.toBeAny()
        expectTypeOf(this.schema).toEqualTypeOf<typeof User>()
        return { ...headers, a: 'b' }
      },
    })
    expectTypeOf(endpoint).parameters.toEqualTypeOf<[params: Id]>()
  })
})

// oxlint-disable-next-line typescript/no-explicit-any
class ApiEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override readonly urlPrefix = 'http://api.test'

  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return headers
  }

  shout(): string {
    return this.name.toUpperCase()
  }
}

class GetUser extends RestEndpoint<{ path: '/users/:id'; schema: typeof User }> {}

const getApiUser = new ApiEndpoint({ path, schema: User })
const useApiUser = () => useSuspense(getApiUser, { id: 1 })

describe('a subclass of RestEndpoint', () => {
  it('infers arguments, schema and method', () => {
    expectTypeOf(getApiUser).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(getApiUser.schema).toEqualTypeOf<typeof User>()
    expectTypeOf(getApiUser.method).toEqualTypeOf<'GET'>()
    expectTypeOf(getApiUser.shout()).toEqualTypeOf<string>()
    expectTypeOf(useApiUser).returns.toEqualTypeOf<User>()
    const update = new ApiEndpoint({ path, method: 'PUT', body: {} as { name: string } })
    expectTypeOf(update).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    // @ts-expect-error names are texts
    void update({ id: 1 }, { name: 5 })
  })

  it('keeps its types in extend', () => {
    expectTypeOf(getApiUser.extend({ dataExpiryLength: 5 })).parameters.toEqualTypeOf<
      [params: Id]
    >()
    expectTypeOf(getApiUser.extend({ path: '/x' })).parameters.toEqualTypeOf<[]>()
  })

  it('without type arguments accepts any arguments', () => {
    const anyEndpoint = {} as ApiEndpoint
    expectTypeOf(anyEndpoint).toBeCallableWith({ anything: 1 }, { any: 'body' })
    expectTypeOf(anyEndpoint).toBeCallableWith()
    expectTypeOf(getApiUser).toExtend<ApiEndpoint>()
    expectTypeOf(getUser).toExtend<RestEndpoint>()
    expectTypeOf(getList).toExtend<RestEndpoint>()
  })

  it('may fix all type arguments', () => {
    const endpoint = new GetUser({ path: '/users/:id', schema: User })
    expectTypeOf(endpoint).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(endpoint.schema).toEqualTypeOf<typeof User>()
    // @ts-expect-error this is another path
    const other = new GetUser({ path: '/people/:id', schema: User })
    expectTypeOf(other).toEqualTypeOf<GetUser>()
  })
})

describe('extend of an Endpoint', () => {
  const getTime = new Endpoint(async (zone: string) => zone.length, { sideEffect: true })

  it('keeps its function and options, and replaces others', () => {
    const extended = getTime.extend({ schema: User })
    expectTypeOf(extended).parameters.toEqualTypeOf<[zone: string]>()
    expectTypeOf(extended.schema).toEqualTypeOf<typeof User>()
    expectTypeOf(extended.sideEffect).toEqualTypeOf<true>()
    expectTypeOf(getTime.extend({}).sideEffect).toEqualTypeOf<true>()
    expectTypeOf(getTime.extend({}).schema).toEqualTypeOf<undefined>()
  })
})
