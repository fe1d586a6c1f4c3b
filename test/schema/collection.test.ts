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
  it('is kept as a row of its own, members as primary keys', () => {
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

  it('can be empty', () => {
    expect(roundTrip(users, [])).toEqual([])
  })

  it('has each member once, where it came first', () => {
    const { entities } = normalize(users, [ada, bob, { id: 1, name: 'Ada L.' }])
    expect(entities['[User]']?.['{}']?.data).toEqual(['1', '2'])
    expect(entities['User']?.['1']?.data).toMatchObject({ name: 'Ada L.' })
  })

  it('takes primary keys as members too', () => {
    expect(normalize(users, ['1', 2, bob]).entities['[User]']?.['{}']?.data).toEqual(['1', '2'])
  })

  it('replaces what was there', () => {
    const first = normalize(users, [ada, bob])
    const second = normalize(users, [bob], [], first.entities)
    expect(second.entities['[User]']?.['{}']?.data).toEqual(['2'])
  })
})

describe('a Collection that is given', () => {
  it.each([
    ['true', true, 'true'],
    ['an empty text', '', 'the string ""'],
    ['a list', [], 'an array'],
  ])('%s as a member is an error with the path', (_, member, found) => {
    expect(() => normalize(users, [ada, member])).toThrow(
      `[User][1]: expected an object or an id, found ${found}`,
    )
  })

  it.each([
    ['an object', { data: [ada] }, 'an object'],
    ['null', null, 'null'],
    ['text', 'x', 'a string of length 1'],
    ['a number', 5, 'a number'],
  ])('%s instead of a list is an error', (_, response, found) => {
    expect(() => normalize(users, response)).toThrow(
      expect.objectContaining({
        status: 400,
        path: '[User]',
        message: expect.stringMatching(new RegExp(`list.*found ${found}`)) as string,
      }),
    )
  })

  it('something else than a list deeper in a response says where', () => {
    expect(() => normalize({ data: { users } }, { data: { users: {} } })).toThrow(
      'response.data.users: expected a list, found an object',
    )
  })

  it('no list of one schema is an error when it is made', () => {
    const make = Collection as unknown as new (schema?: unknown) => unknown
    const says = /takes a list of one entity schema: new Collection\(\[User\]\)/
    expect(() => new make(User)).toThrow(says)
    expect(() => new make([])).toThrow(says)
    expect(() => new make([User, User])).toThrow(says)
    expect(() => new make([''])).toThrow(says)
    expect(() => new make()).toThrow(TypeError)
  })
})

describe('the row of a Collection', () => {
  it('is named by the first argument, its names sorted', () => {
    expect(rowOf(users, [{ z: 'a', b: 'c' }, { body: 1 }])).toBe('{"b":"c","z":"a"}')
    expect(rowOf(users, [])).toBe('{}')
    expect(rowOf(users, [{}])).toBe('{}')
    expect(rowOf(users, ['text'])).toBe('{}')
  })

  it('has numbers and booleans as text, and no undefined', () => {
    expect(rowOf(users, [{ page: 1, done: true, none: undefined, no: null }])).toBe(
      '{"done":"true","no":null,"page":"1"}',
    )
    expect(rowOf(users, [{ page: '1' }])).toBe(rowOf(users, [{ page: 1 }]))
  })

  it('is named by `argsKey`, where it has one', () => {
    const byGroup = new Collection([User], {
      argsKey: ({ group }: { group: string }, page: number) => ({ page, group }),
    })
    expect(rowOf(byGroup, [{ group: 'a', other: 'x' }, 2])).toBe('{"group":"a","page":"2"}')
  })

  it('does not change the arguments, nor what `argsKey` gave', () => {
    const args = Object.freeze({ page: 1 })
    expect(rowOf(users, [args])).toBe('{"page":"1"}')
    const key = Object.freeze({ page: 1 })
    expect(rowOf(new Collection([User], { argsKey: () => key }), [])).toBe('{"page":"1"}')
  })

  it.each(['__proto__', 'constructor', 'toString'])('can be named by %s', (name) => {
    const args = JSON.parse(`{"${name}": "x"}`) as object
    expect(rowOf(users, [args])).toBe(`{"${name}":"x"}`)
    expect(roundTrip(users, [ada], [args])).toHaveLength(1)
  })
})
