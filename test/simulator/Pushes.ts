import type { RestAction, SetAction } from 'rtk-rest'
import type { Ledger } from './Ledger'
import type { Write } from './Write'
import type { ModelResponse, ModelServer, Row } from './ModelServer'
import type { PromiseCheck } from './PromiseCheck'
import type { Sockets } from './Sockets'
import { Post, type PostMessage } from './world'

/** What a store needs longest to write what has arrived, in ms. */
const LONGEST_QUEUE = 100

interface Surroundings {
  readonly server: ModelServer
  readonly ledger: Ledger
  readonly promiseCheck: PromiseCheck
  readonly sockets: Sockets
}

/** What other clients change, and the server pushes through sockets: each is a mutation that lands with its message. */
export class Pushes {
  readonly #world: Surroundings
  /** What has arrived, since when, and is not in the store. */
  readonly #arrived = new Map<Write, { readonly response: ModelResponse; readonly at: number }>()

  constructor(world: Surroundings) {
    this.#world = world
  }

  /** Another client changes a post, of which the server sends a message that arrives after a while. */
  push(kind: PostMessage['kind'], id: string, body: Row, delay: number): void {
    const { server, ledger, sockets } = this.#world
    const method = { create: 'POST', patch: 'PATCH', move: 'PATCH', delete: 'DELETE' }[kind]
    const path = kind === 'create' ? '/posts' : `/posts/${id}`
    const response = server.respond({ method, path, body })
    if (response.status !== 200) return
    const post = response.body as Row
    const part = { id: post['id'] as string, ...body, version: post['version'] as number }
    const sent = kind === 'patch' ? part : post
    const text = JSON.stringify({ kind, post: sent } satisfies PostMessage)
    const start = (): Write =>
      ledger.start({
        kind: kind === 'patch' ? 'change' : kind,
        row: `posts/${post['id']}`,
        // A message writes all that it has.
        fields: (kind === 'delete' ? {} : sent) as Write['fields'],
        creation: undefined,
        isOptimistic: false,
        isScoped: false,
        isMessage: true,
        isLive: true,
        isPartial: kind === 'patch',
      })
    let write: Write | undefined
    const lost = (): void => this.#lose(write)
    const arrived = (): void => {
      if (write?.outcome !== 'pending') return
      this.#arrived.set(write, { response: { ...response, body: sent }, at: ledger.next() })
      setTimeout(lost, LONGEST_QUEUE)
    }
    if (sockets.send({ text, arrived, lost }, delay)) write = start()
  }

  /** Takes notice of an action of the store, which may have what has arrived. */
  notice({ meta, payload }: RestAction): void {
    if (meta.kind !== 'set' || meta.arg.schema !== 'live') return
    const written = (payload as SetAction['payload']).entities[Post.key] ?? {}
    const { ledger, promiseCheck } = this.#world
    for (const [write, { response, at }] of this.#arrived) {
      const row = write.row as string
      const [, id = ''] = row.split('/')
      // A part, or a deletion, of a row that is not there changes nothing; what is there as it came is not written again.
      const isWhole = write.isPartial !== true && write.kind !== 'delete'
      const isIn = isWhole || Object.hasOwn(written, id)
      // What was set by hand since is newer.
      const isOlder = ledger.isSetBetween(row, at, Infinity)
      if (write.outcome === 'pending' && isIn && !isOlder) promiseCheck.confirm(write, response)
      else this.#lose(write)
    }
    this.#arrived.clear()
  }

  /** What nobody reads, or what a connection lost, is as if the server had said nothing. */
  #lose(write: Write | undefined): void {
    if (write === undefined) return
    this.#arrived.delete(write)
    this.#world.ledger.forgo(write)
  }
}
