import { expect, it } from 'vitest'
import { isExhaustive } from '../support/runs'
import { inProcess } from './inProcess'
import { runSeeds, seedsOnDemand } from './runSeeds'

const seeds = seedsOnDemand(isExhaustive ? 10_000 : 240)

it(
  `random users in process see no inconsistency (${seeds} seeds)`,
  { timeout: 3_600_000 },
  async () => {
    expect(await runSeeds(inProcess, seeds)).toEqual([])
  },
)
