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
    'an entity field with a truthy default',
    'the parent is invalid if the entity is, and has undefined if it is missing',
    () => {
      expect(within(Post as never, 'q')).toBeUndefined()
      expect(within(Post as never, 'r')).toMatchObject({ it: { id: 'r', author: undefined } })
    },
  ],
  [
    'an entity field with a falsy default',
    'has undefined if the entity is invalid or missing',
    () => {
      expect(readOf(Post, 'p')).toMatchObject({ author: ada, reviewer: undefined })
      expect(readOf(Post, { id: 'x', reviewer: '3' })).toHaveProperty('reviewer', undefined)
    },
  ],
  [
    'Array',
    'omits invalid and missing entities, and keeps null',
    () => {
      expect(readOf([User], ['1', null, '2', '3'])).toEqual([ada, null])
      expect(readOf(new schema.Array(User), ['1', null, '2', '3'])).toEqual([ada, null])
    },
  ],
  [
    'Collection(Array)',
    'omits invalid and missing entities',
    () => {
      expect(
        readOf(users, '{}', { ...stored, '[User]': { '{}': row(invalidAndMissing) } }),
      ).toEqual([ada])
    },
  ],
  [
    'Values',
    'omits the keys of invalid and missing entities',
    () => {
      expect(readOf(new Values(User), { a: '1', b: '2', c: '3' })).toEqual({ a: ada })
    },
  ],
  [
    'Collection(Values)',
    'omits the keys of invalid and missing entities',
    () => {
      expect(
        readOf(map, '{}', { ...stored, '{User}': { '{}': row({ a: '1', b: '2', c: '3' }) } }),
      ).toEqual({ a: ada })
    },
  ],
  [
    'an object',
    'is undefined if an entity is invalid, and has undefined if it is missing',
    () => {
      for (const object of [{ a: User, b: User }, new schema.Object({ a: User, b: User })]) {
        expect(readOf(object, { a: '1', b: '2' })).toBeUndefined()
        expect(readOf(object, { a: '1', b: '3' })).toEqual({ a: ada, b: undefined })
      }
    },
  ],
  [
    'an array of objects',
    'omits an object with an invalid entity, and keeps one with a missing entity',
    () => {
      expect(readOf([{ a: User }], [{ a: '1' }, { a: '2' }, { a: '3' }])).toEqual([
        { a: ada },
        { a: undefined },
      ])
    },
  ],
  [
    'Union',
    'behaves like its entity',
    () => {
      expect(within(either as never, { id: '2', schema: 'user' })).toBeUndefined()
      expect(within(either as never, { id: '3', schema: 'user' })).toEqual({ it: undefined })
    },
  ],
  [
    'Query',
    'does not call process for invalid or missing data, except in an object with missing members',
    () => {
      const process = vi.fn<(it: unknown) => string>(() => 'made')
      expect(within(new Query(User, process) as never, '2')).toBeUndefined()
      expect(within(new Query(User, process) as never, '3')).toEqual({ it: undefined })
      expect(process).not.toHaveBeenCalled()
      expect(readOf(new Query({ a: User }, process), { a: '3' })).toBe('made')
    },
  ],
  [
    'an entity at the top level',
    'is undefined if the entity is invalid or missing',
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
    'EntityMixin pk',
    'is a field, a function, the method of the base, or id',
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
      expect(resultOf(EntityMixin(Base, { key: 'D' }), { id: 'd' })).toBe('d')
    },
  ],
  [
    'EntityMixin precedence',
    'is the final class, then options, then base, then defaults',
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
    'EntityMixin key',
    'is the name of the final class, or of the base',
    () => {
      class Final extends EntityMixin(Base) {}
      expect([EntityMixin(Base).key, Final.key]).toEqual(['Base', 'Final'])
      const nameless = (() => class extends Base {})()
      expect(() => EntityMixin(nameless).key).toThrow('must define `static key`')
    },
  ],
  [
    'EntityMixin options',
    'accept any static member of an entity',
    () => {
      const process = (input: object) => ({ ...input, mark: 1 })
      expect(dataOf(EntityMixin(Base, { key: 'Base', process }), { id: 'a' })).toEqual({
        Base: { a: { id: 'a', mark: 1 } },
      })
    },
  ],
  [
    'EntityMixin without a primary key',
    'throws an error with the code INVALID_RESPONSE, as does a list',
    () => {
      expect(errorOf(() => normalize(EntityMixin(Base), {}))).toMatchObject({
        code: 'INVALID_RESPONSE',
      })
      expect(errorOf(() => normalize(EntityMixin(Base), []))).toMatchObject({
        code: 'INVALID_RESPONSE',
      })
    },
  ],
]
