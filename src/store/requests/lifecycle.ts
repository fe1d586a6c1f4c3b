import type { EndpointContract } from '../../endpoint/contract'
import { isNothing } from '../../util/checks'
import { warnDuplicateName, warnSecretArguments } from '../checkEndpoint'
import { missingManager } from '../../util/missingManager'
import type { Runtime } from '../Runtime'
import type { FinalAction, RequestMeta } from '../state/actions'
import { isAbortError, ResetError } from '../state/errors'
import { checkTimes } from '../state/expiry'
import {
  type Call,
  InFlightRequest,
  type JoinOptions,
  type Outcome,
  type RequestCall,
  requestKeyOf,
  requestMeta,
} from './InFlightRequest'
import { affectedBy } from './affected'
import { serializeArgs } from './toCommitPayload'
import { failedOutcome } from './outcomes'
import { runRequest } from './runRequest'
import { runBeside } from './sensitiveCalls'
import { type Response, settleRequest } from './settleRequest'

/** How a request is started. */
export interface StartOptions extends JoinOptions {
  /** React may render, when nothing may be dispatched: `pending` then follows in a microtask. */
  readonly isRendering?: boolean
  /** A failure keeps the data that is shown. */
  readonly isSoft?: boolean
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
  startManagers(runtime, endpoint)
  const { inFlight } = runtime
  const joined = endpoint.sideEffect === true ? undefined : runtime.currentRead(call, options)
  if (joined !== undefined) return joined
  // A subscriber may be notified of a reset, and start a request, before the middleware comes to it.
  const { first } = inFlight
  if (first !== undefined && runtime.isBeforeReset(first.call)) abortBeforeReset(runtime)
  const request = new InFlightRequest(describeCall(runtime, call, options), call.uploadListeners)
  if (endpoint.sensitive === true) {
    void runBeside(runtime, request)
    return request
  }
  inFlight.add(request)
  // Only readers start requests while React renders.
  if (options.isRendering === true) runtime.asking.count(key)
  // First, so that what throws at `pending` leaves a request behind that ends.
  void runAndSettle(runtime, request)
  if (options.isRendering === true) runtime.dispatchSoon(() => dispatchPending(runtime, request))
  else {
    dispatchPending(runtime, request)
    endWithoutState(runtime, request)
  }
  return request
}

const OPTIONS = ['getOptimisticResponse', 'update', 'scope'] as const

/** Runs the managers that the options of an endpoint bring. */
function startManagers({ managers }: Runtime, endpoint: EndpointContract): void {
  for (const option of OPTIONS) {
    const brought: unknown = endpoint[option]
    if (!isNothing(brought)) managers.useBrought(endpoint.name, option, brought)
  }
  // Of a `RestEndpoint`: the request would be sent, and its error be lost.
  const { retry } = endpoint as { readonly retry?: unknown }
  if (!isNothing(retry) && typeof retry !== 'function') {
    throw missingManager(endpoint.name, 'retry')
  }
}

/** A call that starts now, with what actions and state may contain of it. */
function describeCall(
  runtime: Runtime,
  call: Call,
  { isSoft = false, mutationKey }: StartOptions = {},
): RequestCall {
  const { endpoint, args, key } = call
  const { name } = endpoint
  const isSensitive = endpoint.sensitive === true
  const arg = isSensitive
    ? { endpoint: name, key: name, args: [] }
    : { endpoint: name, key, args: serializeArgs(args) }
  if (process.env.NODE_ENV !== 'production') warnSecretArguments(endpoint, arg.args)
  const requestKey = requestKeyOf(call)
  const isMutation = endpoint.sideEffect === true
  return {
    endpoint,
    args,
    isSoft,
    mutationKey,
    name,
    key,
    requestKey,
    isPage: requestKey !== key,
    arg,
    requestId: runtime.nextId(),
    started: runtime.clock.next(),
    isMutation,
    before: isMutation ? runtime.tables : undefined,
  }
}

function dispatchPending(runtime: Runtime, { call, isSettled }: InFlightRequest): void {
  if (isSettled) return
  const rows = call.isMutation && namedRows(call)
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

async function runAndSettle(runtime: Runtime, request: InFlightRequest): Promise<void> {
  const { inFlight, journal, asking } = runtime
  let response: Response
  try {
    const run = runRequest(runtime, request)
    if (!request.isSent) request.call = { ...request.call, isQueued: true }
    response = { value: await Promise.race([run, request.aborted]) }
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
  journal.prune(inFlight.all)
  asking.look()
}

/** Ends the reads that started before the last reset, and the mutations that were not sent yet. */
export function abortBeforeReset(runtime: Runtime): void {
  abortRequests(runtime, new ResetError(), ({ call }) => {
    const isEnded = !call.isMutation || call.isQueued === true
    return isEnded && runtime.isBeforeReset(call)
  })
}

/** Ends requests with an error, except those that are being stored. */
export function abortRequests(
  runtime: Runtime,
  error: Error,
  isEnded: (request: InFlightRequest) => boolean,
): void {
  for (const request of [...runtime.inFlight.all, ...runtime.beside]) {
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
