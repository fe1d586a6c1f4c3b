import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../src/util/freeze'

describe('deepFreeze', () => {
  it('freezes all there is in a value, and gives it back', () => {
    const data = { list: [{ a: 1 }], none: null, text: 'x' }
    expect(deepFreeze(data)).toBe(data)
    expect(Object.isFrozen(data)).toBe(true)
    expect(Object.isFrozen(data.list)).toBe(true)
    expect(Object.isFrozen(data.list[0])).toBe(true)
  })

  it('gives what cannot be frozen as it is', () => {
    expect(deepFreeze(null)).toBeNull()
    expect(deepFreeze('text')).toBe('text')
    expect(deepFreeze(5)).toBe(5)
  })

  it('comes to an end with a cycle', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(Object.isFrozen(deepFreeze(cycle))).toBe(true)
  })
})
