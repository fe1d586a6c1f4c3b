import { type Controller, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { describe, expectTypeOf, it } from 'vitest'
import { path, User } from './world'

declare const controller: Controller

class ApiEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return { ...headers, role: JSON.stringify(this.extra) }
  }
}

/** Without type parameters, as one writes a class at first. */
class PlainEndpoint extends RestEndpoint {
  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return { ...headers, role: 'none' }
  }
}

describe('the option `extra`', () => {
  it('has its type on `this` in each step', () => {
    const endpoint = new RestEndpoint({
      path,
      schema: User,
      extra: { role: 'admin' },
      getHeaders(headers) {
        expectTypeOf(this.extra).toEqualTypeOf<{ readonly role: 'admin' }>()
        return headers
      },
      process(value: object): { readonly role: string } {
        return { ...value, role: this.extra.role }
      },
    })
    expectTypeOf(endpoint.extra.role).toEqualTypeOf<'admin'>()
    expectTypeOf(endpoint).returns.resolves.toEqualTypeOf<{ readonly role: string }>()
    // @ts-expect-error there is no such member
    void endpoint.extra.rule
    expectTypeOf(new RestEndpoint({ path }).extra).toEqualTypeOf<undefined>()
  })

  it('stays in `extend`, which may have its own', () => {
    const endpoint = new RestEndpoint({ path, schema: User, extra: { role: 'admin' } })
    const own = endpoint.extend({
      extra: { level: 5 },
      getHeaders(headers) {
        expectTypeOf(this.extra).toEqualTypeOf<{ readonly level: 5 }>()
        return headers
      },
    })
    const kept = own.extend({
      async getRequestInit() {
        return { headers: { level: this.extra.level.toFixed() } }
      },
    })
    expectTypeOf(kept.extra.level).toEqualTypeOf<5>()
  })

  it('has its type in a step that returns it, and the search parameters stay', () => {
    const filter: { readonly group?: string } = {}
    const getUsers = new RestEndpoint({ path: '/users', searchParams: filter, schema: [User] })
    const own = getUsers.extend({
      extra: 'by',
      searchToString(params) {
        return `${this.extra}=${JSON.stringify(params)}`
      },
      getHeaders(headers) {
        return { ...headers, by: this.extra }
      },
    })
    expectTypeOf(own.extra).toEqualTypeOf<'by'>()
    expectTypeOf(own).parameter(0).toEqualTypeOf<typeof filter | undefined>()
    expectTypeOf(own).toBeCallableWith({ group: 'a' })
  })

  it('keeps the arguments of a `url` that says what it returns', () => {
    const getUser = new RestEndpoint({ path, schema: User }).extend({
      extra: 5,
      url({ name }: { readonly name: string }): string {
        return `/named/${name}?${this.extra}`
      },
    })
    expectTypeOf(getUser).parameter(0).toEqualTypeOf<{ readonly name: string }>()
  })

  it('is that of each endpoint of a resource', () => {
    const options = { path, schema: User, extra: { role: 'admin' }, Endpoint: ApiEndpoint } as const
    const { getList, create, extend } = resource(options)
    expectTypeOf(getList.push.extra.role).toEqualTypeOf<'admin'>()
    expectTypeOf(create.extra.role).toEqualTypeOf<'admin'>()
    const own = extend('get', {
      extra: 5,
      getHeaders(headers) {
        return { ...headers, level: this.extra.toFixed() }
      },
    })
    expectTypeOf(own.get.extra).toEqualTypeOf<5>()
  })
})

describe('a class without type parameters', () => {
  it('keeps the types of a resource', () => {
    const { get } = resource({ path, schema: User, Endpoint: PlainEndpoint })
    const fetchUser = () => controller.fetch(get, { id: 1 })
    expectTypeOf(fetchUser).returns.resolves.toEqualTypeOf<User>()
  })

  it('makes endpoints that take any parameters, and give something unknown', () => {
    const get = new PlainEndpoint({ path: '/users/:id', schema: User })
    const fetchUser = () => controller.fetch(get, { id: 1 })
    expectTypeOf(fetchUser).returns.resolves.toBeUnknown()
  })
})
