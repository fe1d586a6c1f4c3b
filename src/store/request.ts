import { nanoid } from '@reduxjs/toolkit'
import type { EndpointContract, RunContext } from '../endpoint/contract'
import type { RequestArg, RequestMeta } from './actions'
import { checkEndpoint } from './checkEndpoint'
import { checkTimes } from './clock'
import { type Answer, type Call, conclude, type RequestPolicy } from './conclude'
import { endFlights } from './endFlights'
import { toRestError } from './errors'
import { Flight, type FlightInit } from './Flight'
import { requestMeta } from './requestMeta'
import type { Runtime } from './Runtime'
import { warnOfSharedName } from './sharedNames'
import { summarize } from './summarize'

/** How a request is started. */
export interface StartOptions {
  /** React renders, when nothing may be dispatched: `pending` then follows in a microtask. */
  readonly isRendering?: boolean
  readonly policy?: RequestPolicy
}

/** Starts a request, or joins the read of the same key that is under way. */
export function startRequest(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  { isRendering = false, policy }: StartOptions = {},
): Flight {
  checkEndpoint(endpoint)
  const key = endpoint.key(...args)
  checkTimes(endpoint)
  if (process.env.NODE_ENV !== 'production') warnOfSharedName(runtime.named, endpoint, key)
  const joined = endpoint.sideEffect === true ? undefined : runtime.joinable(key)
  if (joined !== undefined) return joined
  // A subscriber may be told of a reset, and ask anew, before the middleware comes to it.
  endFlights(runtime)
  const flight = new Flight(describeRequest(runtime, endpoint, args, key))
  if (flight.isMutation) runtime.mutations.add(flight)
  else {
    runtime.forgetAbort(key)
    runtime.flights.set(key, flight)
  }
  const call: Call = { runtime, endpoint, args, flight, policy: policy ?? endpoint }
  // First, so that whoever throws at `pending` leaves a request behind that ends.
  void perform(call)
  if (isRendering) queueMicrotask(() => dispatchPending(call))
  else {
    dispatchPending(call)
    endWithoutState(call)
  }
  return flight
}

/** A reducer that was injected has its state by now; where there is none, the caller hears so, and nobody waits. */
function endWithoutState({ runtime, flight }: Call): void {
  try {
    runtime.checkState()
  } catch (error) {
    runtime.mutations.delete(flight)
    runtime.flights.delete(flight.key)
    const action = runtime.actions.rejected(toRestError(error), requestMeta(flight, 'rejected', 0))
    flight.end({ action, error })
    throw error
  }
}

/** What actions and state may say of a request that starts now. */
export function describeRequest(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  key: string,
): FlightInit {
  const isSensitive = endpoint.sensitive === true
  const arg: RequestArg = isSensitive
    ? { endpoint: endpoint.name, key: runtime.nextSensitiveKey(endpoint.name), args: [] }
    : { endpoint: endpoint.name, key, args: summarize(args) }
  const isMutation = endpoint.sideEffect === true
  const order = runtime.clock.next()
  return { key, arg, requestId: nanoid(), order, isMutation, isSensitive }
}

function dispatchPending({ runtime, flight }: Call): void {
  if (flight.isSettled) return
  const meta: RequestMeta = {
    ...requestMeta(flight, 'pending', 0),
    expiresAt: 0,
    RTK_autoBatch: true,
  }
  runtime.dispatch(runtime.actions.pending(meta))
}

async function perform(call: Call): Promise<void> {
  const { runtime, flight } = call
  const answer = await answerOf(call)
  runtime.mutations.delete(flight)
  // Somebody else settled it: a reset, or an answer that was given by hand.
  if (flight.isSettled) return
  const outcome = conclude(call, answer)
  if (runtime.flights.get(flight.key) === flight) runtime.flights.delete(flight.key)
  runtime.retries.delete(flight.key)
  runtime.edits.prune(runtime.underWay)
  flight.settle(outcome)
}

async function answerOf(call: Call): Promise<Answer> {
  try {
    // Not while React renders, where it would be a dispatch: what a hook asks for first starts a microtask later.
    if (!call.runtime.knowsExtra) await Promise.resolve()
    if (call.flight.isSettled) return { error: undefined }
    return { value: await Promise.race([run(call), call.flight.aborted]) }
  } catch (error) {
    return { error }
  }
}

function run({ runtime, endpoint, args, flight }: Call): Promise<unknown> {
  const context: RunContext = {
    signal: flight.signal,
    fetchFn: runtime.settings.fetchFn,
    getState: runtime.getState,
    dispatch: runtime.dispatch,
    extra: runtime.extra,
    requestId: flight.requestId,
    onProgress: (progress) => flight.tellProgress(progress),
    isProgressHeard: () => flight.isProgressHeard,
  }
  return endpoint.run(args, context)
}
