import { denormalize, Entity, normalize } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { roundTrip } from './rows'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

class Membership extends Entity {
  group = ''
  user = ''
  static override key = 'Membership'
  override pk() {
    return this.group && this.user ? `${this.group}/${this.user}` : undefined
  }
}

describe('the primary key of an entity', () => {
  it('is its id as text by default', () => {
    expect(normalize(User, { id: '5' }).result).toBe('5')
    expect(normalize(User, { id: 5 }).result).toBe('5')
    expect(normalize(User, { id: 0 }).result).toBe('0')
  })

  it('does not change the stored id', () => {
    expect(normalize(User, { id: 5 }).entities['User']?.['5']?.data).toEqual({ id: 5 })
  })

  it('is the result of `pk`, called on the response object', () => {
    const { result, entities } = normalize(Membership, { group: 'a', user: 'b' })
    expect(result).toBe('a/b')
    expect(Object.keys(entities['Membership'] ?? {})).toEqual(['a/b'])
  })

  it('is computed from the result of `process`', () => {
    class Slugged extends Membership {
      static override key = 'Slugged'
      static override process(input: object) {
        return { ...input, group: 'processed' }
      }
    }
    expect(normalize(Slugged, { user: 'b' }).result).toBe('processed/b')
  })

  it('can depend on the parent and on the arguments of the call', () => {
    const seen: unknown[] = []
    class Line extends Entity {
      static override key = 'Line'
      override pk(parent?: unknown, key?: string, args: readonly unknown[] = []) {
        seen.push([parent, key, args])
        const [order, { shop }] = [parent as Order, args[0] as { shop: string }]
        return `${order.id}.${key}.${shop}`
      }
    }
    class Order extends Entity {
      id = ''
      lines: Line[] = []
      static override key = 'Order'
      static override schema = { lines: [Line] }
    }
    const { entities } = normalize(Order, { id: 'o1', lines: [{}] }, [{ shop: 's' }])
    expect(Object.keys(entities['Line'] ?? {})).toEqual(['o1.lines.s'])
    expect(seen).toEqual([[expect.objectContaining({ id: 'o1' }), 'lines', [{ shop: 's' }]]])
  })
})

describe('an entity without a usable primary key', () => {
  it.each([
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['an empty text', '', 'the string ""'],
    ['NaN', Number.NaN, 'NaN'],
    ['the text undefined', 'undefined', 'the string "undefined"'],
    ['an object', { $oid: 5 }, 'an object'],
    ['true', true, 'true'],
  ])('(%s) throws an error with the path and the field to add', (_, id, found) => {
    expect(() => normalize(User, { id, name: 'Ada' })).toThrow(
      expect.objectContaining({
        name: 'SchemaError',
        code: 'INVALID_RESPONSE',
        path: 'User',
        message: expect.stringContaining(
          `a primary key for User (\`id\` is ${found}; add it in \`process\`, or override \`pk()\`)`,
        ) as string,
      }),
    )
  })

  it('throws an error with its path in a list', () => {
    expect(() => normalize([User], [{ id: 1 }, { name: 'Ada' }])).toThrow(
      expect.objectContaining({ path: '[User][1]' }),
    )
  })

  it('throws an error that names `pk` if that is overridden', () => {
    expect(() => normalize(Membership, { group: 'a' })).toThrow(
      /Membership: expected a primary key for Membership \(`pk\(\)` gives none/,
    )
  })
})

describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0', '-1', ' ', 'a"b'])(
  'the primary key %j',
  (id) => {
    it('is stored and read like any other', () => {
      const before = Object.getOwnPropertyNames(Object.prototype)
      const { result, entities } = normalize([User], [{ id, name: 'Ada' }])
      expect(result).toEqual([id])
      expect(Object.keys(entities['User'] ?? {})).toEqual([id])
      const [user] = denormalize([User], result, entities) ?? []
      expect(user).toBeInstanceOf(User)
      expect(user).toEqual(User.fromJS({ id, name: 'Ada' }))
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
      expect(Object.getPrototypeOf(entities)).toBe(Object.prototype)
      expect(Object.getPrototypeOf(entities['User'])).toBe(Object.prototype)
    })

    it('gives undefined if there is no such row', () => {
      expect(denormalize(User, id, {})).toBeUndefined()
      expect(denormalize(User, id, { User: {} })).toBeUndefined()
    })

    it('can be the name of a table', () => {
      class Odd extends Entity {
        id = ''
        static override key = id
      }
      expect(roundTrip(Odd, { id: '1' })).toEqual(Odd.fromJS({ id: '1' }))
      expect(denormalize(Odd, '1', {})).toBeUndefined()
    })
  },
)

describe('a response field called __proto__', () => {
  const response = (text: string): unknown => JSON.parse(text)

  it('does not change the prototype of an entity', () => {
    const user = response('{"id": "1", "__proto__": {"admin": true}, "a": {"__proto__": {"b": 1}}}')
    const { entities } = normalize(User, user)
    const read = denormalize(User, '1', entities) as User & { admin?: boolean; a: { b?: number } }
    expect(Object.getPrototypeOf(read)).toBe(User.prototype)
    expect(read).toBeInstanceOf(User)
    expect(read.admin).toBeUndefined()
    expect(read.a.b).toBeUndefined()
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
    expect(Object.getPrototypeOf(entities['User']?.['1']?.data)).toBe(Object.prototype)
  })

  it('does not change the prototype of a plain object', () => {
    const read = roundTrip({ user: User }, response('{"__proto__": {"admin": true}}')) as object
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect((read as { admin?: boolean }).admin).toBeUndefined()
  })
})
