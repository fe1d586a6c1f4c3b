import type { EntityRow } from '../schema/contract'
import type { RestState } from '../store/state/state'
import { getRow, rows } from '../store/state/table'
import { changedFields } from './changedRows'
import { abbreviate, shorten } from './HappeningLog'

const MAX_LINES = 20
const MAX_VALUE = 40

/** What is shown before the server responds: a line for each row, as long as the server has another one. */
export function ExpectedRows({ state }: { state: RestState }) {
  const covered = Object.entries(state.confirmed).flatMap(([table, tableRows]) =>
    rows(tableRows).map(([key, row]) => ({ table, key, row })),
  )
  return (
    <section className="wh-expected" aria-labelledby="wh-expected">
      <h3 id="wh-expected">
        Optimistic updates <span className="wh-number">{covered.length}</span>
      </h3>
      <p className="wh-quiet">What the server has → what is shown meanwhile.</p>
      {covered.length > 0 && (
        <ul>
          {covered.slice(-MAX_LINES).map(({ table, key, row }) => {
            const change = changeOf(row, getRow(state.entities[table], key))
            return (
              <li key={`${table} ${key}`} className="wh-expected-row">
                {shorten(abbreviate(`pending: ${table} ${key} ${change}`))}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** `status "open" → "done"` */
function changeOf(before: EntityRow | null, shown: EntityRow | undefined): string {
  if (shown === undefined || shown.invalid) return 'deleted'
  if (before === null || before.invalid) return 'new'
  const fields = changedFields(before.data, shown.data)
  if (Array.isArray(shown.data)) return fields.join()
  return fields
    .map((name) => `${name} ${valueOf(before, name)} → ${valueOf(shown, name)}`)
    .join(', ')
}

function valueOf({ data }: EntityRow, name: string): string {
  const value = (data as Readonly<Record<string, unknown>>)[name]
  return shorten(JSON.stringify(value) ?? 'nothing', MAX_VALUE)
}
