import { attempt } from '../util/checks'
import { templateOf, TOKEN } from './pathTemplate'
import { checkCredentials, prefixOf } from './url'

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
  const outlines = isReadable(path) ? outlinesOf(path) : []
  const advice = adviceFor(path, outlines)
  if (advice !== undefined) throw new TypeError(`The path ${path} cannot be read: ${advice}.`)
  // A getter may need what is not there yet.
  const urlPrefix = attempt(() => endpoint.urlPrefix) ?? ''
  checkCredentials({ path, urlPrefix })
  const prefix = prefixOf({ path, urlPrefix })
  for (const outline of outlines) checkHost(path, prefix, outline)
}

/** Whether braces are in pairs, and every character has its place. */
function isReadable(path: string): boolean {
  let depth = 0
  for (const [token, , , , , , misplaced] of path.matchAll(TOKEN)) {
    depth += token === '{' ? 1 : token === '}' ? -1 : 0
    if (misplaced || depth < 0 || /[\n\r]/.test(token)) return false
  }
  return depth === 0
}

/** More than a path has; each optional group doubles it. */
const MAX_OUTLINES = 256

/** A path with and without each of its optional groups: a parameter is `\n` there, a wildcard `\r`. */
function outlinesOf(path: string): readonly string[] {
  let outlines: readonly string[] = ['']
  const fronts: (readonly string[])[] = []
  for (const { kind, text } of templateOf(path).tokens) {
    if (kind === '{') fronts.push(outlines)
    else if (kind === '}') outlines = [...(fronts.pop() ?? []), ...outlines].slice(0, MAX_OUTLINES)
    else {
      const part = kind === ':' ? '\n' : kind === '*' ? '\r' : text
      outlines = outlines.map((it) => it + part)
    }
  }
  return outlines
}

function adviceFor(path: string, outlines: readonly string[]): string | undefined {
  if (outlines.some((it) => /[\n\r]{2}/.test(it))) return 'write text between two parameters'
  if (outlines.some((it) => /[\n\r][^/]*\r/.test(it))) return 'begin a segment with a wildcard'
  if (outlines.some((it) => /\r[^]*\r/.test(it))) return 'write one wildcard'
  if (outlines.length > 0) return undefined
  return path.includes('://')
    ? `an origin belongs into \`urlPrefix\`, such as { urlPrefix: 'https://api.example.com', path: '/users/:id' }`
    : `write a backslash in front of what is meant as it stands ("\\\\:"), parameters as ":id", optional parts in braces`
}

/** Refuses a path whose values would name the host, as in `//:id` and `https://api.test:id`. */
function checkHost(path: string, prefix: string, outline: string): void {
  // The parser of React Native is not complete.
  if (attempt(() => new URL('http://a').host) === undefined) return
  const [beginning = ''] = outline.split(/[\n\r]/, 1)
  const address = parse(`${prefix}${outline.replace(/[\n\r]/g, 'x')}`)
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
