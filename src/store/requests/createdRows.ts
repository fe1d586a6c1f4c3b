import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import type { EntityRow, Order, RowMeta } from '../../schema/contract'
import type { TableOwners } from '../../normalize/PendingRows'
import { isTemporaryKey } from '../../schema/rowKey'
import { getOwn, mapValues, setOwn } from '../../util/record'
import { FOREVER } from '../state/expiry'
import type { OptimisticLayer, RestState } from '../state/state'
import { getRow } from '../state/table'

/** The rows of a layer: as fresh as nothing else is, where there are no stored ones. */
export function expectedRows(
  { entities }: NormalizedResponse,
  order: Order,
  owners: TableOwners,
): OptimisticLayer['entities'] {
  const meta: RowMeta = { ...order, date: order.fetchedAt, expiresAt: FOREVER, landed: order }
  return mapValues(entities, (table, schemaKey) => {
    const { defaults = {} } = Object(owners.get(schemaKey)?.schema) as { defaults?: object }
    return mapValues(table, ({ data, invalid }, pk) => {
      if (!isTemporaryKey(pk)) return { data, invalid, meta }
      const named = 'id' in defaults ? { ...data, id: pk } : data
      return { data: named, invalid, meta: { ...meta, createdAs: [pk] } }
    })
  })
}

/**
 * Has the rows that a response creates know the temporary keys by which they were shown: those that stand at the same place of
 * the expected response. One that another response brought before is written
 * again, as readers know it by the other key.
 */
export function nameCreated(
  stored: Pick<RestState, 'entities'>,
  layer: OptimisticLayer,
  expected: unknown,
  { entities, result }: NormalizedResponse,
  landed: Order,
  onName: (key: string, pk: string) => void,
): void {
  const seen = new Set<EntityRow>()
  const visit = (key: unknown, pk: unknown): void => {
    if (typeof key === 'string' && typeof pk === 'string') {
      for (const [schemaKey, layered] of Object.entries(layer.entities)) {
        const table = getOwn(entities, schemaKey) ?? {}
        const before = getRow(getOwn(stored.entities, schemaKey), pk)
        const known = getOwn(layered, key)
        const row: EntityRow | undefined = getOwn(table, pk) ?? before
        if (row === undefined || known === undefined || seen.has(known)) continue
        seen.add(known)
        const { createdAs = [] } = row.meta
        if (isTemporaryKey(key) && !createdAs.includes(key)) {
          const meta = { ...row.meta, landed, createdAs: [...createdAs, key] }
          setOwn(table, pk, { ...row, data: { ...row.data }, meta })
          setOwn(entities, schemaKey, table)
          onName(key, pk)
        }
        visit(known.data, row.data)
      }
    } else if (typeof key === 'object' && typeof pk === 'object') {
      for (const [name, value] of Object.entries(key ?? {})) {
        visit(value, (pk as Record<string, unknown> | null)?.[name])
      }
    }
  }
  visit(expected, result)
}
