import type { EntityRow } from '../../schema/contract'
import { addTo } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { setOwn } from '../../util/record'
import type { Runtime } from '../Runtime'
import { type CommitPayload, plainMeta } from '../state/actions'
import { confirmedSource } from '../state/confirmed'
import { keysIn } from '../state/table'
import { type Affected, affectedBy } from './affected'
import type { RequestCall } from './InFlightRequest'

/** The rows and lists that a mutation may have written that ended without a response, as doubtful ones. */
export function lostRows(
  runtime: Runtime,
  call: RequestCall,
  landed: number,
): Pick<CommitPayload, 'entities'> {
  const affected = affectedBy(call)
  for (const [schemaKey, pks] of runtime.optimism?.footprintOf(call.requestId) ?? []) {
    for (const pk of pks) if (pk !== undefined) addTo(affected.rows, schemaKey, pk)
  }
  return freezeData({ entities: doubtfulRows(runtime, landed, affected) })
}

/** After a reset, a mutation that started before it makes everything stale: responses since then may not contain its writes. */
export function doubtEverything(runtime: Runtime): void {
  const { state, actions, clock } = runtime
  const landed = clock.next()
  const entities = doubtfulRows(runtime, landed)
  const keys = keysIn(state.requests)
  if (keys.length + Object.keys(entities).length === 0) return
  const meta = plainMeta(runtime, 'expireAll', landed)
  runtime.send(actions.expireAll(freezeData({ keys, entities }), meta))
}

/**
 * Rows by table; those of lists keep their moment, as what was requested before brings all but what was lost.
 * @param affected what is doubtful. Default: everything
 */
function doubtfulRows(
  { last, state, tableOwners }: Runtime,
  landed: number,
  affected?: Affected,
): CommitPayload['entities'] {
  last.mutation = last.lost = landed
  const source = confirmedSource(state)
  const entities: Record<string, Record<string, EntityRow>> = {}
  for (const [schemaKey, table] of Object.entries(state.entities)) {
    const areListsLost = affected?.lists.has(schemaKey) === true
    const isList = areListsLost || tableOwners.get(schemaKey)?.isList === true
    const isWhole = affected === undefined || areListsLost
    const doubtful: Record<string, EntityRow> = {}
    for (const pk of isWhole ? keysIn(table) : (affected.rows.get(schemaKey) ?? [])) {
      const row = source.getRow(schemaKey, pk)
      if (row === undefined) continue
      const fetchedAt = isList ? row.meta.fetchedAt : landed
      setOwn(doubtful, pk, { ...row, meta: { ...row.meta, fetchedAt, landed, doubtful: landed } })
    }
    if (Object.keys(doubtful).length > 0) setOwn(entities, schemaKey, doubtful)
  }
  return entities
}
