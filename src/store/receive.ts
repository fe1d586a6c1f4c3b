import type { EndpointContract } from '../endpoint/contract'
import { normalizeInto, type Past } from '../normalize/normalize'
import type { Order, RowMeta } from '../schema/contract'
import { freezeData } from '../util/freeze'
import { reuse } from '../util/reuse'
import type { CommitPayload } from './actions'
import type { EditLog } from './EditLog'
import type { RestState } from './state'
import { getRow } from './table'
import { readingOf } from './trail'

/** Whose state a value meets, and what that store remembers of earlier ones. */
interface Receiver {
  readonly state: RestState
  readonly past: Past
  readonly edits: EditLog
  /** The requests that may still be answered. */
  readonly underWay: readonly { readonly order: Order }[]
}

/**
 * What a value comes to in a state: the rows that it changes, and itself with primary keys in place of entities.
 * @throws SchemaError with the path to what does not fit
 */
export function receive(
  { state, past, edits: log, underWay }: Receiver,
  schema: unknown,
  value: unknown,
  args: readonly unknown[],
  meta: RowMeta,
): CommitPayload {
  const { source } = readingOf(state)
  const { fetchedAt, seq, date, expiresAt } = meta
  const rowMeta = { fetchedAt, seq, date, expiresAt }
  const normalized = normalizeInto(source, schema, value, args, rowMeta, past)
  const { result, entities, touched, indexes } = normalized
  log.add(meta, normalized.edits)
  log.prune(underWay)
  const payload: CommitPayload = {
    ...(result === undefined ? {} : { result }),
    entities,
    ...(Object.keys(touched).length === 0 ? {} : { touched }),
    ...(Object.keys(indexes).length === 0 ? {} : { indexes }),
  }
  return freezeData(payload)
}

/** As `receive` for the answer of a read: what equals the last result of the same key stays the same object. */
export function receiveAnswer(
  receiver: Receiver,
  endpoint: EndpointContract,
  key: string,
  value: unknown,
  args: readonly unknown[],
  meta: RowMeta,
): CommitPayload {
  const payload = receive(receiver, endpoint.schema, value, args, meta)
  const last = getRow(receiver.state.requests, key)?.result
  if (last === undefined || payload.result === undefined) return payload
  return { ...payload, result: reuse(last, payload.result) }
}
