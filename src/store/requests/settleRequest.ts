import type { ErrorPolicy } from '../../endpoint/contract'
import { isUnanswered, NetworkError } from '../../endpoint/NetworkError'
import { denormalize } from '../../normalize/denormalize'
import { normalizeAlone } from '../../normalize/normalize'
import type { Schema } from '../../schema/contract'
import { expectsObject, isLiteral } from '../../schema/schemaObject'
import { attempt, isNothing } from '../../util/checks'
import { deepFreeze } from '../../util/freeze'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import { readResponse } from '../select/readEndpoint'
import type { FulfilledAction } from '../state/actions'
import { isAbortError, isGoneStatus, ResetError, toRestError } from '../state/errors'
import { dropRow, dropUnread, isRead } from './dropUnread'
import { doubtEverything, lostRows } from './lostMutations'
import type { Outcome, Request } from './Request'
import { expireTargets } from './staleKeys'
import { toCommitPayload } from './toCommitPayload'

/** Stores the response of a request, and returns what its callers get; of a sensitive call nothing is stored. */
export function settleRequest(runtime: Runtime, request: Request, value: unknown): Outcome {
  const { stage } = request
  request.stage = 'settling'
  try {
    return succeed(runtime, request, value)
  } catch (error) {
    return failRequest(runtime, request, error, stage)
  }
}

/**
 * Stores why a request failed, and returns what its callers get.
 * @param stage how far it had come
 */
export function failRequest(
  runtime: Runtime,
  request: Request,
  error: unknown,
  stage = request.stage,
): Outcome {
  request.stage = 'settling'
  const isLost = request.isMutation && stage === 'sending' && !isRefusal(error)
  const isBeforeReset = runtime.isBeforeReset(request)
  if (!isBeforeReset && !request.isSensitive) {
    return storeError(runtime, request, error, { isLost, isAborted: request.signal.aborted })
  }
  if (isBeforeReset && isLost) doubtEverything(runtime)
  return failedOutcome(runtime, request, error)
}

function succeed(runtime: Runtime, request: Request, value: unknown): Outcome {
  const { isMutation, isSensitive } = request
  if (!isSensitive && runtime.isBeforeReset(request)) return afterReset(runtime, request, value)
  const outcome = isSensitive
    ? bareOutcome(runtime, request, readSensitive(request, value))
    : storeNeeded(runtime, request, value)
  // A subscriber may have reset the store.
  if (!isSensitive && runtime.isBeforeReset(request)) return afterReset(runtime, request, value)
  if (isMutation) runSafely(() => expireTargets(runtime, request, outcome))
  return outcome
}

/** A response that is never fresh, and that no reader waits for or shows, is for its caller alone. */
function storeNeeded(runtime: Runtime, request: Request, value: unknown): Outcome {
  const { key, isMutation, isPage } = request
  if (isPage && isOldPage(runtime, request)) return dropPage(runtime, request, value)
  const isNeeded = isMutation || dataExpiryLength(runtime, request) > 0
  const alone = isNeeded || isRead(runtime, key) ? undefined : readAlone(request, value)
  // What has no result of its own, as all entities of a kind, is read from the tables.
  if (alone === undefined) return storeResponse(runtime, request, value, runtime.clock.next())
  const outcome = bareOutcome(runtime, request, alone)
  runSafely(() => runtime.send(outcome.action))
  runSafely(() => dropRow(runtime, key))
  return outcome
}

/** Whether a newer request of the page is in flight or has landed: an old page brings back what is gone by then. */
function isOldPage({ inFlight }: Runtime, { requestKey, started, isOld }: Request): boolean {
  return isOld || (inFlight.read(requestKey)?.started ?? started) > started
}

/** Stores nothing of an old page, whose caller gets the list as it is by now. */
function dropPage(runtime: Runtime, request: Request, value: unknown): Outcome {
  const { action, ...alone } = bareOutcome(runtime, request, readAlone(request, value))
  runSafely(() => runtime.send(action))
  const { endpoint, args } = request
  const list = readResponse(runtime.state, endpoint, args, action as FulfilledAction, value)
  return list === undefined ? { action, ...alone } : { action, value: list }
}

/** Stores a response that lands now. An empty one of a mutation is requested again, as far as its arguments name it. */
export function storeResponse(
  runtime: Runtime,
  request: Request,
  value: unknown,
  landed: number,
): Outcome {
  const { endpoint, args, isMutation } = request
  const isEmpty = isMutation && isNothing(value) && expectsObject(endpoint.schema)
  const meta = { ...request.meta('fulfilled', dataExpiryLength(runtime, request)), landed }
  const payload = isEmpty
    ? lostRows(runtime, request, landed)
    : toCommitPayload(runtime, { schema: endpoint.schema, value, args }, meta, request)
  if (isMutation) runtime.last.mutation = landed
  const action = runtime.actions.fulfilled(payload, meta)
  // A listener that throws does not fail the request.
  runSafely(() => runtime.send(action))
  // The older requests of a page that has landed are of no use any more.
  if (request.isPage) {
    for (const it of runtime.inFlight.all) if (it.requestKey === request.requestKey) it.isOld = true
  }
  if (!isMutation) dropUnread(runtime, request)
  // Read where a caller wants it, and as it is now.
  const { state } = runtime
  return {
    action,
    get value() {
      return isEmpty ? null : readResponse(state, endpoint, args, action, value)
    },
  }
}

function dataExpiryLength({ settings }: Runtime, { endpoint }: Request): number {
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
  request: Request,
  error: unknown,
  { isAborted: wasAborted = false, isLost = false }: Failure = {},
): Outcome {
  const { actions, clock, inFlight, settings } = runtime
  const { endpoint, key, isMutation, requestKey, requestId } = request
  const landed = clock.next()
  // Where an endpoint aborts by itself, those that read see why; readers that come later send another request.
  const isUnseen = isMutation || !isRead(runtime, key)
  const isAborted = wasAborted || (isAbortError(error) && isUnseen)
  // Where the newer one of two reads is aborted, the older one goes on.
  const other = isAborted && !isMutation ? inFlight.read(requestKey, requestId) : undefined
  const errorPolicy = isAborted ? undefined : policyFor(request, error)
  const meta = {
    ...request.meta('rejected', endpoint.errorExpiryLength ?? settings.errorExpiryLength),
    landed,
    ...(isAborted && { aborted: true }),
    ...(other && { inFlight: other.requestId }),
    ...(errorPolicy && { errorPolicy }),
  }
  const lost = isLost ? lostRows(runtime, request, landed) : undefined
  const action = actions.rejected(deepFreeze(toRestError(error)), meta, lost)
  runSafely(() => runtime.send(action))
  if (isLost) runSafely(() => expireTargets(runtime, request))
  return { action, error }
}

/** The user's policy; where it throws, the error that it was called with matters more. */
function policyFor({ endpoint, options }: Request, error: unknown): ErrorPolicy {
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
function afterReset(runtime: Runtime, request: Request, value: unknown): Outcome {
  if (!request.isMutation) throw new ResetError()
  doubtEverything(runtime)
  return bareOutcome(runtime, request, value)
}

/** What the callers of a request get of whose response nothing is stored. */
function bareOutcome({ actions, clock }: Runtime, request: Request, value: unknown): Outcome {
  const meta = { ...request.meta('fulfilled'), landed: clock.next() }
  return { action: actions.fulfilled({ entities: {} }, meta), value }
}

/** What the callers of a request get that ends with an error, of which the state learns nothing. */
export function failedOutcome({ actions }: Runtime, request: Request, error: unknown): Outcome {
  const { name } = request.endpoint
  const message = `${name} failed; only its caller gets the error, as it is sensitive.`
  const shown = request.isSensitive ? { name: 'SensitiveError', message } : error
  const meta = { ...request.meta('rejected'), ...(isAbortError(error) && { aborted: true }) }
  return { action: actions.rejected(toRestError(shown), meta), error }
}

/** What a response reads as, of which nothing is stored; that of a mutation needs no primary keys. */
function readAlone({ endpoint: { schema }, args, isMutation }: Request, value: unknown): unknown {
  if (isLiteral(schema) || (isMutation && typeof value !== 'object')) return value
  const { result, entities } = normalizeAlone(schema, value, args, !isMutation)
  return denormalize(schema as Schema, result, entities, args)
}

/** Like `readAlone`, for a response of which no message may tell anything. */
function readSensitive(request: Request, value: unknown): unknown {
  const { schema } = request.endpoint
  try {
    return isNothing(schema) ? value : readAlone(request, value)
  } catch {
    // Where a response does not fit would be a part of it.
    throw new NetworkError(undefined, 'The response does not fit its schema', undefined, {
      code: 'INVALID_RESPONSE',
    })
  }
}
