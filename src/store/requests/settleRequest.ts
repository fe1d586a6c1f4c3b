import type { ErrorPolicy } from '../../endpoint/contract'
import { isUnanswered, type NetworkError } from '../../endpoint/NetworkError'
import { expectsObject } from '../../schema/schemaObject'
import { attempt, isNothing } from '../../util/checks'
import { deepFreeze } from '../../util/freeze'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import { readResponse } from '../select/readEndpoint'
import type { FulfilledAction } from '../state/actions'
import { isAbortError, isGoneStatus, ResetError, toRestError } from '../state/errors'
import { dropRow, dropUnread, isRead } from './dropUnread'
import {
  type InFlightRequest,
  isPage,
  type Outcome,
  type RequestCall,
  requestMeta,
  type Response,
  valueOf,
} from './InFlightRequest'
import { doubtEverything, lostRows } from './lostMutations'
import { bareOutcome, failedOutcome, readAlone, readSensitive } from './outcomes'
import { expireTargets } from './staleKeys'
import { toCommitPayload } from './toCommitPayload'

/** Stores the response of a request, and returns what its callers get; of a sensitive call nothing is stored. */
export function settleRequest(
  runtime: Runtime,
  request: InFlightRequest,
  response: Response,
): Outcome {
  const { call, stage, signal } = request
  request.stage = 'settling'
  try {
    return succeed(runtime, request, valueOf(response))
  } catch (error) {
    const isLost = call.isMutation && stage === 'sending' && !isRefusal(error)
    const isAborted = signal.aborted
    const isBeforeReset = runtime.isBeforeReset(call)
    if (!isBeforeReset && !isSensitive(call)) {
      return storeError(runtime, call, error, { isLost, isAborted })
    }
    if (isBeforeReset && isLost) doubtEverything(runtime)
    return failedOutcome(runtime, call, error)
  }
}

function succeed(runtime: Runtime, request: InFlightRequest, value: unknown): Outcome {
  const { call } = request
  const isOutdated = (): boolean => runtime.isBeforeReset(call) && !isSensitive(call)
  if (isOutdated()) return afterReset(runtime, call, value)
  const outcome = isSensitive(call)
    ? bareOutcome(runtime, call, readSensitive(call, value))
    : storeNeeded(runtime, request, value)
  // A subscriber may have reset the store.
  if (isOutdated()) return afterReset(runtime, call, value)
  if (call.isMutation) runSafely(() => expireTargets(runtime, call, outcome))
  return outcome
}

function isSensitive({ endpoint }: RequestCall): boolean {
  return endpoint.sensitive === true
}

/** A response that is never fresh, and that no reader waits for or shows, is for its caller alone. */
function storeNeeded(runtime: Runtime, request: InFlightRequest, value: unknown): Outcome {
  const { call } = request
  if (isOldPage(runtime, request)) return dropPage(runtime, call, value)
  const isNeeded = call.isMutation || dataExpiryLength(runtime, call) > 0
  const alone = isNeeded || isRead(runtime, call.key) ? undefined : readAlone(call, value)
  // What has no result of its own, as all entities of a kind, is read from the tables.
  if (alone === undefined) return storeResponse(runtime, call, value, runtime.clock.next())
  const outcome = bareOutcome(runtime, call, alone)
  runSafely(() => runtime.send(outcome.action))
  runSafely(() => dropRow(runtime, call.key))
  return outcome
}

/** Whether a newer request of the page is in flight or has landed: an old page brings back what is gone by then. */
function isOldPage({ inFlight }: Runtime, { call, isOld }: InFlightRequest): boolean {
  const { started } = inFlight.read(call.requestKey)?.call ?? call
  return isPage(call) && (isOld || started > call.started)
}

/** Stores nothing of an old page, whose caller gets the list as it is by now. */
function dropPage(runtime: Runtime, call: RequestCall, value: unknown): Outcome {
  const { action, ...alone } = bareOutcome(runtime, call, readAlone(call, value))
  runSafely(() => runtime.send(action))
  const { endpoint, args } = call
  const list = readResponse(runtime.state, endpoint, args, action as FulfilledAction, value)
  return list === undefined ? { action, ...alone } : { action, value: list }
}

/** Stores a response that lands now. An empty one of a mutation is requested again, as far as its arguments name it. */
export function storeResponse(
  runtime: Runtime,
  call: RequestCall,
  value: unknown,
  landed: number,
): Outcome {
  const { endpoint, args, isMutation } = call
  const isEmpty = isMutation && isNothing(value) && expectsObject(endpoint.schema)
  const meta = { ...requestMeta(call, 'fulfilled', dataExpiryLength(runtime, call)), landed }
  const payload = isEmpty
    ? lostRows(runtime, call, landed)
    : toCommitPayload(runtime, { schema: endpoint.schema, value, args }, meta, call)
  if (isMutation) runtime.last.mutation = landed
  const action = runtime.actions.fulfilled(payload, meta)
  // A listener that throws does not fail the request.
  runSafely(() => runtime.send(action))
  if (isPage(call)) markOld(runtime, call)
  if (!isMutation) dropUnread(runtime, call)
  // Read where a caller wants it, and as it is now.
  const { state } = runtime
  return {
    action,
    get value() {
      return isEmpty ? null : readResponse(state, endpoint, args, action, value)
    },
  }
}

/** A page has landed, whose older requests are of no use any more. */
function markOld({ inFlight }: Runtime, { requestKey }: RequestCall): void {
  for (const it of inFlight.all) if (it.call.requestKey === requestKey) it.isOld = true
}

function dataExpiryLength({ settings }: Runtime, { endpoint }: RequestCall): number {
  return endpoint.dataExpiryLength ?? settings.dataExpiryLength
}

/** How a request failed. */
interface Failure {
  readonly isAborted?: boolean
  /** The server may have done what a mutation requests. */
  readonly isLost?: boolean
}

/** Stores the error of a request that fails now. */
export function storeError(
  runtime: Runtime,
  call: RequestCall,
  error: unknown,
  { isAborted: wasAborted = false, isLost = false }: Failure = {},
): Outcome {
  const { actions, clock, inFlight } = runtime
  const { isMutation, requestKey, requestId } = call
  const landed = clock.next()
  // Where an endpoint aborts by itself, those that read see why; readers that come later send another request.
  const isUnseen = isMutation || !isRead(runtime, call.key)
  const isAborted = wasAborted || (isAbortError(error) && isUnseen)
  // Where the newer one of two reads is aborted, the older one goes on.
  const other = isAborted && !isMutation ? inFlight.read(requestKey, requestId) : undefined
  const errorPolicy = isAborted ? undefined : policyFor(call, error)
  const meta = {
    ...requestMeta(call, 'rejected', errorExpiryLength(runtime, call)),
    landed,
    ...(isAborted && { aborted: true }),
    ...(other && { inFlight: other.call.requestId }),
    ...(errorPolicy && { errorPolicy }),
  }
  const lost = isLost ? lostRows(runtime, call, landed) : undefined
  const action = actions.rejected(deepFreeze(toRestError(error)), meta, lost)
  runSafely(() => runtime.send(action))
  if (isLost) runSafely(() => expireTargets(runtime, call))
  return { action, error }
}

function errorExpiryLength({ settings }: Runtime, { endpoint }: RequestCall): number {
  return endpoint.errorExpiryLength ?? settings.errorExpiryLength
}

/** The user's policy; where it throws, the error that it was called with matters more. */
function policyFor({ endpoint, options }: RequestCall, error: unknown): ErrorPolicy {
  const status = statusOf(error)
  if ((options.isSoft === true && !isGoneStatus(status)) || isAbortError(error)) return 'soft'
  const isOutage = isUnanswered(error) || status >= 500
  return attempt(() => endpoint.errorPolicy?.(error)) ?? (isOutage ? 'soft' : undefined)
}

/** The status of a response that is an error; other clients, such as axios, may have it in the response alone. */
function statusOf(error: unknown): number {
  const { response, status = response?.status } = Object(error) as Partial<NetworkError>
  return Number(status)
}

/** Whether a server refused a mutation: in every other case it may have done what was requested. */
function isRefusal(error: unknown): boolean {
  const { code } = Object(error) as Partial<NetworkError>
  return code !== 'INVALID_RESPONSE' && Math.floor(statusOf(error) / 100) === 4
}

/** What started before a reset writes nothing; the caller of a mutation still gets the response. */
function afterReset(runtime: Runtime, call: RequestCall, value: unknown): Outcome {
  if (!call.isMutation) throw new ResetError()
  doubtEverything(runtime)
  return bareOutcome(runtime, call, value)
}
