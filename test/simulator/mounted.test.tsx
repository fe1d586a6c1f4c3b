import { version } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { isExhaustive } from '../support/runs'
import { mounted } from './mounted'
import { runSeeds, seedsOnDemand } from './runSeeds'

const seeds = seedsOnDemand(isExhaustive ? 500 : 30)
// Other seeds for another React.
const from = version.startsWith('18') ? 100_001 : 1

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

it(
  `random users of a page of React ${version} see no inconsistency (${seeds} seeds)`,
  { timeout: 3_600_000 },
  async () => {
    expect(await runSeeds(mounted, seeds, from)).toEqual([])
  },
)
