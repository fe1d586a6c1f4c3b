import { expectsData } from '../schema/schemaObject'
import { asNetworkFailure, NetworkError, problemOf } from './NetworkError'

/** The form in which a body is read when the `content-type` header is not to decide. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream'

/** An endpoint, as far as the reading of its responses depends on it. */
interface ResponseParser {
  readonly name: string
  readonly method: string
  readonly sideEffect: boolean | undefined
  readonly schema: unknown
  readonly content?: Content | undefined
  readonly sensitive?: boolean | undefined
}

/** Whether a response is read as bytes. */
export function isBinary(content: Content | undefined): boolean {
  return content === 'blob' || content === 'arrayBuffer' || content === 'stream'
}

/** The content type of a response, in lower case; empty where there is none. */
export function typeOf({ headers }: Response): string {
  return (headers.get('content-type') ?? '').toLowerCase()
}

/** Whether a response is text, by its content type; without one it may be. */
export function isText(response: Response): boolean {
  return /^$|^text|json|\bxml\b|javascript|urlencoded/.test(typeOf(response))
}

/**
 * The data of a text: JSON, but a number, a word or a quoted text in a response that is text by its content type, which
 * stays as it came.
 * @throws SyntaxError where the text is no JSON
 */
export function dataOf(response: Response, text: string): unknown {
  const data = JSON.parse(text) as unknown
  const type = typeOf(response)
  const isJson = type === '' || type.includes('json') || (typeof data === 'object' && data !== null)
  return isJson ? data : text
}

/** Whether an endpoint takes a text as it comes: nothing says that it expects another type of value. */
function keepsText({ content, schema }: ResponseParser): boolean {
  return content === undefined && typeof (schema ?? '') === 'string'
}

/** Whether a text is an HTML page, which comes from something else than an API. */
export function isPage(text: string): boolean {
  return /^\s*<(!doctype )?html\b/i.test(text)
}

/**
 * Reads a response in the form that the endpoint declares, else by its header. A schema insists on JSON.
 * @throws NetworkError with the code `INVALID_RESPONSE` where the body cannot be used
 */
export async function readResponse(endpoint: ResponseParser, response: Response): Promise<unknown> {
  const { content, schema } = endpoint
  if (response.status === 204 || response.status === 205) return null
  if (content === 'stream') return response.body
  try {
    if (content !== undefined && content !== 'json') return await response[content]()
    const isBytes = content === undefined && !expectsData(schema) && !isText(response)
    return isBytes ? await response.blob() : parseText(endpoint, response, await response.text())
  } catch (error) {
    // The only TypeErrors here are those of a body that broke off.
    throw asNetworkFailure(error)
  }
}

function parseText(endpoint: ResponseParser, response: Response, text: string): unknown {
  if (text.trim() === '') return null
  try {
    return keepsText(endpoint) ? dataOf(response, text) : (JSON.parse(text) as unknown)
  } catch {
    const isJson = endpoint.content === 'json' || typeOf(response).includes('json')
    if (!isJson && !expectsData(endpoint.schema)) return text
    // "OK" as the response to a mutation is like an empty body.
    const isEmpty = endpoint.sideEffect === true && isText(response) && !isPage(text)
    if (!isJson && isEmpty) return null
    const problem = unreadable(response, text, isJson)
    // After a redirect it may be a page to sign in.
    if (endpoint.method !== 'DELETE' || response.redirected) {
      throw responseError(endpoint, response, { problem })
    }
    if (process.env.NODE_ENV !== 'production') warnUnreadable(endpoint, response, problem)
    return null
  }
}

const warned = new Set<string>()

/** Warns once for each endpoint. */
function warnUnreadable({ name }: ResponseParser, { status }: Response, problem: string): void {
  if (warned.has(name)) return
  warned.add(name)
  console.warn(
    `${name}: ${problem}. As the status is ${status}, the response counts as empty, and what was requested as deleted.`,
  )
}

const LONGEST_TYPE = 100

function unreadable(response: Response, text: string, isJson: boolean): string {
  const kind = isJson ? 'invalid JSON' : typeOf(response).slice(0, LONGEST_TYPE) || 'text'
  const page =
    process.env.NODE_ENV !== 'production' && isPage(text)
      ? 'an HTML page; there may be no API at this address, only a web server that sends a page for everything'
      : kind
  return `Expected JSON, found ${page} (${text.length} characters)`
}

interface ResponseDetails {
  /** Why the response cannot be used, whatever its status. */
  readonly problem?: string
  /** The body of the response. */
  readonly data?: unknown
}

/**
 * The error for a response. It shows nothing of a body, which may hold what no log should; for a sensitive endpoint neither the
 * address, which has arguments in it, nor what else the server says.
 */
export function responseError(
  { sensitive }: Pick<ResponseParser, 'sensitive'>,
  response: Response,
  { problem, data }: ResponseDetails,
): NetworkError {
  const isHidden = sensitive === true
  const shown = isHidden && problem ? 'The response cannot be read' : problem
  return new NetworkError(response, shown ?? problemOf(response, isHidden), undefined, {
    data,
    ...(isHidden && { url: '' }),
    ...(problem && { code: 'INVALID_RESPONSE' }),
  })
}
