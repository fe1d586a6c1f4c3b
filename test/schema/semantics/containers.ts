import { Entity, normalize, schema, Union, Values } from 'rtk-rest'
import { expect } from 'vitest'
import { ada, bob, errorOf, Group, readOf, resultOf, type Rule, User } from './rules'

const either = new Union({ user: User, group: Group }, 'type')
export const containers: readonly Rule[] = [
  [
    'Object',
    'visits declared keys, omits undefined, keeps null and undeclared keys',
    () => {
      const object = new schema.Object({ a: User, b: User, c: User })
      expect(resultOf(object, { a: ada, b: null, c: undefined, d: { x: 1 } })).toEqual({
        a: '1',
        b: null,
        d: { x: 1 },
      })
    },
  ],
  [
    'Object',
    'is read as a copy with its declared keys replaced',
    () => {
      const input = { a: '1', d: 1 }
      expect(readOf({ a: User }, input)).toEqual({ a: ada, d: 1 })
      expect(input).toEqual({ a: '1', d: 1 })
    },
  ],
  [
    'Object.define',
    'adds keys, and allows recursion',
    () => {
      const object = new schema.Object({ a: User })
      object.define({ next: object })
      expect(resultOf(object, { a: ada, next: { a: bob } })).toEqual({ a: '1', next: { a: '2' } })
    },
  ],
  [
    'Array',
    'has one member in its short form',
    () => {
      expect(() => normalize([User, Group], [])).toThrow('a list schema has one member')
    },
  ],
  [
    'Array',
    'accepts an object in place of a list',
    () => {
      for (const list of [[User], new schema.Array(User)])
        expect(resultOf(list, { a: ada, b: bob })).toEqual(['1', '2'])
    },
  ],
  [
    'Array',
    'stores null members; differs: undefined becomes null, and there are no holes',
    () => {
      expect(resultOf([User], [ada, null, undefined])).toEqual(['1', null, null])
    },
  ],
  [
    'Array',
    'gives a stored value that is not a list unchanged',
    () => expect(readOf([User], 'none')).toBe('none'),
  ],
  [
    'Array',
    'accepts a union by field or function',
    () => {
      const response = [
        { ...ada, type: 'user' },
        { id: 'g', type: 'group' },
      ]
      const refs = [
        { id: '1', schema: 'user' },
        { id: 'g', schema: 'group' },
      ]
      const entities = { user: User, group: Group }
      const byFunction = (value: { type: string }) => value.type
      for (const list of [
        new schema.Array(entities, 'type'),
        new schema.Array(entities, byFunction),
        new schema.Array(either),
        [either],
      ]) {
        expect(resultOf(list, response)).toEqual(refs)
      }
    },
  ],
  [
    'Array',
    'differs: throws an error with the path for a missing kind',
    () => {
      expect(errorOf(() => normalize([either], ['x']))).toMatchObject({
        code: 'INVALID_RESPONSE',
        path: '[User;Group][0]',
      })
    },
  ],
  [
    'Values',
    'accepts any keys, omits null, and passes the map and the key as parent and key',
    () => {
      class ByKey extends Entity {
        static override key = 'ByKey'
        override pk(parent?: object, key = '') {
          return `${key} of ${Object.keys(parent ?? {}).length}`
        }
      }
      expect(resultOf(new Values(ByKey), { a: {}, b: null })).toEqual({ a: 'a of 2' })
    },
  ],
  [
    'Values',
    'accepts a union',
    () => {
      const values = new Values({ user: User, group: Group }, 'type')
      expect(resultOf(values, { a: { ...ada, type: 'user' } })).toEqual({
        a: { id: '1', schema: 'user' },
      })
    },
  ],
]
