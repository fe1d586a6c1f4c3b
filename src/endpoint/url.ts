import { codedMessage, describeValue } from '../util/messages'
import { fillIn, isScalar, type PathParams, templateOf } from './pathTemplate'

/** An endpoint, as far as the beginning of its URLs depends on it. */
interface Prefixed {
  readonly path: string
  readonly urlPrefix?: string | undefined
}

/** An endpoint, as far as the URLs of its calls depend on it. */
interface UrlOptions extends Prefixed {
  searchToString(params: Record<string, unknown>): string
}

/**
 * The URL of a call: prefix, path, and all parameters that are not in the path as search parameters.
 * @throws TypeError for a missing or wrong parameter
 */
export function buildUrl(endpoint: UrlOptions, params: PathParams): string {
  const { path } = endpoint
  checkCredentials(endpoint)
  const url = `${prefixOf(endpoint)}${fillIn(path, params)}` || '/'
  const inPath = templateOf(path).params
  const others = Object.entries(params).filter(([name]) => !inPath.some((it) => it.text === name))
  const search = others.length === 0 ? '' : endpoint.searchToString(Object.fromEntries(others))
  return search === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${search}`
}

/**
 * Refuses a user and a password before a host, which `fetch` refuses too, with a message that has them.
 * @throws TypeError
 */
export function checkCredentials({ path, urlPrefix = '' }: Prefixed): void {
  if (!/^\s*([a-z][\w+.-]*:[\\/]*|[\\/]{2,})[^\\/?#]*@/i.test(urlPrefix)) return
  const text =
    process.env.NODE_ENV === 'production' ||
    `The \`urlPrefix\` of ${path} has a user or a password in it, which fetch refuses: send them as a header.`
  throw new TypeError(codedMessage('password-in-prefix', text, path))
}

/** What stands before the path: the `urlPrefix`, without slashes at its end where the path begins with one. */
export function prefixOf({ path, urlPrefix = '' }: Prefixed): string {
  return /^\{?\//.test(path) ? urlPrefix.replace(/\/+$/, '') : urlPrefix
}

/**
 * Search parameters as a query string, sorted by name so that equal calls have equal keys.
 * `undefined` is left out, an array repeats its name, a `Date` is written in ISO 8601.
 */
export function searchToString(params: PathParams): string {
  const search = new URLSearchParams()
  // Sorted here, as the URLSearchParams of React Native cannot sort.
  for (const name of Object.keys(params).sort()) {
    for (const item of [params[name]].flat()) {
      if (process.env.NODE_ENV !== 'production') checkSearchParam(name, item)
      if (item !== undefined) search.append(name, (item as Date)?.toISOString?.() ?? item)
    }
  }
  return search.toString()
}

function checkSearchParam(name: string, item: unknown): void {
  const isTime = item instanceof Date
  if (isScalar(isTime ? item.getTime() : item) || item === null || item === undefined) return
  throw new TypeError(
    `The search parameter "${name}" is ${isTime ? 'an invalid Date' : describeValue(item)}; leave it out, or give the endpoint a \`searchToString\` that can write it.`,
  )
}
