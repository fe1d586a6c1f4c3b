import type { NetworkError, RestError } from 'rtk-rest'

const unreachable = 'The desk could not be reached.'

/** By the status of an error, or by its code where it has none. What a proxy says of a server that it cannot reach counts too. */
const sentences: Readonly<Record<string, string>> = {
  401: 'Your session has ended. Sign in again.',
  502: unreachable,
  503: 'The desk is closed at the moment.',
  504: unreachable,
  INVALID_RESPONSE: 'The desk gave an odd answer.',
}

/** Whether there is nothing to read any more: it was deleted here, or the server does not have it. */
export function isGone(error: object): boolean {
  return (
    ('code' in error && error.code === 'DELETED') || ('status' in error && error.status === 404)
  )
}

/** Says in a sentence why something could not be read. */
export function describeError(error: Partial<RestError>): string {
  if (isGone(error)) return 'This is no longer on the desk.'
  const { status, code = '' } = error
  const other = status === undefined ? unreachable : `The desk could not answer (${status}).`
  return sentences[status ?? code] ?? other
}

/** Why the server refused a change. */
export interface Refused {
  readonly message: string
  /** What is wrong with fields, by their names. */
  readonly errors: Readonly<Record<string, string>>
}

const refusals = new WeakMap<Error, Promise<Refused>>()

/** Says why the server refused a change: in its own words, where it gave some. */
export function describeRefusal(error: Error): Promise<Refused> {
  // A response can be read once.
  const known = refusals.get(error)
  if (known !== undefined) return known
  const refusal = readRefusal(error)
  refusals.set(error, refusal)
  return refusal
}

async function readRefusal(error: Error): Promise<Refused> {
  // Signing in is sensitive, so its error has no `data`: only the response has what the server said.
  const { data, response } = error as Partial<NetworkError>
  if (data !== undefined) return toRefused(error, data)
  return toRefused(error, response instanceof Response ? await readJson(response) : undefined)
}

/** Why the server refused a change, by the body of its response. */
export function toRefused(error: Error, body: unknown): Refused {
  const { message, errors } = Object(body) as { readonly message?: unknown; errors?: unknown }
  return {
    message: typeof message === 'string' ? message : describeError(error),
    errors: Object(errors) as Refused['errors'],
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** Why a call was refused; `undefined` if it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<Refused | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    return describeRefusal(error as Error)
  }
}
