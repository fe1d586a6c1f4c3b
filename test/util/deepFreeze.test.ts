import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../src/util/freeze'

describe('deepFreeze', () => {
  it('freezes a value deeply and returns it', () => {
    const data = { list: [{ a: 1 }], none: null, text: 'x' }
    expect(deepFreeze(data)).toBe(data)
    expect(Object.isFrozen(data)).toBe(true)
    expect(Object.isFrozen(data.list)).toBe(true)
    expect(Object.isFrozen(data.list[0])).toBe(true)
  })

  it('returns primitives unchanged', () => {
    expect(deepFreeze(null)).toBeNull()
    expect(deepFreeze('text')).toBe('text')
    expect(deepFreeze(5)).toBe(5)
  })

  it('terminates for a cycle', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(Object.isFrozen(deepFreeze(cycle))).toBe(true)
  })
})
