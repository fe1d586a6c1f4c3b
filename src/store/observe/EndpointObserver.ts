import type { EndpointContract } from '../../endpoint/contract'
import type { Order } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import { onForget } from '../errors'
import type { Flight } from '../Flight'
import { startRequest } from '../request'
import type { Runtime } from '../Runtime'
import { type EndpointRead, readEndpoint } from '../select/readEndpoint'
import type { RestState } from '../state'
import type { Watcher } from './Watchers'

/** What a reader shows: the last data and error that could be shown. */
export interface View {
  readonly data: unknown
  readonly error: Error | undefined
}

/** Stands for one time that what was shown can be shown no longer. */
export type Block = object

/** What an observer looks at, and whether it may fetch. */
export interface Observed {
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  readonly key: string
  readonly fetches: boolean
}

/**
 * One reader of one call: keeps the last view that could be shown, is told by key, and fetches when there is nothing
 * to show or what there is was expired. It knows no React; hooks and `retain` are both built on it.
 */
export class EndpointObserver implements Watcher {
  readonly #runtime: Runtime
  #observed: Observed
  #onView: (() => void) | undefined
  #onBlock: ((block: Block) => void) | undefined
  #view: View | undefined
  #block: Block | undefined
  #readState: RestState | undefined
  #read!: EndpointRead
  #isMounted = false
  #flight: Flight | undefined
  /** The answer that was there when the observer was made, where it must not be shown: a newer one has to come. */
  #refused: Order | undefined
  /** An answer that came, and cannot be shown all the same. */
  #unusable: EndpointRead['row']
  #wasExpired = false

  constructor(runtime: Runtime, observed: Observed) {
    this.#runtime = runtime
    this.#observed = observed
    const read = this.#look()
    if (this.#mustWait(read)) this.#refused = read.row
    this.#refresh()
  }

  /** What is shown; `undefined` while there never was anything to show. */
  get value(): View | undefined {
    this.#refresh()
    return this.#view
  }

  /** Whether there is nothing to show, for the first time or since `block`. */
  isBlocked(block: Block | undefined): boolean {
    this.#refresh()
    return this.#view === undefined || (block !== undefined && block === this.#block)
  }

  /** The call as it was made last; its key is always the same. */
  update(observed: Observed): void {
    this.#observed = observed
  }

  /** Says whom to tell that what is shown can be shown no longer; it passes as soon as there is something again. */
  listen(onBlock: ((block: Block) => void) | undefined): void {
    this.#onBlock = onBlock
  }

  /** Starts to follow the store, and says whom to tell of other views; what is missing or stale is fetched. */
  mount(onView?: () => void): () => void {
    this.#isMounted = true
    this.#onView = onView
    this.#refresh()
    this.#watch()
    if (this.#observed.fetches) this.#fetchIfNeeded()
    return () => {
      this.#unmount()
    }
  }

  #fetchIfNeeded(): void {
    const { key } = this.#observed
    const { row, expiresAt } = this.#look()
    this.#wasExpired = isExpired(row)
    const isAwaited = row !== undefined && this.#runtime.wasDelivered(key, row)
    if (isAwaited) this.#runtime.commitDelivered(key)
    else if (this.#isUnshowable() || Date.now() > expiresAt) this.fetch()
  }

  /** Stops following; a request that nobody else waits for is aborted. */
  #unmount(): void {
    this.#isMounted = false
    this.#onView = undefined
    this.#runtime.watchers.unwatch(this)
    this.#flight?.releaseSoon()
    this.#flight = undefined
  }

  /** For a reader that suspends: starts or joins the request, and resolves when there is an answer of any kind. */
  wait(): Promise<unknown> {
    const flight = this.#isMounted ? this.fetch() : this.#start()
    // Nobody else may end what a suspended component waits for; it cannot let go, as it was never on the page.
    if (!this.#isMounted && !flight.isAwaited) flight.hold()
    flight.isAwaited = true
    return flight.outcome
  }

  /** Asks for the data, and holds the request for as long as this is mounted. */
  fetch(): Flight {
    const flight = this.#start()
    if (flight === this.#flight) return flight
    this.#flight?.releaseSoon()
    flight.hold()
    this.#flight = flight
    void this.#checkAnswer(flight)
    return flight
  }

  tell(isDeferred: boolean): void {
    this.#refresh()
    this.#watch()
    if (this.#isUnshowable()) this.#blockSoon(isDeferred)
    else this.#refetchIfExpired()
    // Even where the view is an old one: a render that was thrown away may have been the first to see it.
    this.#onView?.()
  }

  #look(): EndpointRead {
    const state = this.#runtime.state
    if (state !== this.#readState) {
      const { endpoint, args, key } = this.#observed
      this.#read = readEndpoint(state, endpoint, key, args)
      this.#readState = state
    }
    return this.#read
  }

  #refresh(): void {
    const read = this.#look()
    const shown = this.#showable(read)
    if (shown === undefined) return
    this.#block = undefined
    const isSame = this.#view?.data === shown.data && this.#view?.error === shown.error
    if (this.#view === undefined || !isSame) this.#view = shown
  }

  #showable(read: EndpointRead): View | undefined {
    const { row, error } = read
    if (this.#refused && row && compareOrder(this.#refused, row) === 0) return undefined
    if (error !== undefined && row !== undefined) this.#allowRetry(error, row)
    if (read.isFound || error !== undefined) {
      return { data: read.isFound ? read.data : undefined, error }
    }
    const problem = this.#isUnusableAnswer(row)
      ? unusableAnswer(row, this.#observed.endpoint.name)
      : this.#abort()
    return problem && { data: undefined, error: problem }
  }

  #isUnshowable(): boolean {
    return this.#showable(this.#look()) === undefined
  }

  /** What ended the last request, where it was the endpoint's own signal. */
  #abort(): Error | undefined {
    const { key } = this.#observed
    const error = this.#runtime.abortOf(key)
    if (error !== undefined) onForget(error, () => this.#runtime.forgetAbort(key))
    return error
  }

  #allowRetry(error: Error, row: Order): void {
    onForget(error, () => this.#runtime.retries.set(this.#observed.key, row))
  }

  /** Whether what is there at first sight is not good enough: a stale error, or stale data that must not be shown. */
  #mustWait(read: EndpointRead): boolean {
    const { endpoint, fetches, key } = this.#observed
    const { row } = read
    if (!fetches || row === undefined) return false
    const retried = this.#runtime.retries.get(key)
    if (retried !== undefined && compareOrder(retried, row) === 0) return true
    if (this.#runtime.wasDelivered(key, row) || Date.now() <= read.expiresAt) return false
    return read.error !== undefined || endpoint.invalidIfStale === true
  }

  /** An answer that cannot be shown when it comes would be asked for again and again; it is an error instead. */
  #isUnusableAnswer(row: EndpointRead['row']): row is NonNullable<EndpointRead['row']> {
    if (row === undefined) return false
    if (this.#isMounted) return this.#unusable === row
    const isAnswer = row.status === 'fulfilled' && !row.invalid
    return isAnswer && this.#runtime.wasDelivered(this.#observed.key, row)
  }

  #watch(): void {
    if (!this.#isMounted) return
    const { parts } = this.#look()
    this.#runtime.watchers.watch(this, { requestKey: this.#observed.key, parts })
  }

  #blockSoon(isDeferred: boolean): void {
    if (this.#block !== undefined) return
    const block = {}
    this.#block = block
    if (isDeferred) setTimeout(() => this.#announce(block))
    else this.#announce(block)
  }

  #announce(block: Block): void {
    if (!this.#isMounted || this.#block !== block) return
    // A component that shows the block fetches when it does; one that is about to leave the page never will.
    if (this.#onBlock !== undefined) this.#onBlock(block)
    else if (this.#observed.fetches) this.fetch()
  }

  /** `expireAll` leaves everything shown and asks for it again. */
  #refetchIfExpired(): void {
    const { row } = this.#look()
    if (isExpired(row) && !this.#wasExpired && this.#observed.fetches) this.fetch()
    this.#wasExpired = isExpired(row)
  }

  #start(): Flight {
    const { endpoint, args } = this.#observed
    return startRequest(this.#runtime, endpoint, args, true)
  }

  async #checkAnswer(flight: Flight): Promise<void> {
    await flight.outcome
    if (!this.#isMounted) return
    const { row } = this.#look()
    const isAnswer = row?.status === 'fulfilled' && !row.invalid
    if (isAnswer && compareOrder(row, flight.order) === 0 && this.#isUnshowable()) {
      this.#unusable = row
    }
    this.#refresh()
    this.#onView?.()
  }
}

function isExpired(row: EndpointRead['row']): boolean {
  return row?.expiresAt === 0 && row.status !== 'pending'
}

const unusableAnswers = new WeakMap<object, Error>()

function unusableAnswer(row: object, name: string): Error {
  let error = unusableAnswers.get(row)
  if (error === undefined) {
    error = new Error(
      `${name} was answered, but the answer cannot be shown: an entity in it is missing, invalid, or needs one that is.`,
    )
    unusableAnswers.set(row, error)
  }
  return error
}
