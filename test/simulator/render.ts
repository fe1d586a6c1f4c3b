import { type HydrationApi, serializeState } from 'rtk-rest/hydration'
import { getRow, type RestState, rows as rowsOf } from 'rtk-rest'
import { httpResponseOf, requestOf } from './httpMessages'
import { rowsIn } from './Ledger'
import type { ModelServer } from './ModelServer'
import { SimulatedStore } from './SimulatedStore'
import type { Simulation } from './Simulation'
import type { Call } from './world'
import type { Write } from './Write'

/** A page that a server has rendered. */
interface Rendered {
  /** The state of its store as JSON. */
  readonly text: string
  /** The rows that the responses had. */
  readonly rows: readonly string[]
}

/**
 * A server renders a page with some calls, whose state the page in the browser takes over a while later. A page that is loaded
 * again meanwhile gets nothing.
 */
export async function render(it: Simulation, calls: readonly Call[], delay: number): Promise<void> {
  const { ledger, server, simulated, dataExpiryLength } = it
  const { rest, store } = simulated
  const start = ledger.next()
  const { text, rows } = await requestAll(server, calls, dataExpiryLength)
  await new Promise<void>((resolve) => setTimeout(resolve, delay))
  if (store !== simulated.store) return
  const before = simulated.state
  const isBehind = ledger.writes.some((write) => hasLandedSince(write, start))
  ledger.takeOver(rows, start)
  ;(rest.getApi(store) as HydrationApi).hydrate(JSON.parse(text) as RestState)
  if (isBehind) for (const key of freshLists(before, it)) it.find('fresh after a mutation', key)
}

/** Whether a mutation may have changed a list that was rendered at some moment; what the server pushes, and `set`, says nothing. */
function hasLandedSince({ isMessage, outcome, end }: Write, start: number): boolean {
  return isMessage !== true && outcome === 'confirmed' && end > start
}

/** The lists that the store did not have before, and that nobody would request again. */
function* freshLists(before: RestState, { simulated, time }: Simulation): Generator<string> {
  for (const name of ['[User]', '[Post]']) {
    for (const [pk, { meta }] of rowsOf(simulated.state.entities[name])) {
      const isFresh = meta.expiresAt > time.now && meta.doubtful === undefined
      if (isFresh && getRow(before.entities[name], pk) === undefined) yield `${name} ${pk}`
    }
  }
}

async function requestAll(
  server: ModelServer,
  calls: readonly Call[],
  dataExpiryLength: number,
): Promise<Rendered> {
  const rows: string[] = []
  const fetchFn: typeof fetch = (input, init = {}) => {
    const response = server.respond(requestOf(input as string, init))
    rows.push(...rowsIn(response.body))
    return Promise.resolve(httpResponseOf(response))
  }
  const { rest, store } = new SimulatedStore({ fetchFn, dataExpiryLength })
  // A server renders a page all the same where something is not there.
  const requests = calls.map(({ endpoint, args }) =>
    store.dispatch(rest.fetch(endpoint, ...(args as never[]))),
  )
  await Promise.all(requests)
  const text = serializeState(store.getState().rest)
  rest.dispose(store)
  return { text, rows }
}
