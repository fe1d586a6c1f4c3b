import {
  Collection,
  denormalize,
  Entity,
  normalize,
  type Schema,
  schema,
  Union,
  Values,
} from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { describe, expect, it, vi } from 'vitest'
import { createStore } from '../support/world'
import { roundTrip, row } from './rows'

class User extends Entity {
  id = ''
  readonly type = 'user'
  name = ''
  static override key = 'User'
}

class Group extends Entity {
  id = ''
  readonly type = 'group'
  members: readonly User[] = []
  static override key = 'Group'
  static override schema = { members: [User] }
}

const owner = new Union({ user: User, group: Group }, 'type')
const ada = { id: '1', type: 'user', name: 'Ada' } as const
const admins = { id: '1', type: 'group', members: [ada] }

describe('a Union', () => {
  it('stores each entity in its own table, with its kind in the result', () => {
    const { result, entities } = normalize([owner], [ada, admins])
    expect(result).toEqual([
      { id: '1', schema: 'user' },
      { id: '1', schema: 'group' },
    ])
    expect(Object.keys(entities)).toEqual(['User', 'Group'])
  })

  it('is read as an instance of the entity of its kind', () => {
    const [user, group] = roundTrip([owner], [ada, admins]) ?? []
    expect(user).toBeInstanceOf(User)
    expect(group).toBeInstanceOf(Group)
    expect(group).toMatchObject({ members: [User.fromJS(ada as never)] })
  })

  it('can select the kind by a function of the value, its parent and its field', () => {
    const seen: unknown[] = []
    const union = new Union({ user: User, group: Group }, (value: object, parent, key) => {
      seen.push([parent, key])
      return 'members' in value ? 'group' : 'user'
    })
    const response = { owner: { id: '5' } }
    expect(normalize({ owner: union }, response).result).toEqual({
      owner: { id: '5', schema: 'user' },
    })
    expect(seen).toEqual([[response, 'owner']])
  })

  it('can select the kind by numbers and booleans', () => {
    const union = new Union({ 1: User, true: Group }, 'kind')
    expect(normalize(union, { id: 'a', kind: 1 }).result).toEqual({ id: 'a', schema: '1' })
    expect(normalize(union, { id: 'a', kind: true }).result).toEqual({ id: 'a', schema: 'true' })
  })

  it('keeps null', () => {
    expect(normalize({ owner }, { owner: null }).result).toEqual({ owner: null })
    expect(denormalize({ owner }, { owner: null }, {})).toEqual({ owner: null })
  })

  it('is undefined or hides its parent like its entity', () => {
    const entities: PlainRows = { User: { 1: row(ada, true) } }
    class Page extends Entity {
      id = ''
      owner: User | Group | undefined = undefined
      static override key = 'Page'
      static override schema = { owner }
    }
    const page = { id: 'p', owner: { id: '1', schema: 'user' } }
    expect(denormalize(Page, page, entities)).toMatchObject({ id: 'p', owner: undefined })
    expect(denormalize([owner], [{ id: '1', schema: 'user' }, null], entities)).toEqual([null])
    expect(denormalize({ owner }, { owner: { id: '1', schema: 'user' } }, entities)).toBe(undefined)
    expect(denormalize({ owner }, { owner: { id: '9', schema: 'user' } }, entities)).toEqual({
      owner: undefined,
    })
    expect(denormalize(owner, { id: '1', schema: 'constructor' }, entities)).toBeUndefined()
  })

  it('creates instances from objects that were not stored, such as default values', () => {
    class Page extends Entity {
      id = ''
      owner: User | Group = User.fromJS({ name: 'Nobody' })
      static override key = 'Page'
      static override schema = { owner }
    }
    const page = denormalize(Page, { id: '1', owner: { type: 'user', name: 'Eve' } }, {})
    expect(page?.owner).toBeInstanceOf(User)
    expect(page?.owner).toMatchObject({ name: 'Eve' })
  })

  it('gives an object of an unknown kind unchanged, with a warning', () => {
    const odd = { name: 'Odd' }
    expect(denormalize(owner, odd, {})).toBe(odd)
    const [text] = vi.mocked(console.warn).mock.calls[0] as [string]
    expect(text).toBe(
      'A Union of User;Group cannot tell what an object is; it needs an object whose `type` is "user" or "group".',
    )
    vi.mocked(console.warn).mockClear()
  })
})

describe('a response for a Union', () => {
  it.each([
    ['an unknown kind', { id: '1', type: 'robot' }, 'found the string "robot"'],
    [
      'the name of an inherited property',
      { id: '1', type: 'constructor' },
      'found the string "constr',
    ],
    ['no kind', { id: '1' }, 'found an object'],
    ['a primary key', '1', 'found a string of length 1'],
    ['a list', [ada], 'found an array'],
  ])('with %s throws an error with the path', (_, value, found) => {
    const problem = 'response.owner: expected an object whose `type` is "user" or "group", '
    expect(() => normalize({ owner }, { owner: value })).toThrow(problem + found)
  })

  it('with an unknown kind from a function throws an error', () => {
    const union = new Union({ user: User }, () => 'robot')
    expect(() => normalize(union, { id: '1' })).toThrow(
      'User: expected an object for which schemaAttribute gives "user", found an object',
    )
  })

  it('throws an error with the path if the schemaAttribute function throws', () => {
    const union = new Union({ user: User }, (value: { kind: { name: string } }) => value.kind.name)
    expect(() => normalize({ owner: union }, { owner: { id: '1' } })).toThrow(/^response\.owner: /)
  })
})

describe('the constructor of Union throws an error', () => {
  const make = Union as unknown as new (...args: unknown[]) => unknown

  it.each([
    ['without a schemaAttribute', [{ user: User }], /needs a schemaAttribute as its second/],
    ['with an empty one', [{ user: User }, ''], /needs a schemaAttribute/],
    ['without entities', [undefined, 'type'], /takes entities by name.*Found undefined/],
    ['of a list', [[User], 'type'], /takes entities by name.*Found an array/],
    ['of a value that is not an entity', [{ user: {} }, 'type'], /Found an object for "user"/],
    ['of a class that was not there yet', [{ user: undefined }, 'type'], /undefined for "user"/],
  ])('%s', (_, args, text) => {
    expect(() => new make(...args)).toThrow(TypeError)
    expect(() => new make(...args)).toThrow(text)
  })
})

describe('a Union is found without a request', () => {
  function knowing() {
    const { controller } = createStore()
    controller.set([owner], [ada, { id: '2', type: 'group', members: [] }])
    return controller
  }

  it('by arguments that contain the kind', () => {
    const { get } = knowing()
    expect(get(owner, { type: 'user', id: '1' })).toBeInstanceOf(User)
    expect(get(owner, { type: 'group', id: '2' })).toBeInstanceOf(Group)
    expect(get(owner, { type: 'group', id: '1' })).toBeUndefined()
  })

  it('in the first table that has the primary key, if the arguments lack the kind', () => {
    const { get } = knowing()
    expect(get(owner, { id: '1' })).toBeInstanceOf(User)
    expect(get(owner, { id: '2' })).toBeInstanceOf(Group)
    expect(get(owner, '2')).toBeInstanceOf(Group)
    expect(get(owner, { id: '3' })).toBeUndefined()
    expect(get(owner, null)).toBeUndefined()
  })

  it('even if the schemaAttribute function throws for the arguments', () => {
    const { controller } = createStore()
    const union = new Union({ user: User }, (value: { kind: { name: string } }) => value.kind.name)
    controller.set(User, { id: '1' }, ada)
    expect(controller.get(union, { id: '1' })).toBeInstanceOf(User)
  })
})

describe('a map of entities inside another schema', () => {
  const map = { user: User, group: Group }
  const schemas: [string, Schema, unknown, unknown][] = [
    [
      'schema.Array',
      new schema.Array(map, 'type'),
      [ada, admins],
      [
        { id: '1', schema: 'user' },
        { id: '1', schema: 'group' },
      ],
    ],
    ['schema.Array of a Union', new schema.Array(owner), [ada], [{ id: '1', schema: 'user' }]],
    ['Values', new Values(map, 'type'), { a: ada }, { a: { id: '1', schema: 'user' } }],
    ['Values of a Union', new Values(owner), { a: ada }, { a: { id: '1', schema: 'user' } }],
  ]

  it.each(schemas)('is stored like a Union in %s', (_, kind, response, stored) => {
    expect(normalize(kind, response).result).toEqual(stored)
  })

  it('in a Collection contains each member once', () => {
    const list = new Collection([owner])
    expect(list.key).toBe('[User;Group]')
    const { entities } = normalize(list, [ada, admins, { ...ada, name: 'Ada L.' }])
    expect(entities['[User;Group]']?.['{}']?.data).toEqual([
      { id: '1', schema: 'user' },
      { id: '1', schema: 'group' },
    ])
    expect(new Collection(new schema.Array(map, 'type')).key).toBe('[User;Group]')
  })
})
