import { isContainer, isPlainObject, isPlainScalar } from './checks'
import { describeValue } from './messages'
import { setOwn } from './record'

/** Deeper data is either circular or not data; refused before the call stack is. */
const MAX_DEPTH = 500

const ADVICE = 'cannot be kept as plain data; convert it in `process`, or before it is written'

/** The error for a value that is not stored; `at` is the path below the value that was given. */
export class NotPlainError extends TypeError {
  readonly at: string
  constructor(message: string, at: string, cause?: unknown) {
    super(message, { cause })
    this.at = at
  }
}

/**
 * A value as it is stored: as it comes, and in development a checked copy of it, as the check of a large response takes as long
 * as all else. An instance that is written back becomes what its `toJSON()` gives.
 * @throws NotPlainError in development, for what is not plain JSON
 */
export function toStored(value: unknown): unknown {
  const json = jsonOf(value)
  return process.env.NODE_ENV === 'production' ? json : copyPlain(json, '', 0)
}

/** An instance that is written back becomes plain data by itself. */
export function jsonOf(value: unknown): unknown {
  return isContainer(value) && hasToJSON(value) ? value.toJSON() : value
}

/** A copy as JSON has it: without members that are `undefined`, and with 0 for -0. */
function copyPlain(value: unknown, at: string, depth: number): unknown {
  if (depth > MAX_DEPTH) {
    throw new NotPlainError(`A circular or endlessly nested value ${ADVICE}`, at)
  }
  if (Array.isArray(value)) {
    // Not `map`, which would leave the holes of a sparse array in place.
    const copyMember = (member: unknown, index: number): unknown =>
      copyPlain(member, `${at}[${index}]`, depth + 1) ?? null
    return Array.from(value, copyMember)
  }
  if (isContainer(value) && isPlainObject(value) && !hasToJSON(value)) {
    const copy: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const path = `${at}.${key}`
      const plain = copyPlain(memberOf(value, key, path), path, depth + 1)
      if (plain !== undefined) setOwn(copy, key, plain)
    }
    return copy
  }
  if (value === undefined || isPlainScalar(value)) return value
  if (value === 0) return 0
  throw new NotPlainError(`${describeValue(value)} ${ADVICE}`, at)
}

/** A getter may throw. */
function memberOf(value: object, key: string, at: string): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch (error) {
    const problem = error instanceof Error ? error.message : describeValue(error)
    throw new NotPlainError(problem, at, error)
  }
}

function hasToJSON(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}
