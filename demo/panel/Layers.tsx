import type { RestState } from 'rtk-rest'
import type { OptimisticLayer } from 'rtk-rest/types'
import { changedFields, rowIn } from './changedRows'
import { abbreviate, shorten } from './HappeningLog'

const MAX_LAYERS = 20

/** What is shown before the server responds: a line for each row of a layer, as long as its mutation is in flight. */
export function Layers({ state }: { state: RestState }) {
  const { optimistic } = state
  return (
    <section className="wh-layers" aria-labelledby="wh-layers">
      <h3 id="wh-layers">
        Optimistic layers <span className="wh-number">{optimistic.length}</span>
      </h3>
      <p className="wh-quiet">What readers see of mutations in flight, over the tables.</p>
      {optimistic.length > 0 && (
        <ul>
          {optimistic.slice(-MAX_LAYERS).flatMap((layer) =>
            linesOf(state, layer).map((line) => (
              <li key={`${layer.requestId} ${line}`} className="wh-layer">
                {line}
              </li>
            )),
          )}
        </ul>
      )}
    </section>
  )
}

/** `pending: Order 4 status → "done"` */
function linesOf(state: RestState, layer: OptimisticLayer): readonly string[] {
  const below = state.optimistic.slice(0, state.optimistic.indexOf(layer))
  const all = Object.entries(layer.entities).flatMap(([table, tableRows]) =>
    Object.entries(tableRows).flatMap(([key, { data, invalid }]) => {
      const before = rowIn(state, below, table, key)?.data
      const change = invalid ? 'deleted' : describe(before, data)
      return change === '' ? [] : shorten(abbreviate(`pending: ${table} ${key} ${change}`))
    }),
  )
  return all.slice(0, MAX_LAYERS)
}

function describe(before: unknown, after: unknown): string {
  if (before === undefined) return 'new'
  const fields = changedFields(before, after)
  if (Array.isArray(after)) return fields.join()
  const values = after as Readonly<Record<string, unknown>>
  return fields.map((name) => `${name} → ${JSON.stringify(values[name])}`).join(', ')
}
