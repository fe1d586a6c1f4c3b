import { nanoid } from '@reduxjs/toolkit'
import type { Action, Dispatch, MiddlewareAPI } from 'redux'
import type { Machinery } from '../endpoint/brought'
import type { TableOwners } from '../normalize/tableOwners'
import type { ManagerStore } from './Manager'
import { Managers } from './Managers'
import { Asking } from './observe/Asking'
import type { Suspension } from './observe/deriveView'
import { ObserverIndex } from './observe/ObserverIndex'
import { ListJournal } from './requests/ListJournal'
import { InFlightRequests } from './requests/Request'
import { SeenStates } from './requests/SeenStates'
import {
  type ActionCreators,
  createActions,
  plainMeta,
  type RestAction,
  type WriteAction,
} from './state/actions'
import { type Clock, createClock } from './state/expiry'
import { findRestState, selectRestState } from './state/readableState'
import type { RestState } from './state/state'
import { Timers } from './Timers'

/** The options of `createRest`, with their defaults. */
export interface RestSettings {
  readonly reducerPath: string
  readonly dataExpiryLength: number
  readonly errorExpiryLength: number
  readonly fetchFn: typeof fetch | undefined
  readonly managers: readonly Machinery[]
  /** What is read where the reducer was injected, which has its state from the next action on. */
  absentState?: RestState
}

/** So many promises may be awaited one after the other in what counts as one task. */
const TASK_LENGTH = 100

/** Resolves before the task is over. A timer might come after the next task, whose calls would join what is too old. */
async function nearTaskEnd(): Promise<void> {
  for (let at = 0; at < TASK_LENGTH; at += 1) await Promise.resolve()
}

function refuseForeign({ type, meta: { kind }, ...rest }: RestAction): undefined {
  if (process.env.NODE_ENV === 'production' || kind === 'write' || 'error' in rest) return
  console.error(
    `${type} was refused: this store did not make it. To take actions of another store, such as that of another tab, write createRest({ managers: [hydration()] }), with \`import { hydration } from 'rtk-rest/hydration'\`.`,
  )
}

/** All of one store that is no data: requests in flight, timers, readers. One per store and `reducerPath`. */
export class Runtime {
  readonly settings: RestSettings
  readonly actions: ActionCreators
  /** Names the store in its actions and states. */
  readonly session = nanoid(10)
  readonly clock: Clock = createClock()
  /** A reducer that was injected a moment ago has no state before the next action. */
  readonly seen = new SeenStates(this, () =>
    findRestState(this.api.getState(), this.settings.reducerPath),
  )
  readonly observers = new ObserverIndex(() => this.state)
  readonly inFlight = new InFlightRequests()
  readonly journal = new ListJournal()
  /** Which schema each table belongs to. */
  readonly tableOwners: TableOwners = new Map()
  readonly timers = new Timers()
  /** The readers that have to ask. */
  readonly asking = new Asking(this)
  /** What components are suspended for, by the key of the call. */
  readonly suspensions = new Map<string, Suspension>()
  readonly managers: Managers
  /** The moment of the first request that started in this task; none has while it is infinite. */
  taskStart = Infinity
  /** While the function of an optimistic response runs, which must not write. */
  isExpecting = false
  /** The store, of which a middleware is given no more. */
  readonly api: MiddlewareAPI<Dispatch<Action>>
  /** The moments of what happened last. */
  readonly last = {
    /** A mutation landed, or ended without a response: responses of reads that started before may not contain it. */
    mutation: 0,
    /** A mutation ended without a response: what is not stored may have changed then. */
    lost: 0,
    /** What started before never lands, whatever state there is. */
    reset: 0,
  }
  /** Takes an action of another store, or refuses it. Set by the manager of hydration. */
  takeForeign: (action: RestAction) => RestAction | undefined = refuseForeign
  /** Set when the store's work was ended. */
  disposal: { readonly error: Error } | undefined

  constructor(
    api: MiddlewareAPI,
    settings: RestSettings,
    managerStoreOf: (runtime: Runtime) => ManagerStore,
  ) {
    this.api = api
    this.settings = settings
    this.actions = createActions(settings.reducerPath, this.session)
    this.managers = new Managers(settings.managers, () => managerStoreOf(this))
  }

  /**
   * Our part of the state, as this store reads it.
   * @throws Error where the store has no state of ours and expects none, with the line that is missing
   */
  get state(): RestState {
    const { absentState, reducerPath } = this.settings
    const state = this.seen.read()
    if (state !== undefined) return state
    if (absentState !== undefined && !this.seen.hasCommitted) return absentState
    return selectRestState(this.api.getState(), reducerPath)
  }

  /** Dispatches an action of this store with what its managers add, and returns it. */
  send<Sent extends RestAction>(given: Sent): Sent {
    if (this.isExpecting) throw new Error(`it writes (${given.type}), and may only read`)
    const state = this.seen.read()
    const action = state === undefined ? given : (this.managers.commit(given, state) as Sent)
    this.seen.send(action, this.api.dispatch)
    return action
  }

  /** Places and removes rows, by one action of this label. */
  write(label: string, changes: WriteAction['payload']): WriteAction {
    return this.send(this.actions.write(changes, { ...plainMeta(this, 'write'), label }))
  }

  /** Notes that a request starts in this task. */
  noteStart({ started }: { readonly started: number }): void {
    if (this.taskStart < Infinity) return
    this.taskStart = started
    void nearTaskEnd().then(() => (this.taskStart = Infinity))
  }

  /** Whether a request started before the last reset, and so must not land any more. */
  isBeforeReset({ started }: { readonly started: number }): boolean {
    return started <= this.last.reset
  }
}
