import { broughtValue } from '../../endpoint/brought'
import type {
  ManagedRequest,
  Manager,
  ManagerHooks,
  ManagerStore,
  Reader,
  RunRequest,
} from '../../store/Manager'
import { runtimeOf } from '../../store/managerStore'
import type { Observed } from '../../store/observe/deriveView'
import type { RestAction } from '../../store/state/actions'
import { Connection, LEASE, type StreamStore } from './Connection'
import { MessageQueue } from './MessageQueue'
import type { Stream } from './stream'

/** The manager of the option `live`. */
export const streams: Manager & { readonly name: 'streams' } = {
  name: 'streams',
  init: (store) => new Streams(store),
}

/** The connections of one store. */
class Streams implements ManagerHooks {
  readonly #context: StreamStore
  /** By what makes the connection and its address. */
  #connections: { readonly id: readonly unknown[]; readonly connection: Connection }[] = []
  /** What readers show where nothing can connect. */
  #missing: { readonly error: Error } | undefined

  constructor(store: ManagerStore) {
    const runtime = runtimeOf(store)
    this.#context = { store, runtime, queue: new MessageQueue(runtime), reported: new Set() }
  }

  readonly reader = (reader: Reader): (() => void) | undefined => {
    const stream = streamOf(reader)
    if (stream?.find() === undefined) return undefined
    return this.#connectionOf(reader, stream).add(reader, stream)
  }

  /** The readers of what is only pushed wait. One that is suspended reads nothing yet, and needs the connection all the same. */
  readonly gate: NonNullable<ManagerHooks['gate']> = (call, from) => {
    const stream = streamOf(call)
    if (stream?.pushOnly !== true || !['reader', 'poll'].includes(from)) return undefined
    if (stream.find() === undefined) {
      return (this.#missing ??= {
        error: new Error(`There is no ${stream.source} here.`),
      })
    }
    if (from === 'reader') {
      this.#connectionOf(call, stream).add({ isLive: false, ...call }, stream)(LEASE)
    }
    return { until: new Promise(() => {}) }
  }

  /** What came before a response is in the store when that lands: it may not have it. */
  readonly request = async (_call: ManagedRequest, run: RunRequest): Promise<unknown> => {
    const response = await run()
    this.#context.queue.flush()
    return response
  }

  /** What came before an action of the store is older than what that brings. */
  readonly action = (action: object): void => {
    const { meta } = action as Partial<RestAction>
    if (meta?.kind === undefined) return
    const { queue } = this.#context
    if (meta.kind !== 'reset') return queue.flush()
    queue.clear()
    for (const { connection } of this.#connections) connection.reset()
  }

  readonly dispose = (): void => {
    this.#context.queue.clear()
    for (const { connection } of this.#connections) connection.close()
  }

  #connectionOf({ key }: Reader | ManagedRequest, stream: Stream): Connection {
    const { source, url } = stream
    // A function that takes no arguments gives one address to all.
    const isOfCall = typeof url === 'function' && url.length > 0
    const id = [source, url, isOfCall && key]
    const found = this.#connections.find((it) => it.id.every((part, at) => part === id[at]))
    if (found !== undefined) return found.connection
    const connection = new Connection(this.#context, stream)
    // Of many calls with addresses of their own, those that are used are few.
    const used = this.#connections.filter((it) => it.connection.calls.size > 0)
    this.#connections = [...used, { id, connection }]
    return connection
  }
}

/** The stream of a reader; none of `useCache`, which fetches nothing. */
function streamOf(call: Reader | ManagedRequest): Stream | undefined {
  if ((call as Partial<Observed>).fetches === false) return undefined
  return broughtValue(call.endpoint.live) as Stream | undefined
}
