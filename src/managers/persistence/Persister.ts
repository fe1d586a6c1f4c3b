import type { Action } from 'redux'
import type { Gate, ManagerHooks, ManagerStore } from '../../store/Manager'
import { runtimeOf } from '../../store/managerStore'
import type { Runtime } from '../../store/Runtime'
import { asRestAction } from '../../store/state/actions'
import { confirmedState } from '../../store/state/confirmed'
import type { RestState } from '../../store/state/state'
import { listenToPage } from '../../util/listenToPage'
import { codedMessage, textOf } from '../../util/messages'
import { Claim } from './Claim'
import type { Keeper } from './Keeper'
import {
  entriesOf,
  headIn,
  headOf,
  type Head,
  type Includes,
  type Lasting,
  lastingOf,
  NOTHING,
} from './persistedState'
import { type Migrate, restored, storedState } from './restored'

/** What a persister goes by. */
export interface PersisterOptions {
  readonly key: string
  readonly version: Head['version']
  readonly throttle: number
  readonly includes: Includes
  readonly migrate: Migrate | undefined
  readonly after: PromiseLike<unknown> | undefined
}

/** The member that `persistence` adds to `rest`. */
export interface PersistenceApi {
  /** Resolves when what is stored is in the state, where there is something, and after 5 s at the latest. Never rejects. */
  rehydrated(): Promise<void>
}

/** So long readers wait for the storage, in ms. */
const LONGEST_WAIT = 5_000
/** The pause before a removal is tried again, in ms. */
const RETRY = 5_000
/** So long a mutation of another page may take that was in flight when this one started, in ms. */
const LONGEST_MUTATION = 60_000

const EVENTS = ['visibilitychange', 'pagehide'] as const

/** Restores the state of one store, and stores what changes. */
export class Persister implements ManagerHooks {
  readonly api: PersistenceApi
  /** Settles when what is stored is placed, or does not come in time. */
  readonly #ready: Promise<void>
  readonly #runtime: Runtime
  readonly #keeper: Keeper
  readonly #options: PersisterOptions
  readonly #claim: Claim
  readonly #stopListening: readonly (() => void)[]
  /** Ends the wait. */
  #open!: () => void
  /** What readers wait for. */
  #gate: Gate | undefined
  /** What is stored is placed, or is not to be: from then on it is written. */
  #isRead = false
  /** What the storage has; `undefined` where that is not known. */
  #written: Lasting | undefined
  /** What was to be written last; `undefined` after a reset. */
  #seen: RestState | undefined
  /** Nothing has come since the last reset. */
  #isEmpty = false
  /** Who made what was read unsure. A mutation of theirs may still reach the server, until that moment of `performance.now`. */
  #doubted: { readonly by: string; readonly until: number } | undefined
  /** How much is being written. */
  #busy = 0
  /** A write waits for that. */
  #isDue = false
  /** Set while a write is due, and for ever after the store's work has ended. */
  #stopTimer: (() => void) | undefined
  /** Whether a removal failed, and whether anything else did. */
  readonly #said = new Set<boolean>()

  constructor(store: ManagerStore, keeper: Keeper, options: PersisterOptions) {
    this.#runtime = runtimeOf(store)
    this.#keeper = keeper
    this.#options = options
    this.#ready = new Promise((resolve) => {
      this.#open = () => {
        this.#gate = undefined
        resolve()
        store.wake()
      }
    })
    this.#gate = { until: this.#ready }
    this.api = { rehydrated: () => this.#ready }
    this.#claim = new Claim(options.key, options.version, this.#runtime.session, {
      // Two tabs whose user was refused would follow each other for ever.
      over: () => {
        if (this.#isEmpty && this.#runtime.inFlight.size === 0) this.#reset()
        else store.reset()
      },
      lost: (isEmpty) => {
        this.#written = isEmpty ? undefined : NOTHING
        this.#seen = undefined
      },
    })
    this.#stopListening = [
      listenToPage(EVENTS, this.#onHide),
      listenToPage(['storage'], this.#claim.onStorage),
    ]
    void this.#restore()
  }

  readonly gate = (): Gate | undefined => this.#gate

  readonly action = (action: Action): void => {
    const meta = asRestAction(this.#runtime.settings.reducerPath, action)?.meta
    const isFailure = meta?.kind === 'request' && meta.requestStatus !== 'fulfilled'
    if (meta && !isFailure) this.#isEmpty = meta.kind === 'reset'
    if (meta?.kind === 'reset') this.#reset()
    // A page that dies during a mutation leaves that it was in flight; one that dies later, what it brought.
    else if (meta?.kind === 'request' && meta.sideEffect && this.#isRead) this.#write()
    else this.#writeSoon()
  }

  readonly dispose = (): void => {
    for (const stop of this.#stopListening) stop()
    this.#stopTimer?.()
    this.#stopTimer = noTimer
    this.#end()
  }

  async #restore(): Promise<void> {
    const stop = this.#runtime.timers.after(LONGEST_WAIT, () => {
      this.#report('it does not respond')
      this.#open()
    })
    await this.#attempt(() => this.#readAndPlace())
    stop()
    this.#end()
    // So that other tabs find whose storage it is, and the next start what is in flight.
    this.#writeSoon(0)
  }

  /** There is nothing to wait for any more. */
  #end(): void {
    this.#isRead = true
    this.#open()
  }

  async #readAndPlace(): Promise<void> {
    const { includes, migrate, version, after } = this.#options
    await after
    const entries = await this.#keeper.read()
    if (this.#isRead || !this.#claim.takeOver(headIn(entries))) return
    if (entries.length === 0) {
      this.#written = NOTHING
      return
    }
    const by = headIn(entries)?.unsure
    if (by !== undefined) this.#doubted = { by, until: performance.now() + LONGEST_MUTATION }
    const stored = storedState(entries, version, migrate)
    if (stored === undefined) return
    const { last, state } = this.#runtime
    const { payload, requests } = restored(
      stored.state,
      confirmedState(state),
      includes,
      stored.isUnsure || last.lost > 0,
    )
    this.#runtime.write('rehydrate', payload)
    if (!requests || !stored.isCurrent) return
    this.#written = { ...lastingOf(this.#runtime.state), requests, isUnsure: false }
  }

  /** Writes after a while, where something has changed. */
  #writeSoon(delay = this.#options.throttle): void {
    const isChanged = this.#runtime.state !== this.#seen
    if (!this.#isRead || this.#stopTimer || !isChanged) return
    this.#stopTimer = this.#runtime.timers.after(delay, () => this.#write())
  }

  readonly #onHide = ({ type }: { readonly type: string }): void => {
    const isHidden = type === 'pagehide' || document.visibilityState === 'hidden'
    if (isHidden && this.#stopTimer) this.#write()
  }

  /** What belongs to a user who signed out does not stay for a moment. */
  #reset(): void {
    this.#end()
    this.#written = this.#seen = this.#doubted = undefined
    this.#claim.renew()
    this.#write()
  }

  #write(): void {
    this.#stopTimer?.()
    // A write that goes on after the end of the store starts no timer.
    if (this.#stopTimer !== noTimer) this.#stopTimer = undefined
    const { isGone, isRemoving } = this.#claim
    if (isGone && !isRemoving) return
    if ((this.#isDue = this.#busy > 0 && !isRemoving)) return
    const state = (this.#seen = this.#runtime.state)
    void this.#work(() => this.#writeRows(isGone ? NOTHING : lastingOf(confirmedState(state))))
  }

  /** Does something with the storage, and then what has become due meanwhile. */
  async #work(run: () => unknown): Promise<void> {
    this.#busy += 1
    await this.#attempt(run)
    this.#busy -= 1
    if (this.#isDue) this.#write()
    else if (this.#busy === 0 && this.#claim.isRemoving) {
      this.#stopTimer ??= this.#runtime.timers.after(RETRY, () => this.#write())
    } else this.#writeSoon()
  }

  async #writeRows(next: Lasting): Promise<void> {
    const { isByRow } = this.#keeper
    const { includes } = this.#options
    const { session } = this.#runtime
    const written = this.#written
    const { isStored, mark } = this.#claim
    const changes = entriesOf(next, written, includes)
    const isDoubtOver = this.#doubted && performance.now() >= this.#doubted.until
    const isHeadThere =
      isStored &&
      !isDoubtOver &&
      next.pages === written?.pages &&
      next.isUnsure === written?.isUnsure
    if (changes.length === 0 && isHeadThere) return
    const rows = isByRow ? changes : entriesOf(next, undefined, includes)
    let isWritten = false
    await this.#keeper.write(!written, (found, isForeign) => {
      isWritten = this.#claim.allows(found)
      if (!isWritten) return []
      if (isByRow && isHeadThere) return rows
      const isKnown = [undefined, session, this.#doubted?.by].includes(found?.unsure)
      const isShared = found?.generation === mark.generation && (isForeign || !isKnown)
      const kept = isDoubtOver ? undefined : this.#doubted?.by
      const unsure = isShared ? `${session}*` : next.isUnsure ? session : kept
      return [[[], headOf(next, mark, unsure, includes)], ...rows]
    })
    if (!isWritten) return
    if (isDoubtOver) this.#doubted = undefined
    this.#claim.stored(mark)
    // What was written may have come later than the removal.
    this.#isDue ||= this.#claim.isRemoving
    this.#written = this.#claim.isRemoving ? undefined : next
  }

  /** Begins at once; what goes wrong is reported, the first time. */
  async #attempt(run: () => unknown): Promise<void> {
    try {
      await run()
    } catch (error) {
      this.#report(error)
    }
  }

  #report(error: unknown): void {
    const { isRemoving } = this.#claim
    if (this.#said.has(isRemoving)) return
    this.#said.add(isRemoving)
    const { key } = this.#options
    console.error(
      codedMessage(
        'storage-failed',
        process.env.NODE_ENV === 'production' ||
          `persistence({ key: ${JSON.stringify(key)} }) failed: ${messageOf(error)}. ${effectOf(isRemoving)}`,
        key,
      ),
    )
  }
}

function noTimer(): void {
  // The store has ended.
}

/** What follows, for development. */
function effectOf(isRemoving: boolean): string {
  return isRemoving
    ? 'What belongs to the user who signed out is not removed; the removal is tried again.'
    : 'The app goes on without what is stored, and what cannot be written is gone after a reload.'
}

/** A storage may throw anything. */
function messageOf(error: unknown): string {
  return error instanceof Error ? textOf(error) : String(error)
}
