import { publicUrl } from './address'
import { expectsData } from '../schema/literal'
import { NetworkError } from './NetworkError'
import { asNetworkFailure } from './sendRequest'

/** How a body is read when the `content-type` header is not to decide. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream'

const LONGEST_TYPE = 100
const TEXT = /\b(text|xml|html|javascript|css|csv|urlencoded)\b/

/** What decides how a response is read. */
interface Reader {
  readonly name: string
  readonly sideEffect: boolean | undefined
  readonly schema: unknown
  readonly content?: Content | undefined
  readonly sensitive?: boolean | undefined
}

/**
 * Reads a response in the form that the endpoint asks for, else by what its header says. A schema insists on JSON.
 * @param takesText true where a `process` of the endpoint's own may make data of a text
 * @throws NetworkError with status 400 where the body cannot be used
 */
export async function readResponse(
  endpoint: Reader,
  response: Response,
  takesText: boolean,
): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return null
  try {
    return await readBody(endpoint, response, takesText)
  } catch (error) {
    // The only TypeErrors here are those of a body that broke off.
    throw asNetworkFailure(error)
  }
}

async function readBody(
  endpoint: Reader,
  response: Response,
  takesText: boolean,
): Promise<unknown> {
  switch (endpoint.content) {
    case undefined:
      return readByHeader(endpoint, response, takesText)
    case 'json':
      return parseJson(endpoint, response, await response.text())
    case 'stream':
      return response.body
    default:
      return response[endpoint.content]()
  }
}

async function readByHeader(
  endpoint: Reader,
  response: Response,
  takesText: boolean,
): Promise<unknown> {
  const type = (response.headers.get('content-type') ?? '').toLowerCase()
  const isBinary = type !== '' && !type.includes('json') && !TEXT.test(type)
  if (isBinary) {
    const blob = await response.blob()
    if (!expectsData(endpoint.schema)) return blob
    if (blob.size === 0) return null
    const found = `binary data (${type.slice(0, LONGEST_TYPE)})`
    throw unusable(endpoint, response, `expected JSON for the schema, found ${found}`)
  }
  const text = await response.text()
  if (type.includes('json')) return parseJson(endpoint, response, text)
  if (text === '') return null
  const parsed = tryJson(text)
  if (parsed !== undefined) return parsed.value
  if (!expectsData(endpoint.schema)) return text
  const problem = problemOfText(endpoint, response, text, type)
  if (takesText) {
    handedOver.set(endpoint, { text, problem })
    return text
  }
  if (problem !== null) throw problem
  return null
}

/** "OK" in answer to a mutation says no more than an empty body does; a page says that something else answered. */
function problemOfText(
  endpoint: Reader,
  response: Response,
  text: string,
  type: string,
): NetworkError | null {
  if (endpoint.sideEffect === true && !isPage(text)) return null
  const found = `${kindOf(text, type)} (${text.length} characters)`
  return unusable(endpoint, response, `expected JSON for the schema, found ${found}`)
}

/** Texts that `process` was given in place of data, by the object that one call runs on. */
const handedOver = new WeakMap<object, { readonly text: string; readonly problem: Error | null }>()

/**
 * What `process` made of a response. A text that it left alone is what it is without a `process`.
 * @throws NetworkError where that is no data
 */
export function processed(call: object, value: unknown): unknown {
  const given = handedOver.get(call)
  if (given === undefined || value !== given.text) return value
  if (given.problem !== null) throw given.problem
  return null
}

function kindOf(text: string, type: string): string {
  return isHtml(text, type) ? `an HTML page${PAGE_ADVICE}` : 'text'
}

const PAGE_ADVICE =
  process.env.NODE_ENV === 'production'
    ? ''
    : '; there may be no API at this address, only a web server that answers everything'

function isHtml(text: string, type: string): boolean {
  return type.includes('html') || isPage(text)
}

function isPage(text: string): boolean {
  return /^\s*<(!doctype )?html\b/i.test(text)
}

function parseJson(endpoint: Reader, response: Response, text: string): unknown {
  if (text.trim() === '') return null
  const parsed = tryJson(text)
  if (parsed === undefined) {
    const length = `${text.length} characters`
    throw unusable(endpoint, response, `the body is not valid JSON (${length})`)
  }
  return parsed.value
}

function tryJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Says nothing of the body, which may hold what no log should. */
function unusable(endpoint: Reader, response: Response, problem: string): NetworkError {
  if (endpoint.sensitive === true) {
    return withoutDetail(endpoint, response, 'the answer cannot be read', 400)
  }
  return new NetworkError(response, `${publicUrl(response.url)}: ${problem}`, 400)
}

/** The error of an endpoint that tells nothing of its calls: neither the address, which has arguments in it, nor the answer. */
export function withoutDetail(
  { name }: { readonly name: string },
  response: Response,
  problem: string,
  status?: number,
): NetworkError {
  return new NetworkError(response, `${name}: ${problem}`, status, { url: undefined })
}
