import { isNothing, isObject } from '../util/checks'
import { codedMessage, describeData } from '../util/messages'
import { formFields } from '../util/record'
import { checkBody, checkKeyMember } from './checkCall'
import { type PathParams, templateOf } from './pathTemplate'

/** An endpoint, as far as the arguments of its calls depend on it. */
interface BodyTaker {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly searchParams?: unknown
}

/** The arguments of a call, by where they go. */
export interface SplitArgs {
  /** The arguments of `url`: one object of parameters, or, for a `url` of the endpoint's own, all in front of the body. */
  readonly urlArgs: readonly [params?: PathParams]
  readonly body: unknown
}

/**
 * Which argument of a call belongs into the URL and which is the body.
 * @param isOwnUrl whether a `url` of the endpoint's own declares the arguments
 * @throws TypeError for parameters that are no object
 */
export function splitArgs(
  endpoint: BodyTaker,
  args: readonly unknown[],
  isOwnUrl: boolean,
): SplitArgs {
  const { path, searchParams } = endpoint
  const takesBody = hasBody(endpoint)
  const takesParams = templateOf(path).params.length > 0 || searchParams !== undefined
  const count = countArgs(args)
  const isBodyAlone = takesBody && count < 2 && (args.length < 2 || !takesParams)
  if (isBodyAlone) return { urlArgs: [{}], body: args[0] }
  // An `undefined` behind the body is no argument.
  const bodyAt = takesBody ? Math.max(count, 2) - 1 : args.length
  const urlArgs = isOwnUrl ? args.slice(0, bodyAt) : [paramsIn(endpoint, args[0])]
  return { urlArgs: urlArgs as [PathParams], body: args[bodyAt] }
}

/** The number of arguments of a call; an `undefined` behind the others is none. */
export function countArgs(args: readonly unknown[]): number {
  return args.findLastIndex((arg) => arg !== undefined) + 1
}

/** Whether a call has a body among its arguments. */
export function hasBody(endpoint: Pick<BodyTaker, 'method' | 'body'>): boolean {
  const { method } = endpoint
  if (method === 'GET') return false
  return 'body' in endpoint ? endpoint.body !== undefined : method !== 'DELETE'
}

/** The members of a list, a Map or a form are no parameters. */
function paramsIn({ name }: BodyTaker, params: unknown): object {
  if (isNothing(params)) return {}
  if (isObject(params) && !(Symbol.iterator in params) && !hasFields(params)) return params
  throw new TypeError(
    codedMessage(
      'invalid-parameters',
      process.env.NODE_ENV === 'production' ||
        `${name} takes its parameters as one object, such as ({ id: '5' }); found ${describeData(params)}.`,
      name,
    ),
  )
}

/** A body as `fetch` takes it: JSON, but for what `fetch` sends by itself (FormData, Blob, text, …). */
export function encodeBody(endpointName: string, body: unknown): RequestInit {
  if (body === undefined) return {}
  if (!isBodyInit(body)) {
    if (process.env.NODE_ENV !== 'production') checkBody(endpointName, body)
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  // `fetch` takes a stream only with the declaration that it is sent before its end is known.
  return isStream(body) ? ({ body, duplex: 'half' } as RequestInit) : { body }
}

/** The body of a read as a part of its key, the same whatever the order of its fields. */
export function bodyKey(body: unknown): string | undefined {
  return hasFields(body) ? `form ${keyText(formFields(body))}` : keyText(body)
}

/** The names of the fields that a body sends; `undefined` for a body without names. */
export function bodyFields(body: unknown): readonly string[] | undefined {
  if (hasFields(body)) return formFields(body).map(([name]) => name)
  if (!isObject(body) || isBodyInit(body)) return undefined
  // JSON leaves out members that are `undefined`, and sends what a `toJSON()` gives.
  return Object.keys(JSON.parse(JSON.stringify(body)) as object)
}

/** Whether `fetch` takes a body as it is. */
export function isBodyInit(body: unknown): body is BodyInit {
  return (
    typeof body === 'string' ||
    hasFields(body) ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    isStream(body)
  )
}

function hasFields(body: unknown): body is FormData | URLSearchParams {
  return body instanceof FormData || body instanceof URLSearchParams
}

/** Whether a body is a stream, of which React Native has none. */
export function isStream(body: unknown): body is ReadableStream {
  return typeof ReadableStream === 'function' && body instanceof ReadableStream
}

type Fields = Readonly<Record<string, unknown>>

/**
 * A value as a part of a key: JSON, the same whatever the order of fields; `undefined` for what JSON leaves out.
 * @param at what an error calls the value itself
 * @param isShared whether calls with one key share a response; otherwise two calls may have one key
 */
export function keyText(
  value: unknown,
  at: number | string = 'body',
  isShared = true,
): string | undefined {
  return JSON.stringify(value, function (this: Fields, name, member: unknown) {
    // The member is what a `toJSON()` has made of it.
    if (process.env.NODE_ENV !== 'production') {
      checkKeyMember(name || at, this[name], member, isShared)
    }
    if (!isObject(member)) return member
    return Object.fromEntries(
      Object.keys(member)
        .sort()
        .map((field) => [field, member[field]]),
    )
  })
}
