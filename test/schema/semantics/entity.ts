import { Collection, Entity, normalize, validateRequired } from 'rtk-rest'
import { expect } from 'vitest'
import {
  ada,
  after,
  bob,
  dataOf,
  errorOf,
  Post,
  readOf,
  resultOf,
  type Rule,
  stored,
  User,
} from './rules'

class Keyed extends Entity {
  slug = ''
  static override key = 'Keyed'
  override pk(_parent?: unknown, _key?: string, args?: readonly unknown[]) {
    return this.slug ?? (args?.[0] as { slug?: string } | undefined)?.slug
  }
}

export const entity: readonly Rule[] = [
  [
    'Entity key',
    'is the class name unless given; a class without a name throws an error',
    () => {
      class Named extends Entity {}
      expect(Named.key).toBe('Named')
      expect(User.key).toBe('User')
      expect(() => class extends Entity {}.key).toThrow('must define `static key`')
    },
  ],
  [
    'Entity key',
    'may be shared by two classes explicitly',
    () => {
      class Summary extends Entity {
        id = ''
        static override key = 'User'
      }
      expect(dataOf({ a: User, b: Summary }, { a: ada, b: { id: '1', more: 1 } })).toEqual({
        User: { 1: { ...ada, more: 1 } },
      })
    },
  ],
  ['Entity schema', 'is empty by default', () => expect(User.schema).toEqual({})],
  ['Entity indexes', 'are undefined by default', () => expect(User.indexes).toBeUndefined()],
  [
    'Entity maxEntityDepth',
    'differs: there is no limit, and a chain is read to its end',
    () => {
      class Link extends Post {
        static override key = 'Link'
      }
      Link.schema = { reviewer: Link }
      const rows = Object.fromEntries(
        Array.from({ length: 1500 }, (_, at) => [
          `${at}`,
          {
            data: { id: `${at}`, reviewer: `${at + 1}` },
            invalid: false,
            meta: stored['User']?.['1']?.meta as never,
          },
        ]),
      )
      let depth = 0
      for (
        let at = readOf(Link, '0', { Link: rows }) as Post | undefined;
        at;
        at = at.reviewer as never
      )
        depth++
      expect(depth).toBe(1500)
    },
  ],
  [
    'Entity automaticValidation',
    'differs: a list in place of an entity always throws an error',
    () => {
      expect(errorOf(() => normalize(User, [ada]))).toMatchObject({
        message: 'User: expected an object or an id, found an array',
      })
    },
  ],
  [
    'Entity toString, toJSON',
    'differs: an instance serializes to plain data that can be written back',
    () => {
      expect(User.fromJS(ada).toJSON()).toEqual(ada)
      expect(dataOf(User, User.fromJS(ada))).toEqual({ User: { 1: ada } })
    },
  ],
  ['Entity pk', 'is id as text by default', () => expect(resultOf(User, { id: 5 })).toBe('5')],
  [
    'Entity pk',
    'is called on plain data, with parent, key and arguments',
    () => {
      expect(resultOf(Keyed, { slug: 'a' })).toBe('a')
      expect(resultOf(Keyed, {}, [{ slug: 'by args' }])).toBe('by args')
      expect(Keyed.pk({ slug: 'b' })).toBe('b')
    },
  ],
  [
    'Entity pk',
    'throws an error with the code INVALID_RESPONSE if unusable; differs: in production too',
    () => {
      for (const id of [undefined, '', 'undefined', null, {}, Number.NaN]) {
        expect(errorOf(() => normalize(User, { id }))).toMatchObject({
          code: 'INVALID_RESPONSE',
          path: 'User',
        })
      }
    },
  ],
  [
    'Entity pk',
    'differs: a pushed entity gets no generated primary key',
    () => {
      const { push } = new Collection([User])
      expect(errorOf(() => normalize(push, { name: 'new' }))).toMatchObject({
        code: 'INVALID_RESPONSE',
      })
    },
  ],
  [
    'Entity defaults',
    'is one instance for each class',
    () => {
      expect(User.fromJS()).toEqual({ id: '', name: '' })
      expect(User.defaults).toEqual(new User())
      expect(User.defaults).toBe(User.defaults)
    },
  ],
  [
    'Entity process',
    'returns a shallow copy by default, and is called with parent, key and arguments',
    () => {
      const seen: unknown[] = []
      class Processed extends User {
        static override key = 'Processed'
        static override process(
          input: object,
          parent: unknown,
          key: string,
          args: readonly unknown[],
        ) {
          seen.push(parent, key, args)
          return { ...input, processed: true }
        }
      }
      const response = { user: ada }
      expect(dataOf({ user: Processed }, response, ['x'])).toEqual({
        Processed: { 1: { ...ada, processed: true } },
      })
      expect(seen).toEqual([response, 'user', ['x']])
      expect(User.process(ada, undefined, '', [])).toEqual(ada)
      expect(User.process(ada, undefined, '', [])).not.toBe(ada)
    },
  ],
  [
    'Entity process',
    'that returns undefined invalidates by the primary key of the raw input',
    () => {
      class Gone extends User {
        static override key = 'Gone'
        static override process(): undefined {
          return undefined
        }
      }
      expect(resultOf(Gone, { id: '9' })).toBe('9')
      expect(dataOf(Gone, { id: '9' })).toEqual({ Gone: { 9: 'INVALID' } })
    },
  ],
  [
    'Entity validate',
    'that returns a text throws an error with the code INVALID_RESPONSE',
    () => {
      class Strict extends User {
        static override key = 'Strict'
        static override validate = (data: object) => validateRequired(data, { name: '' })
      }
      expect(errorOf(() => normalize(Strict, { id: '1' }))).toMatchObject({
        code: 'INVALID_RESPONSE',
        message: expect.stringContaining('Missing key name') as string,
      })
    },
  ],
  [
    'Entity schema',
    'visits only fields with a schema, and keeps others',
    () => {
      expect(dataOf(Post, { id: 'p', author: ada, extra: { a: 1 } })).toEqual({
        Post: { p: { id: 'p', author: '1', extra: { a: 1 } } },
        User: { 1: ada },
      })
    },
  ],
  [
    'Entity shouldUpdate',
    'is true by default; if false, the data stays and the meta advances',
    () => {
      class Frozen extends User {
        static override key = 'User'
        static override shouldUpdate = () => false
      }
      expect(
        User.shouldUpdate(...([{}, {}, {}, {}] as unknown as Parameters<typeof User.shouldUpdate>)),
      ).toBe(true)
      const rows = after(stored, Frozen, { id: '1', name: 'new' }, [], 9)
      expect(rows['User']?.['1']?.data).toBe(stored['User']?.['1']?.data)
      expect(rows['User']?.['1']?.meta.fetchedAt).toBe(9)
    },
  ],
  [
    'Entity shouldReorder',
    'is true for an older response, which only adds missing fields',
    () => {
      const newer = after({}, User, { id: '1', name: 'new' }, [], 5)
      const rows = after(newer, User, { id: '1', name: 'old', nick: 'A' }, [], 2)
      expect(rows['User']?.['1']).toMatchObject({
        data: { id: '1', name: 'new', nick: 'A' },
        meta: { fetchedAt: 5 },
      })
    },
  ],
  [
    'Entity merge',
    'is shallow, so that nested objects are replaced',
    () => {
      expect(User.merge({ a: { x: 1 }, b: 1 }, { a: { y: 2 } })).toEqual({ a: { y: 2 }, b: 1 })
    },
  ],
  [
    'Entity mergeMetaWithStore',
    'returns the meta that is stored',
    () => {
      class Old extends User {
        static override key = 'User'
        static override mergeMetaWithStore = (before: never) => before
      }
      const rows = after(stored, Old, { id: '1', name: 'new' }, [], 9)
      expect(rows['User']?.['1']).toMatchObject({ data: { name: 'new' }, meta: { fetchedAt: 0 } })
    },
  ],
  [
    'Entity fromJS',
    'creates an instance with defaults and all given fields, including undefined and undeclared ones',
    () => {
      expect(User.fromJS({ id: '1' })).toEqual({ id: '1', name: '' })
      expect(User.fromJS({ name: undefined } as never)).toHaveProperty('name', undefined)
      expect(User.fromJS({ more: 1 } as never)).toHaveProperty('more', 1)
      expect(User.fromJS()).toBeInstanceOf(User)
    },
  ],
  [
    'Entity createIfValid',
    'returns undefined if validate returns a text, which hides the row',
    () => {
      class Short extends User {
        static override key = 'User'
        static override validate = (data: { name?: string }) =>
          data.name === 'Ada' ? 'no Ada' : undefined
      }
      expect(Short.createIfValid(ada)).toBeUndefined()
      expect(Short.createIfValid(bob)).toBeInstanceOf(Short)
      expect(readOf({ user: Short }, { user: '1' })).toBeUndefined()
    },
  ],
  [
    'Entity validateRequired',
    'returns the first missing key; undefined is not missing',
    () => {
      expect(validateRequired({ a: undefined }, { a: 1, b: 2, c: 3 })).toBe('Missing key b')
      expect(validateRequired({ a: undefined }, { a: 1 })).toBeUndefined()
    },
  ],
]
