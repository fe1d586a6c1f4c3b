import { getOrCreate } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { isSame } from '../../util/replaceEqualDeep'
import type { ActionCreators, PlainMeta, RestAction } from '../state/actions'
import { adopt } from '../state/adopt'
import { endedIn, endRequests } from '../state/endRequests'
import type { Clock } from '../state/expiry'
import type { OptimisticLayer, RestState } from '../state/state'
import type { InFlightRequests } from './InFlightRequest'
import type { LandingLog } from './LandingLog'

/** What the optimistic manager has of the mutations in flight. */
export interface Optimism {
  /** Their layers, computed anew. */
  recompute(): readonly OptimisticLayer[]
  layerOf(call: { readonly requestId: string }): OptimisticLayer | undefined
}

interface Store {
  readonly session: string
  /** The state as it is. */
  readonly stored: RestState | undefined
  readonly inFlight: InFlightRequests
  readonly landings: LandingLog
  readonly clock: Clock
  readonly optimism: Optimism | undefined
  readonly actions: ActionCreators
  plainMeta(kind: 'optimistic'): PlainMeta<'optimistic'>
  dispatchSoon(run: () => void): void
  send(action: RestAction): void
}

/**
 * The states of a store: it knows those that its actions made. Any other one comes from elsewhere (preloaded, persisted,
 * imported), or is an earlier one, as after a jump in DevTools: what it shows of requests that are not in flight is ended by one
 * action.
 */
export class SeenStates {
  readonly #store: Store
  /** The state that was seen last. */
  #last: RestState | undefined
  /** How this store reads states that its actions did not make. */
  readonly #views = new WeakMap<RestState, RestState>()
  #isCommitting = false
  #isPlanned = false
  /** What could not be changed, as DevTools goes on to show the past: it is not tried again. */
  readonly #vain = new Set<string>()
  /** After an action of ours there is a state, or no reducer. */
  hasCommitted = false

  constructor(store: Store) {
    this.#store = store
  }

  /** A state as this store reads it: itself where an action of the store made it. */
  read(state: RestState): RestState {
    this.look(state)
    return this.#views.get(state) ?? state
  }

  /**
   * Runs what may make the next state; subscribers may read that before it returns.
   * @param isOwn whether an action of this store makes it; a state that a subscriber imports meanwhile comes from elsewhere
   */
  run<Result>(isOwn: boolean, next: () => Result): Result {
    const before = this.#isCommitting
    this.look()
    this.#isCommitting = isOwn
    try {
      return next()
    } finally {
      this.look()
      this.#isCommitting = before
      this.hasCommitted ||= isOwn
    }
  }

  /** Looks once at a state that no action of this store made. */
  look(state = this.#store.stored): void {
    const before = this.#last
    if (state === undefined || state === before) return
    this.#last = state
    if (this.#isCommitting) return
    getOrCreate(this.#views, state, () => this.#viewOf(state))
    const { inFlight } = this.#store
    const isRight = before ? isCopy(before, state) : endedIn(state, inFlight).length === 0
    if (isRight) return
    this.settleSoon()
    if (before !== undefined) this.#log()
  }

  #viewOf(state: RestState): RestState {
    const { session, inFlight } = this.#store
    return state.session === session
      ? endRequests(state, endedIn(state, inFlight))
      : freezeData(adopt(state, session, Date.now()))
  }

  /** What is in flight may not contain the rows that are there now. */
  #log(): void {
    const { inFlight, landings, clock } = this.#store
    if (inFlight.size === 0) return
    const landed = clock.next()
    landings.add({ started: landed, landed, isReplacement: true, mayConcern: () => true })
  }

  /** Ends what the state shows of requests that are not in flight, and shows what is expected of those that are. */
  settleSoon(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#store.dispatchSoon(() => {
      this.#isPlanned = false
      const { stored } = this.#store
      if (stored !== undefined) this.#settle(stored)
    })
  }

  #settle(state: RestState): void {
    const { optimism, inFlight, actions } = this.#store
    const layers = optimism?.recompute() ?? []
    const shown = new Set(layers.map(({ requestId }) => requestId))
    const layered = state.optimistic.map(({ requestId }) => requestId)
    const dropped = [...new Set([...endedIn(state, inFlight), ...layered])].filter(
      (id) => !shown.has(id),
    )
    if (dropped.length === 0 && isSame(state.optimistic, layers)) return
    const changes = JSON.stringify([dropped, [...shown]])
    if (this.#vain.has(changes)) return
    const meta = this.#store.plainMeta('optimistic')
    this.#store.send(actions.optimistic({ optimistic: { layers, dropped } }, meta))
    if (this.#store.stored === state) this.#vain.add(changes)
  }
}

/** Whether two states show the same, as a copy does that some reducers make of every state. */
function isCopy(one: RestState, other: RestState): boolean {
  const { entities, requests, optimistic } = one
  return (
    entities === other.entities && requests === other.requests && optimistic === other.optimistic
  )
}
