import type { EntityRow, Order, RowMeta } from '../../schema/contract'
import { freezeData } from '../../util/freeze'
import { getOwn, setOwn } from '../../util/own'
import type { Runtime } from '../Runtime'
import type { CommitPayload } from '../state/actions'
import { staleSince } from '../state/expiry'
import { getRow, rows } from '../state/table'
import { type Affected, affectedBy, isAffected } from './affected'
import type { RequestCall } from './InFlightRequest'

type Entities = CommitPayload['entities']

/**
 * What a mutation that ended without a response leaves: the rows and lists that it may have written are doubtful, and so is
 * every response for them that was requested before it ended.
 */
export function lostWrites(
  runtime: Runtime,
  call: RequestCall,
  landed: Order,
): Pick<CommitPayload, 'entities'> | undefined {
  const affected = affectedBy(call)
  if (affected.rows.size + affected.lists.size === 0) return undefined
  const mayConcern = (schemaKey: string, pk: string): boolean => isAffected(affected, schemaKey, pk)
  if (runtime.inFlight.size > 1) runtime.landings.add({ started: call.order, landed, mayConcern })
  const doubt = (meta: RowMeta): RowMeta => ({ ...meta, landed, doubtful: true })
  const entities = changedRows(affectedRows(runtime, affected), doubt)
  return Object.keys(entities).length === 0 ? undefined : freezeData({ entities })
}

/** After a reset, a mutation that started before it makes everything stale: responses since then may not contain its writes. */
export function expireEverything(runtime: Runtime, landed: Order): void {
  const { state, actions, inFlight, landings } = runtime
  if (inFlight.size > 1) landings.add({ started: landed, landed, mayConcern: () => true })
  const keys = rows(state.requests).map(([key]) => key)
  const all = Object.entries(state.entities).flatMap(([schemaKey, table]) =>
    rows(table).map(([pk, row]): AffectedRow => [schemaKey, pk, row]),
  )
  if (keys.length + all.length === 0) return
  const expire = (meta: RowMeta): RowMeta => ({ ...meta, landed, expiresAt: staleSince(meta) })
  const payload = freezeData({ keys, entities: changedRows(all, expire) })
  runtime.send(actions.expireAll(payload, runtime.plainMeta('expireAll', landed)))
}

type AffectedRow = readonly [schemaKey: string, pk: string, row: EntityRow]

/** The stored rows that may be affected, without those that are invalid anyway. */
function affectedRows(runtime: Runtime, { rows: named, lists }: Affected): AffectedRow[] {
  const { entities } = runtime.state
  const found: AffectedRow[] = []
  const add = (schemaKey: string, pk: string, row: EntityRow | undefined): void => {
    if (row?.invalid === false) found.push([schemaKey, pk, row])
  }
  for (const [schemaKey, pks] of named) {
    for (const pk of pks) add(schemaKey, pk, getRow(getOwn(entities, schemaKey), pk))
  }
  for (const [schemaKey, tests] of lists) {
    for (const [pk, row] of rows(getOwn(entities, schemaKey))) {
      if (tests.some((test) => test(pk, row.data))) add(schemaKey, pk, row)
    }
  }
  return found
}

function changedRows(
  affected: readonly AffectedRow[],
  change: (meta: RowMeta) => RowMeta,
): Entities {
  const changed: Record<string, Record<string, EntityRow>> = {}
  for (const [schemaKey, pk, row] of affected) {
    const table = getOwn(changed, schemaKey) ?? {}
    setOwn(changed, schemaKey, table)
    setOwn(table, pk, { ...row, meta: change(row.meta) })
  }
  return changed
}
