import type { EndpointContract } from '../endpoint/contract'
import { normalizeInto } from '../normalize/normalize'
import type { RowMeta } from '../schema/contract'
import { freezeData } from '../util/freeze'
import { reuse } from '../util/reuse'
import type { CommitPayload } from './actions'
import type { RestState } from './state'
import { getRow } from './table'
import { readingOf } from './trail'

/**
 * What a value comes to in a state: the rows that it changes, and itself with primary keys in place of entities.
 * @throws SchemaError with the path to what does not fit
 */
export function receive(
  state: RestState,
  schema: unknown,
  value: unknown,
  args: readonly unknown[],
  meta: RowMeta,
  owners: Map<string, object>,
): CommitPayload {
  const { source } = readingOf(state.entities)
  const { fetchedAt, seq, date, expiresAt } = meta
  const rowMeta = { fetchedAt, seq, date, expiresAt }
  const { result, entities, touched } = normalizeInto(source, schema, value, args, rowMeta, owners)
  const payload: CommitPayload = {
    ...(result === undefined ? {} : { result }),
    entities,
    ...(Object.keys(touched).length === 0 ? {} : { touched }),
  }
  return freezeData(payload)
}

/** As `receive` for the answer of a read: what equals the last result of the same key stays the same object. */
export function receiveAnswer(
  state: RestState,
  endpoint: EndpointContract,
  key: string,
  value: unknown,
  args: readonly unknown[],
  meta: RowMeta,
  owners: Map<string, object>,
): CommitPayload {
  const payload = receive(state, endpoint.schema, value, args, meta, owners)
  const last = getRow(state.requests, key)?.result
  if (last === undefined || payload.result === undefined) return payload
  return { ...payload, result: reuse(last, payload.result) }
}
