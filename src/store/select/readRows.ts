import type { Deps } from '../../normalize/Memo'
import { Reader } from '../../normalize/Reader'
import { INVALID } from '../../schema/invalid'
import { reuse } from '../../util/reuse'
import type { RestState } from '../state'
import { type Reading, readingOf } from '../trail'

/** What a schema reads as in a state, and of which rows. */
export interface RowsRead {
  /** `undefined` where it is missing or must not be shown. */
  readonly value: unknown
  /** It is there, but must not be shown. */
  readonly isInvalid: boolean
  readonly deps: Deps
}

/** Reads the rows that a normalized result names. */
export function readResult(
  state: RestState,
  schema: unknown,
  result: unknown,
  args: readonly unknown[],
): RowsRead {
  const { source, memo, epoch } = readingOf(state.entities)
  const reader = new Reader(source, memo, epoch, args)
  return rowsRead(reader, reader.read(schema, result))
}

/** Reads what a schema's data would be, as far as arguments and rows tell; `name` tells questions apart. */
export function inferResult(
  state: RestState,
  schema: unknown,
  args: readonly unknown[],
  name: string,
): RowsRead {
  const reading = readingOf(state.entities)
  const reader = new Reader(reading.source, reading.memo, reading.epoch, args)
  const result = sameAsBefore(reading, schema, name, reader.query(schema))
  const isFound = isComplete(schema, result)
  return rowsRead(reader, isFound ? reader.read(schema, result) : undefined)
}

function rowsRead(reader: Reader, value: unknown): RowsRead {
  const isInvalid = value === INVALID
  return { value: isInvalid ? undefined : value, isInvalid, deps: reader.deps() }
}

/** A lookup is worth something only if every part of it was found. */
function isComplete(schema: unknown, result: unknown): boolean {
  if (result === undefined) return false
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return true
  return Object.entries(schema as object).every(([field, member]) =>
    isComplete(member, (result as Record<string, unknown>)[field]),
  )
}

/** How many made-up results are kept for one schema: enough for what one page shows. */
const MAX_INFERRED = 1_000

/** The object that was made up for the same question before, if it says the same. */
function sameAsBefore(
  { inferred }: Reading,
  schema: unknown,
  name: string,
  result: unknown,
): unknown {
  if (typeof result !== 'object' || result === null) return result
  const results = inferred.get(schema as object) ?? new Map<string, unknown>()
  inferred.set(schema as object, results)
  const same = reuse(results.get(name), result)
  results.delete(name)
  results.set(name, same)
  if (results.size > MAX_INFERRED) results.delete(results.keys().next().value as string)
  return same
}
