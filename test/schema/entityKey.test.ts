import { Collection, Endpoint, Entity, normalize } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { said } from '../support/said'
import { createStore } from '../support/world'

class Named extends Entity {
  id = ''
}

class Keyed extends Entity {
  id = ''
  static override key = 'keyed-table'
}

describe('the key of an entity class', () => {
  it('is the class name, or `static key`', () => {
    expect(Named.key).toBe('Named')
    expect(Keyed.key).toBe('keyed-table')
    expect(Object.keys(normalize([Keyed], [{ id: 1 }]).entities)).toEqual(['keyed-table'])
  })

  it('of a subclass is its own name unless it inherits an explicit key', () => {
    class Special extends Named {}
    class AlsoKeyed extends Keyed {}
    expect(Special.key).toBe('Special')
    expect(Named.key).toBe('Named')
    expect(AlsoKeyed.key).toBe('keyed-table')
  })

  it('may be a getter, or assigned later', () => {
    class Computed extends Entity {
      static override get key() {
        return 'computed'
      }
    }
    class Later extends Entity {}
    Later.key = 'later'
    expect(Computed.key).toBe('computed')
    expect(Later.key).toBe('later')
    expect(Named.key).toBe('Named')
  })

  it('of a class without a name throws an error that names `static key`', () => {
    const nameless = () => class extends Entity {}
    expect(() => nameless().key).toThrow(/class without a name must define `static key`/)
    expect(() => normalize(nameless(), { id: 1 })).toThrow(/static key/)
  })

  it('of a class without a name fails a fetch of a collection, and no selector', async () => {
    const nameless = () => class extends Entity {}
    const schema = new Collection([nameless()])
    const getAll = new Endpoint(() => Promise.resolve([{ id: 1 }]), { name: 'getAll', schema })
    const { store, rest } = createStore()
    expect(rest.selectors.selectData(store.getState(), getAll)).toBeUndefined()
    await expect(store.dispatch(rest.fetch(getAll)).unwrap()).rejects.toThrow(/static key/)
  })
})

describe('two entity classes with the same key', () => {
  const makeUser = () =>
    class User extends Entity {
      id = ''
    }

  it('throw an error if the key is the class name', () => {
    const [One, Other] = [makeUser(), makeUser()]
    const response = { one: { id: 1 }, other: { id: 2 } }
    expect(() => normalize({ one: One, other: Other }, response)).toThrow(
      /response\.other.*two schemas are called User.*`static key`/,
    )
    expect(said()).toEqual([])
  })

  it('throw an error if only one of them has an explicit key', () => {
    class Explicit extends Entity {
      id = ''
      static override key = 'User'
    }
    const response = { one: { id: 1 }, other: { id: 2 } }
    expect(() => normalize({ one: makeUser(), other: Explicit }, response)).toThrow(/static key/)
    expect(() => normalize({ one: Explicit, other: makeUser() }, response)).toThrow(/static key/)
    expect(said()).toEqual([])
  })

  it('share the table if both have an explicit key', () => {
    class Full extends Entity {
      id = ''
      bio = ''
      static override key = 'User'
    }
    class Summary extends Entity {
      id = ''
      name = ''
      static override key = 'User'
    }
    const response = { full: { id: 1, bio: 'long' }, summary: { id: 1, name: 'Ada' } }
    const { entities } = normalize({ full: Full, summary: Summary }, response)
    expect(entities['User']?.['1']?.data).toEqual({ id: 1, bio: 'long', name: 'Ada' })
  })
})
