import { Collection, denormalize, normalize, type Schema, Values } from 'rtk-rest'
import { expect } from 'vitest'
import { createStore } from '../../support/world'
import {
  ada,
  bob,
  dataOf,
  errorOf,
  Group,
  Post,
  readOf,
  resultOf,
  type Rule,
  stored,
  User,
  after,
} from './rules'

export const engine: readonly Rule[] = [
  [
    'normalize',
    'the response is the result without a schema',
    () => {
      expect(normalize(undefined, { a: 1 })).toMatchObject({ result: { a: 1 }, entities: {} })
      expect(normalize(null, 5).result).toBe(5)
    },
  ],
  [
    'normalize',
    'stored data is not mutated',
    () => {
      const before = JSON.stringify(stored)
      normalize(User, { id: '1', name: 'other' }, [], stored)
      expect(JSON.stringify(stored)).toBe(before)
    },
  ],
  [
    'normalize',
    'text in place of an object throws an error; differs: with the code INVALID_RESPONSE',
    () => {
      expect(errorOf(() => normalize(User, 'text'))).toMatchObject({
        code: 'INVALID_RESPONSE',
        path: 'User',
      })
      expect(errorOf(() => normalize({ user: User }, '{"user":{}}'))).toMatchObject({
        code: 'INVALID_RESPONSE',
      })
    },
  ],
  [
    'normalize',
    'a null response throws an error',
    () => {
      expect(errorOf(() => normalize([User], null))).toMatchObject({ code: 'INVALID_RESPONSE' })
    },
  ],
  [
    'normalize',
    'a string literal as the schema accepts text; differs: any plain data',
    () => {
      expect(resultOf('', 'some text')).toBe('some text')
    },
  ],
  [
    'normalize',
    'null and undefined are kept; undefined members are not stored',
    () => {
      expect(resultOf({ user: User, list: [User] }, { user: null, list: undefined })).toEqual({
        user: null,
      })
    },
  ],
  [
    'normalize',
    'a primary key in place of an entity is stored as text',
    () => {
      expect(resultOf([User], [5, '6'])).toEqual(['5', '6'])
    },
  ],
  [
    'normalize',
    'differs: 0 is a primary key, and an empty string is kept',
    () => {
      expect(resultOf({ user: User }, { user: 0 })).toEqual({ user: '0' })
      expect(resultOf({ user: User }, { user: '' })).toEqual({ user: '' })
    },
  ],
  [
    'normalize',
    'functions and placeholders keep the value',
    () => {
      expect(resultOf({ at: Number, next: '' }, { at: '5', next: 'b' })).toEqual({
        at: '5',
        next: 'b',
      })
    },
  ],
  [
    'normalize',
    'parent and key are the object and its property; in a list those of the list',
    () => {
      const seen: unknown[] = []
      class Seen extends User {
        static override key = 'Seen'
        override pk(parent?: unknown, key?: string) {
          seen.push([parent, key])
          return this.id
        }
      }
      const response = { list: [{ id: 'a' }], one: { id: 'b' } }
      normalize({ list: [Seen], one: Seen }, response)
      expect(seen).toEqual([
        [response, 'list'],
        [response, 'one'],
      ])
    },
  ],
  [
    'normalize',
    'the parent at the top level is the response',
    () => {
      const seen: unknown[] = []
      class Seen extends User {
        static override key = 'Seen'
        override pk(parent?: unknown, key?: string) {
          seen.push(parent, key)
          return this.id
        }
      }
      const response = { id: 'a' }
      normalize(Seen, response)
      expect(seen).toEqual([response, ''])
    },
  ],
  [
    'normalize',
    'children receive the processed parent',
    () => {
      class Child extends User {
        static override key = 'Child'
        override pk(parent?: { mark: string }) {
          return parent?.mark
        }
      }
      class Parent extends User {
        static override key = 'Parent'
        static override schema = { child: Child }
        static override process(input: object) {
          return { ...input, mark: 'processed' }
        }
      }
      expect(dataOf(Parent, { id: '1', child: {} })).toHaveProperty('Child.processed')
    },
  ],
  [
    'merging rows',
    'an entity that occurs twice in a response is merged with merge',
    () => {
      expect(dataOf([User], [ada, { id: '1', nick: 'A' }])).toEqual({
        User: { 1: { ...ada, nick: 'A' } },
      })
    },
  ],
  [
    'merging rows',
    'a stored entity is merged with mergeWithStore',
    () => {
      const seen: unknown[] = []
      class Kept extends User {
        static override key = 'User'
        static override mergeWithStore(
          before: { fetchedAt: number },
          now: { fetchedAt: number },
          existing: object,
        ) {
          seen.push(before.fetchedAt, now.fetchedAt)
          return { ...existing, joined: true }
        }
      }
      expect(after(stored, Kept, ada, [], 7)['User']?.['1']?.data).toEqual({ ...ada, joined: true })
      expect(seen).toEqual([0, 7])
    },
  ],
  [
    'merging rows',
    'a deleted entity is replaced',
    () => {
      const rows = after(stored, User, { id: '2', nick: 'B' })
      expect(rows['User']?.['2']).toMatchObject({ data: { id: '2', nick: 'B' }, invalid: false })
    },
  ],
  [
    'normalize',
    'a circular response is stored',
    () => {
      const post: Record<string, unknown> = { id: 'p' }
      post['self'] = post
      class Self extends Post {
        static override key = 'Self'
      }
      Self.schema = { self: Self }
      expect(dataOf(Self, post)).toEqual({ Self: { p: { id: 'p', self: 'p' } } })
    },
  ],
  [
    'denormalize',
    'undefined, null and placeholders are kept',
    () => {
      expect(denormalize(User, undefined, stored)).toBeUndefined()
      expect(denormalize(User, null, stored)).toBeNull()
      for (const placeholder of ['', 0, false, null, undefined]) {
        expect(readOf(placeholder, 'value')).toBe('value')
      }
    },
  ],
  [
    'denormalize',
    'a function converts the value at each read, not null, and the raw value is stored',
    () => {
      const schema = { at: (it: string) => `at ${it}`, none: () => 'never' }
      expect(resultOf(schema, { at: 'x', none: null })).toEqual({ at: 'x', none: null })
      expect(readOf(schema, { at: 'x', none: null })).toEqual({ at: 'at x', none: null })
    },
  ],
  [
    'denormalize',
    'differs: classes are called with new, Number and similar ones without',
    () => {
      class Money {
        readonly cents: number
        constructor(cents: number) {
          this.cents = cents
        }
      }
      const read = readOf(
        { at: Date, price: Money, count: Number },
        { at: '2026-01-01', price: 5, count: '7' },
      )
      expect(read).toEqual({ at: new Date('2026-01-01'), price: new Money(5), count: 7 })
    },
  ],
  [
    'denormalize',
    'differs: a converter that throws rejects the request, not every reader',
    () => {
      const fail = (): never => {
        throw new Error('boom')
      }
      expect(errorOf(() => normalize({ at: fail }, { at: 'x' }))).toMatchObject({
        path: 'response.at',
      })
      expect(() => readOf({ at: fail }, { at: 'x' })).toThrow('boom')
    },
  ],
  [
    'finding by arguments',
    'differs: an object schema is searched by member, and a placeholder is no data',
    () => {
      const { controller } = createStore()
      controller.set(User, { id: '1' }, ada)
      expect(controller.get({ user: User }, { id: '1' })).toEqual({ user: ada })
      expect(controller.get({ user: User, next: '' }, { id: '1' })).toBeUndefined()
      expect(controller.get({ user: User, group: Group }, { id: '1' })).toBeUndefined()
    },
  ],
  [
    'finding by arguments',
    'an array is not found by arguments, and nothing is by null',
    () => {
      const { controller } = createStore()
      controller.set(new Collection([User]), {}, [ada, bob])
      expect(controller.get([User] as Schema, {})).toBeUndefined()
      expect(controller.get(new Collection([User]), null)).toBeUndefined()
      expect(controller.get(User, null)).toBeUndefined()
      expect(controller.get(new Values(User) as Schema, {})).toBeUndefined()
    },
  ],
]
