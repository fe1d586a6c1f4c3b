import { Collection, Entity, normalize } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { roundTrip } from './rows'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const users = new Collection([User])
const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }

/** The names of the rows that a list of these arguments is kept under. */
function rowOf(collection: Collection<readonly [typeof User]>, args: readonly unknown[]): unknown {
  return normalize(collection, [], args).result
}

describe('a Collection', () => {
  it('is stored as a row with the primary keys of its members', () => {
    const { result, entities } = normalize(users, [ada, bob], [{ team: 'a' }])
    expect(result).toBe('{"team":"a"}')
    expect(entities['[User]']?.['{"team":"a"}']?.data).toEqual(['1', '2'])
    expect(Object.keys(entities['User'] ?? {})).toEqual(['1', '2'])
  })

  it('is read as a list of entities', () => {
    const list = roundTrip(users, [ada, bob])
    expect(list).toEqual([User.fromJS(ada), User.fromJS(bob)])
    expect(list?.[0]).toBeInstanceOf(User)
  })

  it('may be empty', () => {
    expect(roundTrip(users, [])).toEqual([])
  })

  it('contains each member once, at its first position', () => {
    const { entities } = normalize(users, [ada, bob, { id: 1, name: 'Ada L.' }])
    expect(entities['[User]']?.['{}']?.data).toEqual(['1', '2'])
    expect(entities['User']?.['1']?.data).toMatchObject({ name: 'Ada L.' })
  })

  it('accepts primary keys as members', () => {
    expect(normalize(users, ['1', 2, bob]).entities['[User]']?.['{}']?.data).toEqual(['1', '2'])
  })

  it('is replaced by a later response', () => {
    const first = normalize(users, [ada, bob])
    const second = normalize(users, [bob], [], first.entities)
    expect(second.entities['[User]']?.['{}']?.data).toEqual(['2'])
  })
})

describe('a response for a Collection', () => {
  it.each([
    ['true', true, 'true'],
    ['an empty text', '', 'the string ""'],
    ['a list', [], 'an array'],
  ])('with %s as a member throws an error with the path', (_, member, found) => {
    expect(() => normalize(users, [ada, member])).toThrow(
      `[User][1]: expected an object or an id, found ${found}`,
    )
  })

  it.each([
    ['an object', { data: [ada] }, 'an object'],
    ['null', null, 'null'],
    ['text', 'x', 'a string of length 1'],
    ['a number', 5, 'a number'],
  ])('with %s in place of the list throws an error', (_, response, found) => {
    expect(() => normalize(users, response)).toThrow(
      expect.objectContaining({
        code: 'INVALID_RESPONSE',
        path: '[User]',
        message: expect.stringMatching(new RegExp(`list.*found ${found}`)) as string,
      }),
    )
  })

  it('with an object in place of a nested list throws an error with the path', () => {
    expect(() => normalize({ data: { users } }, { data: { users: {} } })).toThrow(
      'response.data.users: expected a list, found an object',
    )
  })

  it('cannot exist, as the constructor throws an error without a list of one schema', () => {
    const make = Collection as unknown as new (schema?: unknown) => unknown
    const says = /takes a list of one entity schema: new Collection\(\[User\]\)/
    expect(() => new make(User)).toThrow(says)
    expect(() => new make([])).toThrow(says)
    expect(() => new make([User, User])).toThrow(says)
    expect(() => new make([''])).toThrow(says)
    expect(() => new make()).toThrow(TypeError)
  })
})

describe('the primary key of a Collection row', () => {
  it('is all arguments, with sorted names', () => {
    expect(rowOf(users, [{ z: 'a', b: 'c' }])).toBe('{"b":"c","z":"a"}')
    expect(rowOf(users, [{ z: 'a', b: 'c' }, { body: 1 }])).toBe('[{"b":"c","z":"a"},{"body":"1"}]')
    expect(rowOf(users, ['web', 2, undefined])).toBe('["web","2"]')
    expect(rowOf(users, [])).toBe('{}')
    expect(rowOf(users, [{}])).toBe('{}')
    expect(rowOf(users, ['text'])).toBe('["text"]')
  })

  it('contains numbers and booleans as text, and no undefined', () => {
    expect(rowOf(users, [{ page: 1, done: true, none: undefined, no: null }])).toBe(
      '{"done":"true","no":null,"page":"1"}',
    )
    expect(rowOf(users, [{ page: '1' }])).toBe(rowOf(users, [{ page: 1 }]))
  })

  it('is the result of `argsKey` if given', () => {
    const byGroup = new Collection([User], {
      argsKey: ({ group }: { group: string }, page: number) => ({ page, group }),
    })
    expect(rowOf(byGroup, [{ group: 'a', other: 'x' }, 2])).toBe('{"group":"a","page":"2"}')
  })

  it('is computed without mutating the arguments or the result of `argsKey`', () => {
    const args = Object.freeze({ page: 1 })
    expect(rowOf(users, [args])).toBe('{"page":"1"}')
    const key = Object.freeze({ page: 1 })
    expect(rowOf(new Collection([User], { argsKey: () => key }), [])).toBe('{"page":"1"}')
  })

  it.each(['__proto__', 'constructor', 'toString'])('may contain the name %s', (name) => {
    const args = JSON.parse(`{"${name}": "x"}`) as object
    expect(rowOf(users, [args])).toBe(`{"${name}":"x"}`)
    expect(roundTrip(users, [ada], [args])).toHaveLength(1)
  })
})
