import {
  Collection,
  Entity,
  EntityMixin,
  Invalidate,
  normalize,
  resource,
  validateRequired,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { said } from '../support/said'
import { roundTrip } from './rows'

class Person {
  id = ''
  name = ''
  get shout(): string {
    return this.name.toUpperCase()
  }
  static greeting = 'Hello'
}

class PersonEntity extends EntityMixin(Person) {
  static override key = 'PersonEntity'
}

const ada = { id: '1', name: 'Ada' }

describe('EntityMixin', () => {
  it('creates an entity from a class, which it extends', () => {
    const person = roundTrip(PersonEntity, ada)
    expect(person).toBeInstanceOf(Person)
    expect(person).toBeInstanceOf(PersonEntity)
    expect(person?.shout).toBe('ADA')
    expect(PersonEntity.greeting).toBe('Hello')
    expect(PersonEntity.fromJS({ name: 'x' }).shout).toBe('X')
    expect(Object.hasOwn(Person, 'normalize')).toBe(false)
    expect('pk' in Person.prototype).toBe(false)
  })

  it('has the key of the final class, or of the base class', () => {
    class Named extends EntityMixin(Person) {}
    expect(Named.key).toBe('Named')
    expect(EntityMixin(Person).key).toBe('Person')
    const nameless = EntityMixin(
      class {
        id = ''
      },
    )
    expect(() => nameless.key).toThrow('must define `static key`')
  })

  it('accepts key, schema and other static members as options', () => {
    class Post {
      id = ''
      author = new Person()
    }
    class PostEntity extends EntityMixin(Post, {
      key: 'Post',
      schema: { author: PersonEntity },
      process: (input: object) => ({ ...input, seen: true }),
    }) {}
    expect(PostEntity.key).toBe('Post')
    expect(roundTrip(PostEntity, { id: '5', author: ada })).toMatchObject({
      author: PersonEntity.fromJS(ada),
      seen: true,
    })
  })

  it('gives static members of the final class precedence over options, base and defaults', () => {
    class Base {
      id = ''
      static key = 'Base'
      static validate(data: object) {
        return validateRequired(data, { name: '' })
      }
    }
    const Inherited = EntityMixin(Base)
    const Keyed = EntityMixin(Base, { key: 'Keyed' })
    class Final extends EntityMixin(Base, { key: 'Keyed' }) {
      static override key = 'Final'
    }
    expect([Inherited.key, Keyed.key, Final.key]).toEqual(['Base', 'Keyed', 'Final'])
    expect(() => normalize(Final, { id: '1' })).toThrow('Missing key name')
  })

  it('accepts the primary key as a field name or a function', () => {
    class Named {
      name = ''
    }
    const seen: unknown[] = []
    const byField = EntityMixin(Named, { pk: 'name', key: 'Named' })
    const byFunction = EntityMixin(Named, {
      key: 'Named',
      pk: ({ name }, ...rest) => {
        seen.push(rest)
        return `pk-${name}`
      },
    })
    expect(normalize(byField, ada).result).toBe('Ada')
    expect(normalize({ user: byFunction }, { user: ada }, ['arg']).result).toEqual({
      user: 'pk-Ada',
    })
    expect(seen).toEqual([[{ user: ada }, 'user', ['arg']]])
  })

  it('uses pk() of the base class', () => {
    class Own {
      slug = ''
      pk() {
        return `own-${this.slug}`
      }
    }
    expect(normalize(EntityMixin(Own, { key: 'Own' }), { slug: 'x' }).result).toBe('own-x')
  })

  it('throws an error for a response without a primary key', () => {
    expect(() => normalize(PersonEntity, { name: 'Ada' })).toThrow(
      'a primary key for PersonEntity (`id` is undefined',
    )
    expect(() => normalize(PersonEntity, [ada])).toThrow('expected an object or an id')
  })

  it('is accepted wherever an entity is', () => {
    expect(new Collection([PersonEntity]).key).toBe('[PersonEntity]')
    expect(normalize(new Invalidate(PersonEntity), '5').result).toBe('5')
    expect(resource({ path: '/people/:id', schema: PersonEntity }).get.name).toBe(
      'PersonEntity.get',
    )
  })

  it('throws an error if two of them have the same name', () => {
    const One = EntityMixin(class Same extends Person {})
    const Other = EntityMixin(class Same extends Person {})
    const schema = { one: One, other: Other }
    expect(() => normalize(schema, { one: ada, other: ada })).toThrow('two schemas are called Same')
    expect(said()).toEqual([])
    const shared = {
      one: EntityMixin(Person, { key: 'P' }),
      other: EntityMixin(Person, { key: 'P' }),
    }
    expect(() => normalize(shared, { one: ada, other: ada })).not.toThrow()
    class Below extends EntityMixin(Person) {
      static override key = 'P'
    }
    expect(Below.hasOwnKey).toBe(true)
    expect(EntityMixin(Person).hasOwnKey).toBe(false)
  })

  it('throws an error without a class', () => {
    const make = EntityMixin as unknown as (base?: unknown) => unknown
    expect(() => make()).toThrow('EntityMixin() takes a class; found undefined')
  })
})

describe('validateRequired', () => {
  it('returns a message with the first missing field', () => {
    expect(validateRequired({ id: '1' }, { id: '', name: '', age: 0 })).toBe('Missing key name')
    expect(validateRequired({ id: '1', name: undefined }, { id: '', name: '' })).toBeUndefined()
    expect(validateRequired({}, { toString: '' })).toBe('Missing key toString')
  })

  it('makes a response with a missing field throw an error', () => {
    class Strict extends Entity {
      id = ''
      name = ''
      static override key = 'Strict'
      static override validate(data: object) {
        return validateRequired(data, this.fromJS())
      }
    }
    expect(() => normalize(Strict, { id: '1' })).toThrow(
      'Strict: expected valid data (Missing key name)',
    )
  })
})
