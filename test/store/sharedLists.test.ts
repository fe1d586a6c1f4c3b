import { All, Collection, Endpoint, Entity, type Schema, schema, Values } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore, User } from '../support/world'

// Runs as a production build, too: one component must not change what all others show.

const isDevelopment = process.env['NODE_ENV'] !== 'production'

class Team extends Entity {
  id = ''
  members: User[] = []
  roles: Record<string, User> = {}
  static override key = 'Team'
  static override schema = { members: [User], roles: new Values(User) }
}

const [ada, bob] = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bob' },
]
const team = { id: 't', members: [ada, bob], roles: { lead: bob } }

async function shown(of: Schema, response: unknown): Promise<unknown> {
  const { controller, rest, store } = createStore()
  const get = new Endpoint(async () => response, { name: 'get', schema: of })
  await controller.fetch(get)
  return rest.selectors.selectData(store.getState(), get)
}

describe('what all readers share', () => {
  it.each<[string, Schema, unknown]>([
    ['a list', [User], [ada, bob]],
    ['a schema.Array', new schema.Array(User), [ada, bob]],
    ['a Collection', new Collection([User]), [ada, bob]],
    ['all entities', new All(User), [ada, bob]],
    ['a map', new Values(User), { ada, bob }],
    ['a Collection of a map', new Collection(new Values(User)), { ada, bob }],
    ['an object', { users: [User] }, { users: [ada, bob] }],
  ])('is not changed by a reader: %s', async (_, of, response) => {
    const found = (await shown(of, response)) as { [key: string]: unknown; length?: number }
    expect(Object.keys(found).length).toBeGreaterThan(0)
    expect(() => (found[Object.keys(found)[0] as string] = undefined)).toThrow(TypeError)
    expect(() => (found['added'] = 5)).toThrow(TypeError)
  })

  it('is not changed within an entity, whose class may say that it can be', async () => {
    const { members, roles } = (await shown(Team, team)) as Team
    expect(() => members.pop()).toThrow(TypeError)
    expect(() => (roles['lead'] = User.fromJS())).toThrow(TypeError)
    expect(members.map(({ name }) => name)).toEqual(['Ada', 'Bob'])
  })

  it('is not changed after a member was added', () => {
    const { controller } = createStore()
    const users = new Collection([User])
    controller.set(users, {}, [ada])
    controller.get(users, {})
    controller.set(users.push as Schema, {}, bob)
    const list = controller.get(users, {}) as unknown as User[]
    expect(list).toHaveLength(2)
    expect(() => list.pop()).toThrow(TypeError)
  })

  it('is a long list in development alone, as a frozen one is slow to copy', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, name: 'Ada' }))
    expect(Object.isFrozen(await shown([User], many))).toBe(isDevelopment)
  })

  it('is an entity in development alone, as it costs a tenth of the time of a first read', async () => {
    expect(Object.isFrozen(await shown(User, ada))).toBe(isDevelopment)
  })
})
