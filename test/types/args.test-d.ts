import { Endpoint, RestEndpoint } from 'rtk-rest'
import { describe, expectTypeOf, it } from 'vitest'
import { getList, getUser, path, type User } from './world'

declare const anyPath: string
declare const Page: { readonly page: number }
declare const MaybePage: { readonly page?: number }
declare const PageOrNot: { readonly page: number } | undefined

describe('the arguments of a call come from the path:', () => {
  it('none', () => {
    expectTypeOf(getList).parameters.toEqualTypeOf<[]>()
    expectTypeOf(getList).toBeCallableWith()
    // @ts-expect-error nothing is known of a page
    void getList({ page: 1 })
  })

  it('one object with all parameters', () => {
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

  it('an optional one, where all parameters are', () => {
    const optional = new RestEndpoint({ path: '/users{/:id}' })
    expectTypeOf(optional).toBeCallableWith()
    expectTypeOf(optional).toBeCallableWith({})
    expectTypeOf(optional).toBeCallableWith({ id: 5 })
    expectTypeOf(optional).toBeCallableWith({ id: undefined })
    // @ts-expect-error ids are texts or numbers
    void optional({ id: null })
  })

  it('lists for wildcards', () => {
    const getFile = new RestEndpoint({ path: '/files/*path' })
    expectTypeOf(getFile).toBeCallableWith({ path: ['a', 'b'] })
    // @ts-expect-error a wildcard takes a list
    void getFile({ path: 'a/b' })
  })

  it('anything, where the path is not known', () => {
    const dynamic = new RestEndpoint({ path: anyPath })
    expectTypeOf(dynamic).toBeCallableWith()
    expectTypeOf(dynamic).toBeCallableWith({ id: 5 })
    expectTypeOf(dynamic).toBeCallableWith({ path: ['a'] })
  })

  it('the same for key and url', () => {
    expectTypeOf(getUser.key).parameters.toEqualTypeOf<[params: { readonly id: string | number }]>()
    expectTypeOf(getUser.key).returns.toBeString()
    // @ts-expect-error the id is missing
    getUser.key({})
    // @ts-expect-error the id is missing
    getUser.url({})
  })
})

describe('search parameters', () => {
  it('join those of the path', () => {
    const search = new RestEndpoint({ path, searchParams: Page })
    expectTypeOf(search).toBeCallableWith({ id: 1, page: 2 })
    // @ts-expect-error the page is missing
    void search({ id: 1 })
    // @ts-expect-error pages are numbers
    void search({ id: 1, page: 'two' })
    // @ts-expect-error nothing is known of a size
    void search({ id: 1, page: 2, size: 3 })
  })

  it('are an argument of their own where the path has none', () => {
    const search = new RestEndpoint({ path: '/users', searchParams: Page })
    expectTypeOf(search).toBeCallableWith({ page: 2 })
    // @ts-expect-error the page is missing
    void search()
  })

  it('make the argument optional where all of them are', () => {
    const search = new RestEndpoint({ path: '/users', searchParams: MaybePage })
    expectTypeOf(search).toBeCallableWith()
    expectTypeOf(search).toBeCallableWith({})
    expectTypeOf(search).toBeCallableWith({ page: 1 })
    const orNot = new RestEndpoint({ path: '/users', searchParams: PageOrNot })
    expectTypeOf(orNot).toBeCallableWith()
    expectTypeOf(orNot).toBeCallableWith({ page: 1 })
  })

  it('that are undefined are none', () => {
    const search = new RestEndpoint({ path, searchParams: undefined })
    expectTypeOf(search).toBeCallableWith({ id: 1 })
    // @ts-expect-error there are no search parameters
    void search({ id: 1, page: 2 })
    const list = new RestEndpoint({ path: '/users', searchParams: undefined })
    expectTypeOf(list).parameters.toEqualTypeOf<[]>()
  })
})

describe('a body', () => {
  it('comes last, and is typed by what was given', () => {
    const update = new RestEndpoint({ path, method: 'PUT', body: {} as { name: string } })
    expectTypeOf(update).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    // @ts-expect-error the body is missing
    void update({ id: 1 })
    // @ts-expect-error names are texts
    void update({ id: 1 }, { name: 5 })
    // @ts-expect-error the id is missing
    void update({}, { name: 'Ada' })
  })

  it('is the only argument where the path asks for nothing', () => {
    const create = new RestEndpoint({ path: '/users', body: {} as { name: string } })
    expectTypeOf(create).parameters.toEqualTypeOf<[body: { name: string }]>()
    expectTypeOf(create).toBeCallableWith({ name: 'Ada' })
    // @ts-expect-error the body is missing
    void create()
    // @ts-expect-error there are no parameters
    void create({}, { name: 'Ada' })
  })

  it('may stand alone where all parameters are optional', () => {
    const create = new RestEndpoint({ path: '/users{/:id}', body: {} as { name: string } })
    expectTypeOf(create).toBeCallableWith({ name: 'Ada' })
    expectTypeOf(create).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    // @ts-expect-error names are texts
    void create({ name: 5 })
  })

  it('can be anything where nothing is said', () => {
    const create = new RestEndpoint({ path: '/users', method: 'POST' })
    expectTypeOf(create).toBeCallableWith({ any: 'thing' })
    expectTypeOf(create).toBeCallableWith(new FormData())
    expectTypeOf(create).parameters.toEqualTypeOf<[body: unknown]>()
  })

  it('is no argument where it is undefined', () => {
    const publish = new RestEndpoint({ path, method: 'POST', body: undefined })
    expectTypeOf(publish).parameters.toEqualTypeOf<[params: { readonly id: string | number }]>()
    expectTypeOf(publish).toBeCallableWith({ id: 1 })
    // @ts-expect-error there is no body
    void publish({ id: 1 }, {})
  })

  it('is an argument of DELETE only where it is declared', () => {
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

describe('the method', () => {
  it('is GET, unless a body or a side effect says otherwise', () => {
    expectTypeOf(getUser.method).toEqualTypeOf<'GET'>()
    expectTypeOf(new RestEndpoint({ path, method: 'PATCH' }).method).toEqualTypeOf<'PATCH'>()
    expectTypeOf(new RestEndpoint({ path, sideEffect: true }).method).toEqualTypeOf<'POST'>()
    expectTypeOf(
      new RestEndpoint({ path, body: {} as { name: string } }).method,
    ).toEqualTypeOf<'POST'>()
    expectTypeOf(new RestEndpoint({ path, body: undefined }).method).toEqualTypeOf<'GET'>()
  })

  it('tells reads and mutations apart, unless they say it themselves', () => {
    expectTypeOf(getUser.sideEffect).toEqualTypeOf<undefined>()
    expectTypeOf(new RestEndpoint({ path, method: 'PUT' }).sideEffect).toEqualTypeOf<true>()
    const search = new RestEndpoint({ path, method: 'POST', sideEffect: false })
    expectTypeOf(search.sideEffect).toEqualTypeOf<false>()
    expectTypeOf(search.extend({ dataExpiryLength: 5 }).sideEffect).toEqualTypeOf<false>()
  })
})

describe('an Endpoint', () => {
  it('has the arguments and the result of its function', () => {
    const endpoint = new Endpoint(async (user: User, deep?: boolean) => (deep ? user.name : ''))
    expectTypeOf(endpoint).parameters.toEqualTypeOf<[user: User, deep?: boolean | undefined]>()
    expectTypeOf(endpoint).returns.resolves.toEqualTypeOf<string>()
    expectTypeOf(endpoint.key).parameters.toEqualTypeOf<[user: User, deep?: boolean | undefined]>()
    // @ts-expect-error a user is missing
    void endpoint()
  })

  it('tells the functions that it is given what they are called with', () => {
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

  it('cannot be made of something that is not async', () => {
    // @ts-expect-error a number is no promise
    const endpoint = new Endpoint((zone: string) => zone.length)
    expectTypeOf(endpoint).toBeFunction()
  })
})
