import { codedMessage, describeValue } from '../util/messages'
import { type PathParam, type PathToken, templateOf } from './pathTemplate'

/** The parameters of a call by their names. */
export type PathParams = Readonly<Record<string, unknown>>

/** An endpoint, as far as the URLs of its calls depend on it. */
interface UrlOptions {
  readonly path: string
  readonly urlPrefix?: string | undefined
  searchToString(params: Record<string, unknown>): string
}

/**
 * The URL of a call: prefix, path, and all parameters that are not in the path as search parameters.
 * @throws TypeError for a missing or wrong parameter
 */
export function buildUrl(endpoint: UrlOptions, params: PathParams): string {
  const { path, urlPrefix = '' } = endpoint
  const url = `${urlPrefix}${fillIn(path, params)}` || '/'
  const inPath = templateOf(path).params
  const others = Object.entries(params).filter(([name]) => !inPath.some((it) => it.name === name))
  const search = others.length === 0 ? '' : endpoint.searchToString(Object.fromEntries(others))
  return search === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${search}`
}

/**
 * Fills a path's parameters in, each within its segment. An optional group is there if its parameters are.
 * @throws TypeError naming the parameter that is missing, empty, `.`, `..` or not text
 */
export function fillIn(path: string, params: PathParams): string {
  const fill = (tokens: readonly PathToken[], isOptional: boolean): string => {
    let text = ''
    for (const token of tokens) {
      if (typeof token === 'string') text += token
      else if ('name' in token) {
        // Own members only: a parameter called `constructor` is not in every object.
        const value = Object.hasOwn(params, token.name) ? params[token.name] : undefined
        if (isOptional && value === undefined) return ''
        text += encodeParam(path, token, value)
      } else text += fill(token, true)
    }
    return text
  }
  return fill(templateOf(path).tokens, false)
}

function encodeParam(path: string, { name, isWildcard }: PathParam, value: unknown): string {
  const segments = isWildcard ? value : [value]
  const isComplete = Array.isArray(segments) && segments.length > 0 && segments.every(isSegment)
  if (isComplete) return segments.map(encodeURIComponent).join('/')
  throw new TypeError(
    codedMessage(
      'missing-path-parameter',
      process.env.NODE_ENV === 'production' ||
        (value === undefined
          ? `The path parameter "${name}" of ${path} is missing: parameters are the first argument, in front of any body; one argument alone is the body.`
          : `The path parameter "${name}" of ${path} cannot be ${describeValue(value)}: give a text or a number that keeps the shape of the path, and a list of those for a wildcard.`),
      `"${name}" of ${path}`,
    ),
  )
}

/** Whether a value is text that keeps the shape of a path. */
function isSegment(value: unknown): value is string {
  return isScalar(value) && !/^\.{0,2}$/.test(String(value))
}

/** Whether a value has a text of its own. */
function isScalar(value: unknown): boolean {
  return /^(string|boolean|bigint)$/.test(typeof value) || Number.isFinite(value)
}

/**
 * Search parameters as a query string, sorted by name so that equal calls have equal keys.
 * `undefined` is left out, an array repeats its name.
 */
export function searchToString(params: PathParams): string {
  const search = new URLSearchParams()
  // Sorted here, as the URLSearchParams of React Native cannot sort.
  for (const name of Object.keys(params).sort()) {
    for (const item of [params[name]].flat()) {
      if (process.env.NODE_ENV !== 'production') checkSearchParam(name, item)
      if (item !== undefined) search.append(name, item as string)
    }
  }
  return search.toString()
}

function checkSearchParam(name: string, item: unknown): void {
  if (isScalar(item) || item === null || item === undefined) return
  throw new TypeError(
    `The search parameter "${name}" is ${describeValue(item)}; leave it out, or give the endpoint a \`searchToString\` that can write it.`,
  )
}

/** The parameters of a path that was filled in, decoded; `undefined` where it is not one of this template's. */
export function readPath(
  path: string,
  filledIn: string,
): Partial<Record<string, string | string[]>> | undefined {
  const template = templateOf(path)
  const captures = template.pattern.exec(filledIn)
  if (captures === null) return undefined
  const params = Object.create(null) as Record<string, string | string[]>
  for (const [at, { name, isWildcard }] of template.params.entries()) {
    const text = captures[at + 1]
    if (text === undefined) continue
    params[name] = isWildcard ? text.split('/').map(decodeURIComponent) : decodeURIComponent(text)
  }
  return params
}
