import { isObject, isPlainObject } from '../util/checks'
import { formFields } from '../util/record'
import { codedMessage, describeValue } from '../util/messages'
import { pathNames } from './url'

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
  readonly urlArgs: readonly unknown[]
  readonly body: unknown
}

/**
 * Which argument of a call belongs into the URL and which is the body.
 * @param hasOwnUrl whether `url` is the endpoint's own, which declares its arguments itself
 */
export function splitArgs(
  endpoint: BodyTaker,
  args: readonly unknown[],
  hasOwnUrl: boolean,
): SplitArgs {
  const takesBody = hasBody(endpoint)
  if (takesBody && isBodyAlone(endpoint, args)) return { urlArgs: [{}], body: args[0] }
  // An `undefined` behind the body is no argument.
  const bodyAt = takesBody ? Math.max(countArgs(args), 2) - 1 : args.length
  const urlArgs = hasOwnUrl ? args.slice(0, bodyAt) : [isObject(args[0]) ? args[0] : {}]
  return { urlArgs, body: args[bodyAt] }
}

/** The number of arguments of a call; an `undefined` behind the others is none. */
export function countArgs(args: readonly unknown[]): number {
  return args.findLastIndex((arg) => arg !== undefined) + 1
}

/** Whether one argument is the body; with an undefined one behind it, only where nothing but a body is possible. */
function isBodyAlone(endpoint: BodyTaker, args: readonly unknown[]): boolean {
  if (countArgs(args) > 1) return false
  const { path, body, searchParams } = endpoint
  const takesParams = pathNames(path).length > 0 || searchParams !== undefined
  return args.length < 2 || (!takesParams && body !== undefined)
}

/** Whether a call has a body among its arguments. */
export function hasBody(endpoint: Pick<BodyTaker, 'method' | 'body'>): boolean {
  const { method } = endpoint
  if (method === 'GET') return false
  return 'body' in endpoint ? endpoint.body !== undefined : method !== 'DELETE'
}

/**
 * @param takesMore whether a step of the endpoint's own may use further arguments
 * @throws TypeError for arguments that would be lost, or are no parameters
 */
export function checkArgs(endpoint: BodyTaker, args: readonly unknown[], takesMore: boolean): void {
  const [takesBody, count] = [hasBody(endpoint), countArgs(args)]
  if (count > (takesBody ? 2 : 1) && !takesMore) {
    throw new TypeError(
      codedMessage(
        'too-many-arguments',
        process.env.NODE_ENV === 'production' ||
          `${endpoint.name} takes its parameters ${
            takesBody
              ? 'and a body, (params, body) or (body)'
              : 'as one object and sends no body; to send one, declare `body`'
          }; found ${count} arguments.`,
        endpoint.name,
      ),
    )
  }
  const [params] = args
  if (params === undefined || params === null) return
  if (takesBody && isBodyAlone(endpoint, args)) return
  // The members of a list, a Map or a form are no parameters.
  if (isObject(params) && !(Symbol.iterator in params) && !isForm(params)) return
  throw new TypeError(
    codedMessage(
      'invalid-parameters',
      process.env.NODE_ENV === 'production' ||
        `${endpoint.name} takes its parameters as one object, such as ({ id: '5' }); found ${kindOf(params)}.`,
      `${endpoint.name}, ${describeValue(params)}`,
    ),
  )
}

/** The value itself may be a secret. */
function kindOf(value: {}): string {
  const kind = typeof value === 'object' ? value.constructor.name : typeof value
  return `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}`
}

/**
 * A body as `fetch` takes it: JSON, but for what `fetch` sends by itself (FormData, Blob, text, …).
 * @throws TypeError where it is neither
 */
export function encodeBody(endpointName: string, body: unknown): RequestInit {
  if (body === undefined) return {}
  if (!isBodyInit(body)) return { body: toJson(endpointName, body) }
  // `fetch` takes a stream only with the declaration that it is sent before its end is known.
  return isStream(body) ? ({ body, duplex: 'half' } as RequestInit) : { body }
}

/** A body as a part of a key, the same whatever the order of its fields; files and other bytes count as themselves. */
export function bodyKey(endpointName: string, body: unknown): string {
  if (typeof body === 'string') return `text ${body}`
  if (body instanceof URLSearchParams) return body.toString()
  if (isForm(body)) return `form ${JSON.stringify(formFields(body).map(fieldKey))}`
  return isBodyInit(body) ? `#${idOf(body as object)}` : toJson(endpointName, body, keyText)
}

/** A file of React Native is plain data, which holds its location. */
function fieldKey([name, value]: readonly [string, unknown]): unknown {
  return [name, value instanceof Blob ? { file: (value as File).name, id: idOf(value) } : value]
}

const ids = new WeakMap<object, number>()
let lastId = 0

function idOf(value: object): number {
  const id = ids.get(value) ?? ++lastId
  ids.set(value, id)
  return id
}

/** The names of the fields that a body sends; `undefined` for a body without names. */
export function bodyFields(body: unknown): readonly string[] | undefined {
  if (hasFields(body)) return formFields(body).map(([name]) => name)
  if (!isObject(body) || isBodyInit(body)) return undefined
  // JSON leaves out members that are `undefined`, and sends what a `toJSON()` gives.
  const sent: unknown = JSON.parse(JSON.stringify(body) ?? 'null')
  return isObject(sent) ? Object.keys(sent) : undefined
}

function toJson(
  endpointName: string,
  body: unknown,
  write: (body: unknown) => string | undefined = JSON.stringify,
): string {
  let cause: unknown
  try {
    const json = isOpaque(body) ? undefined : write(body)
    if (json !== undefined) return json
  } catch (error) {
    cause = error
  }
  const found = describeValue(body)
  const { message: reason = '' } = Object(cause) as Partial<Error>
  const message = codedMessage(
    'body-not-json',
    process.env.NODE_ENV === 'production' ||
      `The body of ${endpointName} ${
        cause === undefined
          ? `cannot be ${found}: give data that JSON can hold, or FormData, a Blob, text, …`
          : `cannot be written as JSON: ${reason}`
      }.`,
    // Any other message than our own may show a value.
    `${endpointName}, ${reason.startsWith('rtk-rest/') ? reason : found}`,
  )
  throw new TypeError(message, { cause })
}

/** Whether JSON would write `{}` for a value, whatever is in it. */
function isOpaque(body: unknown): boolean {
  if (!isObject(body) || 'toJSON' in body) return false
  return body instanceof Map || body instanceof Set || Symbol.asyncIterator in body
}

function isBodyInit(body: unknown): body is BodyInit {
  return (
    typeof body === 'string' ||
    hasFields(body) ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    isStream(body)
  )
}

function isForm(body: unknown): body is FormData {
  return body instanceof FormData
}

function hasFields(body: unknown): body is FormData | URLSearchParams {
  return isForm(body) || body instanceof URLSearchParams
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
 * @throws TypeError for what JSON writes as `null` (`NaN`, an invalid date), and for what it writes as `{}` whatever is in it
 * (a `Map`, `URLSearchParams`, a `Blob`), so that two different calls would have one key
 */
export function keyText(
  value: unknown,
  at: number | string = 'body',
  isShared = false,
): string | undefined {
  return JSON.stringify(value, function (this: Fields, name, member: unknown) {
    // The member is what a `toJSON()` has made of it.
    const given = this[name]
    const fields = isObject(member) ? Object.keys(member).sort() : undefined
    const isLost =
      fields === undefined
        ? isWrittenAsNull(member) && given !== null
        : isShared && fields.length === 0 && !isPlainObject(member as object)
    if (isLost) throw cannotHold(name || at, given, member)
    return fields
      ? Object.fromEntries(fields.map((field) => [field, (member as Fields)[field]]))
      : member
  })
}

function isWrittenAsNull(value: unknown): boolean {
  return value === null || (typeof value === 'number' && !Number.isFinite(value))
}

/** @param member what `toJSON()` made of what was given */
function cannotHold(name: number | string, given: unknown, member: unknown): TypeError {
  const isObjectLike = typeof member === 'object' && member !== null
  return new TypeError(
    codedMessage(
      'argument-not-in-key',
      process.env.NODE_ENV === 'production' ||
        (isObjectLike
          ? `"${name}" is ${Object.prototype.toString.call(member)}, which a key cannot hold; give plain data, or the endpoint a \`key\`.`
          : `"${name}" is ${String(given)}, which a key cannot hold; leave it out, or give null.`),
      `${name}, ${describeValue(given)}`,
    ),
  )
}
