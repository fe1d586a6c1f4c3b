import { type FinalAction, getRow, ResetError, type RestAction, type RestState } from 'rtk-rest'
import { type Gate, openGate, soon, takeUninvited } from './Gate'
import { deleteItem, getItem, getList, Item, patchItem, pushItem, rest, voteItem } from './items'
import {
  bodyOf,
  type Call,
  type Instant,
  isMutation,
  type Mutation,
  type Operation,
  type Request,
} from './operations'
import type { Id, ItemData } from './server'
import { createStore, readShown } from './page'
import type { Ending, Shown, Subject } from './Subject'
import { Violation } from './Violation'

/** What the thunks of all requests give. */
type Sent = Promise<FinalAction> & { unwrap(): Promise<unknown>; abort(): void }

interface Settled {
  readonly value?: unknown
  readonly error?: unknown
}

interface InFlight {
  readonly operation: Request
  readonly sent: Sent
  readonly gate: Gate
  readonly settled: Promise<Settled>
  /** The read that it joined. */
  joins?: number
}

const START = Date.UTC(2026, 0, 1)
const realNow = Date.now

/** A store of the library, in a page that has read all that there is. */
export class Library implements Subject {
  readonly actions: RestAction[] = []
  readonly #store = createStore(this.actions)
  readonly #isTicking: boolean
  readonly #operations = new Map<number, Operation>()
  readonly #inFlight = new Map<number, InFlight>()
  /** Calls that were stale, and so are in flight already. */
  readonly #requested = new Map<Call, InFlight>()
  /** The mutations that landed. */
  readonly #landed: number[] = []
  /** What was in flight when the store was reset. */
  #cutOff: ReadonlySet<number> = new Set()
  /** No reader is mounted, so that only the history sends requests. */
  #isAlone = true
  #now = START
  #shown: { readonly state: RestState; readonly shown: Shown } | undefined

  /** @param isTicking whether time goes on from step to step; where not, the counter alone orders the moments */
  constructor(items: readonly ItemData[], isTicking: boolean) {
    this.#isTicking = isTicking
    Date.now = () => this.#now
    for (const item of items) {
      this.#store.dispatch(rest.setResponse(getItem, { id: item.id }, item as never))
    }
    this.#store.dispatch(rest.setResponse(getList, items as never))
  }

  get state(): RestState {
    return this.#store.getState().rest
  }

  async start(op: number, operation: Operation): Promise<number | undefined> {
    this.#tick()
    this.#operations.set(op, operation)
    const requested = operation.do === 'read' ? this.#requested.get(operation.call) : undefined
    const flight = requested ?? (await this.#send(op, operation as Request))
    if (operation.do === 'read') this.#requested.delete(operation.call)
    if (!flight.gate.isTaken) flight.joins = this.#newestOf(operation)
    this.#inFlight.set(op, flight)
    return flight.joins
  }

  async end(op: number, { outcome, response }: Ending): Promise<void> {
    this.#tick()
    const flight = this.#inFlight.get(op)
    if (flight === undefined) return
    const { operation, gate } = flight
    if (outcome === 'ok') gate.resolve(structuredClone(response))
    else if (outcome === 'refused') gate.reject(errorOf(operation.do === 'read' ? 404 : 409))
    else this.#lose(op, flight)
    await this.#settle(op, flight, outcome === 'ok')
    for (const [at, other] of this.#inFlight) {
      if (other.joins === op) await this.#settle(at, other, outcome === 'ok')
    }
    if (outcome === 'ok' && isMutation(operation)) this.#landed.push(op)
    if (this.#isAlone && takeUninvited().length > 0) {
      throw new Violation('(join) a request too many was sent')
    }
  }

  happen(op: number, operation: Instant, response: unknown): void {
    this.#tick()
    this.#operations.set(op, operation)
    const { dispatch } = this.#store
    if (operation.do === 'set') {
      dispatch(rest.set(Item, { id: operation.id }, response as ItemData))
    } else if (operation.do === 'expire') {
      dispatch(rest.expireAll(operation.calls === 'list' ? getList : getItem))
    } else if (operation.do === 'reset') {
      this.#cutOff = new Set(this.#inFlight.keys())
      dispatch(rest.reset())
    } else if (operation.call === 'list') dispatch(rest.invalidate(getList))
    else dispatch(rest.invalidate(getItem, { id: operation.call }))
  }

  show(): Shown {
    const { state } = this
    if (this.#shown?.state === state) return this.#shown.shown
    const shown = readShown(this.#store.getState(), { getItem, getList })
    this.#shown = { state, shown }
    return shown
  }

  isDoubtful(id: Id): boolean {
    return getRow(this.state.entities['Item'], id)?.meta.doubtful !== undefined
  }

  /** Whether `fetchIfStale` sends a request; it is in flight then, until the call is read. */
  async isStale(call: Call): Promise<boolean> {
    if (this.#requested.has(call)) return true
    const gate = openGate()
    const { dispatch } = this.#store
    const { request } =
      call === 'list'
        ? dispatch(rest.fetchIfStale(getList))
        : dispatch(rest.fetchIfStale(getItem, { id: call }))
    if (request === undefined) return false
    const sent: Sent = request
    await gate.untilTaken()
    this.#requested.set(call, {
      operation: { do: 'read', call },
      sent,
      gate,
      settled: settle(sent),
    })
    return true
  }

  /** Lets a call have a reader that stays, as a component is. */
  mount(call: Call): void {
    this.#isAlone = false
    const { dispatch } = this.#store
    if (call === 'list') dispatch(rest.retain(getList))
    else dispatch(rest.retain(getItem, { id: call }))
  }

  dispose(): void {
    rest.dispose(this.#store)
    Date.now = realNow
  }

  #tick(): void {
    if (this.#isTicking) this.#now++
  }

  /** The newest read in flight of the same call. */
  #newestOf(operation: Operation): number {
    const found = [...this.#inFlight].findLast(
      ([, it]) => it.joins === undefined && isSameCall(it.operation, operation),
    )
    if (found === undefined) throw new Violation('(join) no request was sent')
    return found[0]
  }

  async #send(op: number, operation: Request): Promise<InFlight> {
    const gate = openGate()
    const sent = this.#dispatch(op, operation)
    await gate.untilTaken()
    return { operation, sent, gate, settled: settle(sent) }
  }

  #dispatch(op: number, operation: Request): Sent {
    const { dispatch } = this.#store
    if (operation.do === 'read') {
      return operation.call === 'list'
        ? dispatch(rest.fetch(getList))
        : dispatch(rest.fetch(getItem, { id: operation.call }))
    }
    const { id } = operation
    const body = bodyOf(operation, op)
    if (operation.do === 'patch') return dispatch(rest.fetch(patchItem, { id }, body))
    if (operation.do === 'vote') return dispatch(rest.fetch(voteItem, { id }))
    if (operation.do === 'push') return dispatch(rest.fetch(pushItem, { id, ...body }))
    return dispatch(rest.fetch(deleteItem, { id }))
  }

  /** A request ends without a response; each way in which one can is taken by some operation of a history. */
  #lose(op: number, { operation, gate, sent }: InFlight): void {
    if (operation.do === 'read') return gate.reject(errorOf(503))
    const ways = [
      () => gate.reject(errorOf(undefined)),
      () => gate.reject(errorOf(503)),
      () => sent.abort(),
      // A response that fits no schema; after a reset nothing is stored that would have to fit.
      () => (this.#cutOff.has(op) ? gate.reject(errorOf(504)) : gate.resolve([true])),
    ]
    const kinds = ['patch', 'delete', 'push', 'vote']
    ways[(op + kinds.indexOf(operation.do)) % ways.length]?.()
  }

  /** Waits for the promise of a request, which ends as the request did. */
  async #settle(op: number, { operation, settled }: InFlight, isOk: boolean): Promise<void> {
    const { value, error } = await soon(settled)
    this.#inFlight.delete(op)
    const isReset = this.#cutOff.has(op) && operation.do === 'read'
    const isAsExpected = isReset ? error instanceof ResetError : isOk === (error === undefined)
    if (!isAsExpected) {
      const how = error instanceof Error ? error.message : 'without an error'
      throw new Violation(`(promise) ended ${how}`)
    }
    if (isOk && operation.do === 'patch') this.#checkOwnField(op, operation, value)
  }

  /** A mutation resolves with its own fields, except where the item was deleted meanwhile. */
  #checkOwnField(op: number, mutation: Mutation & { do: 'patch' }, value: unknown): void {
    const { id, field } = mutation
    const own = bodyOf(mutation, op)[field]
    const isDeleted = this.#landed.some((at) => {
      const other = this.#operations.get(at) as Mutation
      return other.id === id && other.do === 'delete'
    })
    const found = (value as Partial<ItemData> | undefined)?.[field]
    if (!isDeleted && found !== own) {
      throw new Violation(`(promise) resolved to ${field}: '${found}', and not '${own}'`)
    }
  }
}

function isSameCall(one: Operation, other: Operation): boolean {
  return one.do === 'read' && other.do === 'read' && one.call === other.call
}

function errorOf(status: number | undefined): Error {
  return Object.assign(new Error('It did not work'), status === undefined ? {} : { status })
}

async function settle(sent: Sent): Promise<Settled> {
  return sent.unwrap().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
}
