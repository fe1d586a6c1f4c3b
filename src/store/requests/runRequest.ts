import type { RunContext } from '../../endpoint/contract'
import type { RunOptions } from '../Manager'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import { confirmedState } from '../state/confirmed'
import { type ProgressListeners, type Request, valueOf } from './Request'

/** Runs a request within the managers of the store. */
export async function runRequest(runtime: Runtime, request: Request): Promise<unknown> {
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
