import type { EndpointContract } from '../../endpoint/contract'
import type { EntityRow, Order } from '../../schema/contract'
import { freezeData } from '../../util/freeze'
import { getOwn, setOwn } from '../../util/own'
import type { CommitPayload } from '../state/actions'
import { type Affected, affectedBy, isAffected } from './affected'
import { staleSince } from '../state/expiry'
import type { Runtime } from '../Runtime'
import type { RestState } from '../state/state'
import { getRow, rows } from '../state/table'

type Entities = CommitPayload['entities']

/**
 * What a mutation that ended without a response leaves: the rows and lists that it may have written are doubtful, and so is
 * every response for them that was requested before it ended.
 */
export function lostWrites(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  started: Order,
  landed: Order,
): CommitPayload | undefined {
  const affected = affectedBy(endpoint.schema, args)
  if (affected.rows.size === 0 && affected.lists.size === 0) return undefined
  const mayConcern = (schemaKey: string, pk: string): boolean => isAffected(affected, schemaKey, pk)
  if (runtime.inFlight.hasOthers(false)) runtime.landings.add({ started, landed, mayConcern })
  const entities = doubtfulRows(runtime.state, affected, landed)
  return Object.keys(entities).length === 0 ? undefined : freezeData({ entities })
}

/** After a reset, a mutation that started before it leaves everything stale: what was read since may not know of it. */
export function expireEverything(runtime: Runtime, landed: Order): void {
  const { state, actions } = runtime
  const started = landed
  if (runtime.inFlight.hasOthers(false))
    runtime.landings.add({ started, landed, mayConcern: () => true })
  const keys = rows(state.requests).map(([key]) => key)
  const entities = staleRows(state, landed)
  if (keys.length === 0 && Object.keys(entities).length === 0) return
  const meta = runtime.plainMeta('expireAll', landed)
  runtime.send(actions.expireAll(freezeData({ keys, entities }), meta))
}

function doubtfulRows({ entities }: RestState, affected: Affected, landed: Order): Entities {
  const changed: Record<string, Record<string, EntityRow>> = {}
  const doubt = (schemaKey: string, pk: string, row: EntityRow | undefined): void => {
    if (row === undefined || row.invalid) return
    const table = getOwn(changed, schemaKey) ?? {}
    setOwn(changed, schemaKey, table)
    setOwn(table, pk, { ...row, meta: { ...row.meta, landed, doubtful: true } })
  }
  for (const [schemaKey, pks] of affected.rows) {
    for (const pk of pks) doubt(schemaKey, pk, getRow(getOwn(entities, schemaKey), pk))
  }
  for (const [schemaKey, tests] of affected.lists) {
    for (const [pk, row] of rows(getOwn(entities, schemaKey))) {
      if (tests.some((test) => test(pk, row.data))) doubt(schemaKey, pk, row)
    }
  }
  return changed
}

function staleRows({ entities }: RestState, landed: Order): Entities {
  const changed: Record<string, Record<string, EntityRow>> = {}
  for (const [schemaKey, table] of Object.entries(entities)) {
    const stale: Record<string, EntityRow> = {}
    for (const [pk, row] of rows(table)) {
      const { meta } = row
      setOwn(stale, pk, { ...row, meta: { ...meta, landed, expiresAt: staleSince(meta) } })
    }
    setOwn(changed, schemaKey, stale)
  }
  return changed
}
