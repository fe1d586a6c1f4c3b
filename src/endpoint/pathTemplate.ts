import { codedMessage } from '../util/messages'
import { lastOf } from '../util/collections'

/** What a path such as `/users/:id{/:tab}` describes. */
export interface PathTemplate {
  /** The names of the parameters in their order. */
  readonly names: readonly string[]
  /**
   * The path with and without its optional groups: with all of them first, with none of them last. A parameter stands
   * there as `\n`, its number, `\n`, a wildcard as `\r`, its number, `\n`.
   */
  readonly forms: readonly string[]
  /** Matches filled-in paths, and captures the parameters of all forms, one form after another. */
  readonly pattern: RegExp
}

/** Begins a parameter or a wildcard in a form. Paths have no line breaks of their own: URLs cannot hold any. */
export const MARK = /[\n\r]/

/** A parameter or a wildcard in a form: what begins it, and its number. */
export const SLOT = /([\n\r])(\d+)\n/g

/** What a wildcard begins with in a form. */
export const WILDCARD = '\r'

const MAX_FORMS = 256

const TOKEN = tokenPattern('[^$_\\p{IDS}]', '\\p{IDC}')

/**
 * Reads a path; docs/paths.md has the grammar.
 * @throws TypeError naming the path and how to write it
 */
export function parsePath(path: string): PathTemplate {
  const names: string[] = []
  const outer: string[][] = []
  let forms = ['']
  for (const [token, escaped, sign, name, quoted = '', misplaced] of path.matchAll(TOKEN)) {
    if (misplaced) refuse(path)
    if (token === '{') {
      outer.push(forms)
      forms = ['']
    } else if (token === '}') {
      const group = forms
      const before = outer.pop() ?? refuse(path)
      forms = before.flatMap((form) => [...group.map((inner) => form + inner), form])
      if (forms.length > MAX_FORMS) refuse(path, forms)
    } else {
      let text = escaped ?? token
      if (sign) {
        text = `${sign === '*' ? WILDCARD : '\n'}${names.length}\n`
        names.push(name ?? quoted.replace(/\\([^])/g, '$1'))
      }
      forms = forms.map((form) => form + text)
    }
  }
  if (outer.length > 0) refuse(path)
  if (forms.some((form) => /\n[\n\r]/.test(form))) refuse(path, forms)
  return { names, forms, pattern: patternOf(path, forms) }
}

/**
 * Matches an escaped character, a parameter, a brace, or plain text. The last group is what has no place there.
 * Hermes before its version 1, the engine of React Native, throws for properties of characters. There a name takes every
 * character from U+00AA to U+D7FF, as if it were a letter.
 */
function tokenPattern(wrongStart: string, letter: string): RegExp {
  try {
    return new RegExp(
      `\\\\([^\\n\\r])|([:*])(?:((?!${wrongStart})[$\\u200c\\u200d${letter}]+)|"((?:\\\\[^]|[^"\\\\])+)")|[{}]|[^\\n\\r\\\\:*{}()[\\]+?!]+|([^])`,
      'gu',
    )
  } catch {
    return tokenPattern('\\d', '\\w\\xaa-\\ud7ff')
  }
}

/** A path without its last parameter, `/users` for `/users/:id`; `undefined` where it has none. */
export function shortenPath(path: string): string | undefined {
  // An escaped character is stepped over together with its backslash.
  const parameters = [...path.matchAll(/\\.|[:*]/gs)].filter(([found]) => found.length === 1)
  const last = lastOf(parameters)
  return last && path.slice(0, last.index).replace(/\{?\/?$/, '')
}

function patternOf(path: string, forms: readonly string[]): RegExp {
  // The empty path is a path of its own; `/` is another one.
  return new RegExp(`^(?:${forms.map(sourceOf).join('|')})${path && '/?'}$`, 'i')
}

function sourceOf(form: string): string {
  return form
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(
      SLOT,
      (slot, mark: string, _, at: number, source: string) =>
        `(${valueOf(mark, source.slice(0, at), source.slice(at + slot.length))})`,
    )
}

/**
 * What a parameter may stand for between the sources behind and ahead of it. Beside others in its segment it never runs
 * over the text that separates them, so that few ways of matching are left, and trying all of them takes a time in
 * proportion to the length of the path.
 */
function valueOf(mark: string, behind: string, ahead: string): string {
  const before = end(behind, '\n')
  const segment = end(behind, '/')
  const isWildcard = mark === WILDCARD
  if (segment.includes(WILDCARD)) return isWildcard ? not(before) : not(`/|${before}`)
  if (isWildcard) {
    const [, passed] = /[^]*\r\d+\n([^\n\r]+)/.exec(behind) ?? []
    return passed ? `${not(passed)}|[^/]+` : '[^]+'
  }
  if (start(ahead, '/').includes(WILDCARD)) return not(`/|${start(ahead, MARK)}`)
  return segment.includes('\n') ? `${not(`/|${before}`)}|${before}` : '[^/]+'
}

/** Text in which none of these begins. */
function not(sources: string): string {
  return `(?:(?!${sources})[^])+`
}

/** What stands in front of the first such separator. */
export function start(text: string, separator: string | RegExp): string {
  return text.split(separator, 1)[0] ?? ''
}

function end(text: string, separator: string): string {
  return text.slice(text.lastIndexOf(separator) + 1)
}

/** @param forms so far, where they are what is wrong */
function refuse(path: string, forms?: readonly string[]): never {
  throw new TypeError(
    codedMessage(
      'invalid-path',
      process.env.NODE_ENV === 'production' ||
        `The path ${path} cannot be read: ${adviceFor(path, forms)}.`,
      path,
    ),
  )
}

function adviceFor(path: string, forms: readonly string[] = []): string {
  if (forms.length > MAX_FORMS) return 'write fewer optional parts'
  if (forms.length > 0) return 'write text between two parameters'
  return path.includes('://')
    ? `an origin belongs into \`urlPrefix\`, such as { urlPrefix: 'https://api.example.com', path: '/users/:id' }`
    : `write a backslash in front of what is meant as it stands ("\\\\:"), parameters as ":id", optional parts in braces`
}
