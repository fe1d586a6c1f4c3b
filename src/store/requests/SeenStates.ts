import { getOrCreate } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { mapValues } from '../../util/record'
import {
  type ActionCreators,
  type CommitPayload,
  plainMeta,
  type RestAction,
} from '../state/actions'
import { adopt } from '../state/adopt'
import { endedIn, endRequests } from '../state/endRequests'
import type { Clock } from '../state/expiry'
import type { RestState } from '../state/state'
import type { InFlightRequests } from './InFlightRequest'

/** What the optimistic manager has of the mutations in flight. */
export interface Optimism {
  /** What is shown of them, where the state shows something else. */
  shown(state: RestState, action: RestAction): Partial<CommitPayload>
}

interface Store {
  readonly session: string
  /** The state as it is. */
  readonly stored: RestState | undefined
  readonly inFlight: InFlightRequests
  readonly clock: Clock
  readonly optimism: Optimism | undefined
  readonly actions: ActionCreators
  readonly last: { mutation: number; lost: number }
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
    const { inFlight } = this.#store
    if (before && isCopy(before, state)) {
      this.#views.set(state, this.#views.get(before) ?? state)
      return
    }
    getOrCreate(this.#views, state, () => this.#viewOf(state))
    if (before === undefined && endedIn(state, inFlight).length === 0) return
    this.settleSoon()
    // What is in flight may not contain the rows that are there now.
    if (before === undefined || inFlight.size === 0) return
    this.#store.last.mutation = this.#store.last.lost = this.#store.clock.next()
  }

  #viewOf(state: RestState): RestState {
    const { session, inFlight } = this.#store
    return state.session === session
      ? endRequests(state, endedIn(state, inFlight))
      : freezeData(adopt(state, session, Date.now()))
  }

  /** Ends what the state shows of requests that are not in flight, and shows what is expected of those that are. */
  settleSoon(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    queueMicrotask(() => {
      this.#isPlanned = false
      const { stored } = this.#store
      if (stored !== undefined) this.#settle(stored)
    })
  }

  #settle(state: RestState): void {
    const { optimism, inFlight, actions } = this.#store
    const ended = endedIn(state, inFlight)
    const action = actions.write({ ended }, { ...plainMeta(this.#store, 'write'), label: 'settle' })
    const shown = optimism?.shown(this.#views.get(state) ?? state, action) ?? bareRows(state)
    const changes = JSON.stringify([ended, shown.entities, shown.settled], withoutMeta)
    if (ended.length + Object.keys(shown).length === 0 || this.#vain.has(changes)) return
    this.#store.send({ ...action, payload: freezeData({ ...action.payload, ...shown }) })
    if (this.#store.stored === state) this.#vain.add(changes)
  }
}

/** Nothing is expected where no manager expects it. */
function bareRows({ confirmed }: RestState): Partial<CommitPayload> {
  const settled = mapValues(confirmed, (table) => Object.keys(table))
  return Object.keys(settled).length === 0 ? {} : { settled }
}

function withoutMeta(name: string, value: unknown): unknown {
  return name === 'meta' ? undefined : value
}

/** Whether two states show the same, as a copy does that some reducers make of every state. */
function isCopy(one: RestState, other: RestState): boolean {
  const { entities, requests, confirmed } = one
  return entities === other.entities && requests === other.requests && confirmed === other.confirmed
}
