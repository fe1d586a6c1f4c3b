import { asRestAction } from './actions'
import { mapValues } from '../util/mapValues'
import { setOwn } from '../util/own'
import type { RestState } from './state'
import { rows, type Table } from './table'

/** What `configureStore({ devTools })` takes of us. */
export interface RestDevToolsOptions {
  stateSanitizer<State>(state: State, index: number): State
  actionSanitizer<Action>(action: Action, id: number): Action
}

/** How many rows of one table an action is shown with. */
const SHOWN_ROWS = 100

/** Makes the options that show states and actions of one `reducerPath` as one reads them. */
export function createDevToolsOptions(reducerPath: string): RestDevToolsOptions {
  return {
    stateSanitizer(root) {
      const state = (root as Record<string, RestState | undefined> | undefined)?.[reducerPath]
      return state === undefined ? root : { ...root, [reducerPath]: flatState(state) }
    },
    actionSanitizer(action) {
      const ours = asRestAction(reducerPath, action)
      const payload = (ours as { payload?: { entities?: unknown } } | undefined)?.payload
      const isCommit = typeof payload?.entities === 'object' && ours?.meta.kind !== 'gc'
      return isCommit
        ? { ...action, payload: { ...payload, entities: shortened(payload.entities as object) } }
        : action
    },
  }
}

/** Every table as one object, however large. */
function flatState(state: RestState): object {
  const { entities, indexes, requests } = state
  return {
    ...state,
    entities: mapValues(entities, flatTable),
    indexes: mapValues(indexes, (fields) => mapValues(fields, flatTable)),
    requests: flatTable(requests),
  }
}

function flatTable(table: Table<unknown>): object {
  const flat: Record<string, unknown> = {}
  for (const [key, row] of rows(table)) setOwn(flat, key, row)
  return flat
}

/** The first rows of each table, and how many there are besides. */
function shortened(entities: object): object {
  return mapValues(entities as Record<string, object>, (table) => {
    const pks = Object.keys(table)
    if (pks.length <= SHOWN_ROWS) return table
    const first = Object.fromEntries(Object.entries(table).slice(0, SHOWN_ROWS))
    return { ...first, '…': `${pks.length - SHOWN_ROWS} more` }
  })
}
