import { denormalize, Entity, normalize, type Schema, schema, Values } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { roundTrip, row } from './rows'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const users = { 1: row(ada), 2: row(bob, true) }

describe('a Values schema', () => {
  const byRole = new Values(User)

  it('accepts an object with any keys', () => {
    const { result, entities } = normalize(byRole, { owner: ada, guest: bob })
    expect(result).toEqual({ owner: '1', guest: '2' })
    expect(Object.keys(entities['User'] ?? {})).toEqual(['1', '2'])
    expect(roundTrip(byRole, { owner: ada })).toEqual({ owner: User.fromJS(ada) })
  })

  it('omits null, missing and invalid entities', () => {
    expect(normalize(byRole, { owner: ada, none: null, never: undefined }).result).toEqual({
      owner: '1',
    })
    const stored = { owner: '1', gone: '2', unknown: '3', empty: '', none: null }
    expect(denormalize(byRole, stored, { User: users })).toEqual({ owner: User.fromJS(ada) })
  })

  it('keeps the results of a converter, even 0 and ""', () => {
    expect(roundTrip(new Values(Number), { a: '0', b: '5' })).toEqual({ a: 0, b: 5 })
    expect(roundTrip(new Values(''), { a: '' })).toEqual({ a: '' })
  })

  it('passes the object as parent, and the key, to its members', () => {
    class Named extends Entity {
      static override key = 'Named'
      override pk(_parent?: unknown, key?: string) {
        return key
      }
    }
    expect(normalize(new Values(Named), { a: {}, b: {} }).result).toEqual({ a: 'a', b: 'b' })
  })

  it.each(['__proto__', 'constructor', 'toString'])('accepts the key %s', (key) => {
    const response = JSON.parse(`{"${key}": {"id": "1"}}`) as object
    const { result, entities } = normalize(byRole, response)
    expect(Object.entries(result as object)).toEqual([[key, '1']])
    const read = denormalize(byRole, result, entities) as object
    expect(Object.keys(read)).toEqual([key])
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })

  it.each([
    ['a list', [ada], 'an array'],
    ['null', null, 'null'],
  ])('throws an error for %s', (_, response, found) => {
    expect(() => normalize(byRole, response)).toThrow(
      new RegExp(`expected an object.*, found ${found}`),
    )
  })

  it('throws an error with the path of an invalid member', () => {
    expect(() => normalize({ roles: byRole }, { roles: { 'the owner': true } })).toThrow(
      'response.roles["the owner"]: expected an object or an id, found true',
    )
  })

  it('throws an error when constructed without a schema', () => {
    const make = Values as unknown as new () => unknown
    expect(() => new make()).toThrow('new Values() takes the schema of its members')
  })
})

const lists: [string, Schema][] = [
  ['[User]', [User]],
  ['schema.Array', new schema.Array(User)],
]

describe.each(lists)('%s', (_, list) => {
  it('gives a list of entities', () => {
    expect(normalize(list, [ada, '2', 3]).result).toEqual(['1', '2', '3'])
    expect(roundTrip(list, [ada])).toEqual([User.fromJS(ada)])
  })

  it('keeps null, and omits missing and invalid entities', () => {
    expect(normalize(list, [ada, null, undefined]).result).toEqual(['1', null, null])
    expect(denormalize(list, ['1', null, '2', '3'], { User: users })).toEqual([
      User.fromJS(ada),
      null,
    ])
  })

  it('accepts an object in place of a list', () => {
    expect(normalize(list, { a: ada, b: bob }).result).toEqual(['1', '2'])
  })

  it('stores null for holes', () => {
    // oxlint-disable-next-line no-sparse-arrays
    expect(normalize(new schema.Array(User), [ada, , bob]).result).toEqual(['1', null, '2'])
  })

  it('gives a stored value that is not a list unchanged', () => {
    class Team extends Entity {
      id = ''
      users: unknown = undefined
      static override key = 'Team'
      static override schema = { users: list }
    }
    expect(denormalize(Team, { id: 't', users: 'all' }, {})).toMatchObject({ users: 'all' })
  })

  it('throws an error for a string', () => {
    expect(() => normalize({ users: list }, { users: 'all' })).toThrow(
      'response.users: expected a list, found a string of length 3',
    )
  })
})

describe('schema.Array', () => {
  it('passes its own parent and field name to its members', () => {
    const seen: unknown[] = []
    class Seen extends Entity {
      static override key = 'Seen'
      override pk(parent?: unknown, key?: string) {
        seen.push([parent, key])
        return 'x'
      }
    }
    const response = { all: [{}] }
    normalize({ all: new schema.Array(Seen) }, response)
    expect(seen).toEqual([[response, 'all']])
  })

  it('throws an error when constructed without a schema', () => {
    const make = schema.Array as unknown as new () => unknown
    expect(() => new make()).toThrow('new schema.Array() takes the schema of its members')
  })
})

const objects: [string, Schema][] = [
  ['{ … }', { owner: User, next: '', users: [User] }],
  ['schema.Object', new schema.Object({ owner: User, next: '', users: [User] })],
]

describe.each(objects)('%s', (_, object) => {
  it('gives an object with its declared fields, and keeps others', () => {
    const response = { owner: ada, next: 'b', total: 5, none: null, never: undefined }
    const { result } = normalize(object, response)
    expect(result).toEqual({ owner: '1', next: 'b', total: 5, none: null })
    expect(result).not.toHaveProperty('never')
    expect(roundTrip(object, response)).toEqual({
      owner: User.fromJS(ada),
      next: 'b',
      total: 5,
      none: null,
    })
  })

  it('is undefined if a field is invalid, and has undefined for a missing entity', () => {
    expect(denormalize(object, { owner: '2' }, { User: users })).toBeUndefined()
    expect(denormalize(object, { owner: '3' }, { User: users })).toEqual({ owner: undefined })
    const list = [{ owner: '1' }, { owner: '2' }, { owner: '3' }]
    expect(denormalize([object], list, { User: users })).toEqual([
      { owner: User.fromJS(ada) },
      { owner: undefined },
    ])
  })

  it('throws an error for a list', () => {
    expect(() => normalize({ page: object }, { page: [] })).toThrow(
      'response.page: expected an object, found an array',
    )
  })
})

describe('schema.Object', () => {
  it('can be defined recursively with `define`', () => {
    const node = new schema.Object({ user: User })
    node.define({ next: node })
    const response = { user: ada, next: { user: bob, next: null } }
    expect(normalize(node, response).result).toEqual({ user: '1', next: { user: '2', next: null } })
    expect(roundTrip(node, response)).toEqual({
      user: User.fromJS(ada),
      next: { user: User.fromJS(bob), next: null },
    })
  })

  it('throws an error for a null response, and when constructed with a list', () => {
    const node = new schema.Object({ user: User })
    expect(() => normalize(node, null)).toThrow('expected an object or a list, found null')
    const make = schema.Object as unknown as new (fields: unknown) => unknown
    expect(() => new make([User])).toThrow('A schema.Object is made of fields')
  })
})
