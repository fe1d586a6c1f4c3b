import type { EndpointContract, RunContext } from '../../endpoint/contract'
import type { Order } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import type { RequestArg, RequestMeta } from '../state/actions'
import { affectedBy, isAffected } from './affected'
import { checkEndpoint } from '../checkEndpoint'
import { checkTimes } from '../state/clock'
import { type Answer, type Call, conclude, type RequestPolicy } from './conclude'
import { endFlights } from './endFlights'
import { toRestError } from '../state/errors'
import { Flight, type FlightInit } from './InFlightRequest'
import { requestMeta } from './requestMeta'
import type { Runtime } from '../Runtime'
import { warnOfSecrets } from '../warnOfSecrets'
import { warnOfSharedName } from '../sharedNames'
import { summarize } from './serializeArgs'

/** How a request is started. */
export interface StartOptions {
  /** React may render, when nothing may be dispatched: `pending` then follows in a microtask. */
  readonly isRendering?: boolean
  /** A caller asks, and wants to see what was written, invalidated or expired before. */
  readonly isExplicit?: boolean
  /** A read in flight is joined only if it started after this. */
  readonly after?: Order | undefined
  readonly policy?: RequestPolicy
}

/** Starts a request, or joins the read of the same request key that is in flight. */
export function startRequest(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  options: StartOptions = {},
): Flight {
  checkEndpoint(endpoint)
  const key = endpoint.key(...args)
  checkTimes(endpoint)
  if (process.env.NODE_ENV !== 'production') warnOfSharedName(runtime.named, endpoint, key)
  const joined = joinable(runtime, endpoint, requestKeyOf(endpoint, args, key), options)
  if (joined !== undefined) return joined
  // A subscriber may be told of a reset, and ask anew, before the middleware comes to it.
  const { oldest } = runtime.inFlight
  if (oldest !== undefined && compareOrder(oldest, runtime.lastReset) <= 0) endFlights(runtime)
  const request = describeRequest(runtime, endpoint, args, key)
  const causes = runtime.refetches.causesOf(key)
  const flight = new Flight({ ...request, order: runtime.clock.next(), causes })
  runtime.inFlight.add(flight)
  if (!flight.isMutation) runtime.problems.clear(key)
  const call: Call = { runtime, endpoint, args, flight, policy: options.policy ?? endpoint }
  // First, so that whoever throws at `pending` leaves a request behind that ends.
  void perform(call)
  if (options.isRendering === true) runtime.dispatchSoon(() => dispatchPending(call))
  else {
    dispatchPending(call)
    endWithoutState(call)
  }
  return flight
}

function joinable(
  runtime: Runtime,
  endpoint: EndpointContract,
  requestKey: string,
  { isExplicit = false, after }: StartOptions,
): Flight | undefined {
  const flight = endpoint.sideEffect === true ? undefined : runtime.inFlight.read(requestKey)
  if (flight === undefined || !runtime.isCurrent(flight, isExplicit)) return undefined
  return after !== undefined && compareOrder(flight.order, after) <= 0 ? undefined : flight
}

/** A reducer that was injected has its state by now; where there is none, the caller hears so, and nobody waits. */
function endWithoutState({ runtime, flight }: Call): void {
  try {
    runtime.checkState()
  } catch (error) {
    runtime.inFlight.remove(flight)
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
): Omit<FlightInit, 'order'> {
  const isSensitive = endpoint.sensitive === true
  const arg: RequestArg = isSensitive
    ? { endpoint: endpoint.name, key: runtime.nextSensitiveKey(endpoint.name), args: [] }
    : { endpoint: endpoint.name, key, args: summarize(args) }
  if (process.env.NODE_ENV !== 'production') warnOfSecrets(endpoint, arg.args)
  const isMutation = endpoint.sideEffect === true
  const requestKey = requestKeyOf(endpoint, args, key)
  const isPage = requestKey !== key
  return {
    key,
    requestKey,
    isPage,
    arg,
    requestId: runtime.nextId(),
    isMutation,
    isSensitive,
    mayWrite: (schemaKey, pk) =>
      isMutation && isAffected(affectedBy(endpoint.schema, args), schemaKey, pk),
  }
}

/** What requests in flight are shared by. */
export function requestKeyOf(
  endpoint: EndpointContract,
  args: readonly unknown[],
  key: string,
): string {
  return endpoint.requestKey?.(...args) ?? key
}

function dispatchPending({ runtime, flight }: Call): void {
  if (flight.isSettled) return
  const { expiresAt: _, ...meta } = requestMeta(flight, 'pending', 0)
  const pending: RequestMeta = { ...meta, expiresAt: meta.date, RTK_autoBatch: true }
  runtime.send(runtime.actions.pending(pending))
}

async function perform(call: Call): Promise<void> {
  const { runtime, flight } = call
  const answer = await answerOf(call)
  // Somebody else settled it: a reset, or an answer that was given by hand.
  if (!flight.isSettled) {
    // A response may come before `pending` was dispatched.
    runtime.dispatchPending()
    const outcome = conclude(call, answer)
    runtime.inFlight.remove(flight)
    flight.settle(outcome)
  }
  runtime.inFlight.remove(flight)
  runtime.retries.delete(flight.key)
  runtime.landings.prune(runtime.inFlight.oldest)
  runtime.conflicts.settle()
}

async function answerOf(call: Call): Promise<Answer> {
  try {
    // Not while React renders, where it would be a dispatch: what a hook asks for first starts a microtask later.
    if (!call.runtime.knowsExtra) await Promise.resolve()
    const { flight } = call
    if (flight.isSettled) return { error: undefined }
    const { aborted, signal } = flight
    return { value: await (signal.aborted ? aborted : Promise.race([run(call), aborted])) }
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
    onStage: (stage) => (flight.mayBeSent = stage === 'sending'),
  }
  flight.mayBeSent = true
  return endpoint.run(args, context)
}
