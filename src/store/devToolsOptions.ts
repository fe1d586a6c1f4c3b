import { mapValues, setOwn } from '../util/record'
import { findRestState } from './state/readableState'
import type { RestState } from './state/state'
import { rows, type Table } from './state/table'

/** What `configureStore({ devTools })` takes of us. Actions are shown as they are: an exported log has to replay them. */
export interface RestDevToolsOptions {
  /** Shows every table as one object. */
  stateSanitizer<State>(state: State, index: number): State
}

/** The options that make states readable in Redux DevTools: `configureStore({ devTools: devToolsOptions(rest) })`. */
export function devToolsOptions({
  reducerPath,
}: {
  readonly reducerPath: string
}): RestDevToolsOptions {
  return {
    stateSanitizer(root) {
      const state = findRestState(root, reducerPath)
      return state === undefined ? root : { ...root, [reducerPath]: flatState(state) }
    },
  }
}

/** Every table as one object, however large. */
function flatState(state: RestState): object {
  const { entities, requests, mutations } = state
  return {
    ...state,
    entities: mapValues(entities, flatTable),
    requests: flatTable(requests),
    mutations: flatTable(mutations),
  }
}

function flatTable(table: Table<unknown>): object {
  const flat: Record<string, unknown> = {}
  for (const [key, row] of rows(table)) setOwn(flat, key, row)
  return flat
}
