import { beforeAll, describe, expect, it } from 'vitest'
import { isExhaustive } from '../support/runs'
import { ALL } from './support/histories'
import { runOptimistic } from './support/runOptimisticHistories'

// Three operations with optimistic updates that are all in flight at once: changes of one item, creations, a deletion, changes
// of an item that is being created, a scope, an `update` of a plain list, and one read at most. They land in every order, with a
// response or a refusal, and the server handles the requests in every order: 8,516 histories, of which `npm test` runs one in 20.
// The file beside this one runs all of two operations, and on demand all of three: also with aborts, more reads, and starts after
// landings.
const slice = isExhaustive ? ALL : { of: 20, at: 0 }

beforeAll(() => {
  // The errors of so many requests would spend more time on their stacks than on all else.
  Error.stackTraceLimit = 0
})

describe('histories of three optimistic operations that are in flight at once', () => {
  it.each([
    [[], isExhaustive ? 700 : 35],
    [['1'], isExhaustive ? 7_816 : 391],
  ] as const)(
    'show what is committed with what is pending, with the initial items %o',
    { timeout: 3_600_000 },
    async (ids, count) => {
      const bounds = { count: 3, ids, isReduced: true }
      expect(await runOptimistic(bounds, slice)).toEqual({ count, found: '' })
    },
  )
})
