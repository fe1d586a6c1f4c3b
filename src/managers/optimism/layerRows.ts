import type { ResultUpdates } from '../../endpoint/contract'
import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import type { CommitPayload } from '../../store/state/actions'
import { addRowsOf, requestsOf, viewOf } from '../../store/state/layers'
import type { OptimisticLayer, RestState } from '../../store/state/state'
import { addTo } from '../../util/collections'
import { type ReadRows, REQUESTS } from './RecordingSnapshot'

/** Adds the rows and results that a layer was computed from, besides those of its snapshot. */
export function addRead(
  read: ReadRows,
  layer: OptimisticLayer,
  { touched, changes }: NormalizedResponse,
  updates: ResultUpdates,
): void {
  addChanges(layer, read)
  addTouched(touched, read)
  for (const { schemaKey } of changes) addTo(read, schemaKey, undefined)
  for (const requestKey of Object.keys(updates)) addTo(read, REQUESTS, requestKey)
}

/** A state that holds what readers see of another one. */
export function shownState(state: RestState): RestState {
  return { ...state, entities: viewOf(state).entities, requests: requestsOf(state), optimistic: [] }
}

export function isEmpty({ entities, results }: OptimisticLayer): boolean {
  return results === undefined && Object.keys(entities).length === 0
}

export function addChanges(
  { entities, results = {} }: Pick<OptimisticLayer, 'entities' | 'results'>,
  changed: ReadRows,
): void {
  addRowsOf({ entities }, changed)
  for (const key of Object.keys(results)) addTo(changed, REQUESTS, key)
}

export function addTouched(
  touched: NonNullable<CommitPayload['touched']>,
  changed: ReadRows,
): void {
  for (const [schemaKey, groups] of Object.entries(touched)) {
    for (const { pks } of groups) for (const pk of pks) addTo(changed, schemaKey, pk)
  }
}

export function isConcerned({ rows }: { readonly rows: ReadRows }, changed: ReadRows): boolean {
  for (const [schemaKey, pks] of changed) {
    const read = rows.get(schemaKey)
    if (read?.has(undefined) === true) return true
    for (const pk of pks) if (read?.has(pk) === true) return true
  }
  return false
}
