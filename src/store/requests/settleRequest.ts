import { NetworkError } from '../../endpoint/NetworkError'
import { denormalize } from '../../normalize/denormalize'
import { normalizeAlone, normalizeInto } from '../../normalize/normalize'
import { SchemaError } from '../../normalize/SchemaError'
import type { RowMeta, Schema } from '../../schema/contract'
import { expectsObject, isLiteral } from '../../schema/schemaObject'
import { attempt, isNothing } from '../../util/checks'
import { deepFreeze } from '../../util/freeze'
import { mapValues } from '../../util/record'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import { readEndpoint, readResponse } from '../select/readEndpoint'
import { inferResult, queryResult, readResult } from '../select/readRows'
import type { FulfilledAction } from '../state/actions'
import { isAbortError, ResetError, toRestError } from '../state/errors'
import { withoutLayers } from '../state/layers'
import { sourceOf } from '../state/StateCache'
import type { RestError } from '../state/state'
import { writeTables } from '../state/writes'
import { affectedBy } from './affected'
import { asExpected, doubtful, expireEverything, lostRows } from './lostMutations'
import {
  type InFlightRequest,
  type Outcome,
  type RequestCall,
  requestMeta,
  type RequestPolicy,
} from './InFlightRequest'
import { noteProblem } from './Problems'
import { expireCalls, expireTargets, lostTargets } from './staleKeys'
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
    if (call.isSensitive) return succeedSensitive(runtime, call, value)
    const isEmpty = call.isMutation && isNothing(value) && expectsObject(call.endpoint.schema)
    return isEmpty ? succeedEmpty(runtime, call) : succeed(runtime, request, value)
  } catch (error) {
    return fail(runtime, request, error)
  }
}

function succeed(runtime: Runtime, request: InFlightRequest, value: unknown): Outcome {
  const { call } = request
  const isNeeded = dataExpiryLength(runtime, call) > 0 || runtime.observers.isRead(call.key)
  if (!call.isMutation && !isNeeded) return giveToCaller(runtime, call, value)
  const action = fulfilledAction(runtime, call, value, false)
  // A listener that throws does not fail the request.
  runSafely(() => runtime.send(action))
  // A subscriber may have reset the store.
  if (runtime.isBeforeReset(call)) return afterReset(runtime, call, value)
  noteUncached(runtime, call)
  // Reads the response of the server, without the expected changes of other mutations in flight.
  const state = withoutLayers(runtime.state)
  const read = (): unknown => readResponse(state, call.endpoint, call.args, action, value)
  // The state is the newest now, and may not be when the caller comes to it; an end alone needs no value.
  const outcome = { action, value: request.isUnwrapped ? evaluate(read) : read }
  if (call.isMutation) runSafely(() => expireTargets(runtime, call, attempt(read)))
  return outcome
}

/** A response that is never fresh, and that no reader waits for or shows, is for its caller alone. */
function giveToCaller(runtime: Runtime, call: RequestCall, value: unknown): Outcome {
  const { schema } = call.endpoint
  const landed = runtime.clock.next()
  const meta = { ...requestMeta(call, 'fulfilled', 0), landed }
  const shown = isLiteral(schema) ? value : readUnstored(runtime, call, value, meta)
  const action = runtime.actions.fulfilled({ entities: {} }, meta)
  runSafely(() => runtime.send(action))
  runSafely(() => runtime.uncached.collect(call.key))
  return { action, value: () => shown }
}

/** What a response would be read as if it were stored. */
function readUnstored(
  { state, landings, tableOwners }: Runtime,
  { endpoint: { schema }, args, key }: RequestCall,
  value: unknown,
  meta: RowMeta,
): unknown {
  const landing = landings.landing({
    meta,
    isMutation: false,
    names: undefined,
    isLogged: false,
    isContested: () => false,
  })
  const stored = withoutLayers(state)
  const run = normalizeInto(sourceOf(stored), schema, value, args, landing, tableOwners)
  const { result, entities } = run
  const written = mapValues(entities, (table) => Object.entries(table))
  const next = writeTables(stored, written)
  return result === undefined
    ? inferResult(next, schema, args, key).value
    : readResult(next, schema, result, args, key).value
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
  const landed = isByHand ? call.order : runtime.clock.next()
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
    mutation: isMutation ? call : undefined,
    read: isMutation ? undefined : { key: call.key, isPage: call.isPage, meta },
  })
  if (isMutation) runtime.noteMutation(landed)
  return runtime.actions.fulfilled(payload, meta)
}

/** Keeps a response that is never fresh only as long as a reader needs it. */
export function noteUncached(runtime: Runtime, call: RequestCall): void {
  if (!call.isMutation) runtime.uncached.note(call.key, dataExpiryLength(runtime, call))
}

function dataExpiryLength({ settings }: Runtime, { policy }: RequestCall): number {
  return policy.dataExpiryLength ?? settings.dataExpiryLength
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
  const lost = lostRows(runtime, call, landed)
  const targets = lostTargets(runtime, call)
  runtime.conflicts.add(lost, landed)
  const meta = { ...requestMeta(call, 'fulfilled', 0), landed }
  const written = asExpected(runtime, call, lost, landed)
  const optimistic = runtime.optimistic.changes(written, call.requestId)
  const action = runtime.actions.fulfilled({ ...written, ...(optimistic && { optimistic }) }, meta)
  runtime.noteMutation(landed)
  runSafely(() => runtime.send(action))
  runSafely(() => expireCalls(runtime, targets))
  runSafely(() => expireTargets(runtime, call, null))
  return { action, value: () => null }
}

/** What a response reads as, of which nothing is stored; that of a mutation needs no primary keys. */
function readAlone(
  { endpoint: { schema }, args, isMutation }: RequestCall,
  value: unknown,
): unknown {
  if (isMutation && typeof value !== 'object') return value
  const { result, entities } = normalizeAlone(schema, value, args, !isMutation)
  return denormalize(schema as Schema, result, entities, args)
}

/** The caller gets the value as the schema has it, and nothing of it is stored. */
function succeedSensitive(runtime: Runtime, call: RequestCall, value: unknown): Outcome {
  const action = bareAction(runtime, call)
  const shown = readSensitive(call, value)
  runtime.noteMutation(runtime.clock.next())
  runSafely(() => runtime.send(action))
  if (call.isMutation) runSafely(() => expireTargets(runtime, call, shown))
  return { action, value: () => shown }
}

function readSensitive(call: RequestCall, value: unknown): unknown {
  const { schema } = call.endpoint
  try {
    return schema === undefined || schema === null ? value : readAlone(call, value)
  } catch {
    // Where a response does not fit would be a part of it.
    throw new NetworkError(undefined, `${call.name}: the response does not fit its schema`, 400)
  }
}

function fail(runtime: Runtime, request: InFlightRequest, error: unknown): Outcome {
  const { call, signal } = request
  const { isMutation, isSensitive, policy } = call
  const length = policy.errorExpiryLength ?? runtime.settings.errorExpiryLength
  const landed = runtime.clock.next()
  const isAborted = signal.aborted || isAbortError(error)
  const brought = isAborted ? undefined : broughtSince(runtime, call)
  const other =
    isAborted && !isMutation ? runtime.inFlight.read(call.requestKey, request) : undefined
  const errorPolicy =
    brought !== undefined ? 'soft' : isAborted || isSensitive ? undefined : policyFor(policy, error)
  const meta = {
    ...requestMeta(call, 'rejected', length, landed),
    ...(isAborted && { aborted: true }),
    // Where the newer one of two reads is aborted, the older one goes on.
    ...(other && { inFlight: other.call.requestId }),
    ...(errorPolicy && { errorPolicy }),
  }
  const mayHaveLanded = isMutation && request.mayBeSent && !isRefusal(error)
  if (mayHaveLanded) runtime.noteMutation(landed)
  const isLost = mayHaveLanded && !isSensitive
  const lost = isLost ? lostRows(runtime, call, landed) : []
  const targets = mayHaveLanded ? lostTargets(runtime, call) : []
  const written = lost.length > 0 ? doubtful(lost, landed) : brought
  const optimistic = runtime.optimistic.changes({ entities: {}, ...written }, call.requestId)
  const payload = optimistic === undefined ? written : { ...written, optimistic }
  const stored = isSensitive ? sensitiveError(call.name) : toRestError(error)
  const action = runtime.actions.rejected(deepFreeze(stored), meta, payload)
  const isProblem = isAborted && !signal.aborted && !isMutation
  // Readers that come later send another request.
  if (isProblem && runtime.observers.isRead(call.key))
    noteProblem(runtime, call.key, error as Error)
  if (!runtime.isBeforeReset(call)) {
    runSafely(() => runtime.send(action))
    runSafely(() => expireCalls(runtime, targets))
  } else if (isLost) expireEverything(runtime, landed)
  return { action, error }
}

/** What the arguments of a read name, where a mutation or a `set` has brought it since: an error of the read is older. */
function broughtSince(
  { landings, state }: Runtime,
  call: RequestCall,
): { result: unknown } | undefined {
  const { endpoint, args, key, order, isMutation, isSensitive } = call
  if (isMutation || isSensitive) return undefined
  const isWritten = [...affectedBy(call).rows].some(([schemaKey, pks]) =>
    [...pks].some((pk) => landings.hasWritten(schemaKey, pk, order)),
  )
  if (!isWritten) return undefined
  // Code of the user's own that fails here fails every reader as well, and is no failure of the request.
  return attempt(() => {
    const { isFound } = readEndpoint(state, endpoint, key, args)
    return isFound ? { result: queryResult(state, endpoint.schema, args) } : undefined
  })
}

/** The user's policy; where it throws, the error that it was called with matters more. */
export function policyFor(policy: RequestPolicy, error: unknown): 'soft' | 'hard' | undefined {
  return attempt(() => policy.errorPolicy?.(error))
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
  if (!call.isSensitive) expireEverything(runtime, runtime.clock.next())
  return { action: bareAction(runtime, call), value: () => value }
}

/** The action of a response of which nothing is stored. */
function bareAction({ actions }: Runtime, call: RequestCall): FulfilledAction {
  return actions.fulfilled({ entities: {} }, requestMeta(call, 'fulfilled', 0))
}

function sensitiveError(name: string): RestError {
  return {
    name: 'SensitiveError',
    message: `${name} failed; only its caller gets the error, as it is sensitive.`,
  }
}
