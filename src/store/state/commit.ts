import { touchedMeta, type TouchedRows } from '../../normalize/landing'
import type { EntityRow, RowMeta } from '../../schema/contract'
import { creationOf, isTemporaryKey } from '../../schema/rowKey'
import { getOwn, setOwn } from '../../util/record'
import type { CommitPayload } from './actions'
import { type Changes, requestLog } from './changeLog'
import type { MutationRow, RequestRow, RestState } from './state'
import { recordEntities, type Tables } from './StateCache'
import { getRow, type RowChange, type RowChanges, setRows, size, type Table } from './table'

/** What the meta of an action says of its rows. */
export interface CommitMeta {
  readonly sideEffect?: true
  readonly requestStatus?: string
  readonly fetchedAt: number
  readonly landed?: number
  readonly date: number
  readonly expiresAt?: number
}

/** One meta for all rows that came back unchanged. */
export function touchedMetaOf(meta: CommitMeta): RowMeta {
  const { fetchedAt: started, landed = started, sideEffect, date, expiresAt = date } = meta
  // A row counts from its read's start, and from its mutation's landing.
  const fetchedAt = sideEffect === true ? landed : started
  // The members in the order of every other meta, so that engines give all of them one shape.
  return { fetchedAt, date, expiresAt, landed }
}

type Covered = RestState['confirmed'][string]
type ServerRows = { readonly [pk: string]: EntityRow | null }
type Rows = { readonly [pk: string]: EntityRow }

/** Writes the rows of an action, except those that landed before what is there. */
export function commit(
  state: RestState,
  payload: Partial<CommitPayload>,
  meta: CommitMeta,
): RestState {
  const { entities = {}, touched = {}, confirmed = {} } = payload
  const removed = payload.removed?.entities ?? {}
  const landing = touchedMetaOf(meta)
  const rows = new Map<string, readonly string[]>()
  const written: Record<string, RowChanges<EntityRow>> = {}
  const covered: Record<string, Covered> = { ...state.confirmed }
  let isCoverChanged = false
  const names = [entities, touched, removed].flatMap((it) => Object.keys(it))
  for (const name of new Set(names)) {
    const write = new TableWrite(state, name, meta)
    write.touch(getOwn(touched, name), landing)
    write.place(getOwn(entities, name), getOwn(confirmed, name))
    write.remove(getOwn(removed, name), landing.landed)
    setOwn(written, name, write.changes)
    if (write.changed.length > 0) rows.set(name, write.changed)
    if (write.covered.size === 0) continue
    isCoverChanged = true
    const table = setRows(getOwn(state.confirmed, name), [...write.covered])
    if (size(table) > 0) setOwn(covered, name, table)
    else Reflect.deleteProperty(covered, name)
  }
  // Mounted readers see the response of a mutation a moment later.
  const isDeferred = meta.sideEffect === true && meta.requestStatus !== 'pending'
  const next = writeEntities(state, written, { rows, isDeferred })
  return isCoverChanged ? { ...next, confirmed: covered } : next
}

/** What an action writes into one table, and into what that covers. */
class TableWrite {
  readonly changes: RowChange<EntityRow>[] = []
  /** The keys of the rows whose data or validity changed. */
  readonly changed: string[] = []
  /** The server's rows under the table that change. */
  readonly covered = new Map<string, EntityRow | null | undefined>()
  readonly #table: Table<EntityRow> | undefined
  readonly #before: Covered | undefined
  /** Those in flight, where the action is one of a request, and may come again or late. */
  readonly #mutations: RestState['mutations'] | undefined

  constructor(state: RestState, name: string, { requestStatus }: CommitMeta) {
    this.#table = getOwn(state.entities, name)
    this.#before = getOwn(state.confirmed, name)
    this.#mutations = requestStatus === undefined ? undefined : state.mutations
  }

  /** Rows that came back unchanged, unless another one landed since. */
  touch(touched: readonly TouchedRows[] = [], meta: RowMeta): void {
    // Rows that one response brought have one meta.
    const metas = new Map<RowMeta, RowMeta>()
    for (const { landed, pks } of touched) {
      for (const pk of pks) {
        const stored = getRow(this.#table, pk)
        if (stored === undefined || stored.meta.landed !== landed) continue
        const { data, invalid } = stored
        // No closure for each of many thousand rows.
        let next = metas.get(stored.meta)
        if (next === undefined) metas.set(stored.meta, (next = touchedMeta(meta, stored)))
        this.changes.push([pk, { data, invalid, meta: next }])
      }
    }
  }

  /** @param confirmed the server's rows, where the others are only expected */
  place(shown: Rows = {}, confirmed: ServerRows = {}): void {
    for (const pk of Object.keys(shown)) {
      const row = shown[pk] as EntityRow
      const server = getOwn(confirmed, pk)
      const stored = getRow(this.#table, pk)
      if (stored !== undefined && row.meta.landed <= stored.meta.landed) {
        this.#placeLate(pk, server === undefined ? row : server)
        continue
      }
      if (stored === undefined && this.#isOver(pk)) continue
      this.changes.push([pk, row])
      this.#cover(pk, server)
      // What a pending deletion hides is shown by the row's own readers.
      const isSame = stored?.data === row.data && stored.invalid === row.invalid && !row.invalid
      if (!isSame) this.changed.push(pk)
    }
  }

  /** Removes rows, unless they were written since. */
  remove(pks: readonly string[] = [], moment: number): void {
    for (const pk of pks) {
      const stored = getRow(this.#table, pk)
      if (stored === undefined || stored.meta.landed > moment) continue
      this.changes.push([pk, undefined])
      this.changed.push(pk)
      this.#cover(pk, undefined)
    }
  }

  /** Whether the creation of a row is not in flight any more. */
  #isOver(pk: string): boolean {
    if (this.#mutations === undefined || !isTemporaryKey(pk)) return false
    return getRow(this.#mutations, creationOf(pk))?.status !== 'pending'
  }

  /** A row of the server that comes late goes under what has been shown since. */
  #placeLate(pk: string, row: EntityRow | null): void {
    const known = getRow(this.#before, pk)
    const isNewer = row !== null && (known?.meta.landed ?? 0) < row.meta.landed
    if (known !== undefined && isNewer) this.#cover(pk, row)
  }

  #cover(pk: string, row: EntityRow | null | undefined): void {
    if (row !== undefined || getRow(this.#before, pk) !== undefined) this.covered.set(pk, row)
  }
}

/** Rows to write, by table. */
export type Written = { readonly [schemaKey: string]: RowChanges<EntityRow> }

/** The tables after some rows are written; the same ones where there is nothing to write. */
export function writeTables<State extends Tables>(state: State, written: Written): State {
  const tables: Record<string, Table<EntityRow>> = {}
  for (const [schemaKey, rows] of Object.entries(written)) {
    if (rows.length > 0) setOwn(tables, schemaKey, setRows(getOwn(state.entities, schemaKey), rows))
  }
  if (Object.keys(tables).length === 0) return state
  return { ...state, entities: { ...state.entities, ...tables } }
}

/** Writes entity tables, and records what changed for readers. */
export function writeEntities(state: RestState, written: Written, changes: Changes): RestState {
  const next = writeTables(state, written)
  if (next !== state) recordEntities(next, state, changes)
  return next
}

export function writeMutations(state: RestState, changes: RowChanges<MutationRow>): RestState {
  return changes.length === 0 ? state : { ...state, mutations: setRows(state.mutations, changes) }
}

/** Writes request rows, and records which. */
export function writeRequests(state: RestState, changes: RowChanges<RequestRow>): RestState {
  if (changes.length === 0) return state
  const requests = setRows(state.requests, changes)
  requestLog.add(
    requests,
    state.requests,
    changes.map(([key]) => key),
  )
  return { ...state, requests }
}
