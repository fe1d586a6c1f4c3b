import * as fc from 'fast-check'
import type { EndpointContract } from 'rtk-rest'
import { type createStore, deferred } from './world'

/** A request whose response lands when the test resolves it. */
export interface Sent {
  land(): Promise<void>
}

export type World = ReturnType<typeof createStore>

/** Starts a request with a given response, and waits. */
export function send(
  { store, rest }: World,
  make: (fetchFn: () => Promise<unknown>) => EndpointContract,
  args: readonly unknown[],
  response: unknown,
): Sent {
  const gate = deferred<unknown>()
  const endpoint = make(async () => gate.promise)
  const promise = store.dispatch(rest.fetch(endpoint, ...(args as never[])))
  return {
    async land() {
      gate.resolve(structuredClone(response))
      const { error } = (await promise) as { error?: { message: string } }
      if (error !== undefined) throw new Error(error.message)
    },
  }
}

/** Some steps, and the order in which they land. */
export function landings<Step>(step: fc.Arbitrary<Step>, maxLength = 7) {
  return fc.array(step, { minLength: 2, maxLength }).chain((steps) =>
    fc.record({
      steps: fc.constant(steps),
      order: fc.shuffledSubarray([...steps.keys()], { minLength: steps.length }),
    }),
  )
}

/** Starts all requests, then lets them land in an order, one after the other. */
export async function landIn<Step>(
  world: World,
  steps: readonly Step[],
  order: readonly number[],
  start: (world: World, step: Step, at: number) => Sent,
): Promise<void> {
  const sent = steps.map((step, at) => start(world, step, at))
  for (const at of order) await sent[at]?.land()
}

/** What was read as plain data. */
export function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
