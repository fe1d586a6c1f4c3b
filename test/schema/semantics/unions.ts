import { Invalidate, normalize, type Schema, Union } from 'rtk-rest'
import { expect, vi } from 'vitest'
import { createStore } from '../../support/world'
import { ada, bob, dataOf, errorOf, Group, readOf, resultOf, type Rule, User } from './rules'

const either = new Union({ user: User, group: Group }, 'type')

export const unions: readonly Rule[] = [
  [
    'Union',
    'throws an error without a schemaAttribute',
    () => {
      const make = Union as unknown as new (map: object) => unknown
      expect(() => new make({ user: User })).toThrow('schemaAttribute')
    },
  ],
  [
    'Union',
    'is stored as id and kind, and read as the entity',
    () => {
      expect(resultOf({ it: either }, { it: { ...ada, type: 'user' } })).toEqual({
        it: { id: '1', schema: 'user' },
      })
      expect(readOf(either, { id: '1', schema: 'user' })).toBeInstanceOf(User)
    },
  ],
  [
    'Union',
    'differs: throws an error for text, and keeps null',
    () => {
      expect(errorOf(() => normalize({ it: either }, { it: 'text' }))).toMatchObject({
        path: 'response.it',
      })
      expect(resultOf({ it: either }, { it: null })).toEqual({ it: null })
    },
  ],
  [
    'Union',
    'reads a raw object by its kind, else unchanged with a warning',
    () => {
      expect(readOf(either, { id: 'x', type: 'user' })).toBeInstanceOf(User)
      vi.mocked(console.warn).mockImplementationOnce(() => undefined)
      expect(readOf(either, { id: 'x' })).toEqual({ id: 'x' })
      expect(console.warn).toHaveBeenCalledTimes(1)
      vi.mocked(console.warn).mockClear()
    },
  ],
  [
    'Union',
    'differs: data with a field named schema is not a reference',
    () => {
      expect(readOf(either, { id: 'x', schema: 'user', type: 'group' })).toBeInstanceOf(Group)
    },
  ],
  [
    'Union queryKey',
    'finds by the kind in the arguments, else in the first table; nothing without arguments',
    () => {
      const { controller } = createStore()
      controller.set(User, { id: '1' }, ada)
      controller.set(Group, { id: '1' }, { id: '1', title: 'G' })
      const read = (args: unknown) => controller.get(either as Schema, args)
      expect(read({ id: '1', type: 'group' })).toBeInstanceOf(Group)
      expect(read({ id: '1' })).toBeInstanceOf(User)
      expect(read({ id: '9', type: 'user' })).toBeUndefined()
      expect(read(undefined)).toBeUndefined()
    },
  ],
  [
    'Invalidate',
    'throws an error without an entity, a union, or a map with a schemaAttribute',
    () => {
      const make = Invalidate as unknown as new (...args: unknown[]) => unknown
      expect(() => new make()).toThrow('new Invalidate() takes an entity class')
      expect(() => new make({ user: User })).toThrow('schemaAttribute')
    },
  ],
  [
    'Invalidate',
    'invalidates by process and pk of an object; differs: also by text and numbers',
    () => {
      for (const gone of [{ id: '1' }, '1', 1]) {
        expect(resultOf(new Invalidate(User), gone)).toBe('1')
        expect(dataOf(new Invalidate(User), gone)).toEqual({ User: { 1: 'INVALID' } })
      }
    },
  ],
  [
    'Invalidate',
    'throws an error with the code INVALID_RESPONSE that names the entity if the primary key is missing',
    () => {
      expect(errorOf(() => normalize(new Invalidate(User), {}))).toMatchObject({
        code: 'INVALID_RESPONSE',
        message: expect.stringContaining('User to invalidate') as string,
      })
    },
  ],
  [
    'Invalidate',
    'uses the primary key of the raw input if process returns nothing',
    () => {
      class Gone extends User {
        static override key = 'Gone'
        static override process = () => undefined
      }
      expect(dataOf(new Invalidate(Gone), { id: '1' })).toEqual({ Gone: { 1: 'INVALID' } })
    },
  ],
  [
    'Invalidate',
    'of a union is stored as id and kind; differs: an unknown kind throws an error',
    () => {
      for (const gone of [
        new Invalidate(either),
        new Invalidate({ user: User, group: Group }, 'type'),
      ]) {
        expect(resultOf(gone, { id: '1', type: 'user' })).toEqual({ id: '1', schema: 'user' })
        expect(errorOf(() => normalize(gone, { id: '1', type: 'x' }))).toMatchObject({
          code: 'INVALID_RESPONSE',
        })
      }
    },
  ],
  [
    'Invalidate',
    'differs: resolves to an instance of the stored row, or undefined',
    () => {
      expect(readOf(new Invalidate(User), '2')).toEqual(bob)
      expect(readOf(new Invalidate(User), '3')).toBeUndefined()
    },
  ],
  [
    'Invalidate',
    'is not found by arguments, works in lists, and later writes make the row valid',
    () => {
      const { controller } = createStore()
      controller.set(User, { id: '1' }, ada)
      expect(controller.get(new Invalidate(User) as Schema, { id: '1' })).toBeUndefined()
      expect(dataOf([new Invalidate(User)], [{ id: '1' }, '2'])).toEqual({
        User: { 1: 'INVALID', 2: 'INVALID' },
      })
      const gone = normalize(new Invalidate(User), '1').entities
      expect(normalize(User, ada, [], gone).entities).toMatchObject({
        User: { 1: { data: ada, invalid: false } },
      })
    },
  ],
]
