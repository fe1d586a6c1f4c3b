import { beforeAll, describe, expect, it } from 'vitest'
import { ALL } from './support/histories'
import { runOptimistic } from './support/runOptimisticHistories'

// Three operations with optimistic updates that are all in flight at once: changes of one item, creations, a deletion, changes
// of an item that is being created, a scope, an `update` of a plain list, and one read at most. They land in every order, with a
// response or a refusal, and the server handles the requests in every order: 8,516 histories. The file beside this one runs all
// of two operations, and on demand all of three: also with aborts, more reads, and starts after landings.

beforeAll(() => {
  // The errors of so many requests would spend more time on their stacks than on all else.
  Error.stackTraceLimit = 0
})

describe('every history of three optimistic operations that are in flight at once', () => {
  it.each([
    [[], 700],
    [['1'], 7_816],
  ] as const)(
    'shows what is committed with what is pending, with the initial items %o',
    { timeout: 600_000 },
    async (ids, count) => {
      const bounds = { count: 3, ids, isReduced: true }
      expect(await runOptimistic(bounds, ALL)).toEqual({ count, found: '' })
    },
  )
})
