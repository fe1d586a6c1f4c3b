import { useState } from 'react'
import { abbreviate, shorten } from './HappeningLog'
import type { Mark } from './marks'
import type { ShownRow } from './sources'
import type { RecentRow } from './types'

const MAX_COLUMNS = 8
const MAX_CELL = 40

interface RowTableProps {
  readonly shown: readonly ShownRow[]
  readonly recent: readonly RecentRow[]
  /** The version of the last change before the table was opened. */
  readonly openedAt: number
  readonly openKey: string | undefined
  readonly onToggle: (key: string) => void
}

/** Rows with a column for each of their fields. */
export function RowTable({ shown, recent, openedAt, openKey, onToggle }: RowTableProps) {
  const columns = columnsOf(shown)
  return (
    <table className="wh-table">
      <thead>
        <tr>
          {['key', ...columns].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <RowLine
            key={row.key}
            row={row}
            columns={columns}
            change={recent.find((it) => it.key === row.key)}
            openedAt={openedAt}
            isOpen={row.key === openKey}
            onToggle={onToggle}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowLineProps {
  readonly row: ShownRow
  readonly columns: readonly string[]
  readonly change: RecentRow | undefined
  readonly openedAt: number
  readonly isOpen: boolean
  readonly onToggle: (key: string) => void
}

function RowLine({ row, columns, change, openedAt, isOpen, onToggle }: RowLineProps) {
  const isNew = change?.kind === 'added' && change.version > openedAt
  const isLit = (column: string) => isNew || isChanged(change, row.data, column)
  const version = change?.version ?? 0
  // A row that moves would light up anew.
  const [doneAt, setDoneAt] = useState(0)
  const lit = version > doneAt ? 'wh-lit' : 'wh-lit wh-lit--done'
  return (
    <tr
      className={row.isInvalid ? 'wh-invalid' : undefined}
      onAnimationEnd={() => setDoneAt(version)}
    >
      <th scope="row" className={isNew ? lit : undefined}>
        <button
          type="button"
          className="wh-key"
          aria-expanded={isOpen}
          onClick={() => onToggle(row.key)}
        >
          {shorten(abbreviate(row.label), 24)}
        </button>
        <Marks marks={row.marks} />
      </th>
      {columns.map((column) => (
        // The key has a cell that changed light up anew.
        <td
          key={isLit(column) ? `${column} ${version}` : column}
          className={isLit(column) ? lit : undefined}
        >
          {cellText(row.data, column)}
        </td>
      ))}
    </tr>
  )
}

function Marks({ marks }: { marks: readonly Mark[] }) {
  return marks.map((mark) => (
    <span key={mark} className={`wh-mark wh-mark--${mark.replace(' ', '-')}`}>
      {' '}
      {mark}
    </span>
  ))
}

/** Of a list, any change is one of its only column. */
function isChanged(change: RecentRow | undefined, data: unknown, column: string): boolean {
  if (change === undefined || change.fields.length === 0) return false
  return !isEntity(data) || change.fields.includes(column)
}

/** A row of a list has one column, and a row of an entity one for each field. */
function columnsOf(shown: readonly ShownRow[]): readonly string[] {
  const data = shown[0]?.data
  if (!isEntity(data)) return ['data']
  // The key is there already.
  return Object.keys(data)
    .filter((name) => name !== 'id')
    .slice(0, MAX_COLUMNS)
}

function cellText(data: unknown, column: string): string {
  return shorten(abbreviate(valueText(isEntity(data) ? data[column] : data)), MAX_CELL)
}

/** A value in short, however large it is. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    return `${value.length}: ${value.slice(0, MAX_COLUMNS).map(valueText).join(', ')}`
  }
  if (!isEntity(value)) return JSON.stringify(value) ?? ''
  const names = Object.keys(value).slice(0, MAX_COLUMNS)
  return `{ ${names.map((name) => `${name}: ${valueText(value[name])}`).join(', ')} }`
}

function isEntity(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
