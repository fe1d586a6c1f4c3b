import { beforeAll, expect, it } from 'vitest'
import { isExhaustive } from '../support/runs'
import { server } from '../support/server'
import { overHttp } from './overHttp'
import { runSeeds, seedsOnDemand } from './runSeeds'

// More of them take much longer than in virtual time.
const seeds = seedsOnDemand(isExhaustive ? 40 : 4, 100)

beforeAll(() => {
  // Requests go to a server of their own.
  server.close()
})

it(
  `random users with an HTTP server see no inconsistency (${seeds} seeds)`,
  { timeout: 3_600_000 },
  async () => {
    expect(await runSeeds(overHttp, seeds)).toEqual([])
  },
)
