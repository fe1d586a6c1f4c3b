import type { EntityRow, Order, RowMeta } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import { freeze } from '../../util/freeze'
import { setOwn } from '../../util/own'
import type { Repair, Repaired } from './actions'
import type { InFlightRequests } from '../requests/InFlightRequests'
import { newestStamp } from './newestStamp'
import type { Entities, RequestRow, RestState } from './state'
import { getRow, rows, setRows, type Table } from './table'
import { noteEntities } from '../trail'

/** No row that came from elsewhere may be later than this. */
export interface Limit {
  /** The oldest request in flight, or the last moment of the store. */
  readonly order: Order
  /** Now, in ms since 1970. */
  readonly date: number
}

type Changes<Row> = readonly (readonly [key: string, row: Row | undefined])[]

const NO_CHANGES: Changes<never> = []

/** A state as this store reads it. */
interface StateView {
  readonly state: RestState
  readonly repaired: Repaired | undefined
}

/**
 * States that a store did not make: preloaded, persisted, imported. Another machine's clock may have been ahead of ours, and its
 * requests are none of ours: so its rows count as older than whatever is in flight here, and as written now at the latest.
 */
export class OutsideStates {
  readonly #inFlight: InFlightRequests
  readonly #limit: () => Limit
  /** What changes in tables that were looked through; nothing in those that this store made. */
  readonly #changesIn = new WeakMap<object, Changes<never>>()
  readonly #views = new WeakMap<RestState, StateView>()
  /** The state that an action of this store made last; nearly always it is the one that is asked about. */
  #own: RestState | undefined
  #lastReset: Order = { fetchedAt: 0, seq: 0 }

  constructor(inFlight: InFlightRequests, limit: () => Limit) {
    this.#inFlight = inFlight
    this.#limit = limit
  }

  /** A state that an action of this store made. */
  noteOwn(state: RestState): void {
    const before = this.#own
    this.#own = state
    this.#lastReset = state.lastReset
    // Most tables are those of the state before, which were noted then.
    for (const [schemaKey, table] of Object.entries(state.entities)) {
      if (table !== before?.entities[schemaKey]) this.#changesIn.set(table, NO_CHANGES)
    }
    if (state.requests !== before?.requests) this.#changesIn.set(state.requests, NO_CHANGES)
  }

  /** A state as this store reads it: itself where the store made it. */
  read(state: RestState): RestState {
    return state === this.#own ? state : this.#viewOf(state).state
  }

  /** What the next action puts in the place of a state's rows. */
  repairsOf(state: RestState): Repaired | undefined {
    return state === this.#own ? undefined : this.#viewOf(state).repaired
  }

  #viewOf(state: RestState): StateView {
    let view = this.#views.get(state)
    if (view === undefined) this.#views.set(state, (view = this.#look(state)))
    return view
  }

  #look(state: RestState): StateView {
    const limit = this.#limit()
    const entities: Record<string, Record<string, Repair<EntityRow>>> = {}
    const tables: Record<string, Table<EntityRow>> = {}
    for (const [schemaKey, table] of Object.entries(state.entities)) {
      const changed = this.#changes(table, (row) => clampedRow(row, limit))
      if (changed.length === 0) continue
      setOwn(tables, schemaKey, setRows(table, changed))
      setOwn(
        entities,
        schemaKey,
        repairs(table, changed, ({ meta }) => meta),
      )
    }
    const isImported = this.#changesIn.get(state.requests) !== NO_CHANGES
    const requests = this.#changes(state.requests, (row) => this.#clampedRequest(row, limit))
    const isSame = Object.keys(tables).length === 0 && requests.length === 0
    const isOwnReset = !isImported || compareOrder(state.lastReset, this.#lastReset) === 0
    if (isSame && isOwnReset) return { state, repaired: undefined }
    const lastReset = isOwnReset ? state.lastReset : this.#lastReset
    const read = replaced(state, tables, setRows(state.requests, requests), lastReset)
    const repaired = {
      entities,
      requests: repairs(state.requests, requests, (row) => row),
      lastReset: { stamp: state.lastReset, row: lastReset },
    }
    return { state: read, repaired: freeze(repaired) }
  }

  #changes<Row>(table: Table<Row>, change: (row: Row) => Row | undefined): Changes<Row> {
    const known = this.#changesIn.get(table)
    if (known !== undefined) return known
    const changes = rows(table).flatMap(([key, row]): Changes<Row> => {
      const next = change(row)
      return next === row ? [] : [[key, next]]
    })
    this.#changesIn.set(table, changes as Changes<never>)
    return changes
  }

  /** Without the request of another store, and as one that this store has not asked for yet. */
  #clampedRequest(row: RequestRow, limit: Limit): RequestRow | undefined {
    const { requestId, ...rest } = row
    const isInFlight = requestId !== undefined && this.#inFlight.has(requestId)
    if (row.status === 'pending' && !isInFlight) return undefined
    const { landed, invalidated, expired } = row
    return freeze({
      ...rest,
      ...(isInFlight && { requestId }),
      ...earlier(row, limit),
      seq: 0,
      ...(landed && { landed: earlier(landed, limit) }),
      ...(invalidated && { invalidated: earlier(invalidated, limit) }),
      ...(expired && { expired: earlier(expired, limit) }),
      ...clampedTimes(row, limit),
    })
  }
}

/** What an action says of changed rows. */
function repairs<Row, Changed extends Row | null>(
  table: Table<Row>,
  changes: Changes<Row>,
  stampsOf: (row: Row) => Order,
): Record<string, Repair<Changed>> {
  const entries = changes.map(([key, row]) => {
    const stamp = newestStamp(stampsOf(getRow(table, key) as Row))
    return [key, { stamp, row: (row ?? null) as Changed }] as const
  })
  return Object.fromEntries(entries)
}

/** A row that came from elsewhere; itself where it is old enough. */
export function clampedRow(row: EntityRow, limit: Limit): EntityRow {
  const meta = clampedMeta(row.meta, limit)
  return meta === row.meta ? row : freeze({ data: row.data, invalid: row.invalid, meta })
}

export function clampedMeta(meta: RowMeta, limit: Limit): RowMeta {
  const { landed = meta } = meta as Partial<RowMeta> & Order
  const isOld = compareOrder(meta, limit.order) < 0 && compareOrder(landed, limit.order) < 0
  if (isOld && meta.date <= limit.date && 'landed' in meta) return meta
  return freeze({
    ...meta,
    ...earlier(meta, limit),
    ...clampedTimes(meta, limit),
    landed: freeze(earlier(landed, limit)),
  })
}

interface Times {
  readonly date: number
  readonly expiresAt: number
}

/** Times from a clock that is ahead; what was fresh for a while is fresh for as long from now. */
export function clampedTimes({ date, expiresAt }: Times, limit: Limit): Times {
  const ahead = Math.max(0, date - limit.date)
  return { date: date - ahead, expiresAt: expiresAt - ahead }
}

export function earlier({ fetchedAt, seq }: Order, { order }: Limit): Order {
  const isEarlier = compareOrder({ fetchedAt, seq }, order) < 0
  return isEarlier ? { fetchedAt, seq } : { fetchedAt: order.fetchedAt, seq: 0 }
}

/** The state with other tables; readers of its data are the same, since no data changed. */
function replaced(
  state: RestState,
  tables: Entities,
  requests: RestState['requests'],
  lastReset: Order,
): RestState {
  const isSame = Object.keys(tables).length === 0
  const entities = isSame ? state.entities : freeze({ ...state.entities, ...tables })
  const next = freeze({ ...state, entities, requests, lastReset })
  if (!isSame) noteEntities(next, state, { rows: new Map(), isDeferred: false })
  return next
}
