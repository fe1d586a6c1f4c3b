import { type Deps, forEachRead } from '../../normalize/Memo'
import { report } from '../report'
import type { RestState } from '../state'
import { entityChanges, requestChanges } from '../trail'

/** Somebody who wants to know when what was read has changed. */
export interface Watcher {
  /** Told once per change; `isDeferred` where only answers of mutations changed what was read. */
  tell(isDeferred: boolean): void
}

/** What a watcher reads: one request at most, and rows. */
export interface Watched {
  readonly requestKey: string | undefined
  readonly deps: Deps
}

/** Tells watchers by what they read, so that a change costs what it concerns and not what is mounted. */
export class Watchers {
  readonly #getState: () => RestState
  readonly #watched = new Map<Watcher, Watched>()
  readonly #byRow = new Map<string, Map<string, Set<Watcher>>>()
  readonly #byRequest = new Map<string, Set<Watcher>>()
  #seen: RestState | undefined

  constructor(getState: () => RestState) {
    this.#getState = getState
  }

  /** Says what a watcher reads from now on. */
  watch(watcher: Watcher, watched: Watched): void {
    const before = this.#watched.get(watcher)
    if (before?.deps === watched.deps && before.requestKey === watched.requestKey) return
    this.unwatch(watcher)
    this.#seen ??= this.#getState()
    this.#watched.set(watcher, watched)
    if (watched.requestKey !== undefined) add(this.#byRequest, watched.requestKey, watcher)
    forEachRead(watched.deps, (schemaKey, pk) => {
      add(this.#table(schemaKey), pk, watcher)
    })
  }

  unwatch(watcher: Watcher): void {
    const watched = this.#watched.get(watcher)
    if (watched === undefined) return
    this.#watched.delete(watcher)
    if (watched.requestKey !== undefined) remove(this.#byRequest, watched.requestKey, watcher)
    forEachRead(watched.deps, (schemaKey, pk) => {
      remove(this.#table(schemaKey), pk, watcher)
    })
    if (this.#watched.size === 0) this.#seen = undefined
  }

  /** Looks whether the state changed, and tells whom it concerns. */
  check(): void {
    const before = this.#seen
    if (before === undefined) return
    const state = this.#getState()
    if (state === before) return
    this.#seen = state
    for (const [watcher, isDeferred] of this.#concerned(state, before)) {
      // Whom somebody told before may have unmounted another.
      if (this.#watched.has(watcher)) tellSafely(watcher, isDeferred)
    }
  }

  #concerned(state: RestState, before: RestState): ReadonlyMap<Watcher, boolean> {
    const rowChanges = entityChanges(state.entities, before.entities)
    const keyChanges = requestChanges(state.requests, before.requests)
    const wasReset = state.lastReset !== before.lastReset
    if (rowChanges === undefined || keyChanges === undefined || wasReset) return this.#everybody()
    const concerned = new Map<Watcher, boolean>()
    const tell = (watchers: ReadonlySet<Watcher> | undefined, isDeferred: boolean): void => {
      watchers?.forEach((it) => concerned.set(it, isDeferred && concerned.get(it) !== false))
    }
    for (const keys of keyChanges) for (const key of keys) tell(this.#byRequest.get(key), false)
    for (const { rows, isDeferred } of rowChanges) {
      for (const [schemaKey, pks] of rows) {
        const table = this.#byRow.get(schemaKey)
        if (table !== undefined) for (const pk of pks) tell(table.get(pk), isDeferred)
      }
    }
    return concerned
  }

  #everybody(): ReadonlyMap<Watcher, boolean> {
    return new Map([...this.#watched.keys()].map((watcher) => [watcher, false]))
  }

  #table(schemaKey: string): Map<string, Set<Watcher>> {
    let table = this.#byRow.get(schemaKey)
    if (table === undefined) this.#byRow.set(schemaKey, (table = new Map<string, Set<Watcher>>()))
    return table
  }
}

/** One watcher that fails does not keep the others from being told. */
function tellSafely(watcher: Watcher, isDeferred: boolean): void {
  try {
    watcher.tell(isDeferred)
  } catch (error) {
    report(error)
  }
}

function add(index: Map<string, Set<Watcher>>, key: string, watcher: Watcher): void {
  const watchers = index.get(key)
  if (watchers === undefined) index.set(key, new Set([watcher]))
  else watchers.add(watcher)
}

function remove(index: Map<string, Set<Watcher>>, key: string, watcher: Watcher): void {
  const watchers = index.get(key)
  if (watchers?.delete(watcher) === true && watchers.size === 0) index.delete(key)
}
