import { version } from 'react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isExhaustive } from '../support/runs'
import { runWorlds, seedsOf } from './runWorlds'

const isReact18 = version.startsWith('18.')

/** React 19 has most sessions: what differs between the two is not what servers say. */
const count = isExhaustive ? 10_000 : isReact18 ? 100 : 400

const seeds = seedsOf(count, isReact18 ? 1_000_001 : 1)

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

// Advice to the developers of an app comes in each world, and is not what this is about.
beforeAll(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => undefined)
})

afterAll(() => {
  vi.restoreAllMocks()
})

it(
  `users of servers as they are see what the servers say (${seeds.length} sessions)`,
  { timeout: 36_000_000 },
  async () => {
    expect(await runWorlds(seeds)).toEqual([])
  },
)
