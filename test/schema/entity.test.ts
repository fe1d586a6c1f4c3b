import { denormalize, Entity, EntityMixin, normalize, validateRequired } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { roundTrip, row } from './rows'

class User extends Entity {
  id = ''
  first = 'nobody'
  last = ''
  tags: readonly string[] = []
  static override key = 'User'

  get name(): string {
    return `${this.first} ${this.last}`.trim()
  }

  greet(): string {
    return `Hello ${this.name}`
  }
}

describe('an entity that is read', () => {
  const ada = roundTrip(User, { id: '1', last: 'Lovelace', extra: { deep: true } }) as User

  it('is an instance of its class with getters and methods', () => {
    expect(ada).toBeInstanceOf(User)
    expect(ada.name).toBe('nobody Lovelace')
    expect(ada.greet()).toBe('Hello nobody Lovelace')
  })

  it('has the defaults of absent fields, and undeclared fields', () => {
    expect(ada).toMatchObject({ first: 'nobody', tags: [], extra: { deep: true } })
  })

  it('is frozen in development', () => {
    expect(() => Object.assign(ada, { last: 'Byron' })).toThrow(TypeError)
  })

  it('has the defaults of its own class', () => {
    class Admin extends User {
      override first = 'root'
      rights: readonly string[] = ['all']
    }
    expect(User.defaults).toBeInstanceOf(User)
    expect(User.defaults).toEqual(new User())
    expect(User.defaults).toBe(User.defaults)
    expect(Admin.defaults).toEqual(new Admin())
    expect(User.defaults).not.toBe(Admin.defaults)
    expect(() => Object.assign(User.defaults as User, { last: 'Byron' })).toThrow(TypeError)
  })

  it('can require all fields with validateRequired', () => {
    class Strict extends Entity {
      id = ''
      title = ''
      tags = ['a']
      static override key = 'Strict'
      static override schema = { tags: [String] }
      static override validate(data: object) {
        return validateRequired(data, this.defaults as object)
      }
    }
    expect(Strict.createIfValid({ id: '1', title: 'x', tags: [] })).toBeInstanceOf(Strict)
    expect(Strict.createIfValid({ id: '1', tags: [] })).toBeUndefined()
    class Plain {
      id = ''
      count = 3
    }
    class PlainEntity extends EntityMixin(Plain, { key: 'PlainEntity' }) {}
    expect(PlainEntity.defaults).toMatchObject({ id: '', count: 3 })
    expect(PlainEntity.defaults).toBeInstanceOf(PlainEntity)
  })

  it('has null if the response has null, instead of the default', () => {
    expect((roundTrip(User, { id: '1', first: null }) as User).first).toBeNull()
  })

  it('keeps the getters of the class if the response has a field of that name', () => {
    const user = roundTrip(User, { id: '1', name: 'from the response', last: 'x' })
    expect((user as User).name).toBe('nobody x')
  })

  it('may have fields that are named like methods', () => {
    const response = { id: '1', pk: 'odd', toJSON: 1, constructor: 'odd', validate: true }
    const { entities } = normalize(User, response)
    expect(entities['User']?.['1']?.data).toEqual(response)
    expect(denormalize(User, '1', entities)).toMatchObject({ validate: true })
  })

  it('is stored as plain data without defaults', () => {
    const { entities } = normalize(User, { id: '1' })
    expect(entities['User']?.['1']?.data).toEqual({ id: '1' })
  })
})

describe('Entity.fromJS', () => {
  it('creates an instance with defaults', () => {
    expect(User.fromJS()).toBeInstanceOf(User)
    expect(User.fromJS({ id: '1', last: 'L' })).toMatchObject({ first: 'nobody', name: 'nobody L' })
  })

  it('keeps an explicit undefined', () => {
    const props = { first: undefined } as unknown as Partial<User>
    expect(User.fromJS(props).first).toBeUndefined()
  })

  it('keeps undeclared fields', () => {
    expect(User.fromJS({ nick: 'x' } as Partial<User>)).toMatchObject({ nick: 'x' })
  })

  it('creates a new instance at each call', () => {
    expect(User.fromJS()).not.toBe(User.fromJS())
    expect(User.fromJS().tags).not.toBe(User.fromJS().tags)
  })
})

describe('toJSON of an entity', () => {
  it('gives plain data without getters', () => {
    const json = User.fromJS({ id: '1' }).toJSON()
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
    expect(json).toEqual({ id: '1', first: 'nobody', last: '', tags: [] })
    expect(JSON.parse(JSON.stringify(User.fromJS({ id: '1' })))).toEqual(json)
  })

  it('allows writing a changed instance back', () => {
    const first = normalize(User, { id: '1', last: 'L' })
    const read = denormalize(User, '1', first.entities) as User
    const changed = normalize(User, User.fromJS({ ...read, last: 'B' }), [], first.entities)
    expect(changed.entities['User']?.['1']?.data).toEqual({
      id: '1',
      first: 'nobody',
      last: 'B',
      tags: [],
    })
  })

  it('allows writing an instance with nested entities back unchanged', () => {
    class Post extends Entity {
      id = ''
      author = User.fromJS()
      at = new Date(0)
      static override key = 'Post'
      static override schema = { author: User, at: Date }
    }
    const response = { id: 'p', author: { id: '1', last: 'L' }, at: '2020-01-01T00:00:00.000Z' }
    const first = normalize(Post, response)
    const post = denormalize(Post, 'p', first.entities) as Post
    const again = normalize(Post, post)
    expect(again.entities['Post']?.['p']?.data).toEqual(first.entities['Post']?.['p']?.data)
    expect(again.entities['User']?.['1']?.data).toMatchObject({ id: '1', last: 'L' })
    expect(denormalize(Post, 'p', again.entities)).toEqual(post)
  })
})

describe('the validate method of an entity', () => {
  class Account extends Entity {
    id = ''
    static override key = 'Account'
    static override validate(data: { readonly balance?: unknown }) {
      return typeof data.balance === 'number' ? undefined : 'balance must be a number'
    }
  }

  it('that returns a text makes a response throw an error with the path', () => {
    expect(() => normalize({ all: [Account] }, { all: [{ id: '1', balance: 'x' }] })).toThrow(
      expect.objectContaining({
        code: 'INVALID_RESPONSE',
        path: 'response.all[0]',
        message: expect.stringContaining('balance must be a number') as string,
      }),
    )
  })

  it('that returns a text for stored data hides the entity', () => {
    const entities = { Account: { 1: row({ id: '1' }), 2: row({ id: '2', balance: 5 }) } }
    expect(denormalize(Account, '1', entities)).toBeUndefined()
    expect(denormalize([Account], ['1', '2'], entities)).toHaveLength(1)
  })

  it('that returns nothing accepts the data', () => {
    expect(roundTrip(Account, { id: '1', balance: 5 })).toMatchObject({ balance: 5 })
  })
})

describe('the process method of an entity', () => {
  it('changes the data before it is stored, and is called with parent, key and arguments', () => {
    const seen: unknown[] = []
    class Upper extends User {
      static override key = 'Upper'
      static override process(
        input: { last: string },
        parent: unknown,
        key: string,
        args: readonly unknown[],
      ) {
        seen.push(parent, key, args)
        return { ...input, last: input.last.toUpperCase() }
      }
    }
    const response = { owner: { id: '1', last: 'x' } }
    expect(roundTrip({ owner: Upper }, response, ['arg'])).toMatchObject({ owner: { last: 'X' } })
    expect(seen).toEqual([response, 'owner', ['arg']])
    expect(response.owner.last).toBe('x')
  })

  it('that returns undefined invalidates the row', () => {
    class Removable extends User {
      static override key = 'Removable'
      static override process(input: { readonly deleted?: boolean }) {
        return input.deleted ? undefined : { ...input }
      }
    }
    const stored = normalize(Removable, { id: '1', last: 'L' })
    const { result, entities } = normalize(
      [Removable],
      [{ id: '1', deleted: true }, { id: '2' }],
      [],
      stored.entities,
    )
    expect(result).toEqual(['1', '2'])
    expect(entities['Removable']?.['1']).toMatchObject({ invalid: true, data: { last: 'L' } })
    expect(denormalize([Removable], result, entities)).toHaveLength(1)
  })
})
