import { getRow } from 'rtk-rest'
import type { CommitPayload, EntityRow, OptimisticLayer, RestAction, RestState } from 'rtk-rest'
import type { ChangedRow } from './types'

/** How many rows of an action are compared and listed; the others are counted. */
const MAX_ROWS = 20
const MAX_FIELDS = 12

/** The rows that an action changed. */
export interface Changes {
  readonly rows: readonly ChangedRow[]
  readonly more: number
}

const NONE: Changes = { rows: [], more: 0 }

/** What an action changed in the tables, compared with the state before it. */
export function changesOf(action: RestAction, before: RestState): Changes {
  const { entities, optimistic } = payloadOf(action)
  if (entities !== undefined) return compare(entities, (...at) => describeWrite(before, ...at))
  // Only a new layer: one that an action brings along with rows was computed anew from them.
  const layers = optimistic?.layers ?? []
  return layers.length === 0 ? NONE : compare(rowsOf(layers), (...at) => expected(before, ...at))
}

type Written = CommitPayload['entities']
type Describe = (table: string, key: string, row: EntityRow) => ChangedRow | undefined

function payloadOf(action: RestAction): Partial<Pick<CommitPayload, 'entities' | 'optimistic'>> {
  const { kind } = action.meta
  // The others name requests, or rows without their data.
  if (kind !== 'request' && kind !== 'set' && kind !== 'optimistic') return {}
  return 'payload' in action ? ((action.payload ?? {}) as Partial<CommitPayload>) : {}
}

function rowsOf(layers: readonly OptimisticLayer[]): Written {
  return Object.assign({}, ...layers.map((layer) => layer.entities)) as Written
}

function compare(written: Written, describe: Describe): Changes {
  const rows: ChangedRow[] = []
  let more = 0
  for (const [table, tableRows] of Object.entries(written)) {
    const keys = Object.keys(tableRows)
    const listed = keys.slice(0, Math.max(0, MAX_ROWS - rows.length))
    for (const key of listed) {
      const row = tableRows[key]
      const described = row && describe(table, key, row)
      if (described) rows.push(described)
    }
    more += keys.length - listed.length
  }
  return { rows, more }
}

function describeWrite(
  before: RestState,
  table: string,
  key: string,
  row: EntityRow,
): ChangedRow | undefined {
  const old = getRow(before.entities[table], key)
  const fields = changedFields(old?.data, row.data)
  if (row.invalid) return { table, key, kind: 'removed', fields: [] }
  if (old === undefined || old.invalid) return { table, key, kind: 'added', fields: [] }
  return { table, key, kind: fields.length === 0 ? 'stale' : 'changed', fields }
}

function expected(before: RestState, table: string, key: string, row: EntityRow): ChangedRow {
  const old = getRow(before.entities[table], key)
  return { table, key, kind: 'expected', fields: changedFields(old?.data, row.data) }
}

/** The names of the fields with other values; of a list, by how much it grew. */
export function changedFields(before: unknown, after: unknown): readonly string[] {
  if (Object.is(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) return [describeList(before, after)]
  if (!isRecord(before) || !isRecord(after)) return []
  const names = Object.keys({ ...before, ...after })
  return names.filter((name) => !isEqual(before[name], after[name])).slice(0, MAX_FIELDS)
}

function describeList(before: readonly unknown[], after: readonly unknown[]): string {
  const change = after.length - before.length
  if (change === 0) return 'order'
  return change > 0 ? `+${change}` : `\u2212${-change}`
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
