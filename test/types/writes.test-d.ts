import { All, Collection, type Controller, Entity, Query, resource, schema, Values } from 'rtk-rest'
import { createRest, RestEndpoint } from 'rtk-rest'
import { describe, expectTypeOf, it } from 'vitest'
import { Post, User, UserResource } from './world'

declare const controller: Controller
declare const user: User
declare const other: object
declare const unknownBody: unknown
const rest = createRest()
const { set, fetch } = controller
const users = new Collection([User])

class Team extends Entity {
  id = ''
  since = new Date(0)
  price = 0
  lead = User.fromJS()
  members: readonly User[] = []
  static override key = 'Team'
  static override schema = { since: Date, price: Number, lead: User, members: users }
}

describe('the value in set', () => {
  it('is a partial entity, an instance, or a function of it', () => {
    set(User, { id: '1' }, { name: 'Ada' })
    set(User, { id: '1' }, user)
    set(User, { id: '1' }, { ...user, age: 7 })
    set(User, { id: '1' }, (before) => ({ ...before, age: before.age + 1 }))
    expectTypeOf(set).toBeCallableWith(User, '1', other)
  })

  it('does not compile with an undeclared field', () => {
    // @ts-expect-error it is called `name`
    rest.set(User, { id: '1' }, { nmae: 'Ada' })
    // @ts-expect-error it is called `name`
    set(User, { id: '1' }, { id: '1', name: 'Ada', nmae: 'Ada' })
    // @ts-expect-error it is called `name`
    set(users, {}, [{ id: '1', nmae: 'Ada' }])
    // @ts-expect-error it is called `name`
    set([User], {}, [{ id: '1', nmae: 'Ada' }])
    // @ts-expect-error it is called `users`
    set({ users, next: '' }, { user: [] })
    expectTypeOf(set).toBeFunction()
  })

  it('does not compile with a wrong type', () => {
    // @ts-expect-error a name is a text
    rest.set(User, { id: '1' }, { name: 5 })
    // @ts-expect-error an age is a number
    set(User, { id: '1' }, (before) => ({ ...before, age: 'old' }))
    // @ts-expect-error members are users
    set(users, {}, [{ name: 5 }])
    expectTypeOf(set).toBeFunction()
  })

  it('may contain nested entities or their primary keys, and fields in the form of the response', () => {
    set(Team, { id: '1' }, { lead: '5', members: ['5', { id: '6', name: 'Bob' }, user] })
    set(Team, { id: '1' }, { since: '2026-01-01', price: '5' })
    set(Team, { id: '1' }, { since: new Date(), price: 5, lead: { name: 'Ada' } })
    // @ts-expect-error it is called `name`
    set(Team, { id: '1' }, { lead: { nmae: 'Ada' } })
    set(Post, { group: 'g', id: '1' } as object, { author: '5', comments: [{ text: 'x' }] })
    expectTypeOf(set).toBeFunction()
  })

  it('has the type of every other schema', () => {
    set(new Collection(new Values(User)), {}, { ada: { name: 'Ada' }, bob: '5' })
    set(new All(User), [{ name: 'Ada' }])
    set(new schema.Array(User), [{ name: 'Ada' }])
    set(new schema.Object({ users, next: '' }), { next: 'x', users: [{ name: 'Ada' }] })
    set(new Query(users, (all) => all.length), {}, [{ name: 'Ada' }])
    set(users.push, {}, { name: 'Ada' })
    expectTypeOf(set).toBeFunction()
  })
})

describe('push and move with a list', () => {
  const { push, move, unshift, remove } = UserResource.getList

  it('resolve to a list', () => {
    expectTypeOf(fetch(push, [{ name: 'Ada' }])).resolves.toEqualTypeOf<readonly User[]>()
    expectTypeOf(fetch(push, { team: 'a' }, [{ name: 'Ada' }])).resolves.toEqualTypeOf<
      readonly User[]
    >()
    expectTypeOf(fetch(unshift, [{ name: 'Ada' }])).resolves.toEqualTypeOf<readonly User[]>()
    expectTypeOf(fetch(move, { id: 1 }, [{ name: 'Ada' }])).resolves.toEqualTypeOf<
      readonly User[]
    >()
    expectTypeOf(fetch(remove, {}, [{ id: '1' }])).resolves.toEqualTypeOf<readonly User[]>()
    const pushed = rest.fetch(UserResource.create, [{ name: 'Ada' }])
    expectTypeOf(pushed)
      .returns.toHaveProperty('unwrap')
      .returns.resolves.toEqualTypeOf<readonly User[]>()
    const feed = new RestEndpoint({ path: '/feed', schema: { users, next: '' } })
    expectTypeOf(fetch(feed.push, [{ name: 'Ada' }])).resolves.toEqualTypeOf<readonly User[]>()
  })

  it('resolve to one entity for one', () => {
    expectTypeOf(fetch(push, { name: 'Ada' })).resolves.toEqualTypeOf<User>()
    expectTypeOf(fetch(move, { id: 1 }, { name: 'Ada' })).resolves.toEqualTypeOf<User>()
    expectTypeOf(fetch(push, new FormData())).resolves.toEqualTypeOf<User>()
    const single = rest.fetch(UserResource.create, { name: 'Ada' })
    expectTypeOf(single).returns.toHaveProperty('unwrap').returns.resolves.toEqualTypeOf<User>()
  })

  it('differ from other endpoints that take a list', () => {
    const { update } = resource({ path: '/users/:id', schema: User, body: [] as string[] })
    expectTypeOf(fetch(update, { id: 1 }, ['x'])).resolves.toEqualTypeOf<User>()
    const anything = push.extend({ body: unknownBody })
    expectTypeOf(fetch(anything, [{}])).resolves.toEqualTypeOf<User>()
  })

  it('do not compile with an undeclared field', () => {
    // @ts-expect-error it is called `name`
    void fetch(push, { nmae: 'Ada' })
    // @ts-expect-error it is called `name`
    void fetch(push, [{ nmae: 'Ada' }])
    expectTypeOf(fetch).toBeFunction()
  })
})
