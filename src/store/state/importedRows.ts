import type { EntityRow } from '../../schema/contract'
import { getOrCreate } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { setOwn } from '../../util/record'
import type { Repair, Repaired } from './actions'
import { newestMoment, type RequestRow, type RestState, type Stamped } from './state'
import { rows, setRows, type Table } from './table'
import { repairState } from './writes'

/** No row that came from elsewhere may be later than this. */
export interface Limit {
  /** Before the oldest request in flight, or before the last moment of the store. */
  readonly moment: number
  /** Now, in ms since 1970. */
  readonly date: number
}

/** A state as this store reads it. */
interface StateView {
  readonly state: RestState
  /** What the next action writes in place of rows. */
  readonly repaired?: Repaired
}

interface Store {
  readonly limit: Limit
  readonly inFlight: { has(requestId: string): boolean }
}

type Repairs<Row> = Record<string, Repair<Row>>

/**
 * States that a store did not make: preloaded, persisted, imported. Another machine's clock may have been ahead of ours, and its
 * requests are none of ours: so its rows count as older than all requests in flight here, and as written now at the latest.
 */
export class ImportedStates {
  readonly #store: Store
  readonly #ownTables = new WeakSet<object>()
  readonly #views = new WeakMap<RestState, StateView>()
  /** The state that the last action of this store made; nearly every read is of this one. */
  #ownState: RestState | undefined
  #lastReset = 0

  constructor(store: Store) {
    this.#store = store
  }

  /** Takes a state that an action of this store made. */
  addOwn(state: RestState): void {
    const before = this.#ownState
    this.#ownState = state
    this.#lastReset = state.lastReset
    this.#ownTables.add(state.requests)
    // Most tables are those of the state before.
    for (const [schemaKey, table] of Object.entries(state.entities)) {
      if (table !== before?.entities[schemaKey]) this.#ownTables.add(table)
    }
  }

  /** A state as this store reads it: itself where the store made it. */
  read(state: RestState): RestState {
    return state === this.#ownState ? state : this.#viewOf(state).state
  }

  /** What the next action writes in place of a state's rows. */
  repairsOf(state: RestState): Repaired | undefined {
    return state === this.#ownState ? undefined : this.#viewOf(state).repaired
  }

  #viewOf(state: RestState): StateView {
    return getOrCreate(this.#views, state, () => {
      const repaired = this.#repairsOf(state)
      const { inFlight } = this.#store
      const layers = state.optimistic.filter(({ requestId }) => inFlight.has(requestId))
      const ended = rows(state.mutations).filter(
        ([, { status, requestId }]) => status === 'pending' && !inFlight.has(requestId),
      )
      const isOwn = layers.length === state.optimistic.length && ended.length === 0
      const changes = ended.map(([key]) => [key, undefined] as const)
      const mutations = setRows(state.mutations, changes)
      const own = isOwn ? state : { ...state, mutations, optimistic: layers }
      return repaired === undefined
        ? { state: own }
        : freezeData({ state: repairState(own, repaired), repaired })
    })
  }

  #repairsOf(state: RestState): Repaired | undefined {
    const { limit, inFlight } = this.#store
    const entities: Record<string, Repairs<EntityRow>> = {}
    for (const [schemaKey, table] of Object.entries(state.entities)) {
      const repairs = this.#repairsIn(table, (row) => clampRow(row, limit))
      if (Object.keys(repairs).length > 0) setOwn(entities, schemaKey, repairs)
    }
    const clamp = (row: RequestRow): RequestRow | null => clampRequest(row, limit, inFlight)
    const requests = this.#repairsIn<RequestRow, RequestRow | null>(state.requests, clamp)
    const isOwnReset = this.#ownTables.has(state.requests) || state.lastReset === this.#lastReset
    const isSame = Object.keys(entities).length + Object.keys(requests).length === 0
    if (isSame && isOwnReset) return undefined
    const lastReset = isOwnReset ? state.lastReset : this.#lastReset
    return { entities, requests, lastReset: { stamp: state.lastReset, row: lastReset } }
  }

  #repairsIn<Row extends EntityRow | RequestRow, Next>(
    table: Table<Row>,
    clamp: (row: Row) => Row | Next,
  ): Repairs<Row | Next> {
    const repairs: Repairs<Row | Next> = {}
    if (this.#ownTables.has(table)) return repairs
    for (const [key, row] of rows(table)) {
      const next = clamp(row)
      if (next !== row) setOwn(repairs, key, { stamp: newestMoment(row), row: next })
    }
    return repairs
  }
}

/** A row that came from elsewhere; itself where it is old enough. */
export function clampRow(row: EntityRow, limit: Limit): EntityRow {
  const { data, invalid, meta } = row
  const { landed } = meta as Partial<typeof meta>
  const isOld = landed !== undefined && Math.max(meta.fetchedAt, landed) <= limit.moment
  if (isOld && meta.date <= limit.date) return row
  return { data, invalid, meta: clampStamps({ ...meta, landed: landed ?? meta.fetchedAt }, limit) }
}

/** Without the request of another store and without a moment, as this store has not sent it yet; `null` where nothing is left. */
function clampRequest(
  row: RequestRow,
  limit: Limit,
  inFlight: Store['inFlight'],
): RequestRow | null {
  const { requestId, ...rest } = row
  const isInFlight = requestId !== undefined && inFlight.has(requestId)
  if (row.status === 'pending' && !isInFlight) return null
  return { ...clampStamps(rest, limit), ...(isInFlight && { requestId }), fetchedAt: 0 }
}

/** Moments and times that are no later than a limit; what was fresh for a while is fresh for as long from now. */
export function clampStamps<Row extends Stamped>(row: Row, limit: Limit): Row {
  const ahead = Math.max(0, row.date - limit.date)
  const clamped = {
    ...row,
    fetchedAt: Math.min(row.fetchedAt, limit.moment),
    date: row.date - ahead,
    expiresAt: row.expiresAt - ahead,
  }
  for (const name of ['landed', 'invalidated', 'expired'] as const) {
    const stamp = row[name]
    if (stamp !== undefined) Object.assign(clamped, { [name]: Math.min(stamp, limit.moment) })
  }
  return clamped
}
