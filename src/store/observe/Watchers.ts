import type { RowRef } from '../../normalize/landing'
import { ListEntry } from '../../normalize/ListEntry'
import type { Part, RowTeller } from '../../normalize/parts'
import type { Order } from '../../schema/contract'
import { getOrCreate } from '../../util/getOrCreate'
import { report } from '../report'
import type { RestState } from '../state/state'
import { type Changes, entityChanges, requestChanges } from '../trail'

/** Somebody who wants to know when what was read has changed. */
export interface Watcher {
  /** Told once per change; `isDeferred` where only answers of mutations changed what was read. */
  tell(isDeferred: boolean): void
  /** Asks once for what was requested after a moment. */
  refetch?(after: Order): void
}

/** What a watcher reads: one request at most, and rows. */
export interface Watched {
  readonly requestKey: string | undefined
  readonly parts: readonly Part[]
}

type Index<Key> = Map<Key, Set<Watcher>>
type Tell = (watchers: ReadonlySet<Watcher> | undefined, isDeferred: boolean) => void

/** Tells watchers by what they read, so that a change costs what it concerns and not what is mounted. */
export class Watchers {
  readonly #getState: () => RestState
  readonly #watched = new Map<Watcher, Watched>()
  readonly #byRow = new Map<string, Map<string, Set<Watcher>>>()
  readonly #byTable = new Map<string, Set<Watcher>>()
  readonly #byRequest = new Map<string, Set<Watcher>>()
  /** Long lists know themselves what a change means for them; to take down each of their rows would cost more. */
  readonly #byList = new Map<ListEntry, Set<Watcher>>()
  #seen: RestState | undefined
  #holds = 0

  constructor(getState: () => RestState) {
    this.#getState = getState
  }

  /** Says what a watcher reads from now on. */
  watch(watcher: Watcher, watched: Watched): void {
    const before = this.#watched.get(watcher)
    if (before !== undefined && isSame(before, watched)) return
    this.unwatch(watcher)
    this.#seen ??= this.#getState()
    this.#watched.set(watcher, watched)
    if (watched.requestKey !== undefined) add(this.#byRequest, watched.requestKey, watcher)
    this.#tellRows(watched.parts, (index, key) => {
      add(index, key, watcher)
    })
  }

  unwatch(watcher: Watcher): void {
    const watched = this.#watched.get(watcher)
    if (watched === undefined) return
    this.#watched.delete(watcher)
    if (watched.requestKey !== undefined) remove(this.#byRequest, watched.requestKey, watcher)
    this.#tellRows(watched.parts, (index, key) => {
      remove(index, key, watcher)
    })
    if (this.#watched.size === 0) this.#seen = undefined
  }

  /** Tells nobody of anything while something runs, and of all that happened at once afterwards. */
  hold<Result>(run: () => Result): Result {
    this.#holds += 1
    try {
      return run()
    } finally {
      this.#holds -= 1
      this.check()
    }
  }

  /** Looks whether the state changed, and tells whom it concerns. */
  check(): void {
    const before = this.#seen
    if (before === undefined || this.#holds > 0) return
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
    const tell: Tell = (watchers, isDeferred) => {
      watchers?.forEach((it) => concerned.set(it, isDeferred && concerned.get(it) !== false))
    }
    for (const keys of keyChanges) for (const key of keys) tell(this.#byRequest.get(key), false)
    for (const changes of rowChanges) this.#tellOfRows(changes, tell)
    return concerned
  }

  #tellOfRows({ rows, isDeferred }: Changes, tell: Tell): void {
    if (rows.size === 0) return
    for (const [schemaKey, pks] of rows) {
      tell(this.#byTable.get(schemaKey), isDeferred)
      const table = this.#byRow.get(schemaKey)
      if (table !== undefined) for (const pk of pks) tell(table.get(pk), isDeferred)
    }
    for (const [list, watchers] of this.#byList) {
      if (list.isConcerned([rows])) tell(watchers, isDeferred)
    }
  }

  /** Has every reader of some rows ask for them once. */
  refetchReaders(rows: readonly RowRef[], landed: Order): void {
    const changes = new Map<string, string[]>()
    for (const { schemaKey, pk } of rows) getOrCreate(changes, schemaKey, () => []).push(pk)
    const readers = new Set<Watcher>()
    this.#tellOfRows({ rows: changes, isDeferred: false }, (watchers) => {
      for (const watcher of watchers ?? []) readers.add(watcher)
    })
    for (const reader of readers) reader.refetch?.(landed)
  }

  /** Tells everybody, of what is no change of the state. */
  tellAll(): void {
    for (const watcher of new Set(this.#watched.keys())) tellSafely(watcher, false)
  }

  #everybody(): ReadonlyMap<Watcher, boolean> {
    return new Map([...this.#watched.keys()].map((watcher) => [watcher, false]))
  }

  /** Calls back with the index, and the key in it, of all that was read. */
  #tellRows(parts: readonly Part[], callback: <Key>(index: Index<Key>, key: Key) => void): void {
    const seen = new Set<Part>()
    const teller: RowTeller = {
      row: (schemaKey, pk) => callback(this.#table(schemaKey), pk),
      table: (schemaKey) => callback(this.#byTable, schemaKey),
      enter: (part) => {
        if (seen.size === seen.add(part).size) return false
        if (!(part instanceof ListEntry) || !part.isLong) return true
        callback(this.#byList, part)
        return false
      },
    }
    for (const part of parts) part.forEachRow(teller)
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

function isSame(one: Watched, other: Watched): boolean {
  return (
    one.requestKey === other.requestKey &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, at) => part === other.parts[at])
  )
}

function add<Key>(index: Index<Key>, key: Key, watcher: Watcher): void {
  const watchers = index.get(key)
  if (watchers === undefined) index.set(key, new Set([watcher]))
  else watchers.add(watcher)
}

function remove<Key>(index: Index<Key>, key: Key, watcher: Watcher): void {
  const watchers = index.get(key)
  if (watchers?.delete(watcher) === true && watchers.size === 0) index.delete(key)
}
