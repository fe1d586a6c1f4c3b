import { warnDuplicateName, warnSecretArguments } from '../checkEndpoint'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import type { RequestMeta } from '../state/actions'
import { ResetError } from '../state/errors'
import { checkTimes } from '../state/expiry'
import { affectedBy } from './affected'
import { currentRead, type JoinOptions } from './currentRead'
import { failedOutcome } from './outcomes'
import { type Call, type Outcome, Request, type RequestOptions } from './Request'
import { runRequest } from './runRequest'
import { serializeArgs } from './serializeArgs'
import { failRequest, settleRequest } from './settleRequest'

/** How a request is started, and which read it may join. */
export interface StartOptions extends JoinOptions, RequestOptions {
  /** React may render, when nothing may be dispatched: the request begins in a microtask. */
  readonly isRendering?: boolean
}

/** Starts a request, or joins the read of the same request key that is in flight. */
export function startRequest(runtime: Runtime, call: Call, options: StartOptions = {}): Request {
  const { endpoint, key } = call
  if (runtime.isExpecting) throw new Error(`it calls ${endpoint.name}, and may only read`)
  checkTimes(endpoint)
  if (process.env.NODE_ENV !== 'production') warnDuplicateName(runtime, endpoint, key)
  runtime.managers.bring(endpoint)
  const joined = endpoint.sideEffect === true ? undefined : currentRead(runtime, call, options)
  if (joined !== undefined) return joined
  const request = newRequest(runtime, call, options)
  runtime.noteStart(request)
  runtime.inFlight.set(request.requestId, request)
  const start = (): void => dispatchAndRun(runtime, request)
  if (options.isRendering === true) queueMicrotask(() => runSafely(start))
  else start()
  return request
}

/** What throws at `pending` leaves a request behind that ends. */
function dispatchAndRun(runtime: Runtime, request: Request): void {
  if (request.stage === 'settled') return
  try {
    dispatchPending(runtime, request)
  } finally {
    void runRequest(runtime, request).then(
      (value) => settle(runtime, request, settleRequest, value),
      (error: unknown) => settle(runtime, request, failRequest, error),
    )
  }
}

/** The request of a call, which starts now. Actions and state contain of it `arg`: of a sensitive one the name. */
export function newRequest(
  runtime: Runtime,
  call: Call,
  options: RequestOptions = {},
  id?: string,
): Request {
  const { endpoint, args, key } = call
  const { name, sensitive, sideEffect } = endpoint
  const started = runtime.clock.next()
  const arg =
    sensitive === true
      ? { endpoint: name, key: name, args: [] }
      : { endpoint: name, key, args: serializeArgs(args) }
  if (process.env.NODE_ENV !== 'production') warnSecretArguments(endpoint, arg.args)
  // Where there is no state, the caller gets the error before anything is sent.
  const { state } = runtime
  const before = sideEffect === true ? state : undefined
  const requestId = id ?? `${runtime.session}-${started}`
  const end = (error: Error): void => settle(runtime, request, failRequest, error)
  const request = new Request(call, options, { arg, requestId, started, before }, end)
  return request
}

/** The state learns nothing of a sensitive call. */
function dispatchPending(runtime: Runtime, request: Request): void {
  if (request.isSensitive) return
  const rows = request.isMutation && namedRows(request)
  const meta = { ...request.meta('pending'), ...(rows && { rows }) }
  runtime.send(runtime.actions.pending({ ...meta, RTK_autoBatch: true }))
}

/** The primary keys that the arguments of a mutation name, by table. */
function namedRows(request: Request): RequestMeta['rows'] {
  const { rows } = affectedBy(request)
  return rows.size === 0
    ? undefined
    : Object.fromEntries(Array.from(rows, ([schemaKey, pks]) => [schemaKey, [...pks]]))
}

/** It may be over already, by an abort, a reset or a response by hand. */
function settle(
  runtime: Runtime,
  request: Request,
  toOutcome: typeof settleRequest,
  given: unknown,
): void {
  if (request.stage !== 'settled') {
    endRequest(runtime, request, toOutcome(runtime, request, given))
  }
}

/** Ends a request; the first outcome counts. */
export function endRequest(
  { inFlight, journal, asking }: Runtime,
  request: Request,
  outcome: Outcome,
): void {
  request.stage = 'settled'
  request.settle(outcome)
  inFlight.delete(request.requestId)
  journal.prune(inFlight.all)
  asking.look()
}

/** Ends the reads that started before the last reset, and the mutations that were not sent yet. */
export function abortBeforeReset(runtime: Runtime): void {
  for (const request of runtime.inFlight.all) {
    const { isMutation, stage } = request
    const isUnsent = !isMutation || stage === 'new' || stage === 'waiting'
    if (isUnsent && runtime.isBeforeReset(request)) request.abort(new ResetError())
  }
}

/** A request that ended before it was sent, of which the state learns nothing. */
export function endedRequest(runtime: Runtime, call: Call, error: unknown): Request {
  const request = newRequest(runtime, call)
  endRequest(runtime, request, failedOutcome(runtime, request, error))
  return request
}
