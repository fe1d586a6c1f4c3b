import { beforeAll, describe, expect, it } from 'vitest'
import { runOnLibrary } from './support/runHistories'

// One half of them; the other one is in the file beside this one, so that two processes can share the work.
const bounds = { count: 3, hasVersions: true, isReduced: true, slice: { of: 2, at: 0 } }

beforeAll(() => {
  // The errors of so many requests would spend more time on their stacks than on all else.
  Error.stackTraceLimit = 0
})

describe('every history of three operations, half 1 of 2', () => {
  it(
    'has the same results in the library as in the rules of docs/order.md, with one initial item',
    { timeout: 600_000 },
    async () => {
      const findings = await runOnLibrary({ ...bounds, ids: ['1'] })
      expect(findings).toEqual({ count: 33_627, found: '' })
    },
  )

  it(
    'has the same results in the library as in the rules of docs/order.md, with two initial items',
    { timeout: 600_000 },
    async () => {
      const findings = await runOnLibrary({ ...bounds, ids: ['1', '2'] })
      expect(findings).toEqual({ count: 9_954, found: '' })
    },
  )
})
