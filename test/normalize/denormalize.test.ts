import { Collection, denormalize, Entity, normalize } from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'
import { row } from '../schema/rows'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

class Post extends Entity {
  id = ''
  author = User.fromJS()
  static override key = 'Post'
  static override schema = { author: User }
}

const users = new Collection([User])

// User 1 is there, 2 must not be shown, 3 is unknown.
const entities: PlainRows = {
  User: { 1: row({ id: '1', name: 'Ada' }), 2: row({ id: '2' }, true) },
  Post: { p: row({ id: 'p', author: '1' }), q: row({ id: 'q', author: '2' }) },
  '[User]': { '{}': row(['1', '2', '3']), '{"gone":"x"}': row(['1'], true) },
}
const ada = User.fromJS({ id: '1', name: 'Ada' })

describe('denormalize', () => {
  it('builds entities, lists, objects and collections from rows', () => {
    expect(denormalize(User, '1', entities)).toEqual(ada)
    expect(denormalize([User], ['1'], entities)).toEqual([ada])
    expect(denormalize({ user: User }, { user: '1', at: 5 }, entities)).toEqual({
      user: ada,
      at: 5,
    })
    expect(denormalize(users, '{}', entities)?.[0]).toEqual(ada)
    expect(denormalize({ list: users }, { list: '{}' }, entities)).toMatchObject({
      list: [ada],
    })
  })

  it('returns values without a schema, null and undefined unchanged', () => {
    expect(denormalize(undefined, { a: 1 }, entities)).toEqual({ a: 1 })
    expect(denormalize('', 'text', entities)).toBe('text')
    expect(denormalize(User, null, entities)).toBeNull()
    expect(denormalize(User, undefined, entities)).toBeUndefined()
    expect(denormalize({ user: User }, { user: null }, entities)).toEqual({ user: null })
    expect(denormalize({ user: User }, {}, entities)).toEqual({})
    expect(denormalize([User], 'no list', entities)).toBe('no list')
    expect(denormalize({ user: User }, 'no object', entities)).toBe('no object')
  })

  it('returns the same object for the same row in one result', () => {
    const [one, other] =
      denormalize([{ user: User }], [{ user: '1' }, { user: '1' }], entities) ?? []
    expect(one?.user).toBe(other?.user)
  })

  it('creates an instance from a raw object', () => {
    const inline = denormalize(User, { id: '1', name: 'inline' }, entities)
    expect(inline).toBeInstanceOf(User)
    expect(inline?.name).toBe('inline')
    expect(denormalize(Post, { id: 'x', author: '1' }, entities)?.author).toEqual(ada)
  })

  it('mutates neither the result nor the rows', () => {
    const normalized = normalize([Post], [{ id: 'p', author: { id: '1' } }])
    const text = JSON.stringify(normalized)
    denormalize([Post], normalized.result, normalized.entities)
    expect(JSON.stringify(normalized)).toBe(text)
  })
})

describe('an invalid row', () => {
  it('is undefined at the top level', () => {
    expect(denormalize(User, '2', entities)).toBeUndefined()
    expect(denormalize(users, '{"gone":"x"}', entities)).toBeUndefined()
  })

  it('is omitted from lists, as is a missing one; null is kept', () => {
    expect(denormalize([User], ['1', '2', '3', null], entities)).toEqual([ada, null])
    expect(denormalize(users, '{}', entities)).toEqual([ada])
    expect(denormalize([Post], ['p', 'q'], entities)).toHaveLength(1)
  })

  it('makes the object that contains it undefined', () => {
    const schema = { user: User, total: 0 }
    expect(denormalize(schema, { user: '1', total: 5 }, entities)).toEqual({ user: ada, total: 5 })
    expect(denormalize(schema, { user: '2', total: 5 }, entities)).toBeUndefined()
    expect(denormalize({ deep: { user: User } }, { deep: { user: '2' } }, entities)).toBeUndefined()
  })

  it('in a list of objects removes only its object', () => {
    const list = [{ user: '1' }, { user: '2' }, { user: '3' }]
    expect(denormalize([{ user: User }], list, entities)).toEqual([
      { user: ada },
      { user: undefined },
    ])
  })

  it('does not hide a list that contains it', () => {
    expect(denormalize({ list: [User] }, { list: ['2'] }, entities)).toEqual({ list: [] })
  })
})

describe('a missing row', () => {
  it('is undefined, and hides nothing', () => {
    expect(denormalize(User, '3', entities)).toBeUndefined()
    expect(denormalize(User, '3', {})).toBeUndefined()
    expect(denormalize({ user: User, at: 1 }, { user: '3', at: 1 }, entities)).toEqual({
      user: undefined,
      at: 1,
    })
    expect(denormalize(users, '{"no":"such"}', entities)).toBeUndefined()
  })
})

describe('a row that was stored by one class and is read by another with the same key', () => {
  class Summary extends Entity {
    id = ''
    title = 'untitled'
    static override key = 'User'
  }

  it('is an instance of the class that reads it', () => {
    const both = denormalize(
      { user: User, summary: Summary },
      { user: '1', summary: '1' },
      entities,
    )
    expect(both?.user).toBeInstanceOf(User)
    expect(both?.summary).toBeInstanceOf(Summary)
    expect(both?.summary).toMatchObject({ id: '1', title: 'untitled', name: 'Ada' })
  })
})
