import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NotPlainError, toStored } from '../../src/util/toPlain'

class Money {
  readonly cents: number
  constructor(cents: number) {
    this.cents = cents
  }
}

describe('toStored, in development,', () => {
  it.each([['text'], [''], [5], [-1.5], [true], [false], [null], [undefined]])(
    'returns %j unchanged',
    (value) => {
      expect(toStored(value)).toBe(value)
    },
  )

  it('returns 0 for -0, like JSON', () => {
    expect(toStored(-0)).toBe(0)
    expect(Object.is(toStored({ count: -0 }), -0)).toBe(false)
    expect(toStored([-0])).toEqual([0])
  })

  it('copies objects and lists deeply', () => {
    const input = { tags: ['a', { deep: [1] }], none: null }
    const plain = toStored(input) as typeof input
    expect(plain).toEqual(input)
    expect(plain).not.toBe(input)
    expect(plain.tags).not.toBe(input.tags)
    expect(plain.tags[1]).not.toBe(input.tags[1])
  })

  it('omits undefined properties of an object', () => {
    expect(Object.keys(toStored({ a: 1, b: undefined }) as object)).toEqual(['a'])
  })

  it('replaces undefined elements and holes of a list by null', () => {
    // oxlint-disable-next-line no-sparse-arrays
    expect(toStored([1, undefined, , 4])).toEqual([1, null, null, 4])
  })

  it('returns what toJSON gives of an instance', () => {
    expect(toStored(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
    expect(toStored({ toJSON: () => ({ a: 1 }) })).toEqual({ a: 1 })
  })

  it('throws for an instance below, whether it has a toJSON or not', () => {
    for (const below of [new Date(0), new Money(5), new Map(), new Blob([])]) {
      expect(() => toStored({ list: [below] })).toThrow(expect.objectContaining({ at: '.list[0]' }))
    }
  })

  it('accepts objects without a prototype, and of another realm', () => {
    const bare: Record<string, unknown> = Object.assign(Object.create(null), { a: 1 })
    expect(toStored(bare)).toEqual({ a: 1 })
    const foreign = Object.create(Object.create(null) as object) as { a?: number }
    foreign.a = 1
    expect(toStored(foreign)).toEqual({ a: 1 })
  })

  it('keeps a property named __proto__', () => {
    const plain = toStored(JSON.parse('{"__proto__": {"admin": true}}')) as Record<string, unknown>
    expect(Object.keys(plain)).toEqual(['__proto__'])
    expect(plain['admin']).toBeUndefined()
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype)
  })

  const unsayable: [what: string, value: unknown, says: RegExp][] = [
    ['a function', () => 1, /a function/],
    ['a symbol', Symbol('s'), /Symbol\(s\)/],
    ['a bigint', 5n, /the bigint 5/],
    ['NaN', Number.NaN, /NaN/],
    ['Infinity', Number.POSITIVE_INFINITY, /Infinity/],
    ['a class instance', new Money(5), /a Money/],
    ['a Map', new Map(), /a Map/],
  ]

  it.each(unsayable)('throws an error with the path for %s', (_, value, says) => {
    expect(() => toStored(value)).toThrow(NotPlainError)
    expect(() => toStored(value)).toThrow(says)
    expect(() => toStored({ rows: [{ ok: 1 }, { bad: value }] })).toThrow(
      expect.objectContaining({
        at: '.rows[1].bad',
        message: expect.stringMatching(/convert it in `process`/) as string,
      }),
    )
  })

  it('throws an error for cycles and endless toJSON instead of a stack overflow', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(() => toStored(cycle)).toThrow(/circular or endlessly nested/i)
    const list: unknown[] = []
    list.push(list)
    expect(() => toStored(list)).toThrow(NotPlainError)
    const endless = { toJSON: () => endless }
    expect(() => toStored(endless)).toThrow(NotPlainError)
  })

  it('accepts data with 400 levels', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 400; level++) deep = { deep }
    expect(toStored(deep)).toEqual(deep)
  })

  it('serializes to the same JSON as any JSON data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value)
        expect(JSON.stringify(toStored(value))).toBe(json)
        expect(toStored(value)).toEqual(JSON.parse(json))
      }),
    )
  })
})
