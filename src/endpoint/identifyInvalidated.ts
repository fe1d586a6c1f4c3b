import { Invalidate, type Invalidated, ownResponses } from '../schema/Invalidate'
import { isObject } from '../util/isObject'
import { NetworkError } from './NetworkError'
import type { SplitArgs } from './splitArgs'

/**
 * What an answer invalidates, for schemas that do so: servers answer a DELETE with the entity, its key, or nothing, and
 * then the body or the path of the request says which one was meant. Other schemas get the value as it is.
 */
export function identifyInvalidated(
  { name, schema }: { readonly name: string; readonly schema: unknown },
  value: unknown,
  { urlArgs, body }: Pick<SplitArgs, 'urlArgs' | 'body'>,
): unknown {
  const kind: unknown = Array.isArray(schema) ? schema[0] : schema
  if (!(kind instanceof Invalidate)) return value
  return Array.isArray(schema)
    ? listOf(name, kind, value, body)
    : identified(kind, [value, body, urlArgs[0]])
}

/** Several that are gone: what the answer lists, else what the body did. Of anything else it would be a guess. */
function listOf(
  name: string,
  schema: Invalidate<Invalidated>,
  value: unknown,
  body: unknown,
): unknown {
  const listed = [value, body].filter((candidate) => Array.isArray(candidate))
  const found = listed.find(({ length }) => length > 0) ?? listed[0]
  if (found !== undefined) {
    if (found === body) for (const it of found) if (isObject(it)) ownResponses.set(it, undefined)
    return found
  }
  const members = isObject(value) ? Object.values(value) : []
  if (members.length > 0 && members.every((it) => isObject(it) && schema.canResolvePk(it)))
    return value
  throw new NetworkError(
    undefined,
    `${name} was accepted, but neither the answer nor the body is a list of what is gone; make a list of primary keys in \`process\`.`,
    400,
    { code: 'INVALID_RESPONSE' },
  )
}

/** The first candidate that tells which entity is meant, joined with what the ones before it said. */
function identified(schema: Invalidate<Invalidated>, candidates: readonly unknown[]): unknown {
  let said: object = {}
  for (const candidate of candidates) {
    if (!isObject(candidate)) {
      if (schema.canResolvePk(candidate)) return candidate
      continue
    }
    said = Object.assign({}, candidate, said)
    ownResponses.set(said, candidates[0])
    if (schema.canResolvePk(said)) return said
  }
  return said
}
