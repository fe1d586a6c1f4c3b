import { Collection, EntityMixin, normalize, Query, schema, Union, Values } from 'rtk-rest'
import { expect, vi } from 'vitest'
import { row } from '../rows'
import {
  ada,
  dataOf,
  errorOf,
  Group,
  Post,
  readOf,
  resultOf,
  type Rule,
  stored,
  User,
} from './rules'

const either = new Union({ user: User, group: Group }, 'type')
const users = new Collection([User])
const map = new Collection(new Values(User))
const invalidAndMissing = ['1', '2', '3']

/** What an object shows of a member: nothing where the member must not be shown. */
const within = (member: never, input: unknown, tables = stored) =>
  readOf({ it: member }, { it: input }, tables)

export const propagation: readonly Rule[] = [
  [
    '2.1.9 entity field, default truthy',
    'invalid: the parent is invalid; missing: undefined',
    () => {
      expect(within(Post as never, 'q')).toBeUndefined()
      expect(within(Post as never, 'r')).toMatchObject({ it: { id: 'r', author: undefined } })
    },
  ],
  [
    '2.1.9 entity field, default falsy',
    'invalid and missing: undefined',
    () => {
      expect(readOf(Post, 'p')).toMatchObject({ author: ada, reviewer: undefined })
      expect(readOf(Post, { id: 'x', reviewer: '3' })).toHaveProperty('reviewer', undefined)
    },
  ],
  [
    '2.1.9 Array',
    'invalid and missing: removed; null kept',
    () => {
      expect(readOf([User], ['1', null, '2', '3'])).toEqual([ada, null])
      expect(readOf(new schema.Array(User), ['1', null, '2', '3'])).toEqual([ada, null])
    },
  ],
  [
    '2.1.9 Collection(Array)',
    'invalid and missing: removed',
    () => {
      expect(
        readOf(users, '{}', { ...stored, '[User]': { '{}': row(invalidAndMissing) } }),
      ).toEqual([ada])
    },
  ],
  [
    '2.1.9 Values',
    'invalid and missing: the key removed',
    () => {
      expect(readOf(new Values(User), { a: '1', b: '2', c: '3' })).toEqual({ a: ada })
    },
  ],
  [
    '2.1.9 Collection(Values)',
    'invalid and missing: the key removed',
    () => {
      expect(
        readOf(map, '{}', { ...stored, '{User}': { '{}': row({ a: '1', b: '2', c: '3' }) } }),
      ).toEqual({ a: ada })
    },
  ],
  [
    '2.1.9 object',
    'invalid: all of it; missing: the member undefined',
    () => {
      for (const object of [{ a: User, b: User }, new schema.Object({ a: User, b: User })]) {
        expect(readOf(object, { a: '1', b: '2' })).toBeUndefined()
        expect(readOf(object, { a: '1', b: '3' })).toEqual({ a: ada, b: undefined })
      }
    },
  ],
  [
    '2.1.9 array of objects',
    'invalid: that element removed; missing: kept with undefined',
    () => {
      expect(readOf([{ a: User }], [{ a: '1' }, { a: '2' }, { a: '3' }])).toEqual([
        { a: ada },
        { a: undefined },
      ])
    },
  ],
  [
    '2.1.9 Union',
    'as its entity',
    () => {
      expect(within(either as never, { id: '2', schema: 'user' })).toBeUndefined()
      expect(within(either as never, { id: '3', schema: 'user' })).toEqual({ it: undefined })
    },
  ],
  [
    '2.1.9 Query',
    'invalid and missing: process is not called; over an object, it is where something is missing',
    () => {
      const process = vi.fn<(it: unknown) => string>(() => 'made')
      expect(within(new Query(User, process) as never, '2')).toBeUndefined()
      expect(within(new Query(User, process) as never, '3')).toEqual({ it: undefined })
      expect(process).not.toHaveBeenCalled()
      expect(readOf(new Query({ a: User }, process), { a: '3' })).toBe('made')
    },
  ],
  [
    '2.1.9 top level',
    'invalid and missing: undefined',
    () => {
      expect(readOf(User, '2')).toBeUndefined()
      expect(readOf(User, '3')).toBeUndefined()
    },
  ],
]

class Base {
  id = ''
  slug = ''
}

export const mixin: readonly Rule[] = [
  [
    '2.2 pk',
    'a field, a function, the base’s own method, or id',
    () => {
      expect(resultOf(EntityMixin(Base, { key: 'A', pk: 'slug' }), { slug: 's' })).toBe('s')
      expect(resultOf(EntityMixin(Base, { key: 'B', pk: ({ id }) => `b${id}` }), { id: 1 })).toBe(
        'b1',
      )
      class Own {
        code = 'x'
        pk() {
          return this.code
        }
      }
      expect(resultOf(EntityMixin(Own, { key: 'C' }), { code: 'c' })).toBe('c')
      expect(resultOf(EntityMixin(Base), { id: 'd' })).toBe('d')
    },
  ],
  [
    '2.2 precedence',
    'the final class over options over the base over defaults',
    () => {
      class Keyed extends Base {
        static key = 'of the base'
      }
      expect(EntityMixin(Keyed).key).toBe('of the base')
      expect(EntityMixin(Keyed, { key: 'of options' }).key).toBe('of options')
      class Final extends EntityMixin(Keyed, { key: 'of options' }) {
        static override key = 'of the class'
      }
      expect(Final.key).toBe('of the class')
    },
  ],
  [
    '2.2 key',
    'is the name of the final class, or of the base',
    () => {
      class Final extends EntityMixin(Base) {}
      expect([EntityMixin(Base).key, Final.key]).toEqual(['Base', 'Final'])
      const nameless = (() => class extends Base {})()
      expect(() => EntityMixin(nameless).key).toThrow('must define `static key`')
    },
  ],
  [
    '2.2 options',
    'may be any static of an entity',
    () => {
      const process = (input: object) => ({ ...input, mark: 1 })
      expect(dataOf(EntityMixin(Base, { process }), { id: 'a' })).toEqual({
        Base: { a: { id: 'a', mark: 1 } },
      })
    },
  ],
  [
    '2.2 missing pk',
    'is an error with status 400; so is a list',
    () => {
      expect(errorOf(() => normalize(EntityMixin(Base), {}))).toMatchObject({ status: 400 })
      expect(errorOf(() => normalize(EntityMixin(Base), []))).toMatchObject({ status: 400 })
    },
  ],
]
