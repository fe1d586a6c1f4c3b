import type { RunContext } from '../../endpoint/contract'
import { warnDuplicateName, warnSecretArguments } from '../checkEndpoint'
import type { RunOptions } from '../Manager'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import type { RequestMeta } from '../state/actions'
import { confirmedState } from '../state/confirmed'
import { ResetError } from '../state/errors'
import { checkTimes } from '../state/expiry'
import { isAwaitedStale, isExpired, refuses } from '../state/requestRows'
import { getRow } from '../state/table'
import { affectedBy } from './affected'
import {
  type Call,
  type Outcome,
  type ProgressListeners,
  Request,
  requestKeyOf,
  type RequestOptions,
  valueOf,
} from './Request'
import { serializeArgs } from './serializeArgs'
import { failedOutcome, failRequest, settleRequest } from './settleRequest'

/** Which read in flight a caller or reader may join. */
export interface JoinOptions {
  /** A caller wants what the server has by now: no read joins that an earlier task started. */
  readonly isExplicit?: boolean
  /** A caller wants what was written, invalidated or expired before. An explicit one does, too. */
  readonly isPrefetch?: boolean
}

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

/** The read in flight whose response would be what is requested now. */
export function currentRead(
  runtime: Runtime,
  call: Call,
  options?: JoinOptions,
): Request | undefined {
  const request = runtime.inFlight.read(requestKeyOf(call))
  return request && isCurrent(runtime, request, options) ? request : undefined
}

/** Whether the response of a read in flight would be what is requested now. */
export function isCurrent(
  runtime: Runtime,
  request: Request,
  { isExplicit = false, isPrefetch = isExplicit }: JoinOptions = {},
): boolean {
  const { key, started, stage, signal, isPage, isSensitive } = request
  // Each call of a sensitive endpoint has a request of its own.
  if (stage === 'settled' || signal.aborted || isSensitive) return false
  if (runtime.isBeforeReset(request)) return false
  if (isExplicit && started < runtime.taskStart) return false
  const row = getRow(runtime.state.requests, key)
  // What a caller requests contains what was written or expired before.
  if (isPrefetch && (started < runtime.last.mutation || isAwaitedStale(row))) return false
  if (!refuses(row, started)) return true
  // Pages of a list come to it in any order.
  return isPage && row?.invalid === false && !isExpired(row)
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

/** Runs a request within the managers of the store. */
async function runRequest(runtime: Runtime, request: Request): Promise<unknown> {
  // Without a reducer nothing is sent; one that was injected has its state by now.
  void runtime.state
  const run = runtime.managers.request(request, (more) => send(runtime, request, more))
  if (request.stage === 'new') request.stage = 'waiting'
  return run
}

/** Has the endpoint send a request, with what managers add. */
async function send(
  runtime: Runtime,
  request: Request,
  { args = request.args, isPart = false, ...more }: RunOptions = {},
): Promise<unknown> {
  if (request.stage === 'settled') return request.outcome.then(valueOf)
  if (!isPart) {
    // One that waited, or is repeated, starts anew.
    if (request.stage !== 'new') restart(runtime, request)
    request.args = args
  }
  request.stage = 'sending'
  const run = request.endpoint.run(args, Object.assign(contextOf(runtime, request), more))
  try {
    // An abort ends it also where the endpoint ignores its signal.
    return valueOf(await Promise.race([run.then((value) => ({ value })), request.outcome]))
  } finally {
    // No action tells of it, so a manager may reset the store before it has ended.
    if (request.isSensitive && !request.isOver) request.stage = 'settling'
  }
}

function restart({ inFlight, clock, state }: Runtime, request: Request): void {
  const { requestId } = request
  request.started = clock.next()
  // What is shown has the changes that it expects itself.
  request.before = confirmedState(state)
  inFlight.delete(requestId)
  inFlight.set(requestId, request)
}

/** What an endpoint is given when it runs. */
function contextOf({ api, settings, managers }: Runtime, request: Request): RunContext {
  const { requestId, downloadListeners, uploadListeners, signal } = request
  const { dispatch, getState } = api
  return {
    signal,
    fetchFn: settings.fetchFn,
    getState,
    dispatch,
    extra: dispatch(readExtra as never),
    requestId,
    idempotencyKey: requestId,
    beforeRetry() {
      const gate = managers.gate(request, 'retry')
      if (gate?.error !== undefined) throw gate.error
      return gate?.until
    },
    get onDownloadProgress() {
      return notifierOf(request, downloadListeners)
    },
    get onUploadProgress() {
      // A browser asks another origin first whether it may report the progress.
      return notifierOf(request, uploadListeners)
    },
    onStage(stage) {
      if (!request.isOver) request.stage = stage
    },
  }
}

/** The `extraArgument` of the thunk middleware, which is passed to a request that a hook starts as well. */
function readExtra(_dispatch: unknown, _getState: unknown, extra: unknown): unknown {
  return extra
}

/** Calls listeners while the request is in flight. One that throws does not fail the request. */
function notifierOf(
  request: Request,
  listeners: ProgressListeners,
): RunContext['onDownloadProgress'] {
  if (listeners.size === 0) return undefined
  return (progress) => {
    if (request.stage === 'settled') return
    for (const listener of listeners) runSafely(() => listener(progress))
  }
}
