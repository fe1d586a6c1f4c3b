import { Entity, normalize } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

class Named extends Entity {
  id = ''
}

class Keyed extends Entity {
  id = ''
  static override key = 'keyed-table'
}

describe('the key of an entity class', () => {
  it('is the name of the class, or what `static key` says', () => {
    expect(Named.key).toBe('Named')
    expect(Keyed.key).toBe('keyed-table')
    expect(Object.keys(normalize([Keyed], [{ id: 1 }]).entities)).toEqual(['keyed-table'])
  })

  it('of a subclass is its own name, unless it inherits a key', () => {
    class Special extends Named {}
    class AlsoKeyed extends Keyed {}
    expect(Special.key).toBe('Special')
    expect(Named.key).toBe('Named')
    expect(AlsoKeyed.key).toBe('keyed-table')
  })

  it('can be a getter, or be assigned later', () => {
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

  it('of a class without a name is an error that says what to do', () => {
    const nameless = () => class extends Entity {}
    expect(() => nameless().key).toThrow(/class without a name must define `static key`/)
    expect(() => normalize(nameless(), { id: 1 })).toThrow(/static key/)
  })
})

describe('two classes with one key', () => {
  const makeUser = () =>
    class User extends Entity {
      id = ''
    }

  it('that were not told to share it are an error', () => {
    const [One, Other] = [makeUser(), makeUser()]
    const response = { one: { id: 1 }, other: { id: 2 } }
    expect(() => normalize({ one: One, other: Other }, response)).toThrow(
      /response\.other.*two schemas are called User.*`static key`/,
    )
  })

  it('are an error too where only one of them says so', () => {
    class Explicit extends Entity {
      id = ''
      static override key = 'User'
    }
    const response = { one: { id: 1 }, other: { id: 2 } }
    expect(() => normalize({ one: makeUser(), other: Explicit }, response)).toThrow(/static key/)
    expect(() => normalize({ one: Explicit, other: makeUser() }, response)).toThrow(/static key/)
  })

  it('that both say so share the table', () => {
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
