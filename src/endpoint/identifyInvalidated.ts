import type { Entity } from '../schema/Entity'
import { Invalidate } from '../schema/Invalidate'
import { isObject } from '../util/isObject'
import type { SplitArgs } from './splitArgs'

/**
 * What an answer invalidates, for schemas that do so: servers answer a DELETE with the entity, its key, or nothing, and
 * then the body or the path of the request says which one was meant. Other schemas get the value as it is.
 */
export function identifyInvalidated(
  schema: unknown,
  value: unknown,
  { params, body }: SplitArgs,
): unknown {
  const entity = invalidatedEntity(schema)
  if (entity === undefined) return value
  return Array.isArray(schema)
    ? (nonEmptyList(value) ?? nonEmptyList(body) ?? value)
    : identified(entity, [value, body, params])
}

function invalidatedEntity(schema: unknown): typeof Entity | undefined {
  const kind: unknown = Array.isArray(schema) ? schema[0] : schema
  return kind instanceof Invalidate ? (kind as Invalidate<typeof Entity>).entity : undefined
}

/** The first candidate that tells which entity is meant, joined with what the ones before it said. */
function identified(entity: typeof Entity, candidates: readonly unknown[]): unknown {
  let said: object = {}
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate !== '') return candidate
    if (typeof candidate === 'number') return candidate
    if (!isObject(candidate)) continue
    said = Object.assign({}, candidate, said)
    if (entity.pk(said) !== undefined) return said
  }
  return said
}

function nonEmptyList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined
}
