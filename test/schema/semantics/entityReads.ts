import { Invalidate, normalize } from 'rtk-rest'
import { expect } from 'vitest'
import { createStore } from '../../support/world'
import { ada, Post, readOf, type Rule, User } from './rules'

class Indexed extends User {
  username = ''
  static override key = 'Indexed'
  static override indexes = ['username'] as const
}

export const entityReads: readonly Rule[] = [
  [
    'Entity indexes',
    'find an entity by an indexed argument while its row has that value',
    () => {
      const { controller } = createStore()
      controller.set(Indexed, { id: '1' }, { id: '1', username: 'ada' })
      expect(controller.get(Indexed, { username: 'ada' })).toMatchObject({ id: '1' })
      controller.set(Indexed, { id: '1' }, { id: '1', username: 'lady' })
      expect(controller.get(Indexed, { username: 'ada' })).toBeUndefined()
      expect(controller.get(Indexed, { username: 'lady' })).toMatchObject({ id: '1' })
      controller.set(new Invalidate(Indexed), { id: '1' })
      expect(controller.get(Indexed, { username: 'lady' })).toBeUndefined()
    },
  ],
  [
    'Entity queryKey',
    'finds an existing row by text, number, or the fields of the primary key',
    () => {
      const { controller } = createStore()
      controller.set(User, { id: '1' }, ada)
      for (const arg of ['1', 1, { id: 1 }]) expect(controller.get(User, arg as never)).toEqual(ada)
      expect(controller.get(User, '2')).toBeUndefined()
      expect(controller.get(User, undefined)).toBeUndefined()
    },
  ],
  [
    'reading an entity',
    'an id is looked up, and an object is used itself',
    () => {
      expect(readOf(User, '1')).toEqual(ada)
      expect(readOf(User, { id: '1', name: 'inline' })).toEqual({ id: '1', name: 'inline' })
      expect(readOf(User, { id: '1' })).toBeInstanceOf(User)
    },
  ],
  [
    'reading an entity',
    'a missing row is undefined, an invalid one is hidden, and an empty id is kept',
    () => {
      expect(readOf({ user: User }, { user: '3' })).toEqual({ user: undefined })
      expect(readOf({ user: User }, { user: '2' })).toBeUndefined()
      expect(readOf({ user: User }, { user: '' })).toEqual({ user: '' })
    },
  ],
  [
    'reading an entity',
    'an absent field has the class default',
    () => expect(readOf(Post, { id: 'x' })).toHaveProperty('author.name', ''),
  ],
  [
    'reading an entity',
    'a chain of 500 in both directions does not overflow the stack, and a cycle is a cycle of objects',
    () => {
      class Both extends Post {
        static override key = 'Both'
      }
      Both.schema = { author: Both, reviewer: Both }
      let rows = {}
      const list = Array.from({ length: 500 }, (_, at) => ({
        id: `${at}`,
        author: `${at + 1}`,
        reviewer: `${at - 1}`,
      }))
      rows = normalize([Both], list).entities
      const first = readOf(Both, '0', rows) as { author: { reviewer: unknown } }
      expect(first.author.reviewer).toBe(first)
    },
  ],
]
