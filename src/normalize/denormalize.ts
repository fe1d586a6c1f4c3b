import type { Schema } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import type { DenormalizeNullable } from '../schema/types'
import { Memo } from './Memo'
import { Reader } from './Reader'
import { plainSource, type PlainRows } from './rowSource'

/**
 * Puts a result of `normalize` together again, with instances of the entity classes.
 * @returns what readers see, or `undefined` where it is missing or invalid
 */
export function denormalize<S extends Schema>(
  schema: S,
  input: unknown,
  entities: PlainRows,
  args: readonly unknown[] = [],
): DenormalizeNullable<S> | undefined {
  const value = new Reader(plainSource(entities), new Memo(1), 1, args).read(schema, input)
  return value === INVALID ? undefined : (value as DenormalizeNullable<S>)
}
