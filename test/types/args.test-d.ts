import { Endpoint, RestEndpoint } from 'rtk-rest'
import { describe, expectTypeOf, it } from 'vitest'
import { getList, getUser, path, type User } from './world'

declare const anyPath: string
declare const Page: { readonly page: number }
declare const MaybePage: { readonly page?: number }
declare const PageOrNot: { readonly page: number } | undefined

describe('the arguments of a call, inferred from the path,', () => {
  it('are none for a path without parameters', () => {
    expectTypeOf(getList).parameters.toEqualTypeOf<[]>()
    expectTypeOf(getList).toBeCallableWith()
    // @ts-expect-error nothing is known of a page
    void getList({ page: 1 })
  })

  it('are one object with all parameters', () => {
    expectTypeOf(getUser).parameters.toEqualTypeOf<[params: { readonly id: string | number }]>()
    expectTypeOf(getUser).toBeCallableWith({ id: '5' })
    expectTypeOf(getUser).toBeCallableWith({ id: 5 })
    // @ts-expect-error the id is missing
    void getUser({})
    // @ts-expect-error the id is missing
    void getUser()
    // @ts-expect-error ids are texts or numbers
    void getUser({ id: true })
    // @ts-expect-error there is an id, and nothing else
    void getUser({ id: 5, page: 1 })
    // @ts-expect-error a read takes no body
    void getUser({ id: 5 }, { name: 'Ada' })
  })

  it('are an optional object if all parameters are optional', () => {
    const optional = new RestEndpoint({ path: '/users{/:id}' })
    expectTypeOf(optional).toBeCallableWith()
    expectTypeOf(optional).toBeCallableWith({})
    expectTypeOf(optional).toBeCallableWith({ id: 5 })
    expectTypeOf(optional).toBeCallableWith({ id: undefined })
    // @ts-expect-error ids are texts or numbers
    void optional({ id: null })
  })

  it('have a list for a wildcard', () => {
    const getFile = new RestEndpoint({ path: '/files/*path' })
    expectTypeOf(getFile).toBeCallableWith({ path: ['a', 'b'] })
    // @ts-expect-error a wildcard takes a list
    void getFile({ path: 'a/b' })
  })

  it('are unrestricted if the path is a string', () => {
    const dynamic = new RestEndpoint({ path: anyPath })
    expectTypeOf(dynamic).toBeCallableWith()
    expectTypeOf(dynamic).toBeCallableWith({ id: 5 })
    expectTypeOf(dynamic).toBeCallableWith({ path: ['a'] })
  })

  it('are also those of key and url', () => {
    expectTypeOf(getUser.key).parameters.toEqualTypeOf<[params: { readonly id: string | number }]>()
    expectTypeOf(getUser.key).returns.toBeString()
    // @ts-expect-error the id is missing
    getUser.key({})
    // @ts-expect-error the id is missing
    getUser.url({})
  })
})

describe('the search parameters of a call', () => {
  it('are in one object with the path parameters', () => {
    const search = new RestEndpoint({ path, searchParams: Page })
    expectTypeOf(search).toBeCallableWith({ id: 1, page: 2 })
    // @ts-expect-error the page is missing
    void search({ id: 1 })
    // @ts-expect-error pages are numbers
    void search({ id: 1, page: 'two' })
    // @ts-expect-error nothing is known of a size
    void search({ id: 1, page: 2, size: 3 })
  })

  it('are the only argument if the path has no parameters', () => {
    const search = new RestEndpoint({ path: '/users', searchParams: Page })
    expectTypeOf(search).toBeCallableWith({ page: 2 })
    // @ts-expect-error the page is missing
    void search()
  })

  it('are optional if all of them are', () => {
    const search = new RestEndpoint({ path: '/users', searchParams: MaybePage })
    expectTypeOf(search).toBeCallableWith()
    expectTypeOf(search).toBeCallableWith({})
    expectTypeOf(search).toBeCallableWith({ page: 1 })
    const orNot = new RestEndpoint({ path: '/users', searchParams: PageOrNot })
    expectTypeOf(orNot).toBeCallableWith()
    expectTypeOf(orNot).toBeCallableWith({ page: 1 })
  })

  it('are not accepted if declared as undefined', () => {
    const search = new RestEndpoint({ path, searchParams: undefined })
    expectTypeOf(search).toBeCallableWith({ id: 1 })
    // @ts-expect-error there are no search parameters
    void search({ id: 1, page: 2 })
    const list = new RestEndpoint({ path: '/users', searchParams: undefined })
    expectTypeOf(list).parameters.toEqualTypeOf<[]>()
  })
})

describe('the body of a call', () => {
  it('is the last argument, with the declared type', () => {
    const update = new RestEndpoint({ path, method: 'PUT', body: {} as { name: string } })
    expectTypeOf(update).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    // @ts-expect-error the body is missing
    void update({ id: 1 })
    // @ts-expect-error names are texts
    void update({ id: 1 }, { name: 5 })
    // @ts-expect-error the id is missing
    void update({}, { name: 'Ada' })
  })

  it('is the only argument if the path has no parameters', () => {
    const create = new RestEndpoint({ path: '/users', body: {} as { name: string } })
    expectTypeOf(create).parameters.toEqualTypeOf<[body: { name: string }]>()
    expectTypeOf(create).toBeCallableWith({ name: 'Ada' })
    // @ts-expect-error the body is missing
    void create()
    // @ts-expect-error there are no parameters
    void create({}, { name: 'Ada' })
  })

  it('may be the only argument if all parameters are optional', () => {
    const create = new RestEndpoint({ path: '/users{/:id}', body: {} as { name: string } })
    expectTypeOf(create).toBeCallableWith({ name: 'Ada' })
    expectTypeOf(create).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    // @ts-expect-error names are texts
    void create({ name: 5 })
  })

  it('is unknown if not declared', () => {
    const create = new RestEndpoint({ path: '/users', method: 'POST' })
    expectTypeOf(create).toBeCallableWith({ any: 'thing' })
    expectTypeOf(create).toBeCallableWith(new FormData())
    expectTypeOf(create).parameters.toEqualTypeOf<[body: unknown]>()
  })

  it('is not accepted if declared as undefined', () => {
    const publish = new RestEndpoint({ path, method: 'POST', body: undefined })
    expectTypeOf(publish).parameters.toEqualTypeOf<[params: { readonly id: string | number }]>()
    expectTypeOf(publish).toBeCallableWith({ id: 1 })
    // @ts-expect-error there is no body
    void publish({ id: 1 }, {})
  })

  it('is accepted by DELETE only if declared', () => {
    const remove = new RestEndpoint({ path, method: 'DELETE' })
    expectTypeOf(remove).toBeCallableWith({ id: 1 })
    // @ts-expect-error there is no body
    void remove({ id: 1 }, {})
    const removeMany = new RestEndpoint({ path: '/users', method: 'DELETE', body: [] as string[] })
    expectTypeOf(removeMany).toBeCallableWith(['1'])
    // @ts-expect-error these are no texts
    void removeMany([1])
    // @ts-expect-error the list is missing
    void removeMany()
  })
})

describe('the method of a RestEndpoint', () => {
  it('has the type GET unless a body or a side effect is declared', () => {
    expectTypeOf(getUser.method).toEqualTypeOf<'GET'>()
    expectTypeOf(new RestEndpoint({ path, method: 'PATCH' }).method).toEqualTypeOf<'PATCH'>()
    expectTypeOf(new RestEndpoint({ path, sideEffect: true }).method).toEqualTypeOf<'POST'>()
    expectTypeOf(
      new RestEndpoint({ path, body: {} as { name: string } }).method,
    ).toEqualTypeOf<'POST'>()
    expectTypeOf(new RestEndpoint({ path, body: undefined }).method).toEqualTypeOf<'GET'>()
  })

  it('determines whether the endpoint is a mutation, unless sideEffect is declared', () => {
    expectTypeOf(getUser.sideEffect).toEqualTypeOf<undefined>()
    expectTypeOf(new RestEndpoint({ path, method: 'PUT' }).sideEffect).toEqualTypeOf<true>()
    const search = new RestEndpoint({ path, method: 'POST', sideEffect: false })
    expectTypeOf(search.sideEffect).toEqualTypeOf<false>()
    expectTypeOf(search.extend({ dataExpiryLength: 5 }).sideEffect).toEqualTypeOf<false>()
  })
})

describe('the type of an Endpoint', () => {
  it('has the arguments and the result of its function', () => {
    const endpoint = new Endpoint(async (user: User, deep?: boolean) => (deep ? user.name : ''))
    expectTypeOf(endpoint).parameters.toEqualTypeOf<[user: User, deep?: boolean | undefined]>()
    expectTypeOf(endpoint).returns.resolves.toEqualTypeOf<string>()
    expectTypeOf(endpoint.key).parameters.toEqualTypeOf<[user: User, deep?: boolean | undefined]>()
    // @ts-expect-error a user is missing
    void endpoint()
  })

  it('infers the arguments of functions in its options', () => {
    const getTime = new Endpoint(async (zone: string) => zone.length, {
      name: 'time',
      key: (zone) => {
        expectTypeOf(zone).toEqualTypeOf<string>()
        return zone
      },
    })
    const extended = getTime.extend({
      key: (zone) => {
        expectTypeOf(zone).toEqualTypeOf<string>()
        return zone
      },
    })
    expectTypeOf(extended).parameters.toEqualTypeOf<[zone: string]>()
  })

  it('does not compile for a synchronous function', () => {
    // @ts-expect-error a number is no promise
    const endpoint = new Endpoint((zone: string) => zone.length)
    expectTypeOf(endpoint).toBeFunction()
  })
})
