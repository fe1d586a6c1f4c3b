import { useState } from 'react'
import type { RestState } from '../store/state/state'
import type { Controls } from './Controls'
import { type Source, sourcesOf } from './sources'
import { TableView } from './TableView'
import type { RecentRow } from './types'

interface TablesProps {
  readonly state: RestState
  readonly recent: ReadonlyMap<string, readonly RecentRow[]>
  readonly path: string
  readonly controls: Controls
}

const NO_ROWS: readonly RecentRow[] = []

/** The requests and every table with the count of their rows; one is open at a time, at first a table of entities. */
export function Tables({ state, recent, path, controls }: TablesProps) {
  const sources = sourcesOf(state)
  const [open, setOpen] = useOpen(sources)
  const source = sources.find(({ name }) => name === open)
  const recentOf = ({ tableName = '' }: Source) => recent.get(tableName) ?? NO_ROWS
  return (
    <section className="wh-tables" aria-labelledby="wh-tables">
      <h3 id="wh-tables">
        Tables <code>state.{path}</code>
      </h3>
      <p className="wh-quiet">Each entity once, by its key. Lists, in [brackets], have keys.</p>
      <div className="wh-chips">
        {sources.map((it) => (
          <button
            key={`${it.tableName} ${recentOf(it)[0]?.version}`}
            type="button"
            className="wh-chip"
            aria-expanded={it.name === open}
            onClick={() => setOpen(it.name === open ? undefined : it.name)}
          >
            {it.name} <span className="wh-number">{it.count.toLocaleString('en')}</span>
          </button>
        ))}
      </div>
      {source && (
        <TableView key={open} source={source} recent={recentOf(source)} controls={controls} />
      )}
    </section>
  )
}

/** The open table; until the user decides the first one with several entities, as soon as there is one. */
function useOpen(
  sources: readonly Source[],
): readonly [string | undefined, (name: string | undefined) => void] {
  const [choice, setChoice] = useState<{ readonly name: string | undefined }>()
  const first = sources.find(
    ({ tableName = '[', count }) => !tableName.startsWith('[') && count > 1,
  )
  // Other tables that get their rows later do not take its place.
  if (choice === undefined && first !== undefined) setChoice({ name: first.name })
  return [choice?.name, (name) => setChoice({ name })]
}
