import { denormalize, Entity, normalize } from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'
import { roundTrip, row } from './rows'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

class Comment extends Entity {
  id = ''
  author = User.fromJS()
  static override key = 'Comment'
  static override schema = { author: User }
}

class Post extends Entity {
  id = ''
  author = User.fromJS()
  reviewer: User | undefined = undefined
  editor: User | null = null
  comments: readonly Comment[] = []
  meta: { readonly by?: User } | undefined = undefined
  static override key = 'Post'
  static override schema = {
    author: User,
    reviewer: User,
    editor: User,
    comments: [Comment],
    meta: { by: User },
  }
}

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }

describe('a response with nested entities', () => {
  const response = {
    id: 'p',
    author: ada,
    comments: [
      { id: 'c1', author: bob },
      { id: 'c2', author: ada },
    ],
    meta: { by: bob, at: 5 },
  }

  it('is stored with one row for each entity', () => {
    const { result, entities } = normalize(Post, response)
    expect(result).toBe('p')
    expect(entities['Post']?.['p']?.data).toEqual({
      id: 'p',
      author: '1',
      comments: ['c1', 'c2'],
      meta: { by: '2', at: 5 },
    })
    expect(Object.keys(entities['User'] ?? {})).toEqual(['1', '2'])
    expect(Object.keys(entities['Comment'] ?? {})).toEqual(['c1', 'c2'])
  })

  it('is read with one object for each entity', () => {
    const post = roundTrip(Post, response) as Post
    expect(post.author).toBeInstanceOf(User)
    expect(post.comments[1]?.author).toBe(post.author)
    expect(post.meta?.by).toBe(post.comments[0]?.author)
    expect(post.meta).toEqual({ by: User.fromJS(bob), at: 5 })
  })

  it('may contain primary keys in place of entities', () => {
    const { entities } = normalize(Post, { id: 'p', author: 1, reviewer: '2', editor: 0 })
    expect(entities['Post']?.['p']?.data).toEqual({
      id: 'p',
      author: '1',
      reviewer: '2',
      editor: '0',
    })
    expect(entities['User']).toBeUndefined()
  })

  it('is read with the default for an absent field', () => {
    const post = roundTrip(Post, { id: 'p' }) as Post
    expect(post.author).toBeInstanceOf(User)
    expect(post.author).toEqual(User.fromJS())
    expect(post.editor).toBeNull()
    expect(post.comments).toEqual([])
  })

  it('is read with null for a null field', () => {
    expect(roundTrip(Post, { id: 'p', editor: null, author: null })).toMatchObject({
      editor: null,
      author: null,
    })
  })
})

/** What readers see of a post where user 1 is fine, user 2 invalid and user 3 unknown. */
function read(fields: object): Post | undefined {
  const entities: PlainRows = {
    Post: { p: row({ id: 'p', ...fields }) },
    User: { 1: row(ada), 2: row(bob, true) },
    Comment: {
      fine: row({ id: 'fine', author: '1' }),
      invalid: row({ id: 'invalid', author: '1' }, true),
      // Cannot be shown without its author.
      orphan: row({ id: 'orphan', author: '2' }),
    },
  }
  return denormalize(Post, 'p', entities)
}

describe('an invalid entity', () => {
  it('makes its parent invalid, in a field whose default is truthy', () => {
    expect(read({ author: '1' })).toBeInstanceOf(Post)
    expect(read({ author: '2' })).toBeUndefined()
  })

  it('is undefined in a field whose default is falsy', () => {
    expect(read({ reviewer: '2', editor: '2' })).toMatchObject({
      reviewer: undefined,
      editor: undefined,
    })
  })

  it('is omitted from a list, together with members that require it', () => {
    const post = read({ comments: ['fine', 'invalid', 'orphan', 'unknown'] })
    expect(post?.comments.map(({ id }) => id)).toEqual(['fine'])
  })

  it('makes the object that contains it undefined', () => {
    expect(read({ meta: { by: '1', at: 5 } })?.meta).toEqual({ by: User.fromJS(ada), at: 5 })
    expect(read({ meta: { by: '2', at: 5 } })?.meta).toBeUndefined()
  })
})

describe('a missing entity', () => {
  it('is undefined in its field, and makes nothing invalid', () => {
    expect(read({ author: '3', reviewer: '3', meta: { by: '3' } })).toMatchObject({
      id: 'p',
      author: undefined,
      reviewer: undefined,
      meta: { by: undefined },
    })
  })
})
