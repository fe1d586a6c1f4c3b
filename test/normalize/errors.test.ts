import { Collection, Entity, normalize, type Schema } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

class User extends Entity {
  id = ''
  static override key = 'User'
}

class Comment extends Entity {
  id = ''
  author: User | undefined = undefined
  static override key = 'Comment'
  static override schema = { author: User }
}

class Post extends Entity {
  id = ''
  author: User | undefined = undefined
  comments: readonly Comment[] = []
  meta: object = {}
  static override key = 'Post'
  static override schema = { author: User, comments: [Comment], meta: { by: User } }
}

function errorOf(schema: Schema, response: unknown): unknown {
  try {
    return normalize(schema, response)
  } catch (error) {
    return error
  }
}

const fine = { id: '1' }

describe('a response that does not fit its schema', () => {
  const misfits: [schema: Schema, response: unknown, message: string][] = [
    [Post, [fine], 'Post: expected an object or an id, found an array'],
    [Post, 'text', 'Post: expected an object …, found a string of length 4'],
    [Post, 5, 'Post: expected an object …, found a number'],
    [Post, true, 'Post: expected an object …, found true'],
    [Post, null, 'Post: expected an object …, found null'],
    [Post, undefined, 'Post: expected an object …, found undefined'],
    [[Post], 'text', '[Post]: expected … a list, found a string of length 4'],
    [[Post], [[fine]], '[Post][0]: expected an object or an id, found an array'],
    [[Post], [fine, false], '[Post][1]: expected an object or an id, found false'],
    [Post, { id: '1', author: true }, 'Post.author: expected an object or an id, found true'],
    [
      Post,
      { id: '1', comments: [fine, fine, fine, { id: '4', author: true }] },
      'Post.comments[3].author: expected an object or an id, found true',
    ],
    [
      Post,
      { id: '1', meta: { by: [] } },
      'Post.meta.by: expected an object or an id, found an array',
    ],
    [Post, { id: '1', meta: [] }, 'Post.meta: expected an object, found an array'],
    [Post, { id: '1', meta: 'x' }, 'Post.meta: expected an object, found a string of length 1'],
    [Post, { id: '1', comments: 5 }, 'Post.comments: expected a list, found a number'],
    [{ posts: [Post] }, [], 'response: expected an object, found an array'],
    [
      { posts: [Post] },
      { posts: 'x' },
      'response.posts: expected a list, found a string of length 1',
    ],
    [
      { 'odd key': { '1': User } },
      { 'odd key': { '1': true } },
      'response["odd key"]["1"]: expected an object or an id, found true',
    ],
    [
      new Collection([Post]),
      [fine, 'x', true],
      '[Post][2]: expected an object or an id, found true',
    ],
    [
      new Collection([Post]).push,
      [fine, true],
      '[Post][1]: expected an object or an id, found true',
    ],
  ]

  // `%c` prints nothing in place of the schema.
  it.each(misfits)(
    '%cthrows a SchemaError for %o with the message "%s"',
    (schema, response, says) => {
      const error = errorOf(schema, response) as Error
      const path = says.slice(0, says.indexOf(': '))
      expect(error).toBeInstanceOf(Error)
      expect(error).toMatchObject({ name: 'SchemaError', code: 'INVALID_RESPONSE', path })
      // `…` stands for any words.
      const words = says
        .split('…')
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      expect(error.message).toMatch(new RegExp(`^${words.join('.*')}$`))
    },
  )

  it('throws an error if an array schema has more than one member', () => {
    expect(() => normalize([User, Post], [fine])).toThrow(/list schema has one member.*has 2/)
  })
})

describe('a value that is not JSON', () => {
  class Money {
    readonly cents = 5
  }
  const unsayable: [what: string, value: unknown, found: string][] = [
    ['a function', () => 1, 'a function'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a bigint', 5n, 'the bigint 5'],
    ['NaN', Number.NaN, 'NaN'],
    ['Infinity', Number.POSITIVE_INFINITY, 'Infinity'],
    ['a class instance', new Money(), 'a Money'],
    ['a Map', new Map(), 'a Map'],
  ]

  it.each(unsayable)('throws a SchemaError with its path: %s', (_, value, found) => {
    const response = { ok: 1, posts: [{ id: '1', deep: { list: [0, value] } }] }
    const error = errorOf({ posts: [Post] }, response)
    expect(error).toMatchObject({
      name: 'SchemaError',
      code: 'INVALID_RESPONSE',
      path: 'response.posts[0].deep.list[1]',
    })
    expect(String(error)).toContain(`${found} cannot be kept as plain data`)
    expect(errorOf(undefined, value)).toMatchObject({ code: 'INVALID_RESPONSE', path: 'response' })
    expect(errorOf(undefined, { a: [value] })).toMatchObject({ path: 'response.a[0]' })
  })

  it('throws a SchemaError if it is circular', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(errorOf(Post, { id: '1', cycle })).toMatchObject({
      name: 'SchemaError',
      code: 'INVALID_RESPONSE',
    })
    expect(String(errorOf(Post, { id: '1', cycle }))).toMatch(/circular/i)
  })

  it('throws a SchemaError if it is circular in an object schema', () => {
    const cycle: { child?: unknown } = {}
    cycle.child = cycle
    const schema: { child?: Schema } = {}
    schema.child = schema as Schema
    expect(errorOf(schema as Schema, cycle)).toMatchObject({
      name: 'SchemaError',
      code: 'INVALID_RESPONSE',
    })
  })
})

describe('an error of user code', () => {
  const boom = new RangeError('boom')
  const fail = (): never => {
    throw boom
  }
  class Thrower extends Entity {
    id = ''
    static override key = 'Thrower'
  }
  const response = { all: [{ id: '1' }, { id: '1' }] }

  it.each([
    [
      'process',
      class extends Thrower {
        static override process = fail
      },
    ],
    [
      'validate',
      class extends Thrower {
        static override validate = fail
      },
    ],
    [
      'pk',
      class extends Thrower {
        override pk() {
          return fail()
        }
      },
    ],
  ])('in %s becomes a SchemaError with the path and the cause', (_, schema) => {
    const error = errorOf({ all: [schema] }, response)
    expect(error).toMatchObject({
      name: 'SchemaError',
      code: 'INVALID_RESPONSE',
      path: 'response.all[0]',
      message: 'response.all[0]: boom',
    })
    expect((error as Error).cause).toBe(boom)
  })

  it('in merge becomes a SchemaError, within one response and with stored data', () => {
    class Merging extends Thrower {
      static override merge = fail
    }
    expect(errorOf({ all: [Merging] }, response)).toMatchObject({
      name: 'SchemaError',
      code: 'INVALID_RESPONSE',
      message: expect.stringMatching(/^response.*boom$/) as string,
      cause: boom,
    })
    const { entities } = normalize(Merging, { id: '1' })
    expect(() => normalize(Merging, { id: '1', a: 1 }, [], entities)).toThrow(
      expect.objectContaining({ name: 'SchemaError', code: 'INVALID_RESPONSE', cause: boom }),
    )
  })

  it('in argsKey becomes a SchemaError', () => {
    expect(errorOf(new Collection([User], { argsKey: fail }), [])).toMatchObject({
      name: 'SchemaError',
      cause: boom,
    })
  })

  it('may be any thrown value', () => {
    class Odd extends Thrower {
      static override process(): never {
        // oxlint-disable-next-line no-throw-literal, only-throw-error
        throw 'just text'
      }
    }
    expect(errorOf(Odd, { id: '1' })).toMatchObject({
      name: 'SchemaError',
      message: 'Thrower: a string of length 9',
    })
  })

  it.each([
    ['JSON.parse', (text: string) => JSON.parse(text) as object],
    ['BigInt', (text: string) => ({ id: BigInt(text) })],
  ])('in the SchemaError does not show the response text of a native error: %s', (_, read) => {
    class Odd extends Thrower {
      static override process(input: { text: string }): never {
        return read(input.text) as never
      }
    }
    expect(errorOf(Odd, { text: '4111 1111' })).toMatchObject({
      name: 'SchemaError',
      message: 'Thrower: a SyntaxError, whose text may show data',
      cause: { name: 'SyntaxError' },
    })
  })
})
