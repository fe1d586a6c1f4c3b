import { http, HttpResponse } from 'msw'
import {
  All,
  Collection,
  denormalize,
  Entity,
  Invalidate,
  normalize,
  Query,
  RestEndpoint,
  schema,
  Union,
} from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class User extends Entity {
  id = ''
  name = ''
  age = 0
  static override key = 'User'
}

class Stats extends Entity {
  id = ''
  posts = 0
  static override key = 'Stats'
}

const users = new Collection([User])
const ada = { id: '1', name: 'Ada', age: 36 }
const kid = { id: '2', name: 'Kid', age: 6 }
const older = (list: readonly User[], { than = 0 } = {}) => list.filter(({ age }) => age > than)

describe('a Query', () => {
  it('computes its value from another schema and the arguments', () => {
    const { controller } = createStore()
    controller.set(users, {}, [ada, kid])
    const query = new Query(new All(User), older)
    expect(controller.get(query, { than: 10 })).toEqual([User.fromJS(ada)])
    expect(controller.get(query, {})).toHaveLength(2)
  })

  it('may compute from a list, a union, an entity or another query', () => {
    const { controller } = createStore()
    controller.set(users, { team: 'a' }, [ada, kid])
    const count = new Query(users, (list) => list.length)
    expect(controller.get(count, { team: 'a' })).toBe(2)
    const double = new Query(count, (value) => value * 2)
    expect(controller.get(double, { team: 'a' })).toBe(4)
    expect(controller.get(new Query(User, ({ name }) => name), { id: '1' })).toBe('Ada')
    const union = new Union({ user: User }, 'type')
    expect(controller.get(new Query(union, ({ age }) => age), { id: '1' })).toBe(36)
  })

  it('of an object of schemas is computed even if some of them are missing', () => {
    const { controller } = createStore()
    const seen = vi.fn<(both: object) => void>()
    const joined = new Query({ user: User, stats: Stats }, ({ user, stats }) => {
      seen({ user, stats })
      return `${user?.name} ${stats?.posts}`
    })
    expect(controller.get(joined, { id: '1' })).toBe('undefined undefined')
    controller.set(User, { id: '1' }, ada)
    expect(controller.get(joined, { id: '1' })).toBe('Ada undefined')
    controller.set(Stats, { id: '1' }, { id: '1', posts: 3 })
    expect(controller.get(joined, { id: '1' })).toBe('Ada 3')
    expect(seen).toHaveBeenCalledTimes(3)
    const asObject = new Query(new schema.Object({ user: User, stats: Stats }), ({ user }) =>
      String(user?.name),
    )
    expect(controller.get(asObject, { id: '9' })).toBe('undefined')
  })

  it('is not computed if its schema has no data', () => {
    const { controller } = createStore()
    const never = vi.fn<() => void>()
    expect(controller.get(new Query(users, never), {})).toBeUndefined()
    expect(controller.get(new Query(new All(User), never))).toBeUndefined()
    expect(controller.get(new Query(User, never), { id: '1' })).toBeUndefined()
    controller.set(User, { id: '1' }, ada)
    controller.set(new Invalidate(User), { id: '1' })
    expect(controller.get(new Query(User, never), { id: '1' })).toBeUndefined()
    expect(controller.get(new Query({ user: User }, never), { id: '1' })).toBeUndefined()
    expect(denormalize(new Query(User, never), '7', {})).toBeUndefined()
    expect(never).not.toHaveBeenCalled()
  })

  it.each<[string, object]>([
    ['a number', { total: 5 }],
    ['an object', { stats: { open: 7 } }],
    ['another entity', { stats: { id: '1', posts: 3 } }],
  ])('of an endpoint has %s asked for that no response brought', async (_, beside) => {
    const { controller } = createStore()
    const [[name, value]] = Object.entries(beside) as [[string, object | number]]
    const literal = typeof value === 'number' ? 0 : 'posts' in value ? Stats : { open: 0 }
    const inner = { user: User, [name]: literal }
    server.use(http.get(`${API}/pages/1`, () => HttpResponse.json({ user: ada, ...beside })))
    controller.set(User, { id: '1' }, ada)
    const getPage = new RestEndpoint({
      path: '/pages/:id',
      urlPrefix: API,
      schema: new Query(inner, (page) => page),
    })
    const page = await controller.fetchIfStale(getPage, { id: '1' })
    expect(page).toMatchObject({ user: ada, ...beside })
  })

  it('may be the schema of an endpoint', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([kid, ada])))
    const byName = new Query(users, (list) => list.toSorted((a, b) => a.name.localeCompare(b.name)))
    const getUsers = new RestEndpoint({ path: '/users', urlPrefix: API, schema: byName })
    const { controller } = createStore()
    const list = await controller.fetch(getUsers)
    expect(list.map(({ name }) => name)).toEqual(['Ada', 'Kid'])
  })

  it('stores what its schema stores, at any place in a response', () => {
    const todos = new Collection([User], {
      nestKey: (parent: { id: string }) => ({ of: parent.id }),
    })
    class Team extends Entity {
      id = ''
      size = 0
      static override key = 'Team'
      static override schema = { size: new Query(todos, (list) => list.length) }
    }
    const { entities } = normalize(Team, { id: 't', size: [ada, kid] })
    expect(Object.keys(entities['[User]'] ?? {})).toEqual(['{"of":"t"}'])
    expect(denormalize(Team, 't', entities)).toMatchObject({ size: 2 })
  })

  it('throws an error for a response that does not fit its schema', () => {
    expect(() => normalize(new Query(users, older), null)).toThrow('a list, found null')
    expect(() => normalize(new Query({ users }, Object), null)).toThrow('found null')
  })

  it('throws an error when constructed without a schema or a function', () => {
    const make = Query as unknown as new (...args: unknown[]) => unknown
    expect(() => new make(users)).toThrow('new Query() takes a schema and a function of its data')
    expect(() => new make(undefined, older)).toThrow(TypeError)
  })
})
