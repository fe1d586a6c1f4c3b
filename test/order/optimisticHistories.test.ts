import { beforeAll, describe, expect, it } from 'vitest'
import { ALL } from './support/histories'
import type { Bounds } from './support/optimisticHistories'
import { runOptimistic } from './support/runOptimisticHistories'

// Optimistic updates in every order of starts and landings: changes of one item, creations with temporary keys, a deletion,
// changes of an item that is being created, a scope, an `update` of a plain list, which shows nothing while it is pending, and reads. Each mutation ends with a
// response, a refusal or an abort, and the server handles the requests in every order. 3,470 histories of up to two operations.
// Those of three that are in flight at once are in the file beside this one. More on demand, all or a part of them:
// RTK_REST_HISTORIES=3 RTK_REST_SLICE=7/1000 npx vitest run test/order/optimisticHistories.test.ts
const onDemand = process.env['RTK_REST_HISTORIES']
const [at = 0, of = 1] = (process.env['RTK_REST_SLICE'] ?? '0/1').split('/').map(Number)

/** Some histories, and how many there are. */
interface Case extends Bounds {
  readonly expected: unknown
}

const every = { isReduced: false }

const usual: readonly Case[] = [
  { ...every, count: 1, ids: [], expected: 10 },
  { ...every, count: 1, ids: ['1'], expected: 31 },
  { ...every, count: 2, ids: [], expected: 420 },
  { ...every, count: 2, ids: ['1'], expected: 3_009 },
]

const demanded: readonly Case[] = [[], ['1'] as const].map((ids) => {
  return { ...every, count: Number(onDemand), ids, expected: expect.any(Number) as unknown }
})

beforeAll(() => {
  // The errors of so many requests would spend more time on their stacks than on all else.
  Error.stackTraceLimit = 0
})

describe.each(onDemand === undefined ? usual : demanded)(
  'every history of $count optimistic operations with the initial items $ids',
  ({ expected: count, ...bounds }) => {
    it(
      'shows what is committed with what is pending, and ends as on the server',
      { timeout: 3_600_000 },
      async () => {
        const slice = onDemand === undefined ? ALL : { of, at }
        expect(await runOptimistic(bounds, slice)).toEqual({ count, found: '' })
      },
    )
  },
)
