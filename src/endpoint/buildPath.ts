import { describe } from '../util/describe'
import { getOrCreate } from '../util/getOrCreate'
import { isObject } from '../util/isObject'
import { MARK, parsePath, type PathTemplate, SLOT, start, WILDCARD } from './pathTemplate'

/** The parameters of a call by their names. */
export type PathParams = Readonly<Record<string, unknown>>

// Paths are written in code, so there are only so many of them.
const templates = new Map<string, PathTemplate>()

/** The names of the parameters in a path such as `/users/:id{/:tab}`. */
export function pathNames(path: string): readonly string[] {
  return templateOf(path).names
}

/** Whether a path that was filled in is one of this template's. */
export function isPathOf(path: string, filledIn: string): boolean {
  return pathPattern(path).test(filledIn)
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
 * Fills a path's parameters in; each stays within its segment.
 * @throws TypeError naming the parameter that is missing, empty, `.`, `..` or not text
 */
export function buildPath(path: string, params: PathParams): string {
  return fillIn(path, params)[0]
}

/** What stands in front of the first value of a path that is filled in; all of it where there is no value. */
export function pathStart(path: string, params: PathParams): string {
  return start(fillIn(path, params)[1], MARK)
}

function templateOf(path: string): PathTemplate {
  return getOrCreate(templates, path, () => parsePath(path))
}

/** The first form of which all parameters are there, which is that with most groups, filled in and as it is. */
function fillIn(path: string, params: PathParams): [filledIn: string, form: string] {
  const { names, forms } = templateOf(path)
  let missing: string[] = []
  for (const form of forms) {
    missing = []
    const filledIn = form.replace(SLOT, (_, mark: string, index: number) => {
      const name = names[index] ?? ''
      const text = paramText(path, name, mark === WILDCARD, params)
      if (text === undefined) missing.push(`"${name}"`)
      return text ?? ''
    })
    if (missing.length === 0) return [filledIn, form]
  }
  throw new TypeError(`The path parameter ${missing.join(', ')} of ${path} is missing${HINT}.`)
}

const HINT =
  process.env.NODE_ENV === 'production'
    ? ''
    : ': parameters are the first argument, in front of any body; one argument alone is the body'

function paramText(
  path: string,
  name: string,
  isWildcard: boolean,
  params: PathParams,
): string | undefined {
  // One's own alone, so that a parameter called `constructor` is not found where there is none.
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  if (value === undefined) return undefined
  const isList = Array.isArray(value)
  const segments: readonly unknown[] = isList ? value : [value]
  const texts = segments.map((segment) => segmentText(path, name, segment))
  try {
    if (isList !== isWildcard || texts.length === 0) {
      throw new TypeError(`Expected "${name}" to be a ${isWildcard ? 'non-empty array' : 'string'}`)
    }
    return texts.map(encodeURIComponent).join('/')
  } catch (error) {
    throw new TypeError(`The path ${path} cannot be filled in: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

function segmentText(path: string, name: string, value: unknown): string {
  const isText =
    ['string', 'number', 'bigint', 'boolean'].includes(typeof value) && isNumeric(value)
  const text = isText ? String(value) : ''
  if (text !== '' && text !== '.' && text !== '..') return text
  const expected =
    process.env.NODE_ENV === 'production'
      ? 'is'
      : "must be a non-empty text or number that keeps the path's shape, found"
  throw new TypeError(`The path parameter "${name}" of ${path} ${expected} ${found(value)}.`)
}

/** True for all that is no number, too. */
function isNumeric(value: unknown): boolean {
  return typeof value !== 'number' || Number.isFinite(value)
}

function found(value: unknown): string {
  return isObject(value) || value !== '' ? describe(value) : 'an empty string'
}
