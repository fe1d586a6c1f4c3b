import type { Action } from 'redux'
import { getOrCreate } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { type CommitPayload, momentOf, type RestAction, type WriteAction } from '../state/actions'
import { adopt, endedIn, endRequests } from '../state/adopt'
import type { Clock } from '../state/expiry'
import type { RestState } from '../state/state'
import type { InFlightRequests } from './Request'

/** What is shown of the mutations in flight, where the state shows something else. */
export type ShowExpected = (state: RestState, landed: number) => Partial<CommitPayload>

interface Store {
  readonly session: string
  readonly inFlight: InFlightRequests
  readonly clock: Clock
  readonly last: { mutation: number; lost: number }
  write(label: string, changes: WriteAction['payload']): void
}

/**
 * The states of a store: it knows those that its actions made. Any other one comes from elsewhere (preloaded, persisted,
 * imported), or is an earlier one, as after a jump in DevTools: what it shows of requests that are not in flight is ended by one
 * action.
 */
export class SeenStates {
  readonly #store: Store
  /** The state as it is. */
  readonly #getState: () => RestState | undefined
  /** The state that was seen last. */
  #last: RestState | undefined
  /** How this store reads states that its actions did not make. */
  readonly #views = new WeakMap<RestState, RestState>()
  /** The moment of the action that is being sent: one that passes with another moment comes again, late, or from elsewhere. */
  #sending: number | undefined
  #isCommitting = false
  #isPlanned = false
  /** What could not be changed, as DevTools goes on to show the past: it is not tried again. */
  readonly #vain = new Set<string>()
  /** After an action of ours there is a state, or no reducer. */
  hasCommitted = false
  /** Set by the optimistic manager, while it runs. */
  showExpected: ShowExpected | undefined

  constructor(store: Store, getState: () => RestState | undefined) {
    this.#store = store
    this.#getState = getState
  }

  /** The state as this store reads it: as it is where an action of the store made it. `undefined` without a reducer. */
  read(): RestState | undefined {
    const state = this.look()
    return state && (this.#views.get(state) ?? state)
  }

  /** Sends an action of this store. */
  send(action: RestAction, dispatch: (action: Action) => unknown): void {
    const before = this.#sending
    this.#sending = momentOf(action)
    try {
      dispatch(action)
    } finally {
      this.#sending = before
    }
  }

  /** Has the store take an action; subscribers may read the next state before this returns, or import another one. */
  run<Result>(action: RestAction | undefined, next: () => Result): Result {
    const before = this.#isCommitting
    this.look()
    this.#isCommitting = action !== undefined && momentOf(action) === this.#sending
    try {
      return next()
    } finally {
      this.look()
      this.#isCommitting = before
      this.hasCommitted ||= action !== undefined
    }
  }

  /** Looks once at a state that no action of this store made; returns the state as it is. */
  look(): RestState | undefined {
    const state = this.#getState()
    const before = this.#last
    if (state === undefined || state === before) return state
    this.#last = state
    if (this.#isCommitting) return state
    const { session, inFlight, last, clock } = this.#store
    getOrCreate(this.#views, state, () =>
      state.session === session
        ? endRequests(state, (requestId) => !inFlight.has(requestId))
        : freezeData(adopt(state, session, Date.now())),
    )
    this.#settleSoon()
    // What is in flight may not contain the rows that are there now.
    const hasOthers = before !== undefined && before.entities !== state.entities
    if (hasOthers && inFlight.size > 0) last.mutation = last.lost = clock.next()
    return state
  }

  /** Ends what the state shows of requests that are not in flight, and shows what is expected of those that are. */
  #settleSoon(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    queueMicrotask(() => {
      this.#isPlanned = false
      const state = this.#getState()
      if (state !== undefined) this.#settle(state)
    })
  }

  #settle(state: RestState): void {
    const { inFlight, clock } = this.#store
    const ended = endedIn(state, (requestId) => !inFlight.has(requestId))
    const shown = this.showExpected?.(this.#views.get(state) ?? state, clock.next()) ?? {}
    const changes = JSON.stringify([ended, shown.entities, shown.removed], withoutMeta)
    if (ended.length + Object.keys(shown).length === 0 || this.#vain.has(changes)) return
    this.#store.write('settle', { ended, ...shown })
    if (this.#getState() === state) this.#vain.add(changes)
  }
}

function withoutMeta(name: string, value: unknown): unknown {
  return name === 'meta' ? undefined : value
}
