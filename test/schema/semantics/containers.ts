import { Entity, normalize, schema, Union, Values } from 'rtk-rest'
import { expect } from 'vitest'
import { ada, bob, errorOf, Group, readOf, resultOf, type Rule, User } from './rules'

const either = new Union({ user: User, group: Group }, 'type')
export const containers: readonly Rule[] = [
  [
    '2.3 Object',
    'visits declared keys, leaves out undefined, keeps null and what is undeclared',
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
    '2.3 Object',
    'is read as a copy, declared keys replaced',
    () => {
      const input = { a: '1', d: 1 }
      expect(readOf({ a: User }, input)).toEqual({ a: ada, d: 1 })
      expect(input).toEqual({ a: '1', d: 1 })
    },
  ],
  [
    '2.3 Object.define',
    'adds keys, also of itself',
    () => {
      const object = new schema.Object({ a: User })
      object.define({ next: object })
      expect(resultOf(object, { a: ada, next: { a: bob } })).toEqual({ a: '1', next: { a: '2' } })
    },
  ],
  [
    '2.4 Array',
    'the short form has one member',
    () => {
      expect(() => normalize([User, Group], [])).toThrow('a list schema has one member')
    },
  ],
  [
    '2.4 Array',
    'an object stands for its values',
    () => {
      for (const list of [[User], new schema.Array(User)])
        expect(resultOf(list, { a: ada, b: bob })).toEqual(['1', '2'])
    },
  ],
  [
    '2.4 Array',
    'null members are stored (ours: undefined ones as null, and no holes)',
    () => {
      expect(resultOf([User], [ada, null, undefined])).toEqual(['1', null, null])
    },
  ],
  [
    '2.4 Array',
    'what is no list is read as it is',
    () => expect(readOf([User], 'none')).toBe('none'),
  ],
  [
    '2.4 Array',
    'can hold several entities, told by a field or a function; a Union is the same',
    () => {
      const answer = [
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
        expect(resultOf(list, answer)).toEqual(refs)
      }
    },
  ],
  [
    '2.4 Array',
    'ours: what names no kind is an error with the path',
    () => {
      expect(errorOf(() => normalize([either], ['x']))).toMatchObject({
        status: 400,
        path: '[User;Group][0]',
      })
    },
  ],
  [
    '2.5 Values',
    'any keys; null is left out; parent and key are the map and its key',
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
    '2.5 Values',
    'can hold several entities',
    () => {
      const values = new Values({ user: User, group: Group }, 'type')
      expect(resultOf(values, { a: { ...ada, type: 'user' } })).toEqual({
        a: { id: '1', schema: 'user' },
      })
    },
  ],
]
