import type { Schema } from '../schema/contract'
import { INVALID } from '../schema/schemaObject'
import type { DenormalizeNullable } from '../schema/types'
import { DenormalizeCache } from './DenormalizeCache'
import { Denormalizer } from './Denormalizer'
import { plainSource, type PlainRows } from './rowSource'

/**
 * The data that a result of `normalize` stands for, with instances of the entity classes.
 * @param schema the schema of the response
 * @param input the `result` of `normalize`
 * @param entities the `entities` of `normalize`, or any rows by table and primary key
 * @param args the arguments of the call. Default: none
 * @returns what readers see, or `undefined` where it is missing or invalid
 */
export function denormalize<S extends Schema>(
  schema: S,
  input: unknown,
  entities: PlainRows,
  args: readonly unknown[] = [],
): DenormalizeNullable<S> | undefined {
  const source = plainSource(entities)
  const denormalizer = new Denormalizer(source, new DenormalizeCache(source), source, args)
  const value = denormalizer.read(schema, input)
  return value === INVALID ? undefined : (value as DenormalizeNullable<S>)
}
