import { useEffect, useMemo, useReducer, useState } from 'react'
import { keysIn, size } from '../store/state/table'
import type { Controls } from './Controls'
import { abbreviate, shorten } from './HappeningLog'
import { RowTable } from './RowTable'
import type { ShownRow, Source } from './sources'
import type { RecentRow } from './types'
import { type Found, useSearch } from './useSearch'

const MAX_SHOWN = 50
const MAX_JSON = 20_000

interface TableViewProps {
  readonly source: Source
  readonly recent: readonly RecentRow[]
  readonly controls: Controls
}

/** The rows that changed last and the first ones, or those that a search finds; one of them is open as JSON at a time. */
export function TableView({ source, recent, controls }: TableViewProps) {
  const { name, table } = source
  const [openKey, setOpenKey] = useState<string>()
  const [text, setText] = useState('')
  // The rows that were added before do not light up all at once when the table is opened.
  const [openedAt] = useState(recent[0]?.version ?? 0)
  const found = useSearch(source, text.trim())
  const shown = shownRows(source, recent, found)
  useNextExpiry(shown)
  const openRow = openKey === undefined ? undefined : source.read(openKey)
  return (
    <>
      <input
        type="search"
        className="wh-search"
        aria-label={`Search in ${name}`}
        placeholder="Search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="wh-scroll" tabIndex={0} role="group" aria-label={`Rows of ${name}`}>
        <RowTable
          shown={shown}
          recent={recent}
          openedAt={openedAt}
          openKey={openKey}
          onToggle={(key) => setOpenKey(key === openKey ? undefined : key)}
        />
      </div>
      <Others found={found} number={size(table) - shown.length} />
      {openRow && <OpenRow source={source} row={openRow} controls={controls} />}
    </>
  )
}

/** What is not shown. */
function Others({ found, number }: { found: Found | undefined; number: number }) {
  if (found === undefined) {
    return number <= 0 ? null : (
      <p className="wh-quiet">and {number.toLocaleString('en')} more rows</p>
    )
  }
  const text = found.isDone ? textOf(found.keys.length) : 'Searching …'
  return (
    <p className="wh-quiet" role="status">
      {text}
    </p>
  )
}

function textOf(found: number): string {
  if (found >= MAX_SHOWN) return `The first ${MAX_SHOWN} rows that match.`
  if (found === 0) return 'No row matches.'
  return found === 1 ? '1 row matches.' : `${found} rows match.`
}

interface OpenRowProps {
  readonly source: Source
  readonly row: ShownRow
  readonly controls: Controls
}

/** A row as the state has it, and what may be done with it. */
function OpenRow({ source, row, controls }: OpenRowProps) {
  const json = useMemo(() => shorten(JSON.stringify(row.row, null, 2), MAX_JSON), [row.row])
  const label = `${source.name} ${abbreviate(row.label)}`
  return (
    <div className="wh-open">
      <p className="wh-buttons">
        <button
          type="button"
          className="wh-button"
          aria-label={`Refetch ${label}`}
          onClick={() => source.refetch(controls, row.key)}
        >
          Refetch
        </button>
        <button
          type="button"
          className="wh-button"
          aria-label={`Invalidate ${label}`}
          onClick={() => source.invalidate(controls, row.key)}
        >
          Invalidate
        </button>
      </p>
      <pre className="wh-json" tabIndex={0} role="group" aria-label={`${label} as JSON`}>
        {json}
      </pre>
    </div>
  )
}

function shownRows(
  source: Source,
  recent: readonly RecentRow[],
  found: Found | undefined,
): readonly ShownRow[] {
  const first = found?.keys ?? keysIn(source.table).slice(0, MAX_SHOWN)
  const keys = found === undefined ? [...recent.map(({ key }) => key), ...first] : first
  return [...new Set(keys)].flatMap((key) => source.read(key) ?? [])
}

/** Renders again when the next of these rows goes stale. One may have gone since it was read. */
function useNextExpiry(shown: readonly ShownRow[]): void {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const wait = Math.min(...shown.map(({ goesStaleAt }) => goesStaleAt)) - Date.now()
    if (wait > LONGEST_WAIT) return undefined
    const timer = setTimeout(render, wait)
    return () => clearTimeout(timer)
  }, [shown])
}

/** Who looks at a table for longer sees it when it changes next. */
const LONGEST_WAIT = 3_600_000
