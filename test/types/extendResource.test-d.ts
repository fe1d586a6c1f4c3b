import {
  Collection,
  type Denormalize,
  Endpoint,
  Entity,
  hookifyResource,
  Invalidate,
  resource,
  type Resource,
  RestEndpoint,
  type RestGenerics,
  Union,
} from 'rtk-rest'
import type { ExtendedResource, HookResource } from 'rtk-rest/types'
import { optimistic } from 'rtk-rest/optimistic'
import { useController, useSuspense } from 'rtk-rest/react'
import { describe, expectTypeOf, it } from 'vitest'
import { type Post, PostResource, User, UserResource } from './world'

type Id = { readonly id: string | number }

describe('extend of a resource with a name and options', () => {
  const many = UserResource.extend('deleteMany', {
    path: '/users',
    method: 'DELETE',
    body: [] as string[],
    schema: [new Invalidate(User)],
  })

  it('adds an endpoint with its types', () => {
    expectTypeOf(many.deleteMany).parameters.toEqualTypeOf<[body: string[]]>()
    expectTypeOf(many.deleteMany.method).toEqualTypeOf<'DELETE'>()
    expectTypeOf(many.deleteMany.sideEffect).toEqualTypeOf<true>()
    expectTypeOf<Denormalize<(typeof many)['deleteMany']['schema']>>().toEqualTypeOf<
      readonly User[]
    >()
    // @ts-expect-error ids are texts
    void many.deleteMany([5])
    // @ts-expect-error the resource before has none
    void UserResource.deleteMany
  })

  it('keeps other endpoints, and can be chained', () => {
    expectTypeOf(many.get).toEqualTypeOf(UserResource.get)
    expectTypeOf(many.getList).toEqualTypeOf(UserResource.getList)
    const more = many
      .extend('current', { path: '/user' })
      .extend('get', { searchParams: {} as { full: boolean } })
    expectTypeOf(more.current).parameters.toEqualTypeOf<[]>()
    expectTypeOf<Denormalize<typeof more.current.schema>>().toEqualTypeOf<User>()
    expectTypeOf(more.get).toBeCallableWith({ id: 5, full: true })
    expectTypeOf(more.deleteMany).toEqualTypeOf(many.deleteMany)
    // @ts-expect-error it is yes or no
    void more.get({ id: 5, full: 'yes' })
  })

  it('replaces an endpoint, and the path of a list for its push', () => {
    const listed = UserResource.extend('getList', {
      path: '/teams/:team/users',
      searchParams: undefined,
      body: {} as { name: string },
    })
    expectTypeOf(listed.getList.method).toEqualTypeOf<'GET'>()
    expectTypeOf(listed.getList).parameters.toEqualTypeOf<
      [params: { readonly team: string | number }]
    >()
    expectTypeOf(listed.getList.push).toBeCallableWith({ team: 5 }, { name: 'Ada' })
    // @ts-expect-error a name is needed
    void listed.getList.push({ team: 5 }, {})
  })

  it('keeps the types of what changes a list of its own', () => {
    const schema = { users: new Collection([User]), count: 0 }
    const listed = UserResource.extend('getList', { schema })
    expectTypeOf<Denormalize<typeof listed.getList.schema>>().toEqualTypeOf<{
      readonly users: readonly User[]
      readonly count: number
    }>()
    expectTypeOf(listed.create).toEqualTypeOf(UserResource.create)
    expectTypeOf<Denormalize<typeof listed.create.schema>>().toEqualTypeOf<User>()
    expectTypeOf(listed.update).toEqualTypeOf(UserResource.update)
  })

  it('infers the arguments of functions in the options', () => {
    UserResource.extend('rename', {
      path: '/users/:id/name',
      method: 'PUT',
      body: {} as { name: string },
      getOptimisticResponse: [
        optimistic,
        (snap, params, body) => {
          expectTypeOf(params).toEqualTypeOf<Id>()
          expectTypeOf(body).toEqualTypeOf<{ name: string }>()
          return { ...snap.get(User, params), ...body }
        },
      ],
    })
    UserResource.extend('rename', {
      path: '/users/:id/name',
      process(value: { name: string }) {
        expectTypeOf(this.path).toEqualTypeOf<'/users/:id/name'>()
        return value
      },
    })
    // @ts-expect-error a path is text
    const path = () => UserResource.extend('rename', { path: 5 })
    const file = '/users/:id/photo'
    // @ts-expect-error bytes have no schema
    const photo = () => UserResource.extend('photo', { path: file, content: 'blob', schema: User })
    expectTypeOf([path, photo]).toBeArray()
  })

  it('has the method POST if a body is given', () => {
    const searched = UserResource.extend('search', {
      path: '/search',
      body: {} as { text: string },
    })
    expectTypeOf(searched.search.method).toEqualTypeOf<'POST'>()
    expectTypeOf(searched.search).parameters.toEqualTypeOf<[body: { text: string }]>()
  })
})

describe('extend of a resource with options by name', () => {
  it('replaces the types of several endpoints', () => {
    const made = PostResource.extend({
      get: { searchParams: {} as { draft: boolean } },
      delete: { schema: undefined },
    })
    expectTypeOf(made.get).toBeCallableWith({ group: 'g', id: 1, draft: true })
    expectTypeOf(made.delete.schema).toEqualTypeOf<undefined>()
    expectTypeOf(made.update).toEqualTypeOf(PostResource.update)
    // @ts-expect-error draft is needed
    void made.get({ group: 'g', id: 1 })
    // @ts-expect-error there is no such endpoint
    PostResource.extend({ got: { path: '/x' } })
    // @ts-expect-error a path is text
    PostResource.extend({ get: { path: 5 } })
  })
})

describe('extend of a resource with a function', () => {
  it('adds and replaces endpoints of any kind', () => {
    const made = UserResource.extend((base) => {
      expectTypeOf(base.get).toEqualTypeOf(UserResource.get)
      return {
        byName: base.get.extend({ path: '/users/by-name/:name' }),
        clock: new Endpoint(async (zone: string) => zone.length, { name: 'clock' }),
      }
    })
    expectTypeOf(made.byName).parameters.toEqualTypeOf<
      [params: { readonly name: string | number }]
    >()
    expectTypeOf(made.clock).parameters.toEqualTypeOf<[zone: string]>()
    expectTypeOf(made.get).toEqualTypeOf(UserResource.get)
    const more = made.extend('byName', { searchParams: {} as { full: boolean } })
    expectTypeOf(more.byName).toBeCallableWith({ name: 'Ada', full: true })
    // @ts-expect-error an endpoint is expected
    UserResource.extend(() => ({ five: 5 }))
  })
})

describe('a resource of a union', () => {
  class Group extends Entity {
    id = ''
    type = 'group' as const
    static override key = 'Group'
  }
  class Person extends Entity {
    id = ''
    type = 'person' as const
    age = 0
    static override key = 'Person'
  }
  const owner = new Union({ group: Group, person: Person }, 'type')

  it('reads and writes each entity of the union', () => {
    const made = resource({ path: '/owners/:id', schema: owner })
    expectTypeOf<Denormalize<typeof made.get.schema>>().toEqualTypeOf<Group | Person>()
    expectTypeOf<Denormalize<typeof made.getList.schema>>().toEqualTypeOf<
      readonly (Group | Person)[]
    >()
    expectTypeOf<Denormalize<(typeof made)['delete']['schema']>>().toEqualTypeOf<Group | Person>()
    expectTypeOf(made.create).toBeCallableWith({ type: 'person', age: 5 })
    // @ts-expect-error groups have no age
    void made.create({ type: 'group', age: 5 })
  })
})

describe('hookifyResource', () => {
  it('has a typed hook for each endpoint', () => {
    const hooks = hookifyResource(
      UserResource.extend('current', { path: '/user' }),
      (): RequestInit => ({}),
    )
    expectTypeOf<keyof typeof hooks>().toEqualTypeOf<
      | 'useGet'
      | 'useGetList'
      | 'useCreate'
      | 'useUpdate'
      | 'usePartialUpdate'
      | 'useDelete'
      | 'useCurrent'
    >()
    expectTypeOf(hooks.useGet).returns.toEqualTypeOf(UserResource.get)
    expectTypeOf(hooks).toExtend<HookResource<Pick<typeof UserResource, 'get'>>>()
    const View = () => {
      const controller = useController()
      expectTypeOf(useSuspense(hooks.useGet(), { id: 5 })).toEqualTypeOf<User>()
      // @ts-expect-error no hook reads what changes data
      useSuspense(hooks.useUpdate(), { id: 5 }, { name: '' })
      return controller.fetch(hooks.useUpdate(), { id: 5 }, { name: '' })
    }
    expectTypeOf(View).returns.resolves.toEqualTypeOf<User>()
  })
})

describe('the type of a resource', () => {
  it('can be written as a type annotation', () => {
    const named: Resource<{ path: '/users/:id'; schema: typeof User }> = UserResource
    const more: ExtendedResource<typeof named, { post: typeof PostResource.get }> = {
      ...named.extend(() => ({ post: PostResource.get })),
    }
    expectTypeOf<Denormalize<typeof more.post.schema>>().toEqualTypeOf<Post>()
  })

  it('is kept with a custom Endpoint class', () => {
    // oxlint-disable-next-line typescript/no-explicit-any -- as users write it
    class ApiEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
      override urlPrefix = '/api'
    }
    const made = resource({ path: '/users/:id', schema: User, Endpoint: ApiEndpoint }).extend(
      'current',
      { path: '/user' },
    )
    expectTypeOf(made.get).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(made.current).parameters.toEqualTypeOf<[]>()
    expectTypeOf(made.current.schema).not.toBeAny()
  })
  it('accepts a class with its own constructor', () => {
    class UserEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
      constructor(options: Readonly<O>) {
        super({ ...options, urlPrefix: '/users' })
      }
    }
    const made = resource({ path: '/:id', schema: User, Endpoint: UserEndpoint })
    expectTypeOf(made.get).parameters.toEqualTypeOf<[params: Id]>()
  })
})
