import { useState } from 'react'
import { getRow, rows } from 'rtk-rest'
import type { EntityRow, RestState, Table } from 'rtk-rest'
import { abbreviate, shorten } from './HappeningLog'
import type { RecentRow } from './types'

const MAX_SHOWN = 50
const MAX_COLUMNS = 8
const MAX_JSON = 20_000

interface TablesProps {
  readonly state: RestState
  readonly recent: ReadonlyMap<string, readonly RecentRow[]>
  readonly path: string
}

/** Every table with the count of its rows; one is open at a time. */
export function Tables({ state, recent, path }: TablesProps) {
  const [open, setOpen] = useState<string>()
  const names = Object.keys(state.entities)
  const table = open === undefined ? undefined : state.entities[open]
  return (
    <section className="wh-tables" aria-labelledby="wh-tables">
      <h3 id="wh-tables">
        Tables <code>state.{path}.entities</code>
      </h3>
      <p className="wh-quiet">Each entity once, by its key. A list, as in [Member], has keys.</p>
      <div className="wh-chips">
        {names.map((name) => (
          <button
            key={`${name} ${recent.get(name)?.[0]?.version}`}
            type="button"
            className="wh-chip"
            aria-expanded={name === open}
            onClick={() => setOpen(name === open ? undefined : name)}
          >
            {name}{' '}
            <span className="wh-number">{sizeOf(state.entities[name]).toLocaleString('en')}</span>
          </button>
        ))}
      </div>
      {open !== undefined && table !== undefined && (
        <TableView key={open} name={open} table={table} recent={recent.get(open) ?? []} />
      )}
    </section>
  )
}

interface Overview {
  /** How many rows are not deleted. */
  readonly size: number
  readonly rowCount: number
  readonly first: readonly (readonly [string, EntityRow])[]
}

const overviews = new WeakMap<object, Overview>()

/** Tables never change in place, so that each is gone through once, however large. */
function overviewOf(table: Table<EntityRow>): Overview {
  const known = overviews.get(table)
  if (known !== undefined) return known
  const all = rows(table)
  const size = all.filter(([, { invalid }]) => !invalid).length
  const overview = { size, rowCount: all.length, first: all.slice(0, MAX_SHOWN) }
  overviews.set(table, overview)
  return overview
}

function sizeOf(table: Table<EntityRow> | undefined): number {
  return table === undefined ? 0 : overviewOf(table).size
}

interface TableViewProps {
  readonly name: string
  readonly table: Table<EntityRow>
  readonly recent: readonly RecentRow[]
}

/** The rows that changed last, and the first ones; one of them is open as JSON at a time. */
function TableView({ name, table, recent }: TableViewProps) {
  const [openKey, setOpenKey] = useState<string>()
  // The rows that were added before do not light up all at once when the table is opened.
  const [openedAt] = useState(recent[0]?.version ?? 0)
  const shown = shownRows(table, recent)
  const openRow = openKey === undefined ? undefined : getRow(table, openKey)
  return (
    <>
      <div className="wh-scroll" tabIndex={0} role="group" aria-label={`Rows of ${name}`}>
        <RowTable
          shown={shown}
          recent={recent}
          openedAt={openedAt}
          openKey={openKey}
          onToggle={(key) => setOpenKey(key === openKey ? undefined : key)}
        />
      </div>
      <More number={overviewOf(table).rowCount - shown.length} />
      {openRow && (
        <pre
          className="wh-json"
          tabIndex={0}
          role="group"
          aria-label={`${name} ${openKey} as JSON`}
        >
          {shorten(JSON.stringify(openRow, null, 2), MAX_JSON)}
        </pre>
      )}
    </>
  )
}

interface RowTableProps {
  readonly shown: readonly (readonly [string, EntityRow])[]
  readonly recent: readonly RecentRow[]
  /** The version of the last change before the table was opened. */
  readonly openedAt: number
  readonly openKey: string | undefined
  readonly onToggle: (key: string) => void
}

function RowTable({ shown, recent, openedAt, openKey, onToggle }: RowTableProps) {
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
        {shown.map(([key, row]) => (
          <RowLine
            key={key}
            rowKey={key}
            row={row}
            columns={columns}
            change={recent.find((it) => it.key === key)}
            openedAt={openedAt}
            isOpen={key === openKey}
            onToggle={onToggle}
          />
        ))}
      </tbody>
    </table>
  )
}

function More({ number }: { number: number }) {
  if (number <= 0) return null
  return <p className="wh-quiet">and {number.toLocaleString('en')} more rows</p>
}

interface RowLineProps {
  readonly rowKey: string
  readonly row: EntityRow
  readonly columns: readonly string[]
  readonly change: RecentRow | undefined
  readonly openedAt: number
  readonly isOpen: boolean
  readonly onToggle: (key: string) => void
}

function RowLine({ rowKey, row, columns, change, openedAt, isOpen, onToggle }: RowLineProps) {
  const isNew = change?.kind === 'added' && change.version > openedAt
  const isLit = (column: string) => isNew || isChanged(change, row.data, column)
  return (
    <tr className={row.invalid ? 'wh-invalid' : undefined}>
      <th scope="row" className={isNew ? 'wh-lit' : undefined}>
        <button
          type="button"
          className="wh-key"
          aria-expanded={isOpen}
          onClick={() => onToggle(rowKey)}
        >
          {shorten(abbreviate(rowKey), 24)}
        </button>
      </th>
      {columns.map((column) => (
        // The key has a cell that changed light up anew.
        <td
          key={isLit(column) ? `${column} ${change?.version}` : column}
          className={isLit(column) ? 'wh-lit' : undefined}
        >
          {cellText(row.data, column)}
        </td>
      ))}
    </tr>
  )
}

/** Of a list, any change is one of its only column. */
function isChanged(change: RecentRow | undefined, data: unknown, column: string): boolean {
  if (change === undefined || change.fields.length === 0) return false
  return !isEntity(data) || change.fields.includes(column)
}

function shownRows(
  table: Table<EntityRow>,
  recent: readonly RecentRow[],
): (readonly [string, EntityRow])[] {
  const changed = recent.flatMap(({ key }) => {
    const row = getRow(table, key)
    return row === undefined ? [] : [[key, row] as const]
  })
  const keys = new Set(changed.map(([key]) => key))
  return [...changed, ...overviewOf(table).first.filter(([key]) => !keys.has(key))]
}

/** A row of a list has one column, and a row of an entity one for each field. */
function columnsOf(shown: readonly (readonly [string, EntityRow])[]): readonly string[] {
  const data = shown[0]?.[1].data
  if (!isEntity(data)) return ['data']
  // The key is there already.
  return Object.keys(data)
    .filter((name) => name !== 'id')
    .slice(0, MAX_COLUMNS)
}

function cellText(data: unknown, column: string): string {
  const value = isEntity(data) ? data[column] : data
  if (Array.isArray(value))
    return shorten(abbreviate(`${value.length}: ${value.slice(0, 8).join(', ')}`), 40)
  return shorten(abbreviate(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')), 40)
}

function isEntity(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
