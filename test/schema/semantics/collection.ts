import { Collection, Entity, normalize, type Schema, Union, unshift, Values } from 'rtk-rest'
import type { CollectionOptions } from 'rtk-rest/types'
import { expect } from 'vitest'
import { createStore } from '../../support/world'
import {
  ada,
  after,
  bob,
  dataOf,
  Group,
  plainRows,
  readOf,
  resultOf,
  type Rule,
  User,
} from './rules'
import { carl, listsAfter } from './lists'

const users = new Collection([User])
const map = new Collection(new Values(User))
const either = new Union({ user: User, group: Group }, 'type')

const pkOf = (args: readonly unknown[], options?: CollectionOptions) =>
  new Collection([User], options).pk(undefined, '', args)

class Team extends Entity {
  id = ''
  users: readonly User[] | undefined = undefined
  static override key = 'Team'
}
const nested = new Collection([User], {
  argsKey: ({ team }: { team: string }) => ({ team }),
  nestKey: (parent: { id: string }) => ({ team: parent.id }),
})

class Parent extends Team {
  static override key = 'Parent'
  static override schema = { users: nested }
}

export const collection: readonly Rule[] = [
  [
    'Collection key',
    'is [Key], {Key}, and several keys joined by ;',
    () => {
      expect([users.key, map.key, new Collection([either]).key]).toEqual([
        '[User]',
        '{User}',
        '[User;Group]',
      ])
    },
  ],
  [
    'Collection row',
    'contains a list or map of primary keys, or of primary key and kind',
    () => {
      expect(dataOf(users, [ada])).toMatchObject({ '[User]': { '{}': ['1'] } })
      expect(dataOf(map, { a: ada })).toMatchObject({ '{User}': { '{}': { a: '1' } } })
      expect(dataOf(new Collection([either]), [{ ...ada, type: 'user' }])).toMatchObject({
        '[User;Group]': { '{}': [{ id: '1', schema: 'user' }] },
      })
    },
  ],
  [
    'Collection pk',
    'differs: is all arguments, sorted, with numbers and booleans as text, without undefined',
    () => {
      expect(pkOf([{ b: 1, a: true, c: undefined, d: null, e: [1], f: { x: 1 } }])).toBe(
        '{"a":"true","b":"1","d":null,"e":[1],"f":{"x":1}}',
      )
      expect(pkOf([{ b: 1 }, { body: 1 }])).toBe('[{"b":"1"},{"body":"1"}]')
      expect(pkOf([])).toBe(pkOf([{}]))
    },
  ],
  [
    'Collection pk',
    'is the result of argsKey with all arguments; differs: the result is not mutated',
    () => {
      const key = { n: 1 }
      expect(pkOf(['x', 'y'], { argsKey: (one: string, two: string) => ({ one, two }) })).toBe(
        '{"one":"x","two":"y"}',
      )
      expect(pkOf([], { argsKey: () => key })).toBe('{"n":"1"}')
      expect(key).toEqual({ n: 1 })
    },
  ],
  [
    'Collection nestKey',
    'gives the primary key of a list in an entity; otherwise the arguments do',
    () => {
      expect(resultOf(Parent, { id: 't', users: [] }, [{ team: 'x' }])).toBe('t')
      expect(dataOf(Parent, { id: 't', users: [] }, [{ team: 'x' }])).toHaveProperty([
        '[User]',
        '{"team":"t"}',
      ])
      expect(resultOf({ users: nested }, { users: [] }, [{ team: 'x' }])).toEqual({
        users: '{"team":"x"}',
      })
    },
  ],
  [
    'nested Collection',
    'a nested list and an equal list at the top level share one row',
    () => {
      const { controller } = createStore()
      controller.set(Parent, { id: 't' }, { id: 't', users: [ada] })
      const inside = () => controller.get(Parent, { id: 't' })?.users
      expect(controller.get(nested, { team: 't' })).toBe(inside())
      controller.set(nested.push, { team: 't' }, bob)
      expect(inside()).toEqual([ada, bob])
    },
  ],
  [
    'Collection',
    'a newer response replaces the row, and an older one does not',
    () => {
      const rows = after(after({}, users, [ada], [], 5), users, [bob], [], 6)
      expect(plainRows(rows)['[User]']).toEqual({ '{}': ['2'] })
      expect(plainRows(after(rows, users, [ada], [], 1))['[User]']).toEqual({ '{}': ['2'] })
    },
  ],
  [
    'Collection',
    'differs: members are unique by primary key, and true throws an error',
    () => {
      expect(dataOf(users, [ada, bob, ada])).toMatchObject({ '[User]': { '{}': ['1', '2'] } })
      expect(() => normalize(users, [true])).toThrow(
        '[User][0]: expected an object or an id, found true',
      )
    },
  ],
  [
    'Collection push, unshift',
    'add one or several members at the end or the start; differs: without duplicates',
    () => {
      const lists = { '{}': [ada] }
      expect(listsAfter(lists, (it) => it.push, bob, [{}])).toEqual({ '{}': ['1', '2'] })
      expect(listsAfter(lists, (it) => it.unshift, [bob, carl], [{}])).toEqual({
        '{}': ['2', '3', '1'],
      })
      expect(listsAfter(lists, (it) => it.push, [ada, bob, bob], [{}])).toEqual({
        '{}': ['1', '2'],
      })
    },
  ],
  [
    'Collection push',
    'creates no row, and returns the members; differs: one instance for one member',
    () => {
      expect(dataOf(users.push as never, ada)).toEqual({ User: { 1: ada } })
      expect(resultOf(users.push as never, [ada, bob])).toEqual(['1', '2'])
      expect(resultOf(users.push as never, ada)).toBe('1')
    },
  ],
  [
    'Collection assign',
    'adds members under their keys',
    () => {
      const rows = after(after({}, map, { a: ada }), map.assign as never, { b: bob, a: carl })
      expect(plainRows(rows)['{User}']).toEqual({ '{}': { a: '3', b: '2' } })
    },
  ],
  [
    'Collection remove',
    'removes members, stores their fields, and ignores absent members',
    () => {
      const rows = after(after({}, users, [ada, bob]), users.remove as never, {
        ...ada,
        name: 'left',
      })
      expect(plainRows(rows)).toEqual({
        '[User]': { '{}': ['2'] },
        User: { 1: { ...ada, name: 'left' }, 2: bob },
      })
      expect(plainRows(after(rows, users.remove as never, carl))['[User]']).toEqual({ '{}': ['2'] })
    },
  ],
  [
    'Collection remove',
    'removes from a map by value, and from a union by primary key and kind',
    () => {
      const rows = after(after({}, map, { a: ada, b: bob, c: ada }), map.remove as never, ada)
      expect(plainRows(rows)['{User}']).toEqual({ '{}': { b: '2' } })
      const mixed = new Collection([either])
      const two = [
        { id: '1', type: 'user' },
        { id: '1', type: 'group' },
      ]
      const left = after(after({}, mixed, two), mixed.remove as never, two[0])
      expect(plainRows(left)['[User;Group]']).toEqual({ '{}': [{ id: '1', schema: 'group' }] })
    },
  ],
  [
    'Collection addWith',
    'adds members by its merge function; differs: without duplicates',
    () => {
      expect(listsAfter({ '{}': [ada] }, (it) => it.addWith(unshift), [bob, ada], [{}])).toEqual({
        '{}': ['2', '1'],
      })
    },
  ],
  [
    'Collection push',
    'is read as one entity or a list, and is not found by arguments',
    () => {
      const { entities } = normalize(users.push as never, [ada, bob])
      expect(readOf(users.push as never, '1', entities)).toEqual(ada)
      expect(readOf(users.push as never, ['1', '2'], entities)).toEqual([ada, bob])
      const { controller } = createStore()
      controller.set(users, {}, [ada])
      expect(controller.get(users.push as Schema, {})).toBeUndefined()
    },
  ],
]
