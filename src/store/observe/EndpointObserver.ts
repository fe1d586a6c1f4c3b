import type { Order } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import { onForget } from '../errors'
import type { Flight, Outcome } from '../Flight'
import { startRequest } from '../request'
import type { Runtime } from '../Runtime'
import { type EndpointRead, readEndpoint } from '../select/readEndpoint'
import type { RestState } from '../state'
import type { LoggedOut } from '../Logout'
import type { Block, Observed, View } from './Observed'
import { mustWait } from './mustWait'
import { checkReadable } from '../checkEndpoint'
import { unusableAnswer } from './unusableAnswer'
import type { Watcher } from './Watchers'

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
  /** What is there and must not be shown: an answer, or what other answers tell. A newer one has to come. */
  #refused: Order | 'inferred' | undefined
  /** The logout that came before this: it was asked for after that, and so may ask again. */
  readonly #born: LoggedOut | undefined
  #present: (() => void) | undefined
  /** An answer that came, and cannot be shown all the same. */
  #unusable: EndpointRead['row']
  #wasExpired = false

  constructor(runtime: Runtime, observed: Observed) {
    this.#runtime = runtime
    this.#observed = observed
    this.#born = runtime.logout.current
    if (observed.fetches) checkReadable(observed.endpoint)
    this.#refuseIfStale()
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
    this.#noteExpiry()
    this.#present = this.#runtime.fleeting.present(this.#observed.key)
    this.#refresh()
    this.#watch()
    if (this.#observed.fetches && this.#logoutError() === undefined) this.#fetchIfNeeded()
    return () => {
      this.#unmount()
    }
  }

  #fetchIfNeeded(): void {
    const { key } = this.#observed
    const { row, expiresAt } = this.#look()
    const isAwaited = row !== undefined && this.#runtime.deliveries.has(key, row)
    if (isAwaited) this.#runtime.deliveries.commit(key)
    else if (this.#isUnshowable() || Date.now() > expiresAt) this.fetch()
  }

  /** Stops following; a request that nobody else waits for is aborted. */
  #unmount(): void {
    this.#isMounted = false
    this.#onView = undefined
    this.#present?.()
    this.#runtime.watchers.unwatch(this)
    this.#flight?.releaseSoon()
    this.#flight = undefined
  }

  /** For a reader that suspends: starts or joins the request, and resolves when there is an answer of any kind. */
  wait(): Promise<Outcome> {
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
    const isNewlyExpired = this.#noteExpiry()
    if (isNewlyExpired) this.#refuseIfStale()
    this.#refresh()
    this.#watch()
    if (this.#isUnshowable()) this.#blockSoon(isDeferred)
    else if (isNewlyExpired && this.#observed.fetches) this.fetch()
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
    if (this.#isRefused(row)) return undefined
    if (error !== undefined && row !== undefined) this.#allowRetry(error, row)
    if (read.isFound || error !== undefined) {
      return { data: read.isFound ? read.data : undefined, error }
    }
    const problem = this.#isUnusableAnswer(row)
      ? unusableAnswer(row, this.#observed.endpoint.name)
      : (this.#logoutError() ?? this.#abort())
    return problem && { data: undefined, error: problem }
  }

  #refuseIfStale(): void {
    const read = this.#look()
    const isRefused = mustWait(this.#runtime, this.#observed, read)
    this.#refused = isRefused ? (read.row ?? 'inferred') : undefined
  }

  #isRefused(row: EndpointRead['row']): boolean {
    if (this.#refused === undefined) return false
    if (this.#refused === 'inferred') return row === undefined || row.status === 'pending'
    return row !== undefined && compareOrder(this.#refused, row) === 0
  }

  /** Why nothing may be shown, nor asked for, where the user was logged out since. */
  #logoutError(): Error | undefined {
    const { current } = this.#runtime.logout
    return current === this.#born ? undefined : current?.error
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

  /** An answer that cannot be shown when it comes would be asked for again and again; it is an error instead. */
  #isUnusableAnswer(row: EndpointRead['row']): row is NonNullable<EndpointRead['row']> {
    if (row === undefined) return false
    if (this.#isMounted) return this.#unusable === row
    const isAnswer = row.status === 'fulfilled' && !row.invalid
    return isAnswer && this.#runtime.deliveries.has(this.#observed.key, row)
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

  /** `expireAll` has everything asked for again that is in use. */
  #noteExpiry(): boolean {
    const wasExpired = this.#wasExpired
    this.#wasExpired = isExpired(this.#look().row)
    return this.#wasExpired && !wasExpired
  }

  #start(): Flight {
    const { endpoint, args } = this.#observed
    return startRequest(this.#runtime, endpoint, args, { isRendering: true })
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
