import type { RowNames } from '../../normalize/rowSource'
import type { EntityRow } from '../../schema/contract'
import { addTo, getOrCreate, type Groups } from '../../util/collections'
import { getOwn, setOwn } from '../../util/record'
import type { CommitPayload } from './actions'
import type { RowChange, RowChanges } from './rowTree'
import type { OptimisticLayer, RequestRow, RestState } from './state'
import { getRow, setRows, type Table } from './table'

// What mutations in flight are expected to write lies over the tables in layers: readers see a row as the last layer has it,
// and as its table has it where no layer does.

/** The entity tables of a state. */
export type Tables = Pick<RestState, 'entities'>

/** Tables, and the layers over them. */
export type LayeredTables = Tables & Pick<RestState, 'optimistic'>

/** Rows to write, by table. */
export type Written = { readonly [schemaKey: string]: RowChanges<EntityRow> }

/** What readers see of something, with these layers over it. */
interface View<Value> {
  readonly optimistic: RestState['optimistic']
  readonly value: Value
}

/** By `entities`; each commit that changes layers makes a new object of them. */
const views = new WeakMap<object, View<Tables>>()
/** By `requests`. */
const requestViews = new WeakMap<object, View<Table<RequestRow>>>()

/** A state as the server has it, as far as is known: without what mutations in flight are expected to write. */
export function withoutLayers(state: RestState): RestState {
  return state.optimistic.length === 0 ? state : { ...state, optimistic: [] }
}

/** The tables of a state as readers see them. */
export function viewOf(state: LayeredTables): Tables {
  const { entities, optimistic } = state
  if (optimistic.length === 0) return state
  const known = views.get(entities)
  if (known?.optimistic === optimistic) return known.value
  return advanceView(state, { ...state, optimistic: [] }, {}).tables
}

/** The request rows of a state as readers see them. */
export function requestsOf({ requests, optimistic }: RestState): Table<RequestRow> {
  if (optimistic.length === 0) return requests
  const known = requestViews.get(requests)
  if (known?.optimistic === optimistic) return known.value
  const value = optimistic.reduce((table, { results }) => writeResults(table, results), requests)
  requestViews.set(requests, { optimistic, value })
  return value
}

/** Request rows with other results; a call without a response has none. */
export function writeResults(
  requests: Table<RequestRow>,
  results: OptimisticLayer['results'] = {},
): Table<RequestRow> {
  const changes = Object.entries(results).flatMap(([key, result]): RowChanges<RequestRow> => {
    const row = getRow(requests, key)
    return row?.result === undefined || row.beside !== undefined ? [] : [[key, { ...row, result }]]
  })
  return setRows(requests, changes)
}

/**
 * What readers see after a commit, made from what they saw before it: this costs what the commit and its layers changed.
 * @param written the rows that the commit wrote, whether their data changed or not
 * @param committed those of them whose data or validity changed: readers may show them although a layer hides them
 * @returns with the rows whose data or validity changed for readers
 */
export function advanceView(
  next: LayeredTables,
  before: LayeredTables,
  written: Written,
  committed?: RowNames,
): { readonly tables: Tables; readonly changed: RowNames } {
  const shown = viewOf(before)
  const tables = { entities: { ...shown.entities } }
  const changed = new Map<string, readonly string[]>()
  for (const [schemaKey, pks] of namesIn(written, differingLayers(next, before))) {
    const shownBefore = getOwn(shown.entities, schemaKey)
    const rows = showRows(next, before, shownBefore, schemaKey, pks, tables.entities)
    const stored = new Set(committed?.get(schemaKey))
    const isChanged = ([pk, row]: RowChange<EntityRow>): boolean =>
      stored.has(pk) || isOther(row, getRow(shownBefore, pk))
    changed.set(
      schemaKey,
      rows.filter(isChanged).map(([pk]) => pk),
    )
  }
  const { optimistic } = next
  const value = optimistic.length === 0 ? next : tables
  views.set(next.entities, { optimistic, value })
  return { tables: value, changed }
}

/** Writes some rows of a table into tables as readers see them; returns the rows. */
function showRows(
  { entities, optimistic }: LayeredTables,
  before: LayeredTables,
  shownBefore: Table<EntityRow> | undefined,
  schemaKey: string,
  pks: ReadonlySet<string>,
  shown: Record<string, Table<EntityRow>>,
): RowChanges<EntityRow> {
  const table = getOwn(entities, schemaKey)
  const tableBefore = getOwn(before.entities, schemaKey)
  const layered = layeredRows(optimistic, schemaKey)
  const show = (pk: string): RowChange<EntityRow> => {
    const [row, stored] = [layered.get(pk), getRow(table, pk)]
    // A row is as fresh as the stored one, whatever is expected of it.
    return [pk, row && stored ? { ...row, meta: stored.meta } : (row ?? stored)]
  }
  const rows = Array.from(pks, show)
  // Rows that only layers have are the last ones, in the order of the layers, however a state came about.
  const hasSameKeys = rows.every(
    ([pk, row]) =>
      has(shownBefore, pk) === (row !== undefined) && has(tableBefore, pk) === has(table, pk),
  )
  if (layered.size > 0) {
    const all = (): RowChanges<EntityRow> => Array.from(layered.keys(), show)
    const next = hasSameKeys ? setRows(shownBefore, rows) : setRows(table, all())
    setOwn(shown, schemaKey, next)
  } else if (table !== undefined) setOwn(shown, schemaKey, table)
  else Reflect.deleteProperty(shown, schemaKey)
  return rows
}

function isOther(one: EntityRow | undefined, other: EntityRow | undefined): boolean {
  return one?.data !== other?.data || one?.invalid !== other?.invalid
}

function has(table: Table<EntityRow> | undefined, pk: string): boolean {
  return getRow(table, pk) !== undefined
}

type LayeredRows = ReadonlyMap<string, EntityRow>

const layeredTables = new WeakMap<readonly OptimisticLayer[], Map<string, LayeredRows>>()

/** The rows of a table that layers have, each as the last layer has it, in the order of the layers. */
function layeredRows(layers: readonly OptimisticLayer[], schemaKey: string): LayeredRows {
  const tables = getOrCreate(layeredTables, layers, () => new Map<string, LayeredRows>())
  return getOrCreate(tables, schemaKey, () => {
    const layered = new Map<string, EntityRow>()
    for (const { entities } of layers) {
      const rows = getOwn(entities, schemaKey)
      if (rows !== undefined)
        for (const pk of Object.keys(rows)) layered.set(pk, rows[pk] as EntityRow)
    }
    return layered
  })
}

/** The pks of rows that a commit wrote, and of those of layers, by table. */
function namesIn(written: Written, layers: readonly OptimisticLayer[]): Groups<string, string> {
  const names: Groups<string, string> = new Map()
  for (const [schemaKey, rows] of Object.entries(written)) {
    for (const [pk] of rows) addTo(names, schemaKey, pk)
  }
  for (const layer of layers) addRowsOf(layer, names)
  return names
}

/** Adds the rows of a layer to those of tables. */
export function addRowsOf<Name extends string | undefined>(
  { entities }: Pick<OptimisticLayer, 'entities'>,
  names: Groups<string, Name>,
): void {
  for (const [schemaKey, rows] of Object.entries(entities)) {
    for (const pk of Object.keys(rows)) addTo(names, schemaKey, pk as Name)
  }
}

/** The layers that only one of two states has. */
export function differingLayers(
  next: LayeredTables,
  before: LayeredTables,
): readonly OptimisticLayer[] {
  if (next.optimistic === before.optimistic) return []
  const layers = new Set(next.optimistic)
  const gone = before.optimistic.filter((layer) => !layers.delete(layer))
  return [...gone, ...layers]
}

/** The layers after an action: some are dropped, and some are computed anew or come in, in order of their requests. */
export function writeLayers(
  layers: readonly OptimisticLayer[],
  change: CommitPayload['optimistic'],
): readonly OptimisticLayer[] {
  if (change === undefined) return layers
  const { layers: written = [], dropped = [] } = change
  const next = new Map(layers.map((layer) => [layer.requestId, layer]))
  for (const layer of written) next.set(layer.requestId, layer)
  for (const requestId of dropped) next.delete(requestId)
  return [...next.values()].sort((one, other) => one.fetchedAt - other.fetchedAt)
}
