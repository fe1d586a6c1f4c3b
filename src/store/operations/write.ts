import type { EndpointContract } from '../../endpoint/contract'
import type { Schema } from '../../schema/contract'
import { isSchemaObject } from '../../schema/schemaObject'
import { lastOf } from '../../util/collections'
import { endRequest, newRequest } from '../requests/lifecycle'
import { type Outcome, type Request, requestKeyOf } from '../requests/Request'
import { serializeArgs } from '../requests/serializeArgs'
import { storeError, storeResponse } from '../requests/settleRequest'
import { metaNow, toCommitPayload } from '../requests/toCommitPayload'
import type { Runtime } from '../Runtime'
import { inferResult } from '../select/readRows'
import type { FinalAction, FulfilledAction, RejectedAction, SetAction } from '../state/actions'
import { confirmedState } from '../state/confirmed'
import { checkTimes } from '../state/expiry'

/** Writes a schema's data; the last argument is the value, or a function of the data that is stored. */
export function set(
  runtime: Runtime,
  schema: Schema,
  ...rest: readonly unknown[]
): SetAction | undefined {
  const args = rest.slice(0, -1)
  const value = nextValue(runtime, schema, args, lastOf(rest))
  if (value === undefined) return undefined
  const times = metaNow(runtime)
  const arg = { schema: schemaName(schema), args: serializeArgs(args) }
  const { result: _, ...changes } = toCommitPayload(runtime, { schema, value, args }, times)
  return runtime.send(runtime.actions.set(changes, { kind: 'set', arg, ...times }))
}

/** A function of the data is called only where there is data; what is only expected is not written as data. */
function nextValue(
  { state }: Runtime,
  schema: unknown,
  args: readonly unknown[],
  value: unknown,
): unknown {
  if (typeof value !== 'function') return value
  const { value: previous } = inferResult(confirmedState(state), schema, args, JSON.stringify(args))
  return previous === undefined ? undefined : (value as (it: unknown) => unknown)(previous)
}

function schemaName(schema: unknown): string {
  if (!isSchemaObject(schema)) return ''
  const { key, entity, collection } = schema as Keyed &
    Partial<Record<'entity' | 'collection', Keyed>>
  return key ?? entity?.key ?? collection?.key ?? ''
}

interface Keyed {
  readonly key?: string
}

/** Stores a response as if the request had started and landed now. */
export function setResponse(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...rest: readonly unknown[]
): FulfilledAction | undefined {
  return storeByHand(runtime, endpoint, rest, (request, value) =>
    storeResponse(runtime, request, value, request.started),
  ) as FulfilledAction | undefined
}

/** Stores an error as if the request had started and failed now. */
export function setError(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...rest: readonly unknown[]
): RejectedAction | undefined {
  return storeByHand(runtime, endpoint, rest, (request, error) =>
    storeError(runtime, request, error),
  ) as RejectedAction | undefined
}

/** The read in flight is over then; callers that wait for the server's response get this one instead. */
function storeByHand(
  runtime: Runtime,
  endpoint: EndpointContract,
  rest: readonly unknown[],
  store: (request: Request, given: unknown) => Outcome,
): FinalAction | undefined {
  // Nothing of a sensitive call is stored.
  if (endpoint.sensitive === true) return undefined
  checkTimes(endpoint)
  const args = rest.slice(0, -1)
  const call = { endpoint, args, key: endpoint.key(...args) }
  const isRead = endpoint.sideEffect !== true
  const replaced = isRead ? runtime.inFlight.read(requestKeyOf(call)) : undefined
  const request = newRequest(runtime, call, {}, replaced?.requestId)
  const outcome = store(request, lastOf(rest))
  if (replaced !== undefined) {
    endRequest(runtime, replaced, outcome)
    replaced.stop()
  }
  return outcome.action
}
