import { beforeAll, describe, expect, it } from 'vitest'
import { isExhaustive } from '../../support/runs'
import { runOnLibrary } from './runHistories'

/** How many histories there are, with one initial item and with two. */
type Counts = readonly [oneItem: number, twoItems: number]

/** `npm test` runs those of one in so many beginnings. */
const RATE = 20

/** A half of the histories of three operations: a file has one, so that two workers share them. */
export function stateHistoriesOfThree(half: 0 | 1, all: Counts, sampled: Counts): void {
  const slice = { of: isExhaustive ? 2 : 2 * RATE, at: half }
  const bounds = { count: 3, hasVersions: true, isReduced: true, slice }
  const [oneItem, twoItems] = isExhaustive ? all : sampled

  beforeAll(() => {
    // The errors of so many requests would spend more time on their stacks than on all else.
    Error.stackTraceLimit = 0
  })

  describe(`histories of three operations, half ${half + 1} of 2`, () => {
    it(
      'have the same results in the library as in the rules of docs/order.md, with one initial item',
      { timeout: 3_600_000 },
      async () => {
        const findings = await runOnLibrary({ ...bounds, ids: ['1'] })
        expect(findings).toEqual({ count: oneItem, found: '' })
      },
    )

    it(
      'have the same results in the library as in the rules of docs/order.md, with two initial items',
      { timeout: 3_600_000 },
      async () => {
        const findings = await runOnLibrary({ ...bounds, ids: ['1', '2'] })
        expect(findings).toEqual({ count: twoItems, found: '' })
      },
    )
  })
}
