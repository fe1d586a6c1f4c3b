import { expectsData } from '../schema/schemaObject'
import { publicUrl } from './url'
import { asNetworkFailure, NetworkError } from './NetworkError'

/** How a body is read when the `content-type` header is not to decide. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream'

/** An endpoint, as far as the reading of its responses depends on it. */
interface ResponseParser {
  readonly name: string
  readonly sideEffect: boolean | undefined
  readonly schema: unknown
  readonly content?: Content | undefined
  readonly sensitive?: boolean | undefined
}

/** Whether a response is read as bytes. */
export function isBinary(content: Content | undefined): boolean {
  return content === 'blob' || content === 'arrayBuffer' || content === 'stream'
}

const LONGEST_TYPE = 100
const TEXT = /\b(text|xml|html|javascript|css|csv|urlencoded)\b/

/**
 * Reads a response in the form that the endpoint declares, else by its header. A schema insists on JSON.
 * @param takesText true where a `process` of the endpoint's own may make data of a text
 * @throws NetworkError with status 400 where the body cannot be used
 */
export async function readResponse(
  endpoint: ResponseParser,
  response: Response,
  takesText: boolean,
): Promise<unknown> {
  const { content } = endpoint
  if (response.status === 204 || response.status === 205) return null
  if (content === 'stream') return response.body
  try {
    return content === undefined || content === 'json'
      ? await readData(endpoint, response, takesText)
      : await response[content]()
  } catch (error) {
    // The only TypeErrors here are those of a body that broke off.
    throw asNetworkFailure(error)
  }
}

async function readData(
  endpoint: ResponseParser,
  response: Response,
  takesText: boolean,
): Promise<unknown> {
  const type = (endpoint.content ?? response.headers.get('content-type') ?? '').toLowerCase()
  const isJson = type.includes('json')
  if (type !== '' && !isJson && !TEXT.test(type)) return readBinary(endpoint, response, type)
  const text = await response.text()
  if ((isJson ? text.trim() : text) === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    if (isJson) {
      const problem = `the body is not valid JSON (${text.length} characters)`
      throw responseError(endpoint, response, { problem, status: 400 })
    }
    return expectsData(endpoint.schema) ? readText(endpoint, response, text, takesText) : text
  }
}

async function readBinary(
  endpoint: ResponseParser,
  response: Response,
  type: string,
): Promise<unknown> {
  const blob = await response.blob()
  if (!expectsData(endpoint.schema)) return blob
  if (blob.size === 0) return null
  throw unexpected(endpoint, response, `binary data (${type.slice(0, LONGEST_TYPE)})`)
}

/** A text in place of data: `process` may make data of it, and otherwise it is none. */
function readText(
  endpoint: ResponseParser,
  response: Response,
  text: string,
  takesText: boolean,
): string | null {
  const withoutProcess = (): null => {
    // "OK" as the response to a mutation is like an empty body; a page is from something else.
    if (endpoint.sideEffect === true && !isPage(text)) return null
    const type = response.headers.get('content-type') ?? ''
    const kind = isPage(text) || /html/i.test(type) ? `an HTML page${PAGE_ADVICE}` : 'text'
    throw unexpected(endpoint, response, `${kind} (${text.length} characters)`)
  }
  if (!takesText) return withoutProcess()
  unprocessedTexts.set(endpoint, { text, withoutProcess })
  return text
}

/** Texts that `process` gets in place of data, by the object that one call runs on. */
const unprocessedTexts = new WeakMap<
  object,
  { readonly text: string; readonly withoutProcess: () => null }
>()

/**
 * The result of `process`. A text that it left as it is gives what it gives without a `process`.
 * @throws NetworkError where that is no data
 */
export function processed(call: object, value: unknown): unknown {
  const unprocessed = unprocessedTexts.get(call)
  return unprocessed !== undefined && value === unprocessed.text
    ? unprocessed.withoutProcess()
    : value
}

const PAGE_ADVICE =
  process.env.NODE_ENV === 'production'
    ? ''
    : '; there may be no API at this address, only a web server that sends a page for everything'

/** Whether a text is an HTML page. */
export function isPage(text: string): boolean {
  return /^\s*<(!doctype )?html\b/i.test(text)
}

function unexpected(endpoint: ResponseParser, response: Response, found: string): NetworkError {
  const problem = `expected JSON for the schema, found ${found}`
  return responseError(endpoint, response, { problem, status: 400 })
}

interface ResponseProblem {
  /** Why the response cannot be used. Default: its status. */
  readonly problem?: string
  /** Default: that of the response. */
  readonly status?: number
  /** The body of the response. */
  readonly data?: unknown
}

/**
 * The error for a response. It shows nothing of a body, which may hold what no log should; for a sensitive endpoint neither the
 * address, which has arguments in it, nor anything else of the response.
 */
export function responseError(
  { name, sensitive }: Pick<ResponseParser, 'name' | 'sensitive'>,
  response: Response,
  { problem, status, data }: ResponseProblem,
): NetworkError {
  if (sensitive !== true) {
    const message = problem && `${publicUrl(response.url)}: ${problem}`
    return new NetworkError(response, message, status, { data })
  }
  const shown =
    problem === undefined ? `status ${response.status} is not ok` : 'the response cannot be read'
  return new NetworkError(response, `${name}: ${shown}`, status, { url: undefined })
}
