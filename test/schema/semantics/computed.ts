import { All, Collection, Entity, Invalidate, Lazy, normalize, Query, type Schema } from 'rtk-rest'
import { expect, vi } from 'vitest'
import { createStore } from '../../support/world'
import { ada, bob, dataOf, Group, readOf, resultOf, type Rule, User } from './rules'

const users = new Collection([User])

function knowing() {
  const world = createStore()
  world.controller.set(users, {}, [bob, ada])
  return world.controller
}

class Dept extends Entity {
  id = ''
  users: readonly string[] = []
  static override key = 'Dept'
  static override schema = { users: new Lazy([User]) }
}

export const computed: readonly Rule[] = [
  [
    'All',
    'stores its entities, and has no result of its own',
    () => {
      expect(resultOf(new All(User), [ada])).toBeUndefined()
      expect(dataOf(new All(User), [ada])).toEqual({ User: { 1: ada } })
    },
  ],
  [
    'All',
    'is undefined without a table, else gives all valid rows in table order',
    () => {
      const controller = knowing()
      expect(createStore().controller.get(new All(User))).toBeUndefined()
      expect(controller.get(new All(User))).toEqual([ada, bob])
      controller.set(new Invalidate(User), { id: '1' })
      controller.set(new Invalidate(User), { id: '2' })
      expect(controller.get(new All(User))).toEqual([])
    },
  ],
  [
    'All',
    'of a union needs at least one table',
    () => {
      const all = new All({ user: User, group: Group }, 'type')
      expect(createStore().controller.get(all)).toBeUndefined()
      expect(knowing().get(all)).toEqual([ada, bob])
    },
  ],
  [
    'All',
    'is the same list until a row is added or changes',
    () => {
      const controller = knowing()
      const all = new All(User)
      const before = controller.get(all)
      controller.set(Group, { id: 'g' }, { id: 'g' })
      expect(controller.get(all)).toBe(before)
      controller.set(User, { id: '3' }, { id: '3' })
      expect(controller.get(all)).not.toBe(before)
    },
  ],
  [
    'Query',
    'stores and finds like its schema, and computes with the arguments',
    () => {
      const query = new Query(users, (list, { not }: { not?: string }) =>
        list.filter(({ id }) => id !== not),
      )
      expect(resultOf(query, [ada])).toBe(resultOf(users, [ada]))
      const { controller } = createStore()
      expect(controller.get(query, {})).toBeUndefined()
      controller.set(new Collection([User], { argsKey: () => ({}) }), [ada, bob])
      const all = new Query(new All(User), (list, { not }: { not: string }) =>
        list.filter(({ id }) => id !== not),
      )
      expect(controller.get(all, { not: '1' })).toEqual([bob])
    },
  ],
  [
    'Query',
    'of an object of schemas is always computed, with undefined members',
    () => {
      const both = new Query({ user: User, group: Group }, ({ user, group }) => [
        user?.id,
        group?.id,
      ])
      expect(knowing().get(both, { id: '1' })).toEqual(['1', undefined])
    },
  ],
  [
    'Query',
    'may compute from a Query, and gives the same object for the same arguments and entities',
    () => {
      const controller = knowing()
      const sorted = new Query(new All(User), (list) => list.toReversed())
      const nested = new Query(sorted, (list) => ({ first: list[0] }))
      const before = controller.get(nested)
      expect(before).toEqual({ first: bob })
      controller.set(Group, { id: 'g' }, { id: 'g' })
      expect(controller.get(nested)).toBe(before)
    },
  ],
  [
    'Query',
    'of missing data is undefined, and not computed',
    () => {
      const never = vi.fn<() => void>()
      const { controller } = createStore()
      expect(controller.get(new Query(users, never), {})).toBeUndefined()
      expect(controller.get(new Query(new All(User), never))).toBeUndefined()
      expect(never).not.toHaveBeenCalled()
    },
  ],
  [
    'Lazy',
    'stores its entities, and reads as stored',
    () => {
      const { entities } = normalize(Dept, { id: 'd', users: [ada] })
      expect(Object.keys(entities).toSorted()).toEqual(['Dept', 'User'])
      expect(readOf(Dept, 'd', entities)).toEqual({ id: 'd', users: ['1'] })
    },
  ],
  [
    'Lazy',
    'does not change its parent',
    () => {
      const { controller } = createStore()
      controller.set(Dept, { id: 'd' }, { id: 'd', users: [ada] })
      const before = controller.get(Dept, { id: 'd' })
      controller.set(User, { id: '1' }, { id: '1', name: 'new' })
      expect(controller.get(Dept, { id: 'd' })).toBe(before)
    },
  ],
  [
    'Lazy',
    'is not found by arguments itself',
    () => {
      const { controller } = createStore()
      controller.set(User, { id: '1' }, ada)
      expect(controller.get(Dept.schema.users as Schema, ['1'])).toBeUndefined()
    },
  ],
  [
    'Lazy.query',
    'is the same object, reads the entities of the field, and omits missing ones',
    () => {
      const { query } = Dept.schema.users
      expect(Dept.schema.users.query).toBe(query)
      expect(knowing().get(query, ['1', '9'])).toEqual([ada])
      expect(knowing().get(query, [])).toEqual([])
    },
  ],
  [
    'Lazy.query',
    'passes arguments to an entity or a collection',
    () => {
      const controller = knowing()
      expect(controller.get(new Lazy(User).query, { id: '1' })).toEqual(ada)
      expect(controller.get(new Lazy(User).query, '9')).toBeUndefined()
      expect(controller.get(new Lazy(users).query, {})).toEqual([bob, ada])
    },
  ],
  [
    'Lazy.query',
    'keeps nested Lazy fields as stored',
    () => {
      const { controller } = createStore()
      controller.set(Dept, { id: 'd' }, { id: 'd', users: [ada] })
      expect(controller.get(new Lazy(Dept).query, { id: 'd' })).toHaveProperty('users', ['1'])
    },
  ],
]
