import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../src/util/freeze'
import { isSame, replaceEqualDeep } from '../../src/util/replaceEqualDeep'

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
// Copied, because plain data holds no -0.
const json = fc.jsonValue({ maxDepth: 4 }).map(copy)

/** The same value, with the members of every object the other way round. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const)
  return Object.fromEntries(entries.toReversed())
}

describe('replaceEqualDeep', () => {
  it('returns the previous object if the next one is equal', () => {
    const previous = { name: 'Ada', tags: ['x', { deep: true }] }
    expect(replaceEqualDeep(previous, copy(previous))).toBe(previous)
  })

  it('keeps the unchanged parts only', () => {
    const previous = { left: { a: 1 }, right: { b: 1 } }
    const next = replaceEqualDeep(previous, { left: { a: 1 }, right: { b: 2 } }) as typeof previous
    expect(next).toEqual({ left: { a: 1 }, right: { b: 2 } })
    expect(next.left).toBe(previous.left)
    expect(next.right).not.toBe(previous.right)
  })

  it('detects a member that is added, removed or moved', () => {
    expect(replaceEqualDeep({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 })
    expect(replaceEqualDeep({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
    expect(replaceEqualDeep([1, 2], [2, 1])).toEqual([2, 1])
    expect(replaceEqualDeep([1, 2], [1])).toEqual([1])
    expect(replaceEqualDeep([1], [1, 2])).toEqual([1, 2])
  })

  it('keeps the members of a longer list', () => {
    const previous = [{ id: 1 }, { id: 2 }]
    const next = replaceEqualDeep(previous, [{ id: 1 }, { id: 2 }, { id: 3 }]) as typeof previous
    expect(next[0]).toBe(previous[0])
    expect(next[1]).toBe(previous[1])
    expect(next).toHaveLength(3)
  })

  it('distinguishes an empty list from an empty object', () => {
    expect(replaceEqualDeep([], {})).toEqual({})
    expect(replaceEqualDeep({}, [])).toEqual([])
    expect(isSame([], {})).toBe(false)
    expect(isSame(null, {})).toBe(false)
  })

  it.each(['__proto__', 'constructor', 'toString'])('treats %s like any other property', (name) => {
    const withMember = (value: unknown): unknown =>
      JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`)
    const previous = withMember({ a: 1 })
    expect(replaceEqualDeep(previous, withMember({ a: 1 }))).toBe(previous)
    expect(isSame({}, previous)).toBe(false)
    const next = replaceEqualDeep(previous, withMember({ a: 2 })) as object
    expect(Object.keys(next)).toEqual([name])
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype)
    expect(JSON.stringify(next)).toBe(JSON.stringify(withMember({ a: 2 })))
  })
})

describe('for random JSON values', () => {
  it('replaceEqualDeep returns a value equal to the next one', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(replaceEqualDeep(one, other)).toEqual(other)
      }),
    )
  })

  it('replaceEqualDeep mutates neither', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const before = JSON.stringify([one, other])
        replaceEqualDeep(deepFreeze(one), deepFreeze(other))
        expect(JSON.stringify([one, other])).toBe(before)
      }),
    )
  })

  it('replaceEqualDeep returns the previous one if both are equal', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(replaceEqualDeep(value, copy(value))).toBe(value)
      }),
    )
  })

  it('isSame compares values whatever the order of their properties', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(isSame(one, other)).toBe(isDeepStrictEqual(one, other))
        expect(isSame(one, reversed(one))).toBe(true)
      }),
    )
  })

  it('replaceEqualDeep keeps every equal element of a list', () => {
    fc.assert(
      fc.property(fc.array(json), fc.array(json), (one, other) => {
        const next = replaceEqualDeep(one, other) as unknown[]
        const kept = other.flatMap((member, at) =>
          at < one.length && isDeepStrictEqual(one[at], member) ? [at] : [],
        )
        expect(kept.filter((at) => next[at] !== one[at])).toEqual([])
      }),
    )
  })
})
