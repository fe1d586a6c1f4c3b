import { describe } from '../util/describe'
import { formFields } from '../util/formFields'
import { isObject } from '../util/isObject'
import { keyText } from './keyText'

/** A body as `fetch` takes it, and whether it became JSON. */
export interface EncodedBody {
  readonly init: RequestInit
  readonly isJson: boolean
}

/**
 * JSON for every JSON value; what `fetch` sends by itself (FormData, Blob, text, …) is passed through.
 * @throws TypeError where it is neither
 */
export function encodeBody(endpointName: string, body: unknown): EncodedBody {
  if (body === undefined) return { init: {}, isJson: false }
  // `fetch` insists on being told that it may send a stream before it has all of it.
  if (isStream(body)) return { init: streamed(body), isJson: false }
  if (isBodyInit(body)) return { init: { body }, isJson: false }
  return { init: { body: toJson(endpointName, body) }, isJson: true }
}

/** A body as a part of a key, the same whatever the order of its fields; files and other bytes count as themselves. */
export function bodyAsText(endpointName: string, body: unknown): string {
  if (typeof body === 'string') return `text ${body}`
  if (body instanceof URLSearchParams) return body.toString()
  if (isForm(body)) return `form ${JSON.stringify(partsOf(body))}`
  return isBodyInit(body) ? `#${idOf(body as object)}` : toJson(endpointName, body, keyText)
}

/** The names of the fields that a body sends; `undefined` for a body without names. */
export function bodyFields(body: unknown): readonly string[] | undefined {
  if (isPairs(body)) return pairsOf(body).map(([name]) => name)
  if (!isObject(body) || isBodyInit(body)) return undefined
  // As JSON sends them: without members that are `undefined`, and as a `toJSON()` says.
  const sent: unknown = JSON.parse(JSON.stringify(body) ?? 'null')
  return isObject(sent) ? Object.keys(sent) : undefined
}

/** Whether a body is a list of names and values. */
export function isPairs(body: unknown): body is FormData | URLSearchParams {
  return isForm(body) || body instanceof URLSearchParams
}

export function pairsOf(body: FormData | URLSearchParams): ReturnType<typeof formFields> {
  return isForm(body) ? formFields(body) : [...body]
}

/** The parts of a form; a file of React Native is plain data, and says where it is. */
function partsOf(form: FormData): unknown {
  return formFields(form).map(([name, value]) => [name, partOf(value)])
}

function partOf(value: unknown): unknown {
  return value instanceof Blob ? { file: (value as File).name, id: idOf(value) } : value
}

const ids = new WeakMap<object, number>()
let lastId = 0

function idOf(value: object): number {
  const id = ids.get(value) ?? ++lastId
  ids.set(value, id)
  return id
}

function streamed(body: ReadableStream): RequestInit {
  return { body, duplex: 'half' } as RequestInit
}

function toJson(
  endpointName: string,
  body: unknown,
  write: (body: unknown) => string | undefined = JSON.stringify,
): string {
  if (isUnreadable(body)) throw notSayable(endpointName, body)
  try {
    const json = write(body)
    if (json !== undefined) return json
  } catch (error) {
    throw new TypeError(
      `The body of ${endpointName} cannot be written as JSON: ${(error as Error).message}`,
      { cause: error },
    )
  }
  throw notSayable(endpointName, body)
}

/** What JSON would say `{}` of, whatever is in it. */
function isUnreadable(body: unknown): boolean {
  if (!isObject(body) || 'toJSON' in body) return false
  return body instanceof Map || body instanceof Set || Symbol.asyncIterator in body
}

function notSayable(endpointName: string, body: unknown): TypeError {
  const advice =
    process.env.NODE_ENV === 'production'
      ? ''
      : ': give data that JSON can say, or FormData, a Blob, text, …'
  return new TypeError(`The body of ${endpointName} cannot be ${describe(body)}${advice}.`)
}

function isBodyInit(body: unknown): body is BodyInit {
  return (
    typeof body === 'string' ||
    isPairs(body) ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    isStream(body)
  )
}

export function isForm(body: unknown): body is FormData {
  return body instanceof FormData
}

/** Whether a body is a stream, of which React Native has none. */
export function isStream(body: unknown): body is ReadableStream {
  return typeof ReadableStream === 'function' && body instanceof ReadableStream
}
