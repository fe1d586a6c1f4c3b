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
  type Response,
} from './InFlightRequest'
import { failedOutcome } from './outcomes'
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
  if (runtime.isExpecting) throw new Error(`it calls ${endpoint.name}, and may only read`)
  checkTimes(endpoint)
  if (process.env.NODE_ENV !== 'production') warnDuplicateName(runtime, endpoint, key)
  runtime.managers.bring(endpoint)
  const joined = endpoint.sideEffect === true ? undefined : currentRead(runtime, call, options)
  if (joined !== undefined) return joined
  const described = describeCall(runtime, call, options)
  runtime.noteStart(described)
  const end = (error: Error): void => settle(runtime, request, { error })
  const request = new InFlightRequest(described, end)
  runtime.inFlight.set(described.requestId, request)
  const start = (): void => dispatchAndRun(runtime, request)
  if (options.isRendering === true) queueMicrotask(() => runSafely(start))
  else start()
  return request
}

/** What throws at `pending` leaves a request behind that ends. */
function dispatchAndRun(runtime: Runtime, request: InFlightRequest): void {
  if (request.stage === 'settled') return
  try {
    dispatchPending(runtime, request.call)
  } finally {
    void runRequest(runtime, request).then(
      (value) => settle(runtime, request, { value }),
      (error: unknown) => settle(runtime, request, { error }),
    )
  }
}

/** A call that starts now, with what actions and state may contain of it: of a sensitive one the name. */
export function describeCall(runtime: Runtime, call: Call, options: CallOptions = {}): RequestCall {
  const { endpoint, args, key, uploadListeners } = call
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
  const sent = { requestId, requestKey, isMutation, started, before }
  return { endpoint, args, key, uploadListeners, options, arg, ...sent }
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

/** It may be over already, by an abort, a reset or a response by hand. */
function settle(runtime: Runtime, request: InFlightRequest, response: Response): void {
  if (request.stage !== 'settled') {
    endRequest(runtime, request, settleRequest(runtime, request, response))
  }
}

/** Ends a request; the first outcome counts. */
export function endRequest(
  { inFlight, journal, asking }: Runtime,
  request: InFlightRequest,
  outcome: Outcome,
): void {
  request.stage = 'settled'
  request.settle(outcome)
  inFlight.delete(request.call.requestId)
  journal.prune(inFlight.all)
  asking.look()
}

/** Ends the reads that started before the last reset, and the mutations that were not sent yet. */
export function abortBeforeReset(runtime: Runtime): void {
  for (const request of runtime.inFlight.all) {
    const { call, stage } = request
    const isUnsent = !call.isMutation || stage === 'new' || stage === 'waiting'
    if (isUnsent && runtime.isBeforeReset(call)) request.abort(new ResetError())
  }
}

/** A request that ended before it was sent, of which the state learns nothing. */
export function endedRequest(runtime: Runtime, call: Call, error: unknown): InFlightRequest {
  const request = new InFlightRequest(describeCall(runtime, call), () => undefined)
  endRequest(runtime, request, failedOutcome(runtime, request.call, error))
  return request
}
