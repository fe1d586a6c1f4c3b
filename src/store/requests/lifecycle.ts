import type { Progress, RunContext } from '../../endpoint/contract'
import { isNothing } from '../../util/checks'
import { describeValue } from '../../util/messages'
import { warnDuplicateName, warnSecretArguments } from '../checkEndpoint'
import type { Runtime } from '../Runtime'
import type { FinalAction, RequestMeta } from '../state/actions'
import { isAbortError, ResetError, toRestError } from '../state/errors'
import { checkTimes } from '../state/expiry'
import {
  type Call,
  InFlightRequest,
  type JoinOptions,
  type Outcome,
  type RequestCall,
  requestKeyOf,
  requestMeta,
  type RequestPolicy,
} from './InFlightRequest'
import { affectedBy } from './affected'
import { NO_KEYS } from './keysInArgs'
import { argsToSend, creationsOf, temporaryKeysIn, withRealIds } from './temporaryKeys'
import { serializeArgs } from './toCommitPayload'
import { type Response, settleRequest } from './settleRequest'

/** How a request is started. */
export interface StartOptions extends JoinOptions {
  /** React may render, when nothing may be dispatched: `pending` then follows in a microtask. */
  readonly isRendering?: boolean
  readonly policy?: RequestPolicy
  /** The key under which components share a mutation. */
  readonly mutationKey?: string | undefined
}

/** Starts a request, or joins the read of the same request key that is in flight. */
export function startRequest(
  runtime: Runtime,
  call: Call,
  options: StartOptions = {},
): InFlightRequest {
  const { endpoint, key } = call
  checkTimes(endpoint)
  if (process.env.NODE_ENV !== 'production') warnDuplicateName(runtime, endpoint, key)
  const { inFlight, problems } = runtime
  const joined = endpoint.sideEffect === true ? undefined : runtime.currentRead(call, options)
  if (joined !== undefined) return joined
  // A subscriber may be notified of a reset, and start a request, before the middleware comes to it.
  const { first } = inFlight
  if (first !== undefined && runtime.isBeforeReset(first.call)) abortBeforeReset(runtime)
  const described = describeCall(runtime, call, options.policy)
  const { mutationKey } = options
  const request = new InFlightRequest({ ...described, mutationKey }, call.uploadListeners)
  const before = queueOf(runtime, request)
  inFlight.add(request)
  if (!request.call.isMutation) problems.delete(key)
  // First, so that what throws at `pending` leaves a request behind that ends.
  void runRequest(runtime, request, before)
  if (options.isRendering === true) runtime.dispatchSoon(() => dispatchPending(runtime, request))
  else {
    dispatchPending(runtime, request)
    endWithoutState(runtime, request)
    // A call whose entity was not created has ended by now.
    if (!request.isSettled) runtime.optimistic.start(request.call)
  }
  return request
}

/** What a call waits for: a mutation for the others of its scope, and any for the creation of what its arguments name. */
function queueOf(runtime: Runtime, request: InFlightRequest): Promise<unknown> | undefined {
  const { inFlight } = runtime
  const scope = request.call.isMutation ? scopeOf(runtime, request.call) : undefined
  const others = scope === undefined ? undefined : inFlight.enqueue(request, scope)
  const before = [...creationsOf(request.call, inFlight), ...(others ? [others] : [])]
  if (before.length === 0) return undefined
  request.call = { ...request.call, isQueued: true }
  return Promise.all(before)
}

function scopeOf(runtime: Runtime, call: RequestCall): string | undefined {
  const { scope } = call.endpoint
  const own = typeof scope === 'function' ? scope(...withRealIds(runtime, call)) : scope
  // A function may return anything.
  const given = own as string | number | null | undefined
  if (process.env.NODE_ENV !== 'production' && Object(given) === given) {
    throw new TypeError(
      `${call.name} was not sent: its \`scope\` is ${describeValue(given)}, and has to be a text. Mutations with the same text wait for each other; \`undefined\` lets none wait.`,
    )
  }
  return isNothing(given) ? undefined : String(given)
}

/** A call that starts now, with what actions and state may contain of it. */
function describeCall(
  runtime: Runtime,
  call: Call,
  policy: RequestPolicy = call.endpoint,
): RequestCall {
  const { endpoint, args, key } = call
  const { name } = endpoint
  const isSensitive = endpoint.sensitive === true
  const arg = isSensitive
    ? { endpoint: name, key: runtime.nextSensitiveKey(name), args: [] }
    : { endpoint: name, key, args: serializeArgs(args) }
  if (process.env.NODE_ENV !== 'production') warnSecretArguments(endpoint, arg.args)
  const requestKey = requestKeyOf(call)
  return {
    endpoint,
    args,
    temporary: temporaryKeysIn(runtime, args),
    policy,
    name,
    key,
    requestKey,
    isPage: requestKey !== key,
    arg,
    requestId: runtime.nextId(),
    order: runtime.clock.next(),
    isMutation: endpoint.sideEffect === true,
    isSensitive,
    causes: runtime.refetches.causesOf(key),
  }
}

function dispatchPending(runtime: Runtime, { call, isSettled }: InFlightRequest): void {
  if (isSettled) return
  const rows = call.isMutation && !call.isSensitive && namedRows(call)
  const meta = { ...requestMeta(call, 'pending', 0), ...(rows && { rows }) }
  runtime.send(runtime.actions.pending({ ...meta, RTK_autoBatch: true }))
}

/** The primary keys that the arguments of a mutation name, by table. */
function namedRows(call: RequestCall): RequestMeta['rows'] {
  const { rows } = affectedBy(call)
  return rows.size === 0
    ? undefined
    : Object.fromEntries(Array.from(rows, ([schemaKey, pks]) => [schemaKey, [...pks]]))
}

/** A reducer that was injected has its state by now; where there is none, the caller gets the error. */
function endWithoutState(runtime: Runtime, request: InFlightRequest): void {
  try {
    runtime.checkState()
  } catch (error) {
    endRequest(runtime, request, failedOutcome(runtime, request.call, error))
    throw error
  }
}

async function runRequest(
  runtime: Runtime,
  request: InFlightRequest,
  before: Promise<unknown> | undefined,
): Promise<void> {
  const { inFlight, retries, landings, conflicts, clock, optimistic } = runtime
  const { signal, aborted } = request
  let response: Response = { error: undefined }
  try {
    if (before !== undefined) {
      await Promise.race([before, aborted])
      if (request.isSettled) return
      inFlight.restart(request, clock.next())
    }
    // Not while React renders, where it would be a dispatch: the first request of a hook starts a microtask later.
    if (!runtime.knowsExtra) await Promise.resolve()
    if (!request.isSettled) {
      const { endpoint } = request.call
      const args = argsToSend(runtime, request.call)
      request.mayBeSent = !signal.aborted
      request.call = { ...request.call, args, temporary: NO_KEYS }
      optimistic.restart(request.call)
      const run = (): unknown => endpoint.run(args, contextOf(runtime, request))
      response = { value: await (signal.aborted ? aborted : Promise.race([run(), aborted])) }
    }
  } catch (error) {
    response = { error }
  }
  // It may be settled already, by a reset or a response by hand.
  if (!request.isSettled) {
    // A response may come before `pending` was dispatched.
    runtime.dispatchPending()
    request.settle(settleRequest(runtime, request, response))
  }
  inFlight.remove(request)
  retries.delete(request.call.key)
  landings.prune(inFlight.oldest)
  conflicts.settle()
}

/** What an endpoint is given when it runs. */
function contextOf(
  { settings, getState, dispatch, extra }: Runtime,
  request: InFlightRequest,
): RunContext {
  const { downloadListeners, uploadListeners } = request
  const listener = (all: Set<(progress: Progress) => void>): RunContext['onDownloadProgress'] =>
    all.size > 0 ? (progress) => request.notifyProgress(all, progress) : undefined
  return {
    signal: request.signal,
    fetchFn: settings.fetchFn,
    getState,
    dispatch,
    extra,
    requestId: request.call.requestId,
    get onDownloadProgress() {
      return listener(downloadListeners)
    },
    get onUploadProgress() {
      // A browser asks another origin first whether it may report the progress.
      return listener(uploadListeners)
    },
    onStage: (stage) => (request.mayBeSent = stage === 'sending'),
  }
}

/** Ends the reads that started before the last reset; after a logout the mutations, too. */
export function abortBeforeReset(runtime: Runtime): void {
  const isLogout = runtime.logout.current !== undefined
  runtime.optimistic.reset()
  abortRequests(runtime, new ResetError(), ({ call }) => {
    // A sensitive mutation is the sign-in or sign-out itself, and nothing of it is ever stored.
    const isEnded = !call.isMutation || call.isQueued === true || (isLogout && !call.isSensitive)
    return isEnded && runtime.isBeforeReset(call)
  })
}

/** Ends requests with an error, except those that are being stored, and forgets what readers were to refetch. */
export function abortRequests(
  runtime: Runtime,
  error: Error,
  isEnded: (request: InFlightRequest) => boolean,
): void {
  runtime.retries.clear()
  runtime.conflicts.clear()
  for (const request of runtime.inFlight.all) {
    if (request.isSettling || !isEnded(request)) continue
    const { call } = request
    if (!call.isMutation) endRequest(runtime, request, failedOutcome(runtime, call, error))
    else if (call.isQueued !== true) request.abort(error.message)
    // The state has a row of it, and maybe a layer, unless a reset has dropped them.
    else endRequest(runtime, request, settleRequest(runtime, request, { error }))
  }
}

function endRequest({ inFlight }: Runtime, request: InFlightRequest, outcome: Outcome): void {
  inFlight.remove(request)
  request.end(outcome)
}

/** What the callers of a request get that ends with an error, of which the state learns nothing. */
export function failedOutcome(
  { actions }: Runtime,
  call: RequestCall,
  error: unknown,
  more?: Partial<RequestMeta>,
): Outcome {
  const meta = requestMeta(call, 'rejected', 0)
  return { action: actions.rejected(toRestError(error), { ...meta, ...more }), error }
}

/** A request that ended before it was sent, of which the state learns nothing. */
export function endedRequest(runtime: Runtime, call: Call, error: unknown): InFlightRequest {
  const request = new InFlightRequest(describeCall(runtime, call))
  const aborted = isAbortError(error) && { aborted: true }
  request.settle(failedOutcome(runtime, request.call, error, aborted || undefined))
  return request
}

/** A call that starts and lands now; the read in flight that it replaces is over when it is stored. */
export function describeManualCall(runtime: Runtime, call: Call): RequestCall {
  const described = describeCall(runtime, call)
  const replaced = runtime.inFlight.read(described.requestKey)
  return replaced === undefined ? described : { ...described, requestId: replaced.call.requestId }
}

/** Stores a response that was given by hand; callers that wait for the server's response get it instead. */
export function commitManually(
  runtime: Runtime,
  { isMutation, requestKey }: RequestCall,
  action: FinalAction,
  outcomeOf: () => Outcome,
): void {
  const { inFlight } = runtime
  const replaced = isMutation ? undefined : inFlight.read(requestKey)
  if (replaced !== undefined) inFlight.remove(replaced)
  runtime.send(action)
  replaced?.end(outcomeOf())
}
