import { Collection, Entity, normalize } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../src/util/freeze'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

class Post extends Entity {
  id = ''
  author = User.fromJS()
  tags: readonly string[] = []
  at: Date | undefined = undefined
  static override key = 'Post'
  static override schema = { author: User, tags: [String], at: Date }
}

const ada = { id: '1', name: 'Ada' }

describe('normalize', () => {
  it('returns a response without a schema as plain data', () => {
    const response = { at: '1970', list: [1, undefined], none: undefined }
    expect(normalize(undefined, response)).toEqual({
      result: { at: '1970', list: [1, null] },
      entities: {},
      touched: {},
    })
    expect(normalize(null, 'text').result).toBe('text')
    expect(normalize('', 'text').result).toBe('text')
    expect(normalize(undefined, null).result).toBeNull()
    expect(normalize(undefined, undefined).result).toBeUndefined()
  })

  it('replaces entities by primary keys at any place', () => {
    const response = { page: { items: [ada, { id: 2 }] }, owner: ada, total: 2 }
    const { result, entities } = normalize({ page: { items: [User] }, owner: User }, response)
    expect(result).toEqual({ page: { items: ['1', '2'] }, owner: '1', total: 2 })
    expect(entities['User']).toMatchObject({ 1: { data: ada }, 2: { data: { id: 2 } } })
  })

  it('returns rows with data, validity and the given meta', () => {
    const meta = { fetchedAt: 5, date: 6, expiresAt: 7 }
    const { entities } = normalize(User, ada, [], {}, meta)
    expect(entities).toEqual({
      User: { 1: { data: ada, invalid: false, meta: { ...meta, landed: 5 } } },
    })
  })

  it('keeps undeclared members of objects', () => {
    const { result } = normalize({ user: User }, { user: ada, next: 'x', deep: { a: [1] } })
    expect(result).toEqual({ user: '1', next: 'x', deep: { a: [1] } })
  })

  it('accepts absent and null members', () => {
    expect(normalize({ user: User, list: [User] }, {}).result).toEqual({})
    expect(normalize({ user: User, list: [User] }, { user: null, list: null }).result).toEqual({
      user: null,
      list: null,
    })
  })

  it('keeps null in lists, and accepts an object in place of a list', () => {
    expect(normalize([User], [ada, null]).result).toEqual(['1', null])
    expect(normalize([User], { a: ada, b: { id: 2 } }).result).toEqual(['1', '2'])
  })

  it('supports lists of lists and of objects', () => {
    expect(normalize([[User]], [[ada], [{ id: 2 }]]).result).toEqual([['1'], ['2']])
    expect(normalize([{ user: User }], [{ user: ada, at: 1 }]).result).toEqual([
      { user: '1', at: 1 },
    ])
  })

  it('merges an entity that occurs twice into one row, with precedence of the later one', () => {
    const { entities } = normalize([User], [ada, { id: 1, nick: 'A' }])
    expect(entities['User']?.['1']?.data).toEqual({ id: 1, name: 'Ada', nick: 'A' })
  })

  it('mutates neither the response nor the given rows', () => {
    const known = normalize([Post], [{ id: 'p', author: ada, tags: ['a'] }]).entities
    const response = deepFreeze([
      { id: 'p', author: { id: '1', name: 'A. L.' }, tags: ['b'], at: 'x' },
      { id: 'q', author: '1' },
    ])
    const text = JSON.stringify([known, response])
    normalize(new Collection([Post]), response, [Object.freeze({ a: 1 })], deepFreeze(known))
    expect(JSON.stringify([known, response])).toBe(text)
  })

  it('copies the data, so that the caller may mutate the response', () => {
    const user = { id: '1', tags: ['a'] }
    const { entities } = normalize(User, user)
    user.tags.push('b')
    expect(entities['User']?.['1']?.data).toEqual({ id: '1', tags: ['a'] })
  })

  it('freezes rows in development', () => {
    const { entities } = normalize(User, { id: '1', tags: ['a'] })
    const data = entities['User']?.['1']?.data as { tags: string[] }
    expect(Object.isFrozen(data)).toBe(true)
    expect(Object.isFrozen(data.tags)).toBe(true)
  })

  it('omits undefined, and calls toJSON', () => {
    const { entities } = normalize(Post, { id: 'p', at: new Date(0), title: undefined })
    expect(entities['Post']?.['p']?.data).toEqual({ id: 'p', at: '1970-01-01T00:00:00.000Z' })
    expect(Object.keys(entities['Post']?.['p']?.data ?? {})).toEqual(['id', 'at'])
  })
})

describe('a response that is already stored', () => {
  const response = [
    { id: 'p', author: ada, tags: ['a', 'b'], extra: { deep: [1] } },
    { id: 'q', author: { id: '2' } },
  ]
  const first = normalize(new Collection([Post]), response)

  it('only updates the meta of its rows', () => {
    const meta = { fetchedAt: 9, date: 9, expiresAt: 99 }
    const again = normalize(new Collection([Post]), response, [], first.entities, meta)
    expect(again.entities).toEqual({})
    expect(again.touched).toEqual({
      Post: [{ landed: 0, pks: ['p', 'q'] }],
      User: [{ landed: 0, pks: ['1', '2'] }],
      '[Post]': [{ landed: 0, pks: ['{}'] }],
    })
    expect(again.result).toEqual(first.result)
  })

  it('changes nothing if the meta is the same', () => {
    const again = normalize(new Collection([Post]), response, [], first.entities)
    expect(again).toEqual({ result: first.result, entities: {}, touched: {} })
  })

  it('with changes is merged, and keeps unchanged parts as the same objects', () => {
    const next = normalize(Post, { id: 'p', tags: ['a', 'b'], title: 'new' }, [], first.entities)
    expect(next.entities).toEqual({ Post: { p: expect.anything() } })
    const before = first.entities['Post']?.['p']?.data as { tags: unknown; extra: unknown }
    const after = next.entities['Post']?.['p']?.data as typeof before
    expect(after).toEqual({ ...before, title: 'new' })
    expect(after.tags).toBe(before.tags)
    expect(after.extra).toBe(before.extra)
  })
})
