import { expect, vi } from 'vitest'
import { type MockResponse, type Received, respond } from './api'

/** A mutation that the server got, and that waits for the test. */
export interface HeldMutation extends Received {
  release(response: MockResponse): void
}

/** Has the server respond to reads at once, and to mutations when the test releases them. */
export function holdMutations(read: (path: string) => unknown) {
  const waiting: HeldMutation[] = []
  respond(async (request) => {
    if (request.method === 'GET') return { json: read(request.path) }
    return await new Promise<MockResponse>((release) => waiting.push({ ...request, release }))
  })
  return {
    /** The oldest mutation that the test has not taken yet; waits until it arrives. */
    take: async (): Promise<HeldMutation> => {
      await vi.waitFor(() => expect(waiting).not.toEqual([]), { interval: 1 })
      return waiting.shift() as HeldMutation
    },
    /** How many mutations have arrived and wait. */
    get count() {
      return waiting.length
    },
  }
}
