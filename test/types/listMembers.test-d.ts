import {
  Collection,
  type Denormalize,
  pages,
  Query,
  resource,
  RestEndpoint,
  schema,
  Values,
} from 'rtk-rest'
import { describe, expectTypeOf, it } from 'vitest'
import { createStore } from '../support/world'
import { Post, PostResource, User, UserResource } from './world'

const getUsers = new RestEndpoint({ path: '/users', schema: new Collection([User]) })
const getMap = new RestEndpoint({ path: '/users', schema: new Collection(new Values(User)) })
declare const teamParams: { team?: string }

const paged = new RestEndpoint({
  path: '/:group/users',
  searchParams: teamParams,
  schema: { next: '', users: new Collection([User]) },
  paginationField: [pages, 'cursor'],
})

describe('the types of derived endpoints of a list', () => {
  it('have methods, paths and schemas', () => {
    const { getList } = UserResource
    expectTypeOf(getList.remove.method).toEqualTypeOf<'PATCH'>()
    expectTypeOf(getList.move.method).toEqualTypeOf<'PATCH'>()
    expectTypeOf(getList.unshift.method).toEqualTypeOf<'POST'>()
    expectTypeOf(getList.move.path).toEqualTypeOf<'/users/:id'>()
    expectTypeOf(getList.remove.path).toEqualTypeOf<'/users'>()
    expectTypeOf<Denormalize<typeof getList.move.schema>>().toEqualTypeOf<User>()
    expectTypeOf<Denormalize<typeof getList.remove.schema>>().toEqualTypeOf<User>()
    expectTypeOf(getList.move.sideEffect).toEqualTypeOf<true>()
  })

  it('accept partial members', () => {
    expectTypeOf(UserResource.getList.move).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    expectTypeOf(UserResource.getList.remove).toBeCallableWith({ team: 'a' }, { id: '5' })
    expectTypeOf(UserResource.getList.remove).toBeCallableWith([{ id: '5' }])
    expectTypeOf(PostResource.getList.move).toBeCallableWith({ group: 'g', id: 1 }, {})
    // @ts-expect-error names are texts
    void UserResource.getList.move({ id: 1 }, { name: 5 })
    // @ts-expect-error the id is missing
    void UserResource.getList.move({ name: 'Ada' })
    // @ts-expect-error move takes no search parameters
    void UserResource.getList.move({ id: 1, team: 'a' }, {})
    // @ts-expect-error nothing is known of a nick
    void getUsers.remove({ nick: 'x' })
  })

  it('accept members by key for a map', () => {
    expectTypeOf(getMap.assign).toBeCallableWith({ owner: { name: 'Ada' } })
    expectTypeOf<Denormalize<typeof getMap.assign.schema>>().toEqualTypeOf<
      Readonly<Record<string, User>>
    >()
    // @ts-expect-error names are texts
    void getMap.assign({ owner: { name: 5 } })
  })

  it('find the collection at any place in the schema', () => {
    const posts = new Collection([Post])
    const inQuery = new RestEndpoint({ path: '/x', schema: new Query(posts, (all) => all.length) })
    expectTypeOf<Denormalize<typeof inQuery.push.schema>>().toEqualTypeOf<Post>()
    const inObject = new RestEndpoint({ path: '/x', schema: new schema.Object({ posts }) })
    expectTypeOf<Denormalize<typeof inObject.push.schema>>().toEqualTypeOf<Post>()
    expectTypeOf(inObject.push).parameter(0).not.toBeAny()
  })

  it('are none where there is no such list', () => {
    const plain = new RestEndpoint({ path: '/x', schema: [User] })
    const none = new RestEndpoint({ path: '/x' })
    const refused = () => {
      // @ts-expect-error a plain list takes no members
      void plain.push({ name: 'Ada' })
      // @ts-expect-error nor is it sent by a store
      void createStore().controller.fetch(plain.unshift, { name: 'Ada' })
      // @ts-expect-error nor loses it members
      void plain.remove({ id: '5' })
      // @ts-expect-error there is no list at all
      void none.move({ id: '5' }, {})
      // @ts-expect-error members of a list have no keys
      void getUsers.assign({ owner: { name: 'Ada' } })
      // @ts-expect-error a map has no end
      void getMap.push({ name: 'Ada' })
    }
    expectTypeOf(refused).toBeFunction()
    expectTypeOf(plain).toExtend<RestEndpoint>()
    expectTypeOf(getUsers).toExtend<RestEndpoint>()
  })

  it('have the movePath of the resource', () => {
    const { getList } = resource({ path: '/users/:id', schema: User, movePath: '/to/:place' })
    expectTypeOf(getList.move).toBeCallableWith({ place: 'x' }, { name: 'Ada' })
  })
})

describe('the types of pages of a list', () => {
  it('require the pagination field', () => {
    expectTypeOf(paged.getPage).toBeCallableWith({ group: 'g', cursor: 2 })
    expectTypeOf(paged.getPage).toBeCallableWith({ group: 'g', cursor: '2', team: 'a' })
    // @ts-expect-error the cursor is missing
    void paged.getPage({ group: 'g' })
    // @ts-expect-error the group is missing
    void paged.getPage({ cursor: 2 })
    // @ts-expect-error the list itself takes no cursor
    void paged({ group: 'g', cursor: 2 })
  })

  it('have the data of the list', () => {
    expectTypeOf<Denormalize<typeof paged.getPage.schema>['users']>().toEqualTypeOf<
      readonly User[]
    >()
    expectTypeOf(paged.getPage.sideEffect).toEqualTypeOf<undefined>()
    expectTypeOf(paged.getPage.method).toEqualTypeOf<'GET'>()
  })

  it('are undefined without paginationField', () => {
    expectTypeOf(getUsers.getPage).toEqualTypeOf<undefined>()
    expectTypeOf(UserResource.getList.getPage).toEqualTypeOf<undefined>()
    const { getList } = resource({
      path: '/users/:id',
      schema: User,
      paginationField: [pages, 'page'],
    })
    expectTypeOf(getList.getPage).toBeCallableWith({ page: 2 })
    // @ts-expect-error the page is missing
    void getList.getPage({})
    expectTypeOf(paged.extend({ dataExpiryLength: 5 }).getPage).toBeCallableWith({
      group: 'g',
      cursor: 2,
    })
  })

  it('accept the pagination field in the body', () => {
    const search = new RestEndpoint({
      path: '/search',
      method: 'POST',
      sideEffect: false,
      body: {} as { text: string; cursor?: number },
      schema: new Collection([User]),
      paginationField: [pages, 'cursor'],
    })
    expectTypeOf(search.getPage).toBeCallableWith({ text: 'x', cursor: 2 })
    // @ts-expect-error the cursor is missing
    void search.getPage({ text: 'x' })
    expectTypeOf(search.getPage.sideEffect).toEqualTypeOf<false>()
  })

  it('accept another field, or a function', () => {
    expectTypeOf(getUsers.extend({ paginationField: [pages, 'after'] }).getPage).toBeCallableWith({
      after: 5,
    })
    const { getPage: byFunction } = getUsers.extend({
      paginationField: [pages, ({ page: _, ...rest }: { page: number; team: string }) => [rest]],
    })
    expectTypeOf(byFunction).toBeCallableWith({ page: 1, team: 'a' })
    // @ts-expect-error pages are numbers
    void byFunction({ page: 'one', team: 'a' })
  })

  it('accept one of several parameters with a direction', () => {
    const { getPage } = getUsers.extend({
      paginationField: [pages, { before: 'backwards', after: 'forwards' }],
    })
    expectTypeOf(getPage).toBeCallableWith({ before: 'a' })
    expectTypeOf(getPage).toBeCallableWith({ after: 5 })
    // @ts-expect-error it is no parameter of a page
    void getPage({ cursor: 'a' })
    // @ts-expect-error a direction is forwards or backwards
    getUsers.extend({ paginationField: [pages, { before: 'back' }] })
  })

  it('accept a function that names the next page', () => {
    const named = getUsers.extend({
      paginationField: [pages, 'start', (response: { readonly next?: number }) => response.next],
    })
    expectTypeOf(named.getPage).toBeCallableWith({ start: 5 })
    getUsers.extend({
      paginationField: [pages, 'start', (_, { start = 0 }: { start?: number } = {}) => ({ start })],
    })
    // @ts-expect-error whether there is a page does not name it
    getUsers.extend({ paginationField: [pages, 'start', () => true] })
  })
})
