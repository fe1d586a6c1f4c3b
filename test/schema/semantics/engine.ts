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
    '2.0',
    'without a schema an answer is its own result',
    () => {
      expect(normalize(undefined, { a: 1 })).toMatchObject({ result: { a: 1 }, entities: {} })
      expect(normalize(null, 5).result).toBe(5)
    },
  ],
  [
    '2.0',
    'what was stored before is not changed',
    () => {
      const before = JSON.stringify(stored)
      normalize(User, { id: '1', name: 'other' }, [], stored)
      expect(JSON.stringify(stored)).toBe(before)
    },
  ],
  [
    '2.0',
    'text where an object was expected is an error (ours: in our words, with status 400)',
    () => {
      expect(errorOf(() => normalize(User, 'text'))).toMatchObject({ status: 400, path: 'User' })
      expect(errorOf(() => normalize({ user: User }, '{"user":{}}'))).toMatchObject({ status: 400 })
    },
  ],
  [
    '2.0',
    'null as an answer does not fit a schema',
    () => {
      expect(errorOf(() => normalize([User], null))).toMatchObject({ status: 400 })
    },
  ],
  [
    '2.0',
    'a schema that is text takes text (ours: any plain data, as placeholders do everywhere)',
    () => {
      expect(resultOf('', 'some text')).toBe('some text')
    },
  ],
  [
    '2.0 visit 1',
    'null and undefined stay what they are; of undefined members nothing is stored',
    () => {
      expect(resultOf({ user: User, list: [User] }, { user: null, list: undefined })).toEqual({
        user: null,
      })
    },
  ],
  [
    '2.0 visit 2',
    'a primary key in place of an entity is taken as text',
    () => {
      expect(resultOf([User], [5, '6'])).toEqual(['5', '6'])
    },
  ],
  [
    '2.0 visit 2',
    'ours: 0 is a primary key, as text; an empty one stays what it is',
    () => {
      expect(resultOf({ user: User }, { user: 0 })).toEqual({ user: '0' })
      expect(resultOf({ user: User }, { user: '' })).toEqual({ user: '' })
    },
  ],
  [
    '2.0 visit 4',
    'functions and placeholders let values pass',
    () => {
      expect(resultOf({ at: Number, next: '' }, { at: '5', next: 'b' })).toEqual({
        at: '5',
        next: 'b',
      })
    },
  ],
  [
    '2.0',
    'parent and key are the containing object and its property; members of a list get those of the list',
    () => {
      const seen: unknown[] = []
      class Seen extends User {
        static override key = 'Seen'
        override pk(parent?: unknown, key?: string) {
          seen.push([parent, key])
          return this.id
        }
      }
      const answer = { list: [{ id: 'a' }], one: { id: 'b' } }
      normalize({ list: [Seen], one: Seen }, answer)
      expect(seen).toEqual([
        [answer, 'list'],
        [answer, 'one'],
      ])
    },
  ],
  [
    '2.0',
    'at the top the parent is the answer itself',
    () => {
      const seen: unknown[] = []
      class Seen extends User {
        static override key = 'Seen'
        override pk(parent?: unknown, key?: string) {
          seen.push(parent, key)
          return this.id
        }
      }
      const answer = { id: 'a' }
      normalize(Seen, answer)
      expect(seen).toEqual([answer, ''])
    },
  ],
  [
    '2.0',
    'children see the processed parent',
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
    '2.0 mergeEntity',
    'twice in one answer is joined by merge',
    () => {
      expect(dataOf([User], [ada, { id: '1', nick: 'A' }])).toEqual({
        User: { 1: { ...ada, nick: 'A' } },
      })
    },
  ],
  [
    '2.0 mergeEntity',
    'what is stored is joined by mergeWithStore',
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
    '2.0 mergeEntity',
    'what is deleted starts clean',
    () => {
      const rows = after(stored, User, { id: '2', nick: 'B' })
      expect(rows['User']?.['2']).toMatchObject({ data: { id: '2', nick: 'B' }, invalid: false })
    },
  ],
  [
    '2.0',
    'circular answers are cut',
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
    '2.0 denormalize',
    'undefined, null and placeholders pass',
    () => {
      expect(denormalize(User, undefined, stored)).toBeUndefined()
      expect(denormalize(User, null, stored)).toBeNull()
      for (const placeholder of ['', 0, false, null, undefined]) {
        expect(readOf(placeholder, 'value')).toBe('value')
      }
    },
  ],
  [
    '2.0 denormalize',
    'a function converts what is read, the raw value is stored, and null is not converted',
    () => {
      const schema = { at: (it: string) => `at ${it}`, none: () => 'never' }
      expect(resultOf(schema, { at: 'x', none: null })).toEqual({ at: 'x', none: null })
      expect(readOf(schema, { at: 'x', none: null })).toEqual({ at: 'at x', none: null })
    },
  ],
  [
    '2.0 denormalize',
    'ours (§6): classes are constructed, Number and its like are called',
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
    '2.0 denormalize',
    'ours: a converter that throws fails the answer, not every reader',
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
    '2.0 queryKey',
    'an object is looked for member by member, placeholders as they are',
    () => {
      const { controller } = createStore()
      controller.set(User, { id: '1' }, ada)
      expect(controller.get({ user: User, next: '' }, { id: '1' })).toEqual({ user: ada, next: '' })
      expect(controller.get({ user: User, group: Group }, { id: '1' })).toBeUndefined()
    },
  ],
  [
    '2.0 queryKey',
    'a list is not looked for, and nothing is by null',
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
