import { isDeepStrictEqual } from 'node:util'
import { Violation } from './Violation'

/** A request at the server, which the test ends. */
export interface Arrival {
  readonly name: string
  readonly args: readonly unknown[]
  resolve(value: unknown): void
  reject(error: unknown): void
}

let arrivals: Arrival[] = []

/** What every endpoint does: the request waits until the test ends it. */
export async function arrive(name: string, args: readonly unknown[]): Promise<never> {
  return new Promise((resolve, reject) => {
    arrivals.push({ name, args, resolve, reject })
  })
}

/**
 * Waits a few microtasks, and returns the requests that were sent.
 * @param expected their names, if only these are to be sent
 */
export async function takeArrivals(expected: readonly string[] | undefined): Promise<Arrival[]> {
  for (let tick = 0; tick < 20; tick++) await Promise.resolve()
  const taken = arrivals
  arrivals = []
  const names = taken.map(({ name }) => name)
  if (expected === undefined || isDeepStrictEqual(names.toSorted(), expected.toSorted()))
    return taken
  throw new Violation(`(sent) ${names.join(', ') || 'nothing'}, not ${expected.join(', ')}`)
}
