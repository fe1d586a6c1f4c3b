import { nanoid } from '@reduxjs/toolkit'
import type { EndpointContract, RunContext } from '../endpoint/contract'
import { deepFreeze } from '../util/deepFreeze'
import type { FinalAction, FulfilledAction, RequestMeta } from './actions'
import { report } from './report'
import { checkExpiryLengths, expiryAt } from './clock'
import { isAbortError, ResetError, toRestError } from './errors'
import { Flight, type Outcome } from './Flight'
import { receive, receiveAnswer } from './receive'
import type { Runtime } from './Runtime'
import { readAnswer } from './select/readAnswer'
import { once } from './once'
import { summarize } from './summarize'
import { warnOfSharedName } from './sharedNames'

/** Everything about one call that does not change while it is under way. */
interface Call {
  readonly runtime: Runtime
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  readonly flight: Flight
}

/**
 * Starts a request, or joins the read of the same key that is under way.
 * @param isRendering true while React renders, when nothing may be dispatched: `pending` then follows in a microtask
 */
export function startRequest(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  isRendering: boolean,
): Flight {
  const key = endpoint.key(...args)
  checkExpiryLengths(endpoint)
  if (process.env.NODE_ENV !== 'production') warnOfSharedName(runtime.named, endpoint, key)
  const isMutation = endpoint.sideEffect === true
  const joined = isMutation ? undefined : runtime.joinable(key)
  if (joined !== undefined) return joined
  // A subscriber may be told of a reset, and ask anew, before the middleware comes to it.
  resetFlights(runtime)
  const arg = { endpoint: endpoint.name, key, args: summarize(args) }
  const flight = new Flight(arg, nanoid(), runtime.clock.next(), isMutation)
  if (isMutation) runtime.mutations.add(flight)
  else {
    runtime.forgetAbort(key)
    runtime.flights.set(key, flight)
  }
  const call: Call = { runtime, endpoint, args, flight }
  // First, so that whoever throws at `pending` leaves a request behind that ends.
  void perform(call)
  if (isRendering) queueMicrotask(() => dispatchPending(call))
  else dispatchPending(call)
  return flight
}

/** Lets every read that started before a reset reject, and its request go. */
export function resetFlights(runtime: Runtime): void {
  for (const flight of runtime.flights.values()) {
    if (!runtime.isBeforeReset(flight)) continue
    const error = new ResetError()
    const meta = metaOf(flight, 'rejected', 0)
    flight.settle({ action: runtime.actions.rejected(toRestError(error), meta), error })
    runtime.flights.delete(flight.arg.key)
    flight.abort()
  }
}

function dispatchPending({ runtime, flight }: Call): void {
  if (flight.isSettled) return
  const meta: RequestMeta = {
    ...metaOf(flight, 'pending', 0),
    expiresAt: 0,
    RTK_autoBatch: true,
  }
  runtime.dispatch(runtime.actions.pending(meta))
}

async function perform(call: Call): Promise<void> {
  const { runtime, flight } = call
  const outcome = await outcomeOf(call)
  if (flight.isSettled) return
  if (runtime.flights.get(flight.arg.key) === flight) runtime.flights.delete(flight.arg.key)
  runtime.retries.delete(flight.arg.key)
  runtime.mutations.delete(flight)
  runtime.edits.prune(runtime.underWay)
  flight.settle(outcome)
}

async function outcomeOf(call: Call): Promise<Outcome> {
  try {
    // Not while React renders, where it would be a dispatch: what a hook asks for first starts a microtask later.
    if (!call.runtime.knowsExtra) await Promise.resolve()
    const value = await Promise.race([run(call), call.flight.aborted])
    return call.runtime.isBeforeReset(call.flight) ? afterReset(call, value) : succeed(call, value)
  } catch (error) {
    return fail(call, error)
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
  }
  return endpoint.run(args, context)
}

function succeed(call: Call, value: unknown): Outcome {
  const { runtime, endpoint, args, flight } = call
  const { key } = flight.arg
  const length = endpoint.dataExpiryLength ?? runtime.settings.dataExpiryLength
  const meta = metaOf(flight, 'fulfilled', length)
  const payload = flight.isMutation
    ? receive(runtime, endpoint.schema, value, args, meta)
    : receiveAnswer(runtime, endpoint, key, value, args, meta)
  const action = runtime.actions.fulfilled(payload, meta)
  if (flight.isAwaited) runtime.deliver(key, flight.order)
  commit(runtime, action)
  const { state } = runtime
  const read = once(() => readAnswer(state, endpoint, args, action, value))
  // The state is the newest now, and may not be when the caller comes to it; who never asks pays nothing.
  if (flight.isUnwrapped) read.prepare()
  return { action, value: read.value }
}

function fail(call: Call, error: unknown): Outcome {
  const { runtime, endpoint, flight } = call
  const length = endpoint.errorExpiryLength ?? runtime.settings.errorExpiryLength
  const meta = metaOf(flight, 'rejected', length)
  const isAborted = flight.signal.aborted || isAbortError(error)
  const errorPolicy = isAborted ? undefined : policyFor(endpoint, error)
  const stored = deepFreeze(toRestError(error))
  const action = runtime.actions.rejected(stored, {
    ...meta,
    ...(isAborted ? { aborted: true } : {}),
    ...(errorPolicy === undefined ? {} : { errorPolicy }),
  })
  if (isAborted && !flight.signal.aborted && !flight.isMutation) {
    runtime.noteAbort(flight.arg.key, error as Error)
  }
  if (flight.isAwaited && !isAborted) runtime.deliver(flight.arg.key, flight.order)
  if (!runtime.isBeforeReset(flight)) commit(runtime, action)
  return { action, error }
}

/** A listener that fails is heard of, but is no failure of the request. */
function commit(runtime: Runtime, action: FinalAction): void {
  try {
    runtime.dispatch(action)
  } catch (error) {
    report(error)
  }
}

/** The user's policy; where it throws itself, the error that it was asked about matters more. */
function policyFor(endpoint: EndpointContract, error: unknown): 'soft' | 'hard' | undefined {
  try {
    return endpoint.errorPolicy?.(error)
  } catch {
    return undefined
  }
}

/** What started before a reset writes nothing; a mutation still tells its caller what the server said. */
function afterReset({ runtime, flight }: Call, value: unknown): Outcome {
  if (!flight.isMutation) throw new ResetError()
  const meta = metaOf(flight, 'fulfilled', 0)
  const action: FulfilledAction = runtime.actions.fulfilled({ entities: {} }, meta)
  return { action, value: () => value }
}

function metaOf(
  flight: Flight,
  requestStatus: RequestMeta['requestStatus'],
  expiryLength: number,
): RequestMeta {
  const date = Math.max(Date.now(), flight.order.fetchedAt)
  return {
    kind: 'request',
    arg: flight.arg,
    requestId: flight.requestId,
    requestStatus,
    ...flight.order,
    date,
    expiresAt: expiryAt(date, expiryLength),
    ...(flight.isMutation ? { sideEffect: true as const } : {}),
  }
}
