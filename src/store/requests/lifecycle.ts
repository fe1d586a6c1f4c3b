import type { EndpointContract } from '../../endpoint/contract'
import { isNothing } from '../../util/checks'
import { missingManager } from '../../util/missingManager'
import { warnDuplicateName, warnSecretArguments } from '../checkEndpoint'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import type { RequestMeta } from '../state/actions'
import { ResetError } from '../state/errors'
import { checkTimes } from '../state/expiry'
import { affectedBy } from './affected'
import { currentRead, type JoinOptions } from './currentRead'
import {
  type Call,
  type CallOptions,
  InFlightRequest,
  type Outcome,
  type RequestCall,
  requestKeyOf,
  requestMeta,
} from './InFlightRequest'
import { failedOutcome, type Response } from './outcomes'
import { runRequest } from './runRequest'
import { serializeArgs } from './serializeArgs'
import { settleRequest } from './settleRequest'

/** How a request is started, and which read it may join. */
export interface StartOptions extends JoinOptions, CallOptions {
  /** React may render, when nothing may be dispatched: the request begins in a microtask. */
  readonly isRendering?: boolean
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
  const joined = endpoint.sideEffect === true ? undefined : currentRead(runtime, call, options)
  if (joined !== undefined) return joined
  const request = new InFlightRequest(describeCall(runtime, call, options))
  runtime.inFlight.add(request)
  if (options.isRendering === true) {
    queueMicrotask(() => runSafely(() => dispatchAndRun(runtime, request)))
  } else dispatchAndRun(runtime, request)
  return request
}

/** What throws at `pending` leaves a request behind that ends. */
function dispatchAndRun(runtime: Runtime, request: InFlightRequest): void {
  if (request.stage === 'settled') return
  try {
    dispatchPending(runtime, request.call)
  } finally {
    void runAndSettle(runtime, request)
  }
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

/** A call that starts now, with what actions and state may contain of it: of a sensitive one the name. */
export function describeCall(runtime: Runtime, call: Call, options: CallOptions = {}): RequestCall {
  const { endpoint, args, key } = call
  const { name, sensitive, sideEffect } = endpoint
  const isMutation = sideEffect === true
  const started = runtime.clock.next()
  const arg =
    sensitive === true
      ? { endpoint: name, key: name, args: [] }
      : { endpoint: name, key, args: serializeArgs(args) }
  if (process.env.NODE_ENV !== 'production') warnSecretArguments(endpoint, arg.args)
  // Where there is no state, the caller gets the error before anything is sent.
  const { state } = runtime
  const before = isMutation ? state : undefined
  const requestId = `${runtime.session}-${started}`
  const requestKey = requestKeyOf(call)
  return { ...call, options, arg, requestId, requestKey, isMutation, started, before }
}

/** The state learns nothing of a sensitive call. */
function dispatchPending(runtime: Runtime, call: RequestCall): void {
  if (call.endpoint.sensitive === true) return
  const rows = call.isMutation && namedRows(call)
  const meta = { ...requestMeta(call, 'pending'), ...(rows && { rows }) }
  runtime.send(runtime.actions.pending({ ...meta, RTK_autoBatch: true }))
}

/** The primary keys that the arguments of a mutation name, by table. */
function namedRows(call: RequestCall): RequestMeta['rows'] {
  const { rows } = affectedBy(call)
  return rows.size === 0
    ? undefined
    : Object.fromEntries(Array.from(rows, ([schemaKey, pks]) => [schemaKey, [...pks]]))
}

async function runAndSettle(runtime: Runtime, request: InFlightRequest): Promise<void> {
  const { inFlight, journal, asking } = runtime
  let response: Response
  try {
    response = { value: await runRequest(runtime, request) }
  } catch (error) {
    response = { error }
  }
  // It may be settled already, by a reset or a response by hand.
  if (request.stage !== 'settled') request.settle(settleRequest(runtime, request, response))
  inFlight.remove(request)
  journal.prune(inFlight.all)
  asking.look()
}

/** Ends the reads that started before the last reset, and the mutations that were not sent yet. */
export function abortBeforeReset(runtime: Runtime): void {
  abortRequests(
    runtime,
    new ResetError(),
    ({ call, stage }) => (!call.isMutation || stage === 'waiting') && runtime.isBeforeReset(call),
  )
}

/** Ends requests with an error, except those that are being stored. */
export function abortRequests(
  runtime: Runtime,
  error: Error,
  isEnded: (request: InFlightRequest) => boolean,
): void {
  for (const request of runtime.inFlight.all) {
    const { call, stage } = request
    if (stage === 'settling' || stage === 'settled' || !isEnded(request)) continue
    if (!call.isMutation) endRequest(runtime, request, failedOutcome(runtime, call, error))
    else if (stage !== 'waiting') request.abort(error.message)
    // The state has a row of it, and maybe what it is expected to change, unless a reset has dropped them.
    else endRequest(runtime, request, settleRequest(runtime, request, { error }))
  }
}

/** Ends a request without its response. */
export function endRequest(
  { inFlight }: Runtime,
  request: InFlightRequest,
  outcome: Outcome,
): void {
  inFlight.remove(request)
  request.abort('The response is not needed.')
  request.settle(outcome)
}

/** A request that ended before it was sent, of which the state learns nothing. */
export function endedRequest(runtime: Runtime, call: Call, error: unknown): InFlightRequest {
  const request = new InFlightRequest(describeCall(runtime, call))
  request.settle(failedOutcome(runtime, request.call, error))
  return request
}
