import type { StoredRows } from '../../normalize/rowSource'
import type { EntityRow } from '../../schema/contract'
import { getOrCreate } from '../../util/collections'
import { getOwn, mapValues } from '../../util/record'
import { emptyTable, getRow, type RowChanges, rows, setRows } from './table'
import type { Entities, RestState } from './state'
import { followLists, stateCacheOf } from './StateCache'

// The tables hold what is shown. Where that is only expected, `state.confirmed` has the server's row, or `null` for none.

/** Tables, and what they hide of the server's. */
export type CoveredTables = Pick<RestState, 'entities' | 'confirmed'>

/** The server's row: `undefined` where the server has none, as far as is known. */
export function confirmedRow(
  { entities, confirmed }: CoveredTables,
  schemaKey: string,
  pk: string,
): EntityRow | undefined {
  const covered = getRow(getOwn(confirmed, schemaKey), pk)
  return covered === undefined ? getRow(getOwn(entities, schemaKey), pk) : (covered ?? undefined)
}

/** Whether mutations in flight are expected to write a row. */
export function isCovered(
  { confirmed }: Pick<RestState, 'confirmed'>,
  schemaKey: string,
  pk: string,
): boolean {
  return getRow(getOwn(confirmed, schemaKey), pk) !== undefined
}

/** By what is shown, then by what that hides: each may change alone. */
const confirmedTables = new WeakMap<object, WeakMap<object, Entities>>()

/** A state as the server has it, as far as is known: without what mutations in flight are expected to write. */
export function confirmedState(state: RestState): RestState {
  const { entities, confirmed } = state
  if (Object.keys(confirmed).length === 0) return state
  const known = getOrCreate(confirmedTables, entities, () => new WeakMap<object, Entities>())
  const tables = getOrCreate(known, confirmed, () => ({
    ...entities,
    ...mapValues(confirmed, (table, schemaKey) => serverTable(getOwn(entities, schemaKey), table)),
  }))
  return { ...state, entities: tables, confirmed: {} }
}

function serverTable(
  shown: Entities[string] | undefined,
  confirmed: RestState['confirmed'][string] = emptyTable(),
): Entities[string] {
  return setRows(shown, changesOf(confirmed))
}

function changesOf(table: RestState['confirmed'][string]): RowChanges<EntityRow> {
  return rows(table).map(([pk, row]) => [pk, row ?? undefined])
}

/** The server's rows. */
export function confirmedSource(state: CoveredTables): StoredRows {
  const { entities, confirmed } = state
  const { source, lists } = stateCacheOf(state)
  if (Object.keys(confirmed).length === 0) return source
  const getServerRow = (schemaKey: string, pk: string): EntityRow | undefined =>
    confirmedRow(state, schemaKey, pk)
  return {
    getRow: getServerRow,
    *rows(schemaKey) {
      for (const [pk] of source.rows(schemaKey)) {
        const row = getServerRow(schemaKey, pk)
        if (row !== undefined) yield [pk, row]
      }
    },
    lists: (schemaKey) =>
      followLists(
        lists,
        schemaKey,
        serverTable(getOwn(entities, schemaKey), getOwn(confirmed, schemaKey)),
      ),
  }
}
