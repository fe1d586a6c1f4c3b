import { LONGEST_DATA, NetworkError } from '../../endpoint/NetworkError'
import { textOf } from '../../util/messages'
import { attempt, isObject } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import type { RestError } from './state'

/** The error of a read whose store was reset before its response came. */
export class ResetError extends Error {
  /** The name of the class. */
  override readonly name = 'ResetError'

  constructor() {
    super('The store was reset before the response arrived.')
  }
}

/** The error of readers and callers of a request that was in flight when the store's work was ended. */
export class DisposedError extends Error {
  /** The name of the class. */
  override readonly name = 'DisposedError'

  constructor() {
    super('The store was disposed of before the response arrived.')
  }
}

/** What a request that was aborted rejects with. */
export function abortError(reason: unknown): Error {
  const message = typeof reason === 'string' ? reason : 'Aborted'
  return Object.assign(new Error(message), { name: 'AbortError', code: 'ABORTED' })
}

/** Whether an error is that of a request that was aborted on purpose. */
export function isAbortError(error: unknown): boolean {
  return (error as { name?: unknown } | undefined)?.name === 'AbortError'
}

/** Whether a status says that the server has no such item. */
export function isGoneStatus(status: number | undefined): boolean {
  return status === 404 || status === 410
}

/** Anything that was thrown, as plain data: no stack, no response, no query string. */
export function toRestError(error: unknown): RestError {
  if (!(error instanceof Error) && !isObject(error)) {
    return { name: 'UnknownError', message: withoutQueries(String(error)) }
  }
  const { name, message, status, code, url, path, issues, data } = error as Partial<
    Record<string, unknown>
  >
  return {
    name: typeof name === 'string' ? name : 'UnknownError',
    message: withoutQueries(typeof message === 'string' ? textOf(error as Error) : 'Unknown error'),
    ...(typeof status === 'number' && { status }),
    // That of an abort by a signal is a number.
    ...(typeof code === 'string' ? { code } : isAbortError(error) && { code: 'ABORTED' }),
    ...(typeof url === 'string' && { url: withoutQueries(url) }),
    ...(typeof path === 'string' && { path }),
    ...(Array.isArray(issues) && asJson('issues', issues)),
    ...asJson('data', data, LONGEST_DATA),
  }
}

const revived = new WeakMap<RestError, Error>()

const RETRY = Symbol('retry')

interface Retryable {
  readonly [RETRY]?: () => void
}

/** Sets what repeats the request that failed with an error. The error carries it, so that a boundary needs no store. */
export function setRetry(error: Error, retry: () => void): void {
  Reflect.defineProperty(error, RETRY, { value: retry, configurable: true })
}

/** Repeats the request that failed with an error, however fresh the error is. */
export function retryError(error: Error & Retryable): void {
  error[RETRY]?.()
}

/** A stored error as one that can be thrown; the same one each time. */
export function reviveError(stored: RestError): Error {
  return getOrCreate(revived, stored, ({ message, status, data, ...rest }) =>
    Object.assign(new NetworkError(undefined, message, status, { data }), rest),
  )
}

const LONGEST_MESSAGE = 5_000

/** A message without the query strings of the addresses in it: each goes on to a space, a quote or a bracket. */
function withoutQueries(message: string): string {
  return message.slice(0, LONGEST_MESSAGE).replace(/(\/[^\s?#]*)(?:[?#][^\s"')]*)?/g, '$1')
}

/** A member as JSON has it; none where it has no JSON, or a longer one. */
function asJson(name: 'issues' | 'data', value: unknown, longest = Infinity): object | undefined {
  const json = attempt(() => JSON.stringify(value))
  if (json === undefined || json.length > longest) return undefined
  return { [name]: JSON.parse(json) as unknown }
}
