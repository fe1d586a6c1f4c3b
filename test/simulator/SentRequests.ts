import type { Ledger } from './Ledger'
import { isWaiting, scopeOf, type Write } from './Write'
import { REQUEST_ID } from './world'

/** What a request of a client may never have in it. */
const TEMPORARY_KEY = /new-[\w-]{10}-\d+-\d+/

interface Surroundings {
  readonly fetchFn: typeof fetch
  readonly ledger: Ledger
  find(kind: string, detail: string): void
  writeOf(requestId: string): Write | undefined
}

/** The requests as they leave the client, which a server hears of later. */
export class SentRequests {
  readonly #world: Surroundings
  /** Those that have not ended for the client. */
  readonly #open = new Set<Write>()

  constructor(world: Surroundings) {
    this.#world = world
  }

  readonly fetchFn: typeof fetch = async (input, init = {}) => {
    const { method = 'GET', signal, headers, body } = init
    const label = `${method} ${input as string} ${typeof body === 'string' ? body : ''}`
    if (TEMPORARY_KEY.test(label)) this.#world.find('temporary key sent', label)
    const requestId = new Headers(headers).get(REQUEST_ID) ?? ''
    const write = method === 'GET' ? undefined : this.#world.writeOf(requestId)
    if (write === undefined) return await this.#world.fetchFn(input, init)
    this.#send(write, label)
    const end = (): void => void this.#open.delete(write)
    signal?.addEventListener('abort', end, { once: true })
    try {
      return await this.#world.fetchFn(input, init)
    } finally {
      signal?.removeEventListener('abort', end)
      end()
    }
  }

  #send(write: Write, label: string): void {
    const { ledger, find } = this.#world
    const scope = scopeOf(write)
    const isOfScope = (it: Write): boolean =>
      scope !== undefined &&
      scopeOf(it) === scope &&
      !areApart(it, write, ledger.resets) &&
      !areApart(write, it, ledger.resets)
    const open = [...this.#open].filter(isOfScope)
    if (open.length > 0) find('overlap in a scope', `${label} is sent before another one has ended`)
    const earlier = ledger.writes.filter((it) => it.called < write.called && isWaiting(it))
    if (earlier.some(isOfScope)) find('wrong order in a scope', `${label} overtakes another one`)
    if (write.creation?.outcome === 'pending') find('sent before the creation of its row', label)
    if (write.outcome === 'unsent') find('sent after a reset', label)
    this.#open.add(write)
    ledger.send(write)
  }
}

/**
 * Whether one mutation named a row by its temporary key, and another one by its id, when both were not known to be one: not yet,
 * or not any more after a reset.
 */
function areApart({ creation, called }: Write, other: Write, resets: readonly number[]): boolean {
  if (creation === undefined || creation === other.creation) return false
  const isForgotten = resets.some((at) => creation.end < at && at < other.called)
  return isForgotten || Math.max(called, other.called) < creation.end
}
