import type { EntityRow, RowMeta } from '../../schema/contract'
import { addTo } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { getOwn, setOwn } from '../../util/record'
import type { Runtime } from '../Runtime'
import type { CommitPayload } from '../state/actions'
import { confirmedSource } from '../state/confirmed'
import { keysIn } from '../state/table'
import { affectedBy } from './affected'
import type { RequestCall } from './InFlightRequest'

/** Rows by table; those of lists keep their moment, as what was requested before brings all but what was lost. */
class DoubtfulRows {
  readonly entities: Record<string, Record<string, EntityRow>> = {}
  readonly #landed: number

  constructor(landed: number) {
    this.#landed = landed
  }

  add(schemaKey: string, pk: string, row: EntityRow | undefined, isList = false): void {
    if (row === undefined) return
    const landed = this.#landed
    const fetchedAt = isList ? row.meta.fetchedAt : landed
    const meta: RowMeta = { ...row.meta, fetchedAt, landed, doubtful: landed }
    const table = getOwn(this.entities, schemaKey) ?? {}
    setOwn(this.entities, schemaKey, table)
    setOwn(table, pk, { ...row, meta })
  }
}

/** The rows and lists that a mutation may have written that ended without a response, as doubtful ones. */
export function lostRows(
  runtime: Runtime,
  call: RequestCall,
  landed: number,
): Pick<CommitPayload, 'entities'> {
  const { optimism, state } = runtime
  const { rows: named, lists } = affectedBy(call)
  for (const [schemaKey, pks] of optimism?.footprintOf(call.requestId) ?? []) {
    for (const pk of pks) if (pk !== undefined) addTo(named, schemaKey, pk)
  }
  runtime.noteLost(landed)
  const source = confirmedSource(state)
  const doubtful = new DoubtfulRows(landed)
  for (const schemaKey of lists) {
    for (const [pk, row] of source.rows(schemaKey)) doubtful.add(schemaKey, pk, row, true)
  }
  for (const [schemaKey, pks] of named) {
    const isList = isListTable(runtime, schemaKey)
    for (const pk of pks) doubtful.add(schemaKey, pk, source.getRow(schemaKey, pk), isList)
  }
  return freezeData({ entities: doubtful.entities })
}

/** After a reset, a mutation that started before it makes everything stale: responses since then may not contain its writes. */
export function doubtEverything(runtime: Runtime, landed: number): void {
  const { state, actions } = runtime
  runtime.noteLost(landed)
  const doubtful = new DoubtfulRows(landed)
  const source = confirmedSource(state)
  for (const schemaKey of Object.keys(state.entities)) {
    const isList = isListTable(runtime, schemaKey)
    for (const [pk, row] of source.rows(schemaKey)) doubtful.add(schemaKey, pk, row, isList)
  }
  const keys = keysIn(state.requests)
  if (keys.length + Object.keys(doubtful.entities).length === 0) return
  const payload = freezeData({ keys, entities: doubtful.entities })
  runtime.send(actions.expireAll(payload, runtime.plainMeta('expireAll', landed)))
}

function isListTable({ tableOwners }: Runtime, schemaKey: string): boolean {
  return tableOwners.get(schemaKey)?.isList === true
}
