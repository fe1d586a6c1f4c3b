import {
  Collection,
  type CollectionOptions,
  Entity,
  normalize,
  Union,
  unshift,
  Values,
} from 'rtk-rest'
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
    '2.12 key',
    '[Key], {Key}, and those of several joined by ;',
    () => {
      expect([users.key, map.key, new Collection([either]).key]).toEqual([
        '[User]',
        '{User}',
        '[User;Group]',
      ])
    },
  ],
  [
    '2.12 row',
    'is a list or map of pks, or of id and schema',
    () => {
      expect(dataOf(users, [ada])).toMatchObject({ '[User]': { '{}': ['1'] } })
      expect(dataOf(map, { a: ada })).toMatchObject({ '{User}': { '{}': { a: '1' } } })
      expect(dataOf(new Collection([either]), [{ ...ada, type: 'user' }])).toMatchObject({
        '[User;Group]': { '{}': [{ id: '1', schema: 'user' }] },
      })
    },
  ],
  [
    '2.12.1 pk',
    'is the first argument: sorted, numbers and booleans as text, undefined left out, others as JSON',
    () => {
      expect(
        pkOf([{ b: 1, a: true, c: undefined, d: null, e: [1], f: { x: 1 } }, { body: 1 }]),
      ).toBe('{"a":"true","b":"1","d":null,"e":[1],"f":{"x":1}}')
      expect(pkOf([])).toBe(pkOf([{}]))
    },
  ],
  [
    '2.12.1 pk',
    'is what argsKey gives of all arguments; ours: which is not changed',
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
    '2.12.1 nestKey',
    'names the lists in entities; without it, and in plain objects, the arguments do',
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
    '2.12.1',
    'a nested list and one at the top of the same shape are one list, which a push reaches',
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
    '2.12.2',
    'a read replaces the row; an older one does not',
    () => {
      const rows = after(after({}, users, [ada], [], 5), users, [bob], [], 6)
      expect(plainRows(rows)['[User]']).toEqual({ '{}': ['2'] })
      expect(plainRows(after(rows, users, [ada], [], 1))['[User]']).toEqual({ '{}': ['2'] })
    },
  ],
  [
    '2.12.2',
    'ours: members are unique by primary key, and true is none',
    () => {
      expect(dataOf(users, [ada, bob, ada])).toMatchObject({ '[User]': { '{}': ['1', '2'] } })
      expect(() => normalize(users, [true])).toThrow(
        '[User][0]: expected an object or an id, found true',
      )
    },
  ],
  [
    '2.12.3 push, unshift',
    'at the end or in front, one or several; ours: never twice',
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
    '2.12.3',
    'no row is made where there is none, and the result are the members (ours: one for one)',
    () => {
      expect(dataOf(users.push as never, ada)).toEqual({ User: { 1: ada } })
      expect(resultOf(users.push as never, [ada, bob])).toEqual(['1', '2'])
      expect(resultOf(users.push as never, ada)).toBe('1')
    },
  ],
  [
    '2.12.3 assign',
    'puts members under their keys',
    () => {
      const rows = after(after({}, map, { a: ada }), map.assign as never, { b: bob, a: carl })
      expect(plainRows(rows)['{User}']).toEqual({ '{}': { a: '3', b: '2' } })
    },
  ],
  [
    '2.12.3 remove',
    'takes members out, stores what it brings, tolerates what is absent',
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
    '2.12.3 remove',
    'from a map goes by value, whatever the key; from several by id and schema',
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
    '2.12.3 addWith',
    'joins as its merge says (ours: each member once)',
    () => {
      expect(listsAfter({ '{}': [ada] }, (it) => it.addWith(unshift), [bob, ada], [{}])).toEqual({
        '{}': ['2', '1'],
      })
    },
  ],
  [
    '2.12.3',
    'is read as one entity for one, a list for several, and not looked for',
    () => {
      const { entities } = normalize(users.push as never, [ada, bob])
      expect(readOf(users.push as never, '1', entities)).toEqual(ada)
      expect(readOf(users.push as never, ['1', '2'], entities)).toEqual([ada, bob])
      expect((users.push as { queryKey(): unknown }).queryKey()).toBeUndefined()
    },
  ],
]
