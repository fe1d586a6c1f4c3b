import { lastOf } from '../util/collections'
import { codedMessage, describeValue } from '../util/messages'

/** The parameters of a call by their names. */
export type PathParams = Readonly<Record<string, unknown>>

/** A part of a path: text, a parameter (`:`), a wildcard (`*`), or where an optional group begins or ends. */
export interface PathToken {
  readonly kind: '' | ':' | '*' | '{' | '}'
  /** The text, or the name of the parameter. */
  readonly text: string
  /** Where it begins in the path. */
  readonly at: number
}

/** What a path such as `/users/:id{/:tab}` describes. */
interface PathTemplate {
  readonly tokens: readonly PathToken[]
  /** The parameters and wildcards in their order. */
  readonly params: readonly PathToken[]
  /** Matches filled-in paths, and captures the parameters in their order. */
  readonly pattern: RegExp
}

/** An escaped character, a parameter, a brace, plain text, or (the last group) what has no place there. */
export const TOKEN =
  /\\([^])|([:*])(?:([a-z_$][\w$]*)|"((?:\\[^]|[^"\\])+)")|([{}])|[^\\:*{}()[\]+?!]+|([^])/gi

const templates = new Map<string, PathTemplate>()

/** Paths that an app makes of data must not pile up. */
const MAX_TEMPLATES = 500

/** Reads a path; docs/paths.md has the grammar. */
export function templateOf(path: string): PathTemplate {
  let template = templates.get(path)
  if (template === undefined) {
    const tokens = Array.from(path.matchAll(TOKEN), toToken)
    const params = tokens.filter(isParam)
    template = { tokens, params, pattern: patternOf(tokens) }
    if (templates.size >= MAX_TEMPLATES) templates.clear()
    templates.set(path, template)
  }
  return template
}

function isParam({ kind }: PathToken): boolean {
  return kind === ':' || kind === '*'
}

function toToken(found: RegExpExecArray): PathToken {
  const [token, escaped, sign, plain, quoted, brace = ''] = found
  const text = escaped ?? plain ?? quoted?.replace(/\\([^])/g, '$1') ?? token
  return { kind: (sign ?? brace) as PathToken['kind'], text, at: found.index }
}

/**
 * A wildcard, and the first parameter of a segment, match anything; a further one does not contain the text in front of it, so
 * that long texts have few ways to match.
 */
function patternOf(tokens: readonly PathToken[]): RegExp {
  let source = ''
  // The text since the last value; `undefined` where that is missing, or may be.
  let behind: string | undefined
  for (const { kind, text } of tokens) {
    if (kind === '{') source += '(?:'
    else if (kind === '}') {
      source += ')?'
      behind = undefined
    } else if (kind === '') {
      const plain = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      source += plain
      if (behind !== undefined) behind += plain
    } else {
      source += kind === '*' ? '([^]+?)' : behind ? `((?:(?!${behind})[^/])+?)` : '([^/]+?)'
      behind = ''
    }
  }
  return new RegExp(`^${source}/?$`, 'i')
}

/**
 * Fills a path's parameters in, each within its segment. An optional group is there if its parameters are.
 * @throws TypeError naming the parameter that is missing, empty, `.`, `..` or not text
 */
export function fillIn(path: string, params: PathParams): string {
  let filled: string | undefined = ''
  // What is in front of each open group: it stays where a parameter of the group is missing.
  const fronts: (string | undefined)[] = []
  for (const token of templateOf(path).tokens) {
    const { kind, text } = token
    if (kind === '{') fronts.push(filled)
    else if (kind === '}') {
      const front = fronts.pop()
      filled ??= front
    } else if (filled !== undefined) {
      // Own members only: a parameter called `constructor` is not in every object.
      const value = Object.hasOwn(params, text) ? params[text] : undefined
      if (kind === '') filled += text
      else if (value === undefined && fronts.length > 0) filled = undefined
      else filled += encodeParam(path, token, value)
    }
  }
  return filled ?? ''
}

function encodeParam(path: string, { kind, text: name }: PathToken, value: unknown): string {
  const segments = kind === '*' ? value : [value]
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

/** Whether a value is text that keeps the shape of a path, and has a form in it: a half of a surrogate pair has none. */
function isSegment(value: unknown): value is string {
  return isScalar(value) && !/^\.{0,2}$|[\ud800-\udfff]/u.test(String(value))
}

/** Whether a value has a text of its own. */
export function isScalar(value: unknown): boolean {
  return /^(string|boolean|bigint)$/.test(typeof value) || Number.isFinite(value)
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
  for (const [at, { kind, text: name }] of template.params.entries()) {
    const text = captures[at + 1]
    if (text === undefined) continue
    params[name] = kind === '*' ? text.split('/').map(decodeURIComponent) : decodeURIComponent(text)
  }
  return params
}

/**
 * A path without its last parameter, `/users` for `/users/:id` and `/users/` for `/users/:id/`; `undefined` where it has
 * none.
 */
export function shortenPath(path: string): string | undefined {
  const last = lastOf(ownTokens(path).filter(isParam)) ?? lastOf(templateOf(path).params)
  if (last === undefined) return undefined
  const head = path.slice(0, last.at).replace(/\{?\/?$/, '')
  const [tail = ''] = path.slice(last.at).split('\\?', 1)
  return /\/\}*$/.test(tail) && !head.endsWith('/') ? `${head}/` : head
}

/** The name of the parameter that a path ends with; `undefined` for one that ends otherwise. */
export function lastParamOf(path: string): string | undefined {
  const last = lastOf(
    ownTokens(path).filter(({ kind, text }) => !/[{}]/.test(kind) && text !== '/'),
  )
  return last?.kind === ':' ? last.text : undefined
}

/** The tokens of a path, without those of search parameters behind it. */
function ownTokens(path: string): readonly PathToken[] {
  const { tokens } = templateOf(path)
  const end = tokens.findIndex(({ kind, text }) => kind === '' && text === '?')
  return end < 0 ? tokens : tokens.slice(0, end)
}
