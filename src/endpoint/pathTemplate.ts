import { lastOf } from '../util/collections'

/** A parameter of a path; a wildcard stands for several segments. */
export interface PathParam {
  readonly name: string
  readonly isWildcard: boolean
}

/** Plain text, a parameter, or an optional group. */
export type PathToken = string | PathParam | readonly PathToken[]

/** What a path such as `/users/:id{/:tab}` describes. */
export interface PathTemplate {
  readonly tokens: readonly PathToken[]
  /** The parameters in their order. */
  readonly params: readonly PathParam[]
  /** Matches filled-in paths, and captures the parameters in their order. */
  readonly pattern: RegExp
}

/** An escaped character, a parameter, a brace, plain text, or (the last group) what has no place there. */
export const TOKEN =
  /\\([^])|([:*])(?:([a-z_$][\w$]*)|"((?:\\[^]|[^"\\])+)")|[{}]|[^\\:*{}()[\]+?!]+|([^])/gi

const templates = new Map<string, PathTemplate>()

/** Paths that an app makes of data must not pile up. */
const MAX_TEMPLATES = 500

/** Reads a path; docs/paths.md has the grammar. */
export function templateOf(path: string): PathTemplate {
  let template = templates.get(path)
  if (template === undefined) {
    if (templates.size >= MAX_TEMPLATES) templates.clear()
    templates.set(path, (template = parsePath(path)))
  }
  return template
}

function parsePath(path: string): PathTemplate {
  const params: PathParam[] = []
  const tokens: PathToken[] = []
  const open = [tokens]
  for (const [token, escaped, sign, plain, quoted = ''] of path.matchAll(TOKEN)) {
    const group = lastOf(open) ?? tokens
    if (token === '{') {
      const inner: PathToken[] = []
      group.push(inner)
      open.push(inner)
    } else if (token === '}') {
      open.pop()
    } else if (sign) {
      const name = plain ?? quoted.replace(/\\([^])/g, '$1')
      const param = { name, isWildcard: sign === '*' }
      params.push(param)
      group.push(param)
    } else group.push(escaped ?? token)
  }
  const pattern = new RegExp(`^${sourceOf(tokens)}/?$`, 'i')
  return { tokens, params, pattern }
}

/** What stands between a place in a path and the value before it. */
interface Place {
  /** `undefined` where a value before it is missing, or may be. */
  behind: string | undefined
  hasWildcard: boolean
}

/**
 * The source of a pattern. The first value of a segment, and the first wildcard of a path, match anything; a further one
 * does not contain the text in front of it, so that long texts have few ways to match.
 */
function sourceOf(
  tokens: readonly PathToken[],
  place: Place = { behind: undefined, hasWildcard: false },
): string {
  let source = ''
  for (const token of tokens) {
    if (typeof token === 'string') {
      const text = token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      if (place.behind !== undefined) place.behind += text
      source += text
    } else if ('name' in token) {
      const { behind } = place
      const isFurther = token.isWildcard ? place.hasWildcard : behind?.includes('/') === false
      const any = token.isWildcard ? '[^]' : '[^/]'
      source += isFurther && behind ? `((?:(?!${behind})${any})+?)` : `(${any}+?)`
      place.behind = ''
      place.hasWildcard ||= token.isWildcard
    } else {
      const inner = { ...place }
      source += `(?:${sourceOf(token, inner)})?`
      if (inner.behind !== place.behind) place.behind = undefined
    }
  }
  return source
}

/** A path without its last parameter, `/users` for `/users/:id`; `undefined` where it has none. */
export function shortenPath(path: string): string | undefined {
  // An escaped character is stepped over together with its backslash.
  const parameters = [...path.matchAll(/\\.|[:*]/gs)].filter(([found]) => found.length === 1)
  const last = lastOf(parameters)
  return last && path.slice(0, last.index).replace(/\{?\/?$/, '')
}
