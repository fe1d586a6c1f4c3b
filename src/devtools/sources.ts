import type { EntityRow } from '../schema/contract'
import type { RestState } from '../store/state/state'
import { getRow, pagesIn, size, type Table } from '../store/state/table'
import type { Controls } from './Controls'
import { splitKey } from './HappeningLog'
import { type Mark, marksOfEntity, marksOfRequest } from './marks'

/** A row of a table or a request, as it is shown. */
export interface ShownRow {
  readonly key: string
  /** What the row is called. */
  readonly label: string
  readonly data: unknown
  readonly marks: readonly Mark[]
  readonly isInvalid: boolean
  /** When it will be marked as stale, in ms since 1970; never, where it is already, or has no such mark. */
  readonly goesStaleAt: number
  /** All that the state has of it. */
  readonly row: object
}

/** What is shown as a table. */
export interface Source {
  readonly name: string
  /** The name of its table; `undefined` for the requests. */
  readonly tableName: string | undefined
  readonly table: Table<object>
  /** How many rows there are that are not invalid. */
  readonly count: number
  read(key: string): ShownRow | undefined
  refetch(controls: Controls, key: string): void
  invalidate(controls: Controls, key: string): void
}

/** The requests, and each table. */
export function sourcesOf(state: RestState): readonly Source[] {
  const tables = Object.entries(state.entities).map(([name, table]) =>
    tableSource(state, name, table),
  )
  return [requestSource(state), ...tables]
}

function tableSource({ confirmed }: RestState, name: string, table: Table<EntityRow>): Source {
  return {
    name,
    tableName: name,
    table,
    count: countOf(table),
    read(key) {
      const row = getRow(table, key)
      if (row === undefined) return undefined
      const marks = marksOfEntity(row, getRow(confirmed[name], key) !== undefined)
      const { data, invalid: isInvalid, meta } = row
      const goesStaleAt = isInvalid || marks.includes('stale') ? Infinity : meta.expiresAt
      return { key, label: key, data, marks, isInvalid, goesStaleAt, row }
    },
    refetch: (controls, key) => void controls.refetchRow(name, key),
    invalidate: (controls, key) => controls.invalidateRow(name, key),
  }
}

function requestSource({ requests }: RestState): Source {
  return {
    name: 'Requests',
    tableName: undefined,
    table: requests,
    count: size(requests),
    read(key) {
      const row = getRow(requests, key)
      if (row === undefined) return undefined
      const { method, path } = splitKey(key)
      const data = { status: row.status, error: row.error?.message, result: row.result }
      const { invalid: isInvalid } = row
      const marks = marksOfRequest(row)
      const isOver = isInvalid || row.status === 'pending' || marks.includes('stale')
      const label = `${method} ${path}`.trim()
      const goesStaleAt = isOver ? Infinity : row.expiresAt
      return { key, label, data, marks, isInvalid, goesStaleAt, row }
    },
    refetch: (controls, key) => controls.refetch(key),
    invalidate: (controls, key) => controls.invalidate(key),
  }
}

const counts = new WeakMap<object, number>()

/** How many rows of a table are not invalid. Each page of it is gone through once, however often the others change. */
function countOf(table: Table<EntityRow>): number {
  let count = 0
  for (const page of pagesIn(table)) {
    let known = counts.get(page)
    if (known === undefined) {
      known = Object.values(page).filter(({ invalid }) => !invalid).length
      counts.set(page, known)
    }
    count += known
  }
  return count
}
