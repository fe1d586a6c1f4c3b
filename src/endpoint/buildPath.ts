import { compile, match, parse, pathToRegexp, type Token, type TokenData } from 'path-to-regexp'
import { describe } from '../util/describe'
import { isObject } from '../util/isObject'

type Fill = (texts: Record<string, string | string[]>) => string

interface PathTemplate {
  readonly names: ReadonlySet<string>
  readonly pattern: RegExp
  readonly fill: Fill
  /** Fills in a mark in place of every value. */
  readonly mark: Fill
}

/** The parameters of a call by their names. */
export type PathParams = Readonly<Record<string, unknown>>

const MARK = '\0'

// Paths are written in code, so there are only so many of them.
const templates = new Map<string, PathTemplate>()

/** The names of the parameters in a path such as `/users/:id{/:tab}`. */
export function pathNames(path: string): ReadonlySet<string> {
  return templateOf(path).names
}

/** Whether a path that was filled in is one of this template's. */
export function isPathOf(path: string, filledIn: string): boolean {
  return templateOf(path).pattern.test(filledIn)
}

/** What this template's paths look like. */
export function pathPattern(path: string): RegExp {
  return templateOf(path).pattern
}

/** The parameters of a path that was filled in, decoded; `undefined` where it is not one of this template's. */
export function readPath(
  path: string,
  filledIn: string,
): Partial<Record<string, string | string[]>> | undefined {
  const matched = path === '' ? filledIn === '' && { params: {} } : match(path)(filledIn)
  return matched === false ? undefined : matched.params
}

/**
 * Fills a path's parameters in; each stays within its segment.
 * @throws TypeError naming the parameter that is missing, empty, `.`, `..` or not text
 */
export function buildPath(path: string, params: PathParams): string {
  return fillIn(path, params, templateOf(path).fill)
}

/** What stands in front of the first value of a path that is filled in; all of it where there is no value. */
export function pathStart(path: string, params: PathParams): string {
  return fillIn(path, params, templateOf(path).mark).split(MARK, 1)[0] ?? ''
}

function fillIn(path: string, params: PathParams, fill: Fill): string {
  const template = templateOf(path)
  // Without a prototype, so that a parameter called `constructor` is not found where there is none.
  const texts = Object.create(null) as Record<string, string | string[]>
  for (const name of template.names) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value !== undefined) texts[name] = paramText(path, name, value)
  }
  try {
    return fill(texts)
  } catch (error) {
    throw new TypeError(explain(path, error as Error), { cause: error })
  }
}

function templateOf(path: string): PathTemplate {
  let template = templates.get(path)
  if (template === undefined) {
    template = makeTemplate(path)
    templates.set(path, template)
  }
  return template
}

function makeTemplate(path: string): PathTemplate {
  const tokens = readTemplate(path)
  const pattern = path === '' ? /^$/ : pathToRegexp(tokens).regexp
  const names = new Set(namesIn(tokens.tokens))
  return { names, pattern, fill: compile(tokens), mark: compile(tokens, { encode: () => MARK }) }
}

/** @throws TypeError saying how to write what was meant */
function readTemplate(path: string): TokenData {
  try {
    return parse(path)
  } catch (error) {
    const advice = path.includes('://')
      ? `an origin belongs into \`urlPrefix\`, such as { urlPrefix: 'https://api.example.com', path: '/users/:id' }`
      : `write a backslash in front of what is meant as it stands ("\\\\:"), parameters as ":id", optional parts in braces`
    throw new TypeError(`The path ${path} cannot be read: ${advice}.`, { cause: error })
  }
}

function namesIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'text') return []
    return token.type === 'group' ? namesIn(token.tokens) : [token.name]
  })
}

function paramText(path: string, name: string, value: unknown): string | string[] {
  return Array.isArray(value)
    ? value.map((segment) => segmentText(path, name, segment))
    : segmentText(path, name, value)
}

function segmentText(path: string, name: string, value: unknown): string {
  const isText =
    ['string', 'number', 'bigint', 'boolean'].includes(typeof value) && isNumeric(value)
  const text = isText ? String(value) : ''
  if (text !== '' && text !== '.' && text !== '..') return text
  throw new TypeError(
    `The path parameter "${name}" of ${path} must be a non-empty text or number that keeps the path's shape, found ${found(value)}.`,
  )
}

/** True for all that is no number, too. */
function isNumeric(value: unknown): boolean {
  return typeof value !== 'number' || Number.isFinite(value)
}

function found(value: unknown): string {
  return isObject(value) || value !== '' ? describe(value) : 'an empty string'
}

function explain(path: string, error: Error): string {
  const missing = /Missing parameters: (.*)/.exec(error.message)?.[1]
  return missing === undefined
    ? `The path ${path} cannot be filled in: ${error.message}.`
    : `The path parameter ${missing.replace(/[^, ]+/g, '"$&"')} of ${path} is missing: parameters are the first argument, in front of any body; one argument alone is the body.`
}
