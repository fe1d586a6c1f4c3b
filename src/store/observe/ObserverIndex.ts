import type { EntityRow } from '../../schema/contract'
import { type CacheEntry, visitRows } from '../../normalize/CacheEntry'
import { ListCacheEntry } from '../../normalize/ListCacheEntry'
import { addTo, getOrCreate, type Groups, removeFrom } from '../../util/collections'
import { runSafely } from '../report'
import type { RowNames } from '../../normalize/rowSource'
import type { CommitPayload } from '../state/actions'
import { entityLog, requestLog } from '../state/changeLog'
import type { RestState } from '../state/state'

/** What is notified when the rows that it read have changed. */
export interface StoreObserver {
  /** Called once per change; `isDeferred` where only responses of mutations changed what was read. */
  notify(isDeferred: boolean): void
  /** Called when a row that it read became doubtful: it may have to ask. */
  ask?(): void
  /** Called when a list that it read, or a member, has changed: what stands beside the list may be older. */
  askBeside?(): void
  /** Nobody has requested the call that it shows: responses of other calls have brought the data. */
  readonly isBrought?: boolean
  /** In development: what is wrong with it, if anything is. */
  readonly complaint?: string | undefined
}

/** What an observer reads: one request at most, and rows. */
export interface Observed {
  readonly requestKey: string | undefined
  readonly dependencies: readonly CacheEntry[]
}

/** Observers by what they read: the key of a request, or a primary key; of a whole table by `undefined`. */
type Index<Key> = Groups<Key, StoreObserver>

/** Finds the observers of a change by what they read, so that a change costs what it affects and not what is mounted. */
export class ObserverIndex {
  readonly #getState: () => RestState
  readonly #observed = new Map<StoreObserver, Observed>()
  readonly #byRow = new Map<string, Index<string | undefined>>()
  readonly #byRequest: Index<string> = new Map()
  /** Long lists find out by themselves whether a change affects them; an index of all their rows would cost more. */
  readonly #byList: Index<ListCacheEntry> = new Map()
  #seen: RestState | undefined
  #pauses = 0
  /** Set by a manager: is given what an observer read that leaves. */
  onLeave: ((read: Observed) => void) | undefined

  constructor(getState: () => RestState) {
    this.#getState = getState
  }

  /** Records what an observer reads from now on; its request is always the same. */
  observe(observer: StoreObserver, dependencies: readonly CacheEntry[], requestKey?: string): void {
    const before = this.#observed.get(observer)
    if (before !== undefined && isSame(before.dependencies, dependencies)) return
    this.#forget(observer)
    this.#seen ??= this.#getState()
    const observed = { requestKey, dependencies }
    this.#observed.set(observer, observed)
    this.#forEachKey(observed, (index, key) => addTo(index, key, observer))
  }

  /** Whether an observer reads a request. */
  isRead(requestKey: string): boolean {
    return this.#byRequest.has(requestKey)
  }

  /** Forgets an observer, which leaves. */
  unobserve(observer: StoreObserver): void {
    const observed = this.#forget(observer)
    if (observed !== undefined) this.onLeave?.(observed)
  }

  /** Runs something and notifies observers once, afterwards. */
  pause<Result>(run: () => Result): Result {
    this.#pauses += 1
    try {
      return run()
    } finally {
      this.#pauses -= 1
      this.check()
    }
  }

  /** Notifies the observers of what changed in the state since the last check. */
  check(): void {
    const before = this.#seen
    if (before === undefined || this.#pauses > 0) return
    const state = this.#getState()
    if (state === before) return
    this.#seen = state
    for (const [observer, isDeferred] of this.#affected(state, before)) {
      // An observer that was notified before may have unmounted another one.
      if (this.#observed.has(observer)) runSafely(() => observer.notify(isDeferred))
    }
  }

  /** Has the readers of some calls look again, of what is no change of the state. */
  wake(test: (key: string) => boolean): void {
    // Of all at first: one that reads something else when it is notified comes again.
    for (const observer of this.all) {
      const { requestKey } = this.#observed.get(observer) ?? {}
      if (requestKey !== undefined && test(requestKey)) runSafely(() => observer.notify(false))
    }
  }

  /**
   * Has the readers ask of rows that an action made uncertain, whether or not they changed.
   * @param key the call of a response, which may be older than what else is stored
   */
  noticeDoubt(entities: CommitPayload['entities'] = {}, key = ''): void {
    if (this.size === 0) return
    this.#byRequest.get(key)?.forEach((observer) => observer.ask?.())
    this.#forEachReader(namesIn(entities, isUnsure), (observer) => observer.ask?.())
    this.#forEachReader(namesIn(entities, isChanged), (observer) => observer.askBeside?.())
  }

  /** The calls that a test selects, whose data is shown, and was brought by other calls. */
  brought(test: (key: string) => boolean): ReadonlySet<string> {
    const keyOf = ([observer, { requestKey }]: [StoreObserver, Observed]) =>
      requestKey !== undefined && test(requestKey) && observer.isBrought ? requestKey : []
    return new Set([...this.#observed].flatMap(keyOf))
  }

  /** All that read. */
  get all(): readonly StoreObserver[] {
    return [...this.#observed.keys()]
  }

  /** What all of them read. */
  get reads(): readonly Observed[] {
    return [...this.#observed.values()]
  }

  get size(): number {
    return this.#observed.size
  }

  #forget(observer: StoreObserver): Observed | undefined {
    const observed = this.#observed.get(observer)
    if (observed === undefined) return undefined
    this.#observed.delete(observer)
    this.#forEachKey(observed, (index, key) => removeFrom(index, key, observer))
    if (this.#observed.size === 0) this.#seen = undefined
    return observed
  }

  /** The observers of what changed, each with whether only responses of mutations changed it. */
  #affected(state: RestState, before: RestState): ReadonlyMap<StoreObserver, boolean> {
    const affected = new Map<StoreObserver, boolean>()
    const rowChanges = entityLog.between(state.entities, before.entities)
    const keyChanges = requestLog.between(state.requests, before.requests)
    const wasReset = state.lastReset !== before.lastReset
    if (rowChanges === undefined || keyChanges === undefined || wasReset) {
      for (const observer of this.#observed.keys()) affected.set(observer, false)
      return affected
    }
    for (const { rows, isDeferred } of rowChanges) {
      this.#forEachReader(rows, (it) => affected.set(it, isDeferred && affected.get(it) !== false))
    }
    for (const key of keyChanges.flat()) {
      this.#byRequest.get(key)?.forEach((it) => affected.set(it, false))
    }
    return affected
  }

  #forEachReader(rows: RowNames, callback: (observer: StoreObserver) => void): void {
    if (rows.size === 0) return
    for (const [schemaKey, pks] of rows) {
      const table = this.#byRow.get(schemaKey)
      if (table === undefined) continue
      table.get(undefined)?.forEach(callback)
      for (const pk of pks) table.get(pk)?.forEach(callback)
    }
    for (const [list, observers] of this.#byList) {
      if (list.isAffected(rows)) observers.forEach(callback)
    }
  }

  /** Calls back with the index, and the key in it, of all that was read. */
  #forEachKey(
    { requestKey, dependencies }: Observed,
    callback: <Key>(index: Index<Key>, key: Key) => void,
  ): void {
    if (requestKey !== undefined) callback(this.#byRequest, requestKey)
    visitRows(dependencies, {
      row: (schemaKey, pk) =>
        callback(
          getOrCreate(this.#byRow, schemaKey, (): Index<string | undefined> => new Map()),
          pk,
        ),
      skips: (entry) => {
        const isTakenWhole = entry instanceof ListCacheEntry && entry.isLong
        if (isTakenWhole) callback(this.#byList, entry)
        return isTakenWhole
      },
    })
  }
}

/** The names of some rows. */
function namesIn(
  entities: CommitPayload['entities'],
  test: (row: EntityRow | undefined) => boolean,
): RowNames {
  const found = new Map<string, readonly string[]>()
  for (const [schemaKey, table] of Object.entries(entities)) {
    const pks = Object.keys(table).filter((pk) => test(table[pk]))
    if (pks.length > 0) found.set(schemaKey, pks)
  }
  return found
}

/** Whether the server may have another row. */
function isUnsure(row: EntityRow | undefined): boolean {
  const { doubtful, renamed } = row?.meta ?? {}
  return row?.invalid === true || (doubtful ?? renamed) !== undefined
}

function isSame(some: readonly CacheEntry[], others: readonly CacheEntry[]): boolean {
  return some.length === others.length && some.every((it, at) => it === others[at])
}

function isChanged(row?: EntityRow): boolean {
  return row?.meta.changed !== undefined
}
