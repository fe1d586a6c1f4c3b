import type { EndpointContract } from '../../endpoint/contract'
import type { NetworkError } from '../../endpoint/NetworkError'
import { denormalize } from '../../normalize/denormalize'
import { normalizeAlone } from '../../normalize/normalize'
import { SchemaError } from '../../normalize/SchemaError'
import type { Schema } from '../../schema/contract'
import { expectsObject, isLiteral } from '../../schema/schemaObject'
import { attempt, isNothing } from '../../util/checks'
import { deepFreeze } from '../../util/freeze'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import { readResponse } from '../select/readEndpoint'
import type { FulfilledAction } from '../state/actions'
import { isAbortError, ResetError, toRestError } from '../state/errors'
import { confirmedState } from '../state/confirmed'
import { dropRow, dropUnread } from './dropUnread'
import { doubtEverything, lostRows } from './lostMutations'
import {
  type InFlightRequest,
  type Outcome,
  type RequestCall,
  requestMeta,
} from './InFlightRequest'
import { expireCalls, expireTargets, lostTargets } from './staleKeys'
import { bareAction } from './outcomes'
import { toCommitPayload } from './toCommitPayload'

/** What the endpoint returned, or threw. */
export type Response = { readonly value: unknown } | { readonly error: unknown }

/** Stores the response of a request, and returns what its callers get. */
export function settleRequest(
  runtime: Runtime,
  request: InFlightRequest,
  response: Response,
): Outcome {
  request.isSettling = true
  if ('error' in response) return fail(runtime, request, response.error)
  const { value } = response
  const { call } = request
  try {
    if (runtime.isBeforeReset(call)) return afterReset(runtime, call, value)
    const isEmpty = call.isMutation && isNothing(value) && expectsObject(call.endpoint.schema)
    return isEmpty ? succeedEmpty(runtime, call) : succeed(runtime, request, value)
  } catch (error) {
    return fail(runtime, request, error)
  }
}

function succeed(runtime: Runtime, request: InFlightRequest, value: unknown): Outcome {
  const { call } = request
  const isNeeded = dataExpiryLength(runtime, call) > 0 || runtime.isRead(call.key)
  const alone = call.isMutation || isNeeded ? undefined : readAlone(call, value)
  // What has no result of its own, as all entities of a kind, is read from the tables.
  if (alone !== undefined) return giveToCaller(runtime, call, alone)
  const action = fulfilledAction(runtime, call, value, false)
  // A listener that throws does not fail the request.
  runSafely(() => runtime.send(action))
  // A subscriber may have reset the store.
  if (runtime.isBeforeReset(call)) return afterReset(runtime, call, value)
  if (!call.isMutation) dropUnread(runtime, call)
  // Reads the response of the server, without the expected changes of other mutations in flight.
  const state = confirmedState(runtime.state)
  const read = (): unknown => readResponse(state, call.endpoint, call.args, action, value)
  // The state is the newest now, and may not be when the caller comes to it; an end alone needs no value.
  const outcome = { action, value: request.isUnwrapped ? evaluate(read) : read }
  if (call.isMutation) runSafely(() => expireTargets(runtime, call, attempt(read)))
  return outcome
}

/** A response that is never fresh, and that no reader waits for or shows, is for its caller alone. */
function giveToCaller(runtime: Runtime, call: RequestCall, shown: unknown): Outcome {
  const landed = runtime.clock.next()
  const meta = { ...requestMeta(call, 'fulfilled', 0), landed }
  const action = runtime.actions.fulfilled({ entities: {} }, meta)
  runSafely(() => runtime.send(action))
  runSafely(() => dropRow(runtime, call.key))
  return { action, value: () => shown }
}

/** The action of a response that lands now. */
export function fulfilledAction(
  runtime: Runtime,
  call: RequestCall,
  value: unknown,
  isByHand: boolean,
): FulfilledAction {
  const { endpoint, args, isMutation } = call
  // What is given by hand lands when it starts.
  const landed = isByHand ? call.started : runtime.clock.next()
  const meta = { ...requestMeta(call, 'fulfilled', dataExpiryLength(runtime, call)), landed }
  const names = isMutation ? endpoint.writtenFields?.(...args) : undefined
  const payload = toCommitPayload(runtime, {
    schema: endpoint.schema,
    value,
    args,
    meta,
    isMutation,
    isByHand,
    names: names && new Set(names),
    before: call.before,
    read: isMutation ? undefined : { key: call.key, isPage: call.isPage },
  })
  if (isMutation) runtime.lastMutation = landed
  return runtime.actions.fulfilled(payload, meta)
}

function dataExpiryLength({ settings }: Runtime, { endpoint }: RequestCall): number {
  return endpoint.dataExpiryLength ?? settings.dataExpiryLength
}

/** The value, or what throws the same error at each call. */
function evaluate(read: () => unknown): () => unknown {
  try {
    const value = read()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** A mutation that was carried out, and whose response is empty: what it may have written is requested again. */
function succeedEmpty(runtime: Runtime, call: RequestCall): Outcome {
  const landed = runtime.clock.next()
  const targets = lostTargets(call)
  const meta = { ...requestMeta(call, 'fulfilled', 0), landed }
  const action = runtime.actions.fulfilled(lostRows(runtime, call, landed), meta)
  runSafely(() => runtime.send(action))
  runSafely(() => expireCalls(runtime, targets))
  runSafely(() => expireTargets(runtime, call, null))
  return { action, value: () => null }
}

/** What a response reads as, of which nothing is stored; that of a mutation needs no primary keys. */
export function readAlone(
  { endpoint: { schema }, args, isMutation }: RequestCall,
  value: unknown,
): unknown {
  if (isLiteral(schema) || (isMutation && typeof value !== 'object')) return value
  const { result, entities } = normalizeAlone(schema, value, args, !isMutation)
  return denormalize(schema as Schema, result, entities, args)
}

function fail(runtime: Runtime, request: InFlightRequest, error: unknown): Outcome {
  const { call, signal } = request
  const { isMutation, endpoint } = call
  const length = endpoint.errorExpiryLength ?? runtime.settings.errorExpiryLength
  const landed = runtime.clock.next()
  // Where an endpoint aborts by itself, those that read see why; readers that come later send another request.
  const isUnseen = isMutation || !runtime.isRead(call.key)
  const isAborted = signal.aborted || (isAbortError(error) && isUnseen)
  const other =
    isAborted && !isMutation ? runtime.inFlight.read(call.requestKey, request) : undefined
  const errorPolicy =
    call.isSoft || (!isAborted && isAbortError(error))
      ? 'soft'
      : isAborted
        ? undefined
        : policyFor(endpoint, error)
  const meta = {
    ...requestMeta(call, 'rejected', length, landed),
    ...(isAborted && { aborted: true }),
    // Where the newer one of two reads is aborted, the older one goes on.
    ...(other && { inFlight: other.call.requestId }),
    ...(errorPolicy && { errorPolicy }),
  }
  const mayHaveLanded = isMutation && request.mayBeSent && !isRefusal(error)
  const targets = mayHaveLanded ? lostTargets(call) : []
  const isAfterReset = runtime.isBeforeReset(call)
  const written = mayHaveLanded && !isAfterReset ? lostRows(runtime, call, landed) : undefined
  const action = runtime.actions.rejected(deepFreeze(toRestError(error)), meta, written)
  if (!isAfterReset) {
    runSafely(() => runtime.send(action))
    runSafely(() => expireCalls(runtime, targets))
  } else if (mayHaveLanded) doubtEverything(runtime, landed)
  return { action, error }
}

/** The user's policy; where it throws, the error that it was called with matters more. */
export function policyFor(endpoint: EndpointContract, error: unknown): 'soft' | 'hard' | undefined {
  return attempt(() => endpoint.errorPolicy?.(error))
}

/** Whether a server refused a mutation: in every other case it may have done what was requested. */
function isRefusal(error: unknown): boolean {
  const { status, response, code } = (error ?? {}) as Partial<NetworkError>
  if (error instanceof SchemaError || code === 'INVALID_RESPONSE') return false
  // The status of the response itself: one that came and cannot be used has the status 400.
  const responseStatus = response?.status ?? status
  return typeof responseStatus === 'number' && responseStatus >= 400 && responseStatus < 500
}

/** What started before a reset writes nothing; the caller of a mutation still gets the response. */
function afterReset(runtime: Runtime, call: RequestCall, value: unknown): Outcome {
  if (!call.isMutation) throw new ResetError()
  doubtEverything(runtime, runtime.clock.next())
  return { action: bareAction(runtime, call), value: () => value }
}
