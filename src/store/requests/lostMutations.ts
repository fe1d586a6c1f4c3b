import type { EntityRow } from '../../schema/contract'
import { freezeData } from '../../util/freeze'
import { setOwn } from '../../util/record'
import type { Runtime } from '../Runtime'
import { type CommitPayload, plainMeta } from '../state/actions'
import { confirmedSource } from '../state/confirmed'
import { keysIn } from '../state/table'
import { type Affected, affectedBy, type ListMark } from './affected'
import type { Request } from './Request'

/** The rows and lists that a mutation may have written that ended without a response, as doubtful ones. */
export function lostRows(
  runtime: Runtime,
  request: Request,
  landed: number,
): Pick<CommitPayload, 'entities'> {
  return freezeData({ entities: doubtfulRows(runtime, landed, affectedBy(request)) })
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
 * Doubtful rows by table.
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
    const mark = affected?.lists.get(schemaKey)
    const isList = mark !== undefined || tableOwners.get(schemaKey)?.isList === true
    const isWhole = affected === undefined || mark !== undefined
    const doubtful: Record<string, EntityRow> = {}
    for (const pk of isWhole ? keysIn(table) : (affected.rows.get(schemaKey) ?? [])) {
      const row = source.getRow(schemaKey, pk)
      if (row !== undefined) setOwn(doubtful, pk, doubted(row, landed, isList, mark))
    }
    if (Object.keys(doubtful).length > 0) setOwn(entities, schemaKey, doubtful)
  }
  return entities
}

/** A row that the server may have changed. A list keeps its moment, as what was requested before brings all but what was lost. */
export function doubted(
  { meta, ...row }: EntityRow,
  landed: number,
  isList = false,
  mark: ListMark = 'doubtful',
): EntityRow {
  const fetchedAt = isList ? meta.fetchedAt : landed
  return { ...row, meta: { ...meta, fetchedAt, landed, [mark]: landed } }
}
