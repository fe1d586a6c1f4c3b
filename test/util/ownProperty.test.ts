import { describe, expect, it } from 'vitest'
import { getOwn, setOwn } from '../../src/util/record'

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']

describe('getOwn and setOwn', () => {
  it.each(inherited)('do not find the inherited property %j', (key) => {
    expect(getOwn({}, key)).toBeUndefined()
  })

  it.each(inherited)('write and read %j as an own property', (key) => {
    const object: Record<string, unknown> = {}
    setOwn(object, key, { admin: true })
    expect(getOwn(object, key)).toEqual({ admin: true })
    expect(Object.keys(object)).toEqual([key])
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
    setOwn(object, key, 'again')
    expect(getOwn(object, key)).toBe('again')
  })

  it('find nothing in undefined', () => {
    expect(getOwn(undefined, 'a')).toBeUndefined()
  })

  it('find properties of objects without a prototype', () => {
    const bare = Object.assign(Object.create(null) as Record<string, number>, { a: 1 })
    expect(getOwn(bare, 'a')).toBe(1)
    expect(getOwn(bare, 'toString')).toBeUndefined()
  })
})
