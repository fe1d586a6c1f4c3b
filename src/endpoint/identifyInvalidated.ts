import { Invalidate, type Invalidated } from '../schema/Invalidate'
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
  const kind: unknown = Array.isArray(schema) ? schema[0] : schema
  if (!(kind instanceof Invalidate)) return value
  return Array.isArray(schema)
    ? (nonEmptyList(value) ?? nonEmptyList(body) ?? value)
    : identified(kind, [value, body, params])
}

/** The first candidate that tells which entity is meant, joined with what the ones before it said. */
function identified(schema: Invalidate<Invalidated>, candidates: readonly unknown[]): unknown {
  let said: object = {}
  for (const candidate of candidates) {
    if (!isObject(candidate)) {
      if (schema.isTold(candidate)) return candidate
      continue
    }
    said = Object.assign({}, candidate, said)
    if (schema.isTold(said)) return said
  }
  return said
}

function nonEmptyList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined
}
