import { describeValue } from './messages'
import { isPlainObject } from './checks'
import { setOwn } from './record'

/** Deeper data is either circular or not data; refused before the call stack is. */
const MAX_DEPTH = 500

/** What `toPlain` throws; `at` is the path below the value that was given, and `cause` what a member threw. */
export class NotPlainError extends TypeError {
  readonly at: string
  constructor(message: string, at: string, cause?: unknown) {
    super(message, { cause })
    this.at = at
  }
}

function fail(value: unknown, at: string): never {
  const advice =
    process.env.NODE_ENV === 'production'
      ? ''
      : ' cannot be kept as plain data; convert it in `process`, or before it is written'
  throw new NotPlainError(`${describeValue(value)}${advice}`, at)
}

/** Describes in plain data what JSON cannot express; `undefined` where it cannot. */
type Describe = (value: object, at: string) => unknown

/**
 * A value as it is stored: as it comes, and in development a checked copy of it, as the check of a large response takes as long
 * as all else. An instance that is written back becomes what its `toJSON()` gives.
 * @throws NotPlainError in development, for what is not plain JSON
 */
export function toStored(value: unknown): unknown {
  const json = typeof value === 'object' && value && hasToJSON(value) ? value.toJSON() : value
  return process.env.NODE_ENV === 'production' ? json : toPlain(json, '', 0, fail)
}

/**
 * Copies a value into plain JSON data: `toJSON()` is honoured, `undefined` members are left out, `-0` becomes `0`.
 * @param describeOther what stands for an instance of a class. Default: what its `toJSON()` gives
 * @throws NotPlainError for functions, symbols, bigints, `NaN`, `Infinity`, class instances without `toJSON`, cycles, and
 * getters that throw
 */
export function toPlain(
  value: unknown,
  at = '',
  depth = 0,
  describeOther: Describe = () => undefined,
): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value
    case 'number':
      return plainNumber(value, at)
    case 'object':
      return value === null ? null : plainObject(value, at, depth, describeOther)
    default:
      return fail(value, at)
  }
}

function plainNumber(value: number, at: string): number {
  if (!Number.isFinite(value)) return fail(value, at)
  return value === 0 ? 0 : value
}

function plainObject(value: object, at: string, depth: number, other: Describe): unknown {
  if (depth > MAX_DEPTH) {
    const problem =
      process.env.NODE_ENV === 'production'
        ? 'too many levels'
        : 'A circular or endlessly nested value cannot be kept as plain data; convert it in `process`, or before it is written'
    throw new NotPlainError(problem, at)
  }
  if (Array.isArray(value)) return plainArray(value, at, depth, other)
  if (hasToJSON(value)) return other(value, at) ?? toPlain(value.toJSON(), at, depth + 1, other)
  if (isPlainObject(value)) return plainRecord(value, at, depth, other)
  const described = other(value, at)
  return described === undefined ? fail(value, at) : described
}

function plainArray(
  value: readonly unknown[],
  at: string,
  depth: number,
  other: Describe,
): unknown[] {
  // Not `map`, which would leave the holes of a sparse array in place.
  return Array.from(
    value,
    (member, index) => toPlain(member, `${at}[${index}]`, depth + 1, other) ?? null,
  )
}

function plainRecord(
  value: object,
  at: string,
  depth: number,
  other: Describe,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const path = `${at}.${key}`
    const plain = toPlain(memberOf(value, key, path), path, depth + 1, other)
    if (plain !== undefined) setOwn(copy, key, plain)
  }
  return copy
}

/** A getter may throw. */
function memberOf(value: object, key: string, at: string): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch (error) {
    throw new NotPlainError(
      error instanceof Error ? error.message : describeValue(error),
      at,
      error,
    )
  }
}

function hasToJSON(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}
