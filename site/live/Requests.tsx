import { useSelector } from 'react-redux'
import {
  type CommitPayload,
  getRow,
  type Manager,
  type RestState,
  withManagerState,
} from 'rtk-rest'

interface Line {
  readonly id: string
  readonly request: string
  readonly rows: readonly string[]
}

/** A manager that keeps the last responses, and the rows that each of them changed. */
export const log: Manager = {
  name: 'log',
  init: () => ({
    commit(action, state) {
      const { meta } = action
      if (meta.kind !== 'request' || meta.requestStatus !== 'fulfilled') return action
      const { entities } = (action as { payload: CommitPayload }).payload
      const line: Line = {
        id: meta.requestId,
        request: meta.arg.key,
        rows: changedRows(entities, state),
      }
      return withManagerState(action, { log: [line, ...linesOf(state)].slice(0, 3) })
    },
  }),
}

function linesOf(state: RestState): readonly Line[] {
  return (state.managers['log'] ?? []) as readonly Line[]
}

function changedRows(entities: CommitPayload['entities'], state: RestState): readonly string[] {
  return Object.entries(entities).flatMap(([table, rows]) =>
    Object.entries(rows).flatMap(([pk, { data }]) => {
      const [before, now] = [getRow(state.entities[table], pk)?.data, data].map((it) =>
        JSON.stringify(it),
      )
      return before === now ? [] : [`${table} ${pk}: ${now}`]
    }),
  )
}

export function Requests() {
  const state = useSelector((root: { rest: RestState }) => root.rest)
  return (
    <ol aria-label="Requests" aria-live="polite">
      {linesOf(state).map(({ id, request, rows }) => (
        <li key={id}>
          <strong>{request}</strong> changed {rows.length} {rows.length === 1 ? 'row' : 'rows'}
          {rows.map((row) => (
            <code key={row}>{row}</code>
          ))}
        </li>
      ))}
    </ol>
  )
}
