import { describe, expect, test } from 'vitest'
import { AttemptLimiter } from '../../demo/server/AttemptLimiter'

const it = test
  .extend('clock', () => ({ now: 0 }))
  .extend('limiter', ({ clock }) => {
    return new AttemptLimiter({ attempts: 2, window: 100, now: () => clock.now, maxKeys: 3 })
  })

describe('AttemptLimiter', () => {
  it('blocks a key after too many attempts until the window of the first one ends', ({
    clock,
    limiter,
  }) => {
    limiter.count('a')
    clock.now = 40
    expect(limiter.waitOf('a')).toBe(0)
    limiter.count('a')
    expect(limiter.waitOf('a')).toBe(60)
    expect(limiter.waitOf('b')).toBe(0)
    clock.now = 100
    expect(limiter.waitOf('a')).toBe(0)
    limiter.count('a')
    expect(limiter.waitOf('a')).toBe(0)
  })

  it('subtracts one attempt with uncount, and all with clear', ({ limiter }) => {
    limiter.count('a')
    limiter.count('a')
    limiter.uncount('a')
    expect(limiter.waitOf('a')).toBe(0)
    limiter.count('a')
    expect(limiter.waitOf('a')).toBe(100)
    limiter.clear('a')
    limiter.uncount('a')
    limiter.count('a')
    expect(limiter.waitOf('a')).toBe(0)
  })

  it('removes expired keys first, then the oldest, when it is full', ({ clock, limiter }) => {
    const block = (key: string) => {
      limiter.count(key)
      limiter.count(key)
    }
    const blocked = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => limiter.waitOf(key) > 0)
    block('a')
    clock.now = 50
    for (const key of ['b', 'c', 'd']) block(key)
    expect(blocked()).toEqual(['b', 'c', 'd'])
    block('e')
    expect(blocked()).toEqual(['c', 'd', 'e'])
    clock.now = 150
    block('a')
    clock.now = 0
    // Those that were over are gone from the memory, not only from sight.
    expect(blocked()).toEqual(['a'])
  })
})
