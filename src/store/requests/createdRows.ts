import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import { isTemporaryKey } from '../../schema/rowKey'
import { getOwn, setOwn } from '../../util/record'
import type { OptimisticLayer, RestState } from '../state/state'
import { getRow } from '../state/table'

/**
 * Has the rows that a response creates know the temporary keys by which they were shown: those that stand at the same place of
 * the expected response. A row that the store has already keeps the key that it is shown by.
 */
export function nameCreated(
  { entities: stored }: RestState,
  layer: OptimisticLayer,
  expected: unknown,
  { entities, result }: NormalizedResponse,
): void {
  visitPairs(expected, result, (createdAs, pk) => {
    for (const [schemaKey, rows] of Object.entries(layer.entities)) {
      const table = getOwn(entities, schemaKey)
      const row = getOwn(table, pk)
      if (table === undefined || row === undefined || !Object.hasOwn(rows, createdAs)) continue
      if (getRow(getOwn(stored, schemaKey), pk) !== undefined) continue
      setOwn(table, pk, { ...row, meta: { ...row.meta, createdAs } })
    }
  })
}

/** Calls back with the primary keys that stand at one place of two responses. */
function visitPairs(
  expected: unknown,
  found: unknown,
  visit: (expected: string, found: string) => void,
): void {
  if (typeof expected === 'string' && typeof found === 'string') {
    if (isTemporaryKey(expected)) visit(expected, found)
  } else if (typeof expected === 'object' && typeof found === 'object') {
    for (const [key, value] of Object.entries(expected ?? {})) {
      visitPairs(value, (found as Record<string, unknown> | null)?.[key], visit)
    }
  }
}
