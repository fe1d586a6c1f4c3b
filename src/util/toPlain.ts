import { describeBinary, escapeLookalike } from './binaries'
import { codedMessage, describeValue } from './messages'
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
  const found = describeValue(value)
  const message = codedMessage(
    'not-plain-data',
    process.env.NODE_ENV === 'production' ||
      `${found} cannot be kept as plain data; give it a toJSON(), or change it in \`process\``,
    found,
  )
  throw new NotPlainError(message, at)
}

/** Describes in plain data what JSON cannot express; `undefined` where it cannot. */
type Describe = (value: object) => unknown

/**
 * Copies a value into plain JSON data: `toJSON()` is honoured, `undefined` members are left out, `-0` becomes `0`.
 * @param describeOther what stands for binary data; default: a descriptor that gives the value back
 * @throws NotPlainError for functions, symbols, bigints, `NaN`, `Infinity`, class instances without `toJSON`, cycles, and
 * getters that throw
 */
export function toPlain(
  value: unknown,
  at = '',
  depth = 0,
  describeOther: Describe = describeBinary,
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
        : 'A circular or endlessly nested value cannot be kept as plain data; give it a toJSON(), or change it in `process`'
    throw new NotPlainError(problem, at)
  }
  if (Array.isArray(value)) return plainArray(value, at, depth, other)
  if (hasToJSON(value)) return other(value) ?? toPlain(value.toJSON(), at, depth + 1, other)
  if (isPlainObject(value)) return plainRecord(value, at, depth, other)
  const described = other(value)
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
  return escapeLookalike(copy)
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
