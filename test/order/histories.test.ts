import { beforeAll, describe, expect, it } from 'vitest'
import { ALL, type Bounds, worlds } from './support/histories'
import { runOnLibrary, runOnRules } from './support/runHistories'

// Every order of starts and landings, with every way in which the server can do its part. Of three operations they are in the
// files beside this one. More on demand, all or a part of them:
// RTK_REST_HISTORIES=4 RTK_REST_SLICE=7/1000 npx vitest run test/order/histories.test.ts
const onDemand = process.env['RTK_REST_HISTORIES']
const [at = 0, of = 1] = (process.env['RTK_REST_SLICE'] ?? '0/1').split('/').map(Number)

/** Some histories, and how many there are. */
interface Case extends Bounds {
  readonly expected: unknown
}

const usual: readonly Case[] = [true, false].flatMap((hasVersions) => {
  const every = { hasVersions, isReduced: false, slice: ALL }
  return [
    { ...every, count: 1, ids: ['1'], expected: 30 },
    { ...every, count: 2, ids: ['1'], expected: 2_308 },
    { ...every, count: 2, ids: ['1', '2'], expected: 686 },
  ]
})

const demanded: readonly Case[] = [true, false].flatMap((hasVersions) =>
  worlds.map(({ ids }) => {
    const expected: unknown = expect.any(Number)
    return {
      count: Number(onDemand),
      hasVersions,
      isReduced: true,
      slice: { of, at },
      ids,
      expected,
    }
  }),
)

beforeAll(() => {
  // The errors of so many requests would spend more time on their stacks than on all else.
  Error.stackTraceLimit = 0
})

describe.each(onDemand === undefined ? usual : demanded)(
  'every history of $count operations with the initial items $ids (versions: $hasVersions)',
  ({ expected: count, ...bounds }) => {
    it(
      'has the required properties in the rules of docs/order.md',
      { timeout: 3_600_000 },
      async () => {
        expect(await runOnRules(bounds)).toEqual({ count, found: '' })
      },
    )

    it(
      'has the same results in the library as in the rules of docs/order.md',
      { timeout: 3_600_000 },
      async () => {
        expect(await runOnLibrary(bounds)).toEqual({ count, found: '' })
      },
    )
  },
)
