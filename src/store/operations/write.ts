import type { EndpointContract } from '../../endpoint/contract'
import type { Schema } from '../../schema/contract'
import { isSchemaObject } from '../../schema/schemaObject'
import { deepFreeze } from '../../util/freeze'
import { lastOf } from '../../util/collections'
import type { FulfilledAction, RejectedAction, SetAction, SetMeta } from '../state/actions'
import { commitManually, describeManualCall } from '../requests/lifecycle'
import { type RequestCall, requestMeta } from '../requests/InFlightRequest'
import { serializeArgs, toCommitPayload } from '../requests/toCommitPayload'
import { dropUnread } from '../requests/dropUnread'
import { fulfilledAction, policyFor } from '../requests/settleRequest'
import type { Runtime } from '../Runtime'
import { readResponse } from '../select/readEndpoint'
import { inferResult } from '../select/readRows'
import { isAbortError, toRestError } from '../state/errors'
import { checkTimes, expiryAt } from '../state/expiry'
import { confirmedState } from '../state/confirmed'

/** Writes a schema's data; the last argument is the value, or a function of the data that is stored. */
export function set(
  runtime: Runtime,
  schema: Schema,
  ...rest: readonly unknown[]
): SetAction | undefined {
  const args = rest.slice(0, -1)
  const value = nextValue(runtime, schema, args, lastOf(rest))
  if (value === undefined) return undefined
  const meta = setMeta(runtime, schema, args)
  const commit = { schema, value, args, meta, isMutation: false, isByHand: true }
  const { result: _, ...changes } = toCommitPayload(runtime, commit)
  return runtime.send(runtime.actions.set(changes, meta))
}

/** Stores a response as if the request had started and landed now. */
export function setResponse(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...rest: readonly unknown[]
): FulfilledAction | undefined {
  // Nothing of a sensitive call is stored.
  if (endpoint.sensitive === true) return undefined
  const value = lastOf(rest)
  const call = callNow(runtime, endpoint, rest)
  const action = fulfilledAction(runtime, call, value, true)
  commitManually(runtime, call, action, () => {
    const data = readResponse(runtime.state, endpoint, call.args, action, value)
    return { action, value: () => data }
  })
  if (!call.isMutation) dropUnread(runtime, call)
  return action
}

/** Stores an error as if the request had started and failed now. */
export function setError(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...rest: readonly unknown[]
): RejectedAction | undefined {
  if (endpoint.sensitive === true) return undefined
  const error = lastOf(rest)
  const call = callNow(runtime, endpoint, rest)
  const length = endpoint.errorExpiryLength ?? runtime.settings.errorExpiryLength
  const errorPolicy = policyFor(endpoint, error)
  const meta = {
    ...requestMeta(call, 'rejected', length, call.started),
    ...(isAbortError(error) && { aborted: true }),
    ...(errorPolicy && { errorPolicy }),
  }
  const action = runtime.actions.rejected(deepFreeze(toRestError(error)), meta)
  commitManually(runtime, call, action, () => ({ action, error }))
  return action
}

/** A call that starts and lands now. */
function callNow(
  runtime: Runtime,
  endpoint: EndpointContract,
  rest: readonly unknown[],
): RequestCall {
  checkTimes(endpoint)
  const args = rest.slice(0, -1)
  runtime.dispatchPending()
  return describeManualCall(runtime, { endpoint, args, key: endpoint.key(...args) })
}

/** A function of the data is called only where there is data; what is only expected is not written as data. */
function nextValue(
  runtime: Runtime,
  schema: unknown,
  args: readonly unknown[],
  value: unknown,
): unknown {
  if (typeof value !== 'function') return value
  const previous = inferResult(
    confirmedState(runtime.state),
    schema,
    args,
    JSON.stringify(args),
  ).value
  return previous === undefined ? undefined : (value as (it: unknown) => unknown)(previous)
}

function setMeta(runtime: Runtime, schema: unknown, args: readonly unknown[]): SetMeta {
  const meta = runtime.plainMeta('set')
  return {
    ...meta,
    arg: { schema: schemaName(schema), args: serializeArgs(args) },
    landed: meta.fetchedAt,
    expiresAt: expiryAt(meta.date, runtime.settings.dataExpiryLength),
  }
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
