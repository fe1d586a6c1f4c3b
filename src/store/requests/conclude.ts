import type { EndpointContract } from '../../endpoint/contract'
import { NetworkError } from '../../endpoint/NetworkError'
import { denormalize } from '../../normalize/denormalize'
import { MissingPkError, SchemaError } from '../../normalize/SchemaError'
import type { FieldNames, RowRef } from '../../normalize/landing'
import { normalizeAlone } from '../../normalize/normalize'
import type { Schema } from '../../schema/contract'
import { restoreOnce } from '../../util/binaries'
import { deepFreeze } from '../../util/deepFreeze'
import { affectedBy } from './affected'
import type { CommitPayload, FinalAction, RequestMeta } from '../state/actions'
import { isAbortError, ResetError, toRestError } from '../state/errors'
import type { Flight, Outcome } from './InFlightRequest'
import { expireEverything, lostWrites } from './lostWrites'
import { once } from './once'
import { report } from '../report'
import { requestMeta } from './requestMeta'
import type { Runtime } from '../Runtime'
import { readAnswer } from '../select/readAnswer'
import { readEndpoint } from '../select/readEndpoint'
import { queryResult } from '../select/readRows'
import type { RestError } from '../state/state'
import { toCommitPayload } from './toCommitPayload'

/** How long an answer is fresh, in ms, and what an error does to the data that is there. */
export type RequestPolicy = Pick<
  EndpointContract,
  'dataExpiryLength' | 'errorExpiryLength' | 'errorPolicy'
>

/** Everything about one call that does not change while it is under way. */
export interface Call {
  readonly runtime: Runtime
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  readonly flight: Flight
  readonly policy: RequestPolicy
}

/** What an endpoint gave. */
export type Answer = { readonly value: unknown } | { readonly error: unknown }

/** Stores what a request came to, and says what its callers get. */
export function conclude(call: Call, answer: Answer): Outcome {
  call.flight.isConcluding = true
  if ('error' in answer) return fail(call, answer.error)
  const { value } = answer
  try {
    return isBeforeReset(call) ? afterReset(call, value) : succeed(call, value)
  } catch (error) {
    const isUnnamed = error instanceof MissingPkError && call.flight.isMutation
    return isUnnamed ? succeedUnnamed(call, value, error) : fail(call, error)
  }
}

function succeed(call: Call, value: unknown): Outcome {
  const { runtime, endpoint, args, flight, policy } = call
  if (flight.isSensitive) return succeedInSecret(call, value)
  const { key, isMutation, isPage } = flight
  const length = policy.dataExpiryLength ?? runtime.settings.dataExpiryLength
  const landed = runtime.clock.next()
  const meta = { ...requestMeta(flight, 'fulfilled', length), landed }
  const payload = toCommitPayload(runtime, {
    schema: endpoint.schema,
    value,
    args,
    meta,
    isMutation,
    names: isMutation ? writtenNames(endpoint, args) : undefined,
    ...(isMutation ? {} : { read: { key, isPage } }),
  })
  const action = runtime.actions.fulfilled(payload, meta)
  if (isMutation) runtime.noteMutation(landed)
  commit(runtime, action)
  if (isBeforeReset(call)) return afterReset(call, value)
  if (!isMutation) runtime.fleeting.note(key, length)
  const { state } = runtime
  const read = once(() => readAnswer(state, endpoint, args, action, value))
  // The state is the newest now, and may not be when the caller comes to it; who never asks pays nothing.
  if (flight.isUnwrapped) read.prepare()
  return { action, value: read.value }
}

/** The fields that the body of a mutation names. */
export function writtenNames(endpoint: EndpointContract, args: readonly unknown[]): FieldNames {
  const names = endpoint.writtenFields?.(...args)
  return names && new Set(names)
}

/**
 * A server that did what a mutation asked for and answers without a primary key has not failed: the caller gets what it says,
 * nothing of it can be stored, and what the mutation may have written is asked for again.
 */
function succeedUnnamed(call: Call, value: unknown, { message }: MissingPkError): Outcome {
  const { runtime, endpoint, args, flight } = call
  if (process.env.NODE_ENV !== 'production') warnOfUnnamed(runtime, endpoint.name, message)
  const shown = once(() => readAlone(call, value))
  shown.prepare()
  const landed = runtime.clock.next()
  const meta = { ...requestMeta(flight, 'fulfilled', 0), landed }
  const payload = lostWrites(runtime, endpoint, args, meta, landed) ?? { entities: {} }
  runtime.conflicts.add(rowsIn(payload), landed)
  const action = runtime.actions.fulfilled(payload, meta)
  runtime.noteMutation(landed)
  commit(runtime, action)
  return { action, value: shown.value }
}

/** Warns once for each endpoint. */
function warnOfUnnamed({ unnamed }: Runtime, name: string, message: string): void {
  if (unnamed.has(name)) return
  unnamed.add(name)
  console.warn(
    `${name} was answered without a primary key: nothing of the response is stored, and lists and rows that it may have changed are fetched again where they are read. Where the response or the arguments have one, give it in \`process\`. ${message}`,
  )
}

function rowsIn({ entities }: Pick<CommitPayload, 'entities'>): RowRef[] {
  return Object.entries(entities).flatMap(([schemaKey, table]) =>
    Object.keys(table).map((pk) => ({ schemaKey, pk })),
  )
}

/** What a response reads as, of which nothing is stored; where it answers a mutation, it needs no primary keys. */
function readAlone({ endpoint, args, flight }: Call, value: unknown): unknown {
  const { schema } = endpoint
  if (flight.isMutation && typeof value !== 'object') return value
  const { result, entities } = normalizeAlone(schema, value, args, !flight.isMutation)
  return denormalize(schema as Schema, restoreOnce(result), entities, args)
}

/** The caller gets the value as the schema says, and nobody else gets any of it. */
function succeedInSecret(call: Call, value: unknown): Outcome {
  const { runtime, endpoint, flight } = call
  const { schema } = endpoint
  const action = runtime.actions.fulfilled({ entities: {} }, requestMeta(flight, 'fulfilled', 0))
  const isPlain = schema === undefined || schema === null
  const shown = inSecret(endpoint.name, () => (isPlain ? value : readAlone(call, value)))
  runtime.noteMutation(runtime.clock.next())
  commit(runtime, action)
  return { action, value: () => shown }
}

/** Tells nobody where an answer does not fit, which would be some of it. */
function inSecret<Value>(name: string, read: () => Value): Value {
  try {
    return read()
  } catch {
    throw new NetworkError(undefined, `${name}: the answer does not fit its schema`, 400)
  }
}

function fail(call: Call, error: unknown): Outcome {
  const { runtime, endpoint, args, flight, policy } = call
  const length = policy.errorExpiryLength ?? runtime.settings.errorExpiryLength
  const landed = runtime.clock.next()
  const meta = requestMeta(flight, 'rejected', length, landed)
  const isAborted = flight.signal.aborted || isAbortError(error)
  const brought = isAborted ? undefined : broughtSince(call)
  const errorPolicy = brought === undefined ? policyOf(call, isAborted, error) : 'soft'
  const stored = flight.isSensitive ? secretError(endpoint.name) : toRestError(error)
  const rejected = {
    ...meta,
    ...(isAborted ? abortedMeta(runtime, flight) : {}),
    ...(errorPolicy === undefined ? {} : { errorPolicy }),
  }
  const mayHaveLanded = flight.isMutation && flight.mayBeSent && !isRefusal(error)
  if (mayHaveLanded) runtime.noteMutation(landed)
  const isLost = mayHaveLanded && !flight.isSensitive
  const lost = isLost ? lostWrites(runtime, endpoint, args, meta, landed) : undefined
  const action = runtime.actions.rejected(deepFreeze(stored), rejected, lost ?? brought)
  if (isAborted && !flight.signal.aborted && !flight.isMutation) {
    runtime.problems.note(flight.key, error as Error)
  }
  if (!isBeforeReset(call)) commit(runtime, action)
  else if (isLost) expireEverything(runtime, landed)
  return { action, error }
}

/** Where the newer one of two reads is aborted, the older one goes on. */
function abortedMeta(runtime: Runtime, flight: Flight): Pick<RequestMeta, 'aborted' | 'inFlight'> {
  const other = runtime.inFlight.otherRead(flight)
  return { aborted: true, ...(other && { inFlight: other.requestId }) }
}

/** What the arguments of a read name, where a mutation or a `set` has brought it since: an error of the read is older. */
function broughtSince({ runtime, endpoint, args, flight }: Call): { result: unknown } | undefined {
  if (flight.isMutation || flight.isSensitive) return undefined
  const { landings, state } = runtime
  const { rows } = affectedBy(endpoint.schema, args)
  const isWritten = [...rows].some(([schemaKey, pks]) =>
    [...pks].some((pk) => landings.hasWritten(schemaKey, pk, flight.order)),
  )
  if (!isWritten) return undefined
  try {
    const { isFound } = readEndpoint(state, endpoint, flight.key, args)
    return isFound ? { result: queryResult(state, endpoint.schema, args) } : undefined
  } catch {
    // Code of the user's own that fails here fails every reader as well, and is no failure of the request.
    return undefined
  }
}

/** A listener that fails is heard of, but is no failure of the request. */
function commit(runtime: Runtime, action: FinalAction): void {
  try {
    runtime.send(action)
  } catch (error) {
    report(error)
  }
}

function policyOf({ flight, policy }: Call, isAborted: boolean, error: unknown) {
  return isAborted || flight.isSensitive ? undefined : policyFor(policy, error)
}

/** The user's policy; where it throws itself, the error that it was asked about matters more. */
export function policyFor(policy: RequestPolicy, error: unknown): 'soft' | 'hard' | undefined {
  try {
    return policy.errorPolicy?.(error)
  } catch {
    return undefined
  }
}

function isBeforeReset({ runtime, flight }: Call): boolean {
  return runtime.isBeforeReset(flight)
}

/** Whether a server refused a mutation: in every other case it may have done what it was asked for. */
function isRefusal(error: unknown): boolean {
  const { status, response, code } = (error ?? {}) as Partial<NetworkError>
  if (error instanceof SchemaError || code === 'INVALID_RESPONSE') return false
  // The status of the response itself: one that came and cannot be used has the status 400.
  const refused = response?.status ?? status
  return typeof refused === 'number' && refused >= 400 && refused < 500
}

/** What started before a reset writes nothing; a mutation still tells its caller what the server said. */
function afterReset({ runtime, flight }: Call, value: unknown): Outcome {
  if (!flight.isMutation) throw new ResetError()
  if (!flight.isSensitive) expireEverything(runtime, runtime.clock.next())
  const action = runtime.actions.fulfilled({ entities: {} }, requestMeta(flight, 'fulfilled', 0))
  return { action, value: () => value }
}

function secretError(name: string): RestError {
  return {
    name: 'SensitiveError',
    message: `${name} failed; as it is sensitive, why is told to its caller alone.`,
  }
}
