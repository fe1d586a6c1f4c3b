import type { RunContext } from '../../endpoint/contract'
import type { RunOptions } from '../Manager'
import type { Runtime } from '../Runtime'
import type { InFlightRequest, ProgressListeners } from './InFlightRequest'

/** Runs a request within the managers of the store. */
export function runRequest(runtime: Runtime, request: InFlightRequest): Promise<unknown> {
  return runtime.managers.request(request.call, (more) => send(runtime, request, more))
}

/** Has the endpoint send a request, with what managers add; one that waited, or is repeated, starts anew. */
async function send(
  runtime: Runtime,
  request: InFlightRequest,
  { args = request.call.args, ...more }: RunOptions = {},
): Promise<unknown> {
  const { inFlight, clock } = runtime
  const isLater = request.isSent || request.call.isQueued === true
  request.isSent = true
  if (isLater && inFlight.has(request.call.requestId))
    inFlight.restart(request, clock.next(), runtime.tables)
  // Not while React renders, where it would be a dispatch: the first request of a hook starts a microtask later.
  if (!runtime.knowsExtra) await Promise.resolve()
  if (request.isSettled || request.signal.aborted) return request.aborted
  request.call = { ...request.call, args }
  request.mayBeSent = true
  const { endpoint } = request.call
  const run = endpoint.run(args, Object.assign(contextOf(runtime, request), more))
  try {
    return await Promise.race([run, request.aborted])
  } finally {
    // No action tells of it, so a manager may reset the store before it has ended.
    if (endpoint.sensitive === true) request.isSettling = true
  }
}

/** What an endpoint is given when it runs. */
function contextOf(
  { settings, getState, dispatch, extra, managers }: Runtime,
  request: InFlightRequest,
): RunContext {
  const { downloadListeners, uploadListeners, call } = request
  const listener = (all: ProgressListeners): RunContext['onDownloadProgress'] =>
    all.size > 0 ? (progress) => request.notifyProgress(all, progress) : undefined
  return {
    signal: request.signal,
    fetchFn: settings.fetchFn,
    getState,
    dispatch,
    extra,
    requestId: call.requestId,
    idempotencyKey: call.requestId,
    beforeRetry() {
      const gate = managers.gate(call, 'retry')
      if (gate?.error !== undefined) throw gate.error
      return gate?.until
    },
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
