import { attempt } from '../util/checks'
import { type PathToken, templateOf, TOKEN } from './pathTemplate'

// Development only: what a path and a prefix may look like.

/** An endpoint, as far as its addresses depend on it. */
interface Addressed {
  readonly path: string
  readonly urlPrefix?: string | undefined
}

/**
 * Checks the path and the prefix of an endpoint.
 * @throws TypeError that says how to write them
 */
export function checkPath(endpoint: Addressed): void {
  const { path } = endpoint
  if (typeof path !== 'string') {
    throw new TypeError("A RestEndpoint needs a `path`, such as '/users/:id'.")
  }
  const outlines = isReadable(path) ? outlinesOf(templateOf(path).tokens) : []
  const advice = adviceFor(path, outlines)
  if (advice !== undefined) throw new TypeError(`The path ${path} cannot be read: ${advice}.`)
  // A getter may need what is not there yet.
  const prefix = attempt(() => endpoint.urlPrefix) ?? ''
  for (const outline of outlines) checkHost(path, prefix, outline)
}

/** Whether braces are in pairs, and every character has its place. */
function isReadable(path: string): boolean {
  let depth = 0
  for (const [token, , , , , misplaced] of path.matchAll(TOKEN)) {
    depth += token === '{' ? 1 : token === '}' ? -1 : 0
    if (misplaced || depth < 0 || /[\n\r]/.test(token)) return false
  }
  return depth === 0
}

/** More than a path has; each optional group doubles it. */
const MAX_OUTLINES = 256

/** What tokens give with and without each of their optional groups: a parameter is `\n` there, a wildcard `\r`. */
function outlinesOf(tokens: readonly PathToken[]): readonly string[] {
  let outlines: readonly string[] = ['']
  for (const token of tokens) {
    const next = partsOf(token)
    outlines = outlines.flatMap((it) => next.map((part) => it + part)).slice(0, MAX_OUTLINES)
  }
  return outlines
}

function partsOf(token: PathToken): readonly string[] {
  if (typeof token === 'string') return [token]
  if ('name' in token) return [token.isWildcard ? '\r' : '\n']
  return ['', ...outlinesOf(token)]
}

function adviceFor(path: string, outlines: readonly string[]): string | undefined {
  if (outlines.some((it) => /[\n\r]{2}/.test(it))) return 'write text between two parameters'
  if (outlines.some((it) => /[\n\r][^/]*\r/.test(it))) return 'begin a segment with a wildcard'
  if (outlines.length > 0) return undefined
  return path.includes('://')
    ? `an origin belongs into \`urlPrefix\`, such as { urlPrefix: 'https://api.example.com', path: '/users/:id' }`
    : `write a backslash in front of what is meant as it stands ("\\\\:"), parameters as ":id", optional parts in braces`
}

/** Refuses a path whose values would name the host, as in `//:id` and `https://api.test:id`, and credentials. */
function checkHost(path: string, prefix: string, outline: string): void {
  // The parser of React Native is not complete.
  if (attempt(() => new URL('http://a').host) === undefined) return
  const [beginning = ''] = outline.split(/[\n\r]/, 1)
  const address = parse(`${prefix}${outline.replace(/[\n\r]/g, 'x')}`)
  if (address !== undefined && `${address.username}${address.password}` !== '') {
    throw new TypeError(
      `The address of ${path} has a user or a password in it, which fetch refuses: send them as a header.`,
    )
  }
  const fixed = parse(prefix || beginning)
  if (fixed !== undefined && fixed.protocol === address?.protocol && fixed.host === address.host) {
    return
  }
  throw new TypeError(
    `The path ${path} would become part of the host's name: start it with one "/", behind a urlPrefix that is an origin or a path.`,
  )
}

/** An address as `fetch` sees it on a page, of a scheme for which a backslash is a slash. */
function parse(url: string): URL | undefined {
  // On a page of its own scheme `ftp:api.test` would be a path: an address that needs no page is read without one.
  return attempt(() => new URL(url)) ?? attempt(() => new URL(url, 'ftp://page.invalid'))
}
