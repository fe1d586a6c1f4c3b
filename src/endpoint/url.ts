import { isObject } from '../util/checks'
import { getOrCreate } from '../util/collections'
import { codedMessage, describeValue } from '../util/messages'
import { MARK, parsePath, type PathTemplate, SLOT, start, WILDCARD } from './pathTemplate'

/** The parameters of a call by their names. */
export type PathParams = Readonly<Record<string, unknown>>

/** An endpoint, as far as the URLs of its calls depend on it. */
interface UrlOptions {
  readonly path: string
  readonly urlPrefix?: string | undefined
  searchToString(params: Record<string, unknown>): string
}

// Paths are written in code, so there are only so many of them.
const templates = new Map<string, PathTemplate>()

function templateOf(path: string): PathTemplate {
  return getOrCreate(templates, path, () => parsePath(path))
}

/** The names of the parameters in a path such as `/users/:id{/:tab}`. */
export function pathNames(path: string): readonly string[] {
  return templateOf(path).names
}

/** Matches the paths that a template can become. */
export function pathPattern(path: string): RegExp {
  return templateOf(path).pattern
}

/**
 * The URL of a call: prefix, path, and all parameters that are not in the path as search parameters.
 * @throws TypeError for a wrong parameter, for a path that would name the host, and for credentials
 */
export function buildUrl(endpoint: UrlOptions, params: PathParams): string {
  const { path, urlPrefix: prefix = '' } = endpoint
  const [filledIn, form] = fillIn(path, params)
  const url = `${prefix}${filledIn}` || '/'
  if (!isPlain(prefix, filledIn || '/')) checkHost(path, prefix, prefix || start(form, MARK), url)
  const names = pathNames(path)
  const others = Object.entries(params).filter(([name]) => !names.includes(name))
  const search = others.length === 0 ? '' : endpoint.searchToString(Object.fromEntries(others))
  return search === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${search}`
}

/** Whether every parser ends the host before the path begins. Other forms are left to the parser. */
function isPlain(prefix: string, path: string): boolean {
  if (prefix === '') return path.startsWith('/') && isPlainAddress(path)
  // A "/" may still become the beginning of a host.
  return prefix !== '/' && isPlainAddress(path.startsWith('/') ? `${prefix}/` : prefix)
}

/**
 * Refuses a path that would name the host, as `//evil.test` and `https://api.test.evil` do.
 * @param fixed the part of the URL in front of its first value
 */
function checkHost(path: string, prefix: string, fixed: string, url: string): void {
  refuseCredentials(url)
  const host = hostOf(fixed)
  if (host !== undefined && host === hostOf(url)) return
  throw new TypeError(
    codedMessage(
      'path-in-host',
      process.env.NODE_ENV === 'production' ||
        `The path ${path} would become part of the host's name${adviceFor(prefix)}.`,
      path,
    ),
  )
}

function adviceFor(prefix: string): string {
  return prefix === ''
    ? ': write the origin into `urlPrefix`, and start the path with one "/"'
    : `: it must start with one "/" behind a urlPrefix that is an origin or a path; found '${publicUrl(prefix)}'`
}

/**
 * Fills a path's parameters in, each within its segment: the first form of which all parameters are there, which is that with
 * most groups. Gives the form as well.
 * @throws TypeError naming the parameter that is missing, empty, `.`, `..` or not text
 */
export function fillIn(path: string, params: PathParams): [filledIn: string, form: string] {
  const { names, forms } = templateOf(path)
  let missing: string[] = []
  for (const form of forms) {
    missing = []
    const filledIn = form.replace(SLOT, (_, mark: string, index: number) => {
      const name = names[index] ?? ''
      const text = encodeParam(path, name, mark === WILDCARD, params)
      if (text === undefined) missing.push(`"${name}"`)
      return text ?? ''
    })
    if (missing.length === 0) return [filledIn, form]
  }
  const found = `${missing.join(', ')} of ${path}`
  throw new TypeError(
    codedMessage(
      'missing-path-parameter',
      process.env.NODE_ENV === 'production' ||
        `The path parameter ${found} is missing: parameters are the first argument, in front of any body; one argument alone is the body.`,
      found,
    ),
  )
}

function encodeParam(
  path: string,
  name: string,
  isWildcard: boolean,
  params: PathParams,
): string | undefined {
  // Own members only: a parameter called `constructor` is not in every object.
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  if (value === undefined) return undefined
  const text = Array.isArray(value) === isWildcard ? encodeValue(value) : undefined
  if (text !== undefined) return text
  throw new TypeError(
    codedMessage(
      'invalid-path-parameter',
      process.env.NODE_ENV === 'production' ||
        `The path ${path} cannot be filled in: "${name}" ${problemOf(value, isWildcard)}.`,
      `"${name}" of ${path}, ${describeValue(value)}`,
    ),
  )
}

/** A value as one segment of a path, a list as several; `undefined` where one of them is none. */
function encodeValue(value: unknown): string | undefined {
  if (!Array.isArray(value)) return encodeSegment(value)
  const segments = value.map(encodeSegment)
  return segments.length > 0 && !segments.includes(undefined) ? segments.join('/') : undefined
}

function problemOf(value: unknown, isWildcard: boolean): string {
  const segments: readonly unknown[] = Array.isArray(value) ? value : [value]
  const wrong = segments.findIndex((segment) => encodeSegment(segment) === undefined)
  return wrong < 0
    ? `must be a ${isWildcard ? 'non-empty array' : 'string'}`
    : `must be a non-empty text or number that keeps the path's shape, found ${describeValue(segments[wrong])}`
}

/** A value as one segment of a path; `undefined` where it is no text, or would change the shape of the path. */
function encodeSegment(value: unknown): string | undefined {
  const text = paramText(value) ?? ''
  // Most parameters stand for themselves.
  if (/^[\w-]+$/.test(text)) return text
  if (/^\.{0,2}$/.test(text)) return undefined
  try {
    return encodeURIComponent(text)
  } catch {
    // Half of a character.
    return undefined
  }
}

/** A value as text; `undefined` where two values could have the same text. */
function paramText(value: unknown): string | undefined {
  const isScalar =
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    typeof value === 'bigint' ||
    Number.isFinite(value)
  return isScalar ? String(value) : undefined
}

/** The parameters of a path that was filled in, decoded; `undefined` where it is not one of this template's. */
export function readPath(
  path: string,
  filledIn: string,
): Partial<Record<string, string | string[]>> | undefined {
  const { names, forms, pattern } = templateOf(path)
  const captures = pattern.exec(filledIn)
  if (captures === null) return undefined
  const params = Object.create(null) as Record<string, string | string[]>
  let capture = 0
  for (const [, mark, index] of forms.join('').matchAll(SLOT)) {
    const text = captures[(capture += 1)]
    const name = names[Number(index)]
    if (text === undefined || name === undefined) continue
    params[name] =
      mark === WILDCARD ? text.split('/').map(decodeURIComponent) : decodeURIComponent(text)
  }
  return params
}

/**
 * Search parameters as a query string, sorted by name so that equal calls have equal keys.
 * `undefined` is left out, an array repeats its name.
 * @throws TypeError for any other object, and for numbers that are not finite
 */
export function searchToString(params: PathParams): string {
  const search = new URLSearchParams()
  // Sorted here, as the URLSearchParams of React Native cannot sort.
  for (const name of Object.keys(params).sort()) {
    const value = params[name]
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined) search.append(name, searchText(name, item))
    }
  }
  return search.toString()
}

function searchText(name: string, value: unknown): string {
  const text = value === null ? 'null' : paramText(value)
  if (text !== undefined) return text
  const found = describeValue(value)
  throw new TypeError(
    codedMessage(
      'invalid-search-parameter',
      process.env.NODE_ENV === 'production' ||
        `The search parameter "${name}" is ${found}; leave it out, or give the endpoint a \`searchToString\` that can write it.`,
      `${name}, ${found}`,
    ),
  )
}

/**
 * A part of the key behind the URL, for parameters that are `null`: in the URL they look like the text "null", and lists are
 * found by the arguments. Empty where none is.
 */
export function nullsIn(params: unknown): string {
  if (!isObject(params)) return ''
  const names = Object.keys(params).filter((name) => hasNull(params[name]))
  if (names.length === 0) return ''
  const places = names
    .sort()
    .map((name) => [name, [params[name]].flat().map((item) => item === null)])
  return ` ${JSON.stringify(places)}`
}

function hasNull(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.includes(null))
}

// Of a scheme for which a backslash is a slash, as on the page of an app.
const PAGE = 'ftp://page.invalid'

/**
 * The parts of an address, as `fetch` sees them; `undefined` for what cannot be read, and where the runtime has no
 * complete parser, as older ones of React Native.
 */
function parseAddress(url: string): URL | undefined {
  // On a page of its own scheme `ftp:api.test` would be a path: an address that needs no page is read without one.
  for (const page of [undefined, PAGE]) {
    try {
      const address = new URL(url, page)
      // In an incomplete parser these throw.
      void (address.host + address.username)
      return address
    } catch {
      // Read on the page, or not at all.
    }
  }
  return undefined
}

const PLAIN = /^(?:https?:\/\/[\w.-]+(?::\d+)?)?\/(?![/\\\s])/i

/** Whether an address begins with a path, or with an origin and a path, in a form that leaves no doubt and needs no parser. */
function isPlainAddress(url: string): boolean {
  return PLAIN.test(url)
}

/** The host of an address with its scheme; `undefined` for what cannot be read. */
export function hostOf(url: string): string | undefined {
  const address = parseAddress(url)
  return address && `${address.protocol}//${address.host}`
}

/** Whether an address has a user or a password in it, or may have, as it cannot be read. */
export function hasCredentials(url: string): boolean {
  if (!url.includes('@') || isPlainAddress(url)) return false
  const address = parseAddress(url)
  return address === undefined || `${address.username}${address.password}` !== ''
}

/** An address as it may be shown: without query string and credentials. */
export function publicUrl(url: string): string {
  if (!hasCredentials(url)) return url.split(/[?#]/, 1)[0] ?? ''
  const address = parseAddress(url)
  // Where the credentials of such an address end is unknown.
  if (address === undefined) return 'an address that cannot be read'
  const { protocol, host, pathname } = address
  return `${protocol === 'ftp:' ? '' : protocol}//${host}${pathname}`
}

/** @throws TypeError for an address with credentials, which `fetch` refuses and a key would show */
export function refuseCredentials(url: string): void {
  if (!hasCredentials(url)) return
  throw unreachable(process.env.NODE_ENV === 'production' ? (hostOf(url) ?? '') : publicUrl(url))
}

/**
 * The error for an address that `fetch` cannot send to.
 * @param shown the address as the message shows it
 */
export function unreachable(shown: string): TypeError {
  return new TypeError(
    codedMessage(
      'unreachable-address',
      process.env.NODE_ENV === 'production' ||
        `fetch cannot reach ${shown}: give the endpoint a urlPrefix that is an origin without credentials, such as 'https://api.example.com'; send those as a header.`,
      shown,
    ),
  )
}
