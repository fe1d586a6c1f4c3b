import { isDeepStrictEqual } from 'node:util'
import { getRow, type RestAction, type RestState, rows } from 'rtk-rest'
import type { Finding } from './checkShown'
import { inFlightKeys } from './internals'
import { usedBy } from './Readers'
import { isSweep } from './SimulatedStore'
import type { Simulation } from './Simulation'

/** What a sweep has removed that is in use: what readers show, and what requests and changes in flight are about. */
export function* findingsInSweep(
  action: RestAction,
  before: RestState,
  { simulated, readers, subscribed }: Simulation,
): Generator<Finding> {
  if (!isSweep(action)) return
  const { requests = [], entities = {} } = (action.payload as SweepPayload).removed
  const { rest, store } = simulated
  const used = [...readers.used(), ...subscribed.map(usedBy)]
  for (const { label, read } of used) {
    const shown = read(rest.selectors, { rest: before })
    if (isDeepStrictEqual(read(rest.selectors, store.getState()), shown)) continue
    yield { kind: 'swept in use', detail: `${label} is shown ${JSON.stringify(shown)}` }
  }
  const inFlight = inFlightKeys(store)
  for (const key of requests.filter((it) => inFlight.includes(it))) {
    yield { kind: 'swept in flight', detail: key }
  }
  for (const [name, pks] of Object.entries(entities)) {
    for (const pk of pks.filter((it) => getRow(before.confirmed[name], it) !== undefined)) {
      yield { kind: 'swept under a change', detail: `${pk} of ${name}` }
    }
  }
}

interface SweepPayload {
  readonly removed: {
    readonly requests?: readonly string[]
    readonly entities?: Readonly<Record<string, readonly string[]>>
  }
}

/** After nothing was used for a while, nothing is there. */
export async function checkSwept(it: Simulation): Promise<void> {
  const { rest, store } = it.simulated
  const { endpoint, args } = it.calls[0] as Simulation['calls'][number]
  // A store that nobody reads is not swept.
  store.dispatch(rest.retain(endpoint, ...(args as never[]))).release()
  await it.time.advance(10_000)
  const { requests, entities } = it.simulated.state
  for (const [name, table] of Object.entries({ ...entities, requests })) {
    const keys = rows<unknown>(table).map(([key]) => key)
    if (keys.length > 0) it.find('not swept', `${keys.join(', ')} of ${name}`)
  }
}
