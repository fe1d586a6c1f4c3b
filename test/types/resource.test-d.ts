import {
  Collection,
  type Denormalize,
  Entity,
  resource,
  RestEndpoint,
  type RestGenerics,
} from 'rtk-rest'
import { describe, expectTypeOf, it } from 'vitest'
import { Post, PostResource, User, UserResource } from './world'

type Id = { readonly id: string | number }

describe('the types of endpoints of a resource', () => {
  it('have paths and methods', () => {
    expectTypeOf(UserResource.get.path).toEqualTypeOf<'/users/:id'>()
    expectTypeOf(UserResource.getList.path).toEqualTypeOf<'/users'>()
    expectTypeOf(PostResource.getList.path).toEqualTypeOf<'/:group/posts'>()
    expectTypeOf(UserResource.get.method).toEqualTypeOf<'GET'>()
    expectTypeOf(UserResource.getList.method).toEqualTypeOf<'GET'>()
    expectTypeOf(UserResource.create.method).toEqualTypeOf<'POST'>()
    expectTypeOf(UserResource.update.method).toEqualTypeOf<'PUT'>()
    expectTypeOf(UserResource.partialUpdate.method).toEqualTypeOf<'PATCH'>()
    expectTypeOf(UserResource.delete.method).toEqualTypeOf<'DELETE'>()
  })

  it('have a side effect or not', () => {
    expectTypeOf(UserResource.get.sideEffect).toEqualTypeOf<undefined>()
    expectTypeOf(UserResource.getList.sideEffect).toEqualTypeOf<undefined>()
    expectTypeOf(UserResource.create.sideEffect).toEqualTypeOf<true>()
    expectTypeOf(UserResource.delete.sideEffect).toEqualTypeOf<true>()
  })

  it('have schemas', () => {
    const { get, getList, create, update } = UserResource
    expectTypeOf<Denormalize<typeof get.schema>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<typeof getList.schema>>().toEqualTypeOf<readonly User[]>()
    expectTypeOf<Denormalize<typeof getList.push.schema>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<typeof create.schema>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<typeof update.schema>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<(typeof UserResource)['delete']['schema']>>().toEqualTypeOf<User>()
  })

  it('list summaries, where the resource has them, and create whole entities', () => {
    class UserSummary extends Entity {
      id = 0
      static override key = 'User'
    }
    class WholeUser extends UserSummary {
      email = ''
    }
    const { get, getList, create } = resource({
      path: '/users/:id',
      schema: WholeUser,
      summary: UserSummary,
    })
    expectTypeOf<Denormalize<typeof get.schema>>().toEqualTypeOf<WholeUser>()
    expectTypeOf<Denormalize<typeof getList.schema>>().toEqualTypeOf<readonly UserSummary[]>()
    expectTypeOf<Denormalize<typeof create.schema>>().toEqualTypeOf<WholeUser>()
    expectTypeOf(create).toBeCallableWith({ email: 'ada@example.com' })
    expectTypeOf(getList.push).toBeCallableWith({ email: 'ada@example.com' })
    // @ts-expect-error a summary is a class
    resource({ path: '/users/:id', schema: WholeUser, summary: ['id'] })
  })

  it('require the parameters of the path', () => {
    expectTypeOf(UserResource.get).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(UserResource.delete).parameters.toEqualTypeOf<[params: Id]>()
    // @ts-expect-error the id is missing
    void UserResource.get({})
    // @ts-expect-error the group is missing
    void PostResource.get({ id: 1 })
    // @ts-expect-error get takes no search parameters
    void PostResource.get({ group: 'g', id: 1, page: 1 })
  })

  it('accept any search parameters for the list unless declared', () => {
    expectTypeOf(UserResource.getList).toBeCallableWith()
    expectTypeOf(UserResource.getList).toBeCallableWith({ page: 1, team: 'a', done: true })
    // @ts-expect-error an object is no search parameter
    void UserResource.getList({ page: { deep: 1 } })
    expectTypeOf(PostResource.getList).toBeCallableWith({ group: 'g', page: 1 })
    // @ts-expect-error pages are numbers
    void PostResource.getList({ group: 'g', page: 'one' })
    // @ts-expect-error nothing is known of a size
    void PostResource.getList({ group: 'g', page: 1, size: 1 })
  })

  it('accept any fields of the entity as a body unless declared', () => {
    expectTypeOf(UserResource.create).toBeCallableWith({ name: 'Ada' })
    expectTypeOf(UserResource.update).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    expectTypeOf(UserResource.partialUpdate).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    expectTypeOf(UserResource.update).toBeCallableWith({ id: 1 }, new FormData())
    // @ts-expect-error names are texts
    void UserResource.create({ name: 5 })
    // @ts-expect-error nothing is known of a nick
    void UserResource.create({ nick: 'x' })
    // @ts-expect-error names are texts
    void UserResource.update({ id: 1 }, { name: 5 })
    // @ts-expect-error the body is missing
    void UserResource.update({ id: 1 })
    expectTypeOf(PostResource.update).toBeCallableWith({ group: 'g', id: 1 }, { title: 'x' })
    // @ts-expect-error a title is needed
    void PostResource.update({ group: 'g', id: 1 }, {})
    // @ts-expect-error delete takes no body
    void PostResource.delete({ group: 'g', id: 1 }, { title: 'x' })
  })

  it('do not contain any', () => {
    expectTypeOf(UserResource.get).not.toBeAny()
    expectTypeOf(UserResource.create).parameters.not.toBeAny()
    expectTypeOf(UserResource.create.schema).not.toBeAny()
    expectTypeOf(UserResource.getList.push).parameter(0).not.toBeAny()
    expectTypeOf(UserResource.update).parameter(1).not.toBeAny()
  })
})

describe('the type of push of a list', () => {
  const paged = new RestEndpoint({
    path: '/posts',
    schema: { next: '', data: { posts: new Collection([Post]) } },
  })

  it('accepts members of the list at any place in the schema', () => {
    expectTypeOf(paged.push).toBeCallableWith({ title: 'x' })
    expectTypeOf(paged.push).parameter(0).not.toBeAny()
    expectTypeOf<Denormalize<typeof paged.push.schema>>().toEqualTypeOf<Post>()
    expectTypeOf<Denormalize<typeof paged.unshift.schema>>().toEqualTypeOf<Post>()
    // @ts-expect-error titles are texts
    void paged.push({ title: 5 })
  })

  it('accepts one member, several, or a form', () => {
    expectTypeOf(UserResource.getList.push).toBeCallableWith({ name: 'Ada' })
    expectTypeOf(UserResource.getList.push).toBeCallableWith([{ name: 'Ada' }])
    expectTypeOf(UserResource.getList.push).toBeCallableWith(new FormData())
    expectTypeOf(UserResource.getList.push).toBeCallableWith({ team: 'a' }, { name: 'Ada' })
    const params = { group: 'g', page: 1 }
    expectTypeOf(PostResource.getList.push).toBeCallableWith(params, { title: 'x' })
    expectTypeOf(PostResource.getList.push).toBeCallableWith(params, [{ title: 'x' }])
    expectTypeOf(PostResource.getList.push).toBeCallableWith(params, new FormData())
    // @ts-expect-error titles are texts
    void PostResource.getList.push(params, [{ title: 5 }])
  })

  it('requires the parameters of the path', () => {
    const posts = new RestEndpoint({ path: '/:group/posts', schema: new Collection([Post]) })
    expectTypeOf(posts.push).toBeCallableWith({ group: 'g' }, { title: 'x' })
    // @ts-expect-error the group is missing
    void posts.push({ title: 'x' })
  })
})

describe('the type of resource()', () => {
  class ApiEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
    override readonly urlPrefix = 'http://api.test'
  }

  it('infers its types with a custom Endpoint class', () => {
    const made = resource({ path: '/users/:id', schema: User, Endpoint: ApiEndpoint })
    expectTypeOf(made.get).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(made.get.schema).toEqualTypeOf<typeof User>()
  })

  it('does not compile with a wrong option', () => {
    // @ts-expect-error a schema is needed
    const schemaless = () => resource({ path: '/users/:id' })
    // @ts-expect-error a list is no entity
    const list = () => resource({ path: '/users/:id', schema: [User] })
    expectTypeOf([schemaless, list]).toBeArray()
  })
})
