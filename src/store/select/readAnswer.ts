import type { EndpointContract } from '../../endpoint/contract'
import { isLiteral } from '../../schema/literal'
import { compareOrder } from '../../schema/order'
import { restoreOnce } from '../../util/binaries'
import type { FulfilledAction } from '../state/actions'
import type { RestState } from '../state/state'
import { getRow } from '../state/table'
import { readEndpoint } from './readEndpoint'
import { readResult } from './readRows'

/** What a caller is given once its answer is stored: what selectors show for it, or the raw value without a schema. */
export function readAnswer(
  state: RestState,
  endpoint: EndpointContract,
  args: readonly unknown[],
  { payload, meta }: FulfilledAction,
  raw: unknown,
): unknown {
  const row = getRow(state.requests, meta.arg.key)
  const isSuperseded = row !== undefined && row.status !== 'pending' && compareOrder(meta, row) < 0
  if (isSuperseded) return readEndpoint(state, endpoint, meta.arg.key, args).data
  if (isLiteral(endpoint.schema)) return raw
  // What has no result of its own, as all entities of a kind, is found by the arguments.
  if (payload.result === undefined) return readEndpoint(state, endpoint, meta.arg.key, args).data
  return readResult(state, endpoint.schema, restoreOnce(payload.result), args, undefined).value
}
