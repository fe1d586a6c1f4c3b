import type { EntityRow } from '../schema/contract'
import type { CommitPayload, RestAction } from '../store/state/actions'
import type { RestState } from '../store/state/state'
import { getRow } from '../store/state/table'
import type { ChangedRow } from './types'

/** How many rows of an action are compared and listed; the others are counted. */
const MAX_ROWS = 20
const MAX_FIELDS = 12

/** The rows that an action changed. */
export interface Changes {
  readonly rows: readonly ChangedRow[]
  readonly more: number
  /** A name for each row with other data at the server, listed or not. It compares as far as it is read. */
  readonly changed: Iterable<string>
}

/** Of an action that changes no row. */
export const NO_CHANGES: Changes = { rows: [], more: 0, changed: [] }

/** What an action changed: of the server's rows, and of what is shown of them before the server responds. */
export function changesOf(action: RestAction, before: RestState): Changes {
  const { entities, confirmed = {}, removed } = payloadOf(action)
  if (entities === undefined) return removedRows(removed?.entities ?? {})
  const { meta } = action
  // What is still expected after the end of a request was so before.
  const isEnd = meta.kind === 'request' && meta.requestStatus !== 'pending'
  const compare: Compare = (table, key, row) => {
    const old = serverRow(before, table, key)
    const given = confirmed[table]?.[key]
    if (given === undefined) return compareWrite(old, table, key, row)
    const isKnown = given === null || (given.data === old?.data && given.invalid === old.invalid)
    if (!isKnown) return compareWrite(old, table, key, given)
    return isEnd ? undefined : expected(getRow(before.entities[table], key), table, key, row)
  }
  return { ...list(entities, compare), changed: changedIn(entities, compare) }
}

/** The tables hold what is shown, and `confirmed` what the server has of it. */
function serverRow(state: RestState, table: string, key: string): EntityRow | undefined {
  const covered = getRow(state.confirmed[table], key)
  return covered === undefined ? getRow(state.entities[table], key) : (covered ?? undefined)
}

type Written = CommitPayload['entities']
type Compare = (table: string, key: string, row: EntityRow) => ChangedRow | undefined

type Payload = Partial<Pick<CommitPayload, 'entities' | 'confirmed' | 'removed'>>

function payloadOf(action: RestAction): Payload {
  const { kind } = action.meta
  // The others name requests, or rows without their data.
  if (kind !== 'request' && kind !== 'set' && kind !== 'write') return {}
  return 'payload' in action ? ((action.payload ?? {}) as Payload) : {}
}

/** What nobody uses any more, or expects. */
function removedRows(removed: Readonly<Record<string, readonly string[]>>): Changes {
  const all = Object.entries(removed).flatMap(([table, keys]) =>
    keys.map((key) => ({ table, key })),
  )
  const rows = all.slice(0, MAX_ROWS).map((it) => ({ ...it, kind: 'removed', fields: [] }) as const)
  const more = all.length - rows.length
  return { rows, more, changed: all.map(({ table, key }) => `${table}\n${key}`) }
}

function list(written: Written, compare: Compare): Pick<Changes, 'rows' | 'more'> {
  const rows: ChangedRow[] = []
  let more = 0
  for (const [table, tableRows] of Object.entries(written)) {
    const keys = Object.keys(tableRows)
    const listed = keys.slice(0, Math.max(0, MAX_ROWS - rows.length))
    for (const key of listed) {
      const row = tableRows[key]
      const change = row && compare(table, key, row)
      if (change && !isUnchanged(change)) rows.push(change)
    }
    more += keys.length - listed.length
  }
  return { rows, more }
}

function* changedIn(written: Written, compare: Compare): Generator<string> {
  for (const [table, tableRows] of Object.entries(written)) {
    for (const [key, row] of Object.entries(tableRows)) {
      const kind = compare(table, key, row)?.kind ?? 'stale'
      // What is stale has the same data, and what is expected counts when it is there.
      if (kind !== 'stale' && kind !== 'expected') yield `${table}\n${key}`
    }
  }
}

function compareWrite(
  old: EntityRow | undefined,
  table: string,
  key: string,
  row: EntityRow,
): ChangedRow {
  const fields = changedFields(old?.data, row.data)
  if (row.invalid) return { table, key, kind: 'removed', fields: [] }
  if (old === undefined || old.invalid) return { table, key, kind: 'added', fields: [] }
  return { table, key, kind: fields.length === 0 ? 'stale' : 'changed', fields }
}

function expected(
  old: EntityRow | undefined,
  table: string,
  key: string,
  row: EntityRow,
): ChangedRow {
  const isNew = old === undefined || old.invalid
  const fields = isNew ? ['new'] : changedFields(old.data, row.data)
  return { table, key, kind: 'expected', fields: row.invalid ? ['deleted'] : fields }
}

/** A row that is expected as it was shown before. */
function isUnchanged({ kind, fields }: ChangedRow): boolean {
  return kind === 'expected' && fields.length === 0
}

/** The names of the fields with other values; of a list, by how much it grew. */
export function changedFields(before: unknown, after: unknown): readonly string[] {
  if (isEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) return [listChange(before, after)]
  if (!isRecord(before) || !isRecord(after)) return []
  const names = Object.keys({ ...before, ...after })
  return names.filter((name) => !isEqual(before[name], after[name])).slice(0, MAX_FIELDS)
}

function listChange(before: readonly unknown[], after: readonly unknown[]): string {
  const change = after.length - before.length
  if (change === 0) return 'order'
  return change > 0 ? `+${change}` : `\u2212${-change}`
}

/** Stops at the first difference, as lists may be long. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((member, at) => isEqual(member, other[at]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  const isAsLong = names.length === Object.keys(other).length
  return isAsLong && names.every((name) => isEqual(one[name], other[name]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
