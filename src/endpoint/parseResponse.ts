import { isKind } from '../schema/kinds'
import { NetworkError } from './NetworkError'

/** How a body is read when the `content-type` header is not to decide. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream'

const TEXT = /\b(text|xml|html|javascript|css|csv|urlencoded)\b/

/**
 * Reads a response by what its header says. A schema insists on JSON.
 * @throws NetworkError with status 400 where the body cannot be used
 */
export async function readBody(
  response: Response,
  schema: unknown,
  isDelete: boolean,
): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return null
  const type = response.headers.get('content-type') ?? ''
  const isBinary = type !== '' && !type.includes('json') && !TEXT.test(type)
  if (isBinary) return readBinary(response, schema, type)
  const text = await response.text()
  return text === '' ? null : readText(response, text, schema, type, isDelete)
}

/** Reads a response in the form that the endpoint asks for, whatever its header says. */
export async function readAs(response: Response, content: Content): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return null
  switch (content) {
    case 'json':
      return parseJson(response, await response.text())
    case 'stream':
      return response.body
    default:
      return response[content]()
  }
}

async function readBinary(response: Response, schema: unknown, type: string): Promise<Blob> {
  if (expectsData(schema)) {
    throw unusable(response, `expected JSON for the schema, found binary data (${type})`)
  }
  return response.blob()
}

function readText(
  response: Response,
  text: string,
  schema: unknown,
  type: string,
  isDelete: boolean,
): unknown {
  if (type.includes('json')) return parseJson(response, text)
  const parsed = tryJson(text)
  if (parsed !== undefined) return parsed.value
  if (!expectsData(schema)) return text
  // "OK" in answer to a DELETE says no more than an empty body does.
  if (isDelete) return null
  throw unusable(response, textProblem(text, type))
}

function textProblem(text: string, type: string): string {
  const isHtml = type.includes('html') || /^\s*<!doctype html/i.test(text)
  const what = isHtml
    ? 'an HTML page; there may be no API at this address, only a web server that answers everything'
    : 'text'
  return `expected JSON for the schema, found ${what}: ${text.slice(0, 300)}`
}

function parseJson(response: Response, text: string): unknown {
  const parsed = tryJson(text)
  if (parsed === undefined)
    throw unusable(response, `the body is not valid JSON: ${text.slice(0, 300)}`)
  return parsed.value
}

function tryJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function expectsData(schema: unknown): boolean {
  return isKind(schema) || (typeof schema === 'object' && schema !== null)
}

function unusable(response: Response, problem: string): NetworkError {
  const url = response.url.replace(/[?#].*$/s, '')
  return new NetworkError(response, `${url}: ${problem}`, 400)
}
