import { Reader } from '../../normalize/Reader'
import { INVALID } from '../../schema/invalid'
import { isKind } from '../../schema/kinds'
import { isObject } from '../../util/isObject'
import { reuse } from '../../util/reuse'
import type { RestState } from '../state/state'
import { type Reading, readingOf, type RowsRead } from '../trail'

/** Stands for the result of a question that was never answered by a server. */
const INFERRED = Symbol('inferred')

/**
 * Reads the rows that a normalized result names.
 * @param name tells the calls of one schema apart; without one nothing is remembered for the state as a whole
 */
export function readResult(
  state: RestState,
  schema: unknown,
  result: unknown,
  args: readonly unknown[],
  name: string | undefined,
): RowsRead {
  const reading = readingOf(state)
  const known = name === undefined ? undefined : reading.reads.find(schema, name, result, args)
  if (known !== undefined) return known
  const reader = new Reader(reading.source, reading.memo, reading.epoch, args)
  const read = rowsRead(reader, reader.read(schema, result))
  if (name !== undefined) reading.reads.put(schema, name, result, read)
  return read
}

/** Reads what a schema's data would be, as far as arguments and rows tell; `name` tells questions apart. */
export function inferResult(
  state: RestState,
  schema: unknown,
  args: readonly unknown[],
  name: string,
): RowsRead {
  const reading = readingOf(state)
  const known = reading.reads.find(schema, name, INFERRED, args)
  if (known !== undefined) return known
  const reader = new Reader(reading.source, reading.memo, reading.epoch, args)
  const result = sameAsBefore(reading, schema, name, reader.query(schema))
  const found = isFound(schema, result) ? reader.read(schema, result) : invalidOnly(result)
  const read = rowsRead(reader, found)
  reading.reads.put(schema, name, INFERRED, read)
  return read
}

/** What a schema's result would be by its arguments alone, with primary keys in place of entities. */
export function queryResult(state: RestState, schema: unknown, args: readonly unknown[]): unknown {
  const { source, memo, epoch } = readingOf(state)
  return new Reader(source, memo, epoch, args).query(schema)
}

function rowsRead(reader: Reader, found: unknown): RowsRead {
  const isInvalid = found === INVALID
  return {
    value: isInvalid ? undefined : found,
    isInvalid,
    parts: reader.parts(),
    argsText: reader.argsText(),
  }
}

function invalidOnly(result: unknown): unknown {
  return result === INVALID ? INVALID : undefined
}

/** A lookup is worth something only if every part of it was found. */
function isFound(schema: unknown, result: unknown): boolean {
  if (result === undefined || result === INVALID) return false
  if (isKind(schema) || !isObject(schema) || !isObject(result)) return true
  return Object.entries(schema).every(([field, member]) => isFound(member, result[field]))
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
