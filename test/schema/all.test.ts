import { http, HttpResponse } from 'msw'
import { All, denormalize, Entity, Invalidate, normalize, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class User extends Entity {
  id = ''
  readonly type: string = 'user'
  name = ''
  static override key = 'User'
}

class Group extends Entity {
  id = ''
  readonly type: string = 'group'
  static override key = 'Group'
}

const users = new All(User)
const members = new All({ user: User, group: Group }, 'type')
const ids = (list: readonly { readonly id: string }[] | undefined) => list?.map(({ id }) => id)

describe('All', () => {
  it('stores its entities, and has no result of its own', () => {
    const { result, entities } = normalize(users, [{ id: '1' }, { id: '2' }])
    expect(result).toBeUndefined()
    expect(Object.keys(entities['User'] ?? {})).toEqual(['1', '2'])
  })

  it('gives all stored entities in the order of their table', () => {
    const { controller } = createStore()
    controller.set(User, { id: 'b' }, { id: 'b' })
    controller.set(users, [{ id: 'a' }, { id: 'b' }])
    expect(ids(controller.get(users))).toEqual(['b', 'a'])
    expect(controller.get(users, null)).toBeUndefined()
    controller.set(User, { id: 'c' }, { id: 'c' })
    expect(ids(controller.get(users))).toEqual(['b', 'a', 'c'])
  })

  it('omits invalid entities, and can become empty', () => {
    const { controller } = createStore()
    controller.set(users, [{ id: 'a' }, { id: 'b' }])
    controller.set(new Invalidate(User), { id: 'a' })
    expect(ids(controller.get(users))).toEqual(['b'])
    controller.set(new Invalidate(User), { id: 'b' })
    expect(controller.get(users)).toEqual([])
  })

  it('is undefined without a table', () => {
    const { controller } = createStore()
    expect(controller.get(users)).toBeUndefined()
    controller.set(Group, { id: '1' }, { id: '1' })
    expect(controller.get(users)).toBeUndefined()
  })

  it('of a union is defined if one of the tables exists', () => {
    const { controller } = createStore()
    expect(controller.get(members)).toBeUndefined()
    controller.set(User, { id: '1' }, { id: '1', type: 'user' })
    expect(controller.get(members)).toEqual([User.fromJS({ id: '1' })])
    controller.set(members, [{ id: '1', type: 'group' }])
    const [user, group] = controller.get(members) ?? []
    expect(user).toBeInstanceOf(User)
    expect(group).toBeInstanceOf(Group)
  })

  it('accepts an object in place of a list', () => {
    expect(normalize(users, { a: { id: '1' } }).entities['User']).toHaveProperty('1')
  })

  it('is the data of an endpoint, which is requested if there is no table', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([{ id: '1' }])))
    const getAll = new RestEndpoint({ path: '/users', urlPrefix: API, schema: users })
    const { controller, rest, store } = createStore()
    expect(rest.selectors.selectData(store.getState(), getAll)).toBeUndefined()
    await controller.fetch(getAll)
    expect(ids(rest.selectors.selectData(store.getState(), getAll))).toEqual(['1'])
    controller.set(User, { id: '2' }, { id: '2' })
    expect(ids(rest.selectors.selectData(store.getState(), getAll))).toEqual(['1', '2'])
  })

  it.each([
    ['true as a member', [true], '[0]: expected an object or an id, found true'],
    ['text', 'x', 'expected an object or a list, found a string of length 1'],
    ['null', null, 'expected an object or a list, found null'],
  ])('throws an error for %s', (_, response, problem) => {
    expect(() => normalize(users, response)).toThrow(problem)
  })

  it('denormalizes a given list', () => {
    const { entities } = normalize(users, [{ id: '1' }])
    expect(ids(denormalize(users, ['1', '2'], entities))).toEqual(['1'])
  })

  it('throws an error when constructed without an entity, or with a map without schemaAttribute', () => {
    const make = All as unknown as new (...args: unknown[]) => unknown
    expect(() => new make()).toThrow('new All() takes entities by name')
    expect(() => new make({ user: User })).toThrow('needs a schemaAttribute')
  })
})
