import type { Invalidate, Invalidated } from '../schema/Invalidate'
import { isObject } from '../util/checks'
import { NetworkError } from './NetworkError'
import type { SplitArgs } from './body'

type InvalidateSchema = Invalidate<Invalidated>

/**
 * What a response invalidates: the server sends the deleted entity, its primary key, or nothing, and then the body or the
 * path of the request identifies it. For schemas that invalidate nothing, the value as it is.
 */
export function inferInvalidatedPk(
  { name, schema }: { readonly name: string; readonly schema: unknown },
  value: unknown,
  { urlArgs, body }: SplitArgs,
): unknown {
  const invalidate: unknown = Array.isArray(schema) ? schema[0] : schema
  if (!isInvalidate(invalidate)) return value
  return Array.isArray(schema)
    ? inferList(name, invalidate, value, body)
    : inferOne(invalidate, [value, body, urlArgs[0]])
}

/** By its member: an endpoint that deletes nothing does not bring the class to an app. */
function isInvalidate(schema: unknown): schema is InvalidateSchema {
  return isObject(schema) && (schema as Partial<InvalidateSchema>).canResolvePk !== undefined
}

/** Several: the list of the response, else that of the body. Of anything else it would be a guess. */
function inferList(name: string, schema: InvalidateSchema, value: unknown, body: unknown): unknown {
  const isListed = Array.isArray(value) && value.length > 0
  const list = isListed || !Array.isArray(body) ? value : body
  if (Array.isArray(list)) return list
  const members = isObject(value) ? Object.values(value) : []
  if (members.length > 0 && members.every((it) => isObject(it) && schema.canResolvePk(it)))
    return value
  throw new NetworkError(
    undefined,
    `${name} was accepted, but neither the response nor the body lists what was deleted; make a list of primary keys in \`process\`.`,
    400,
    { code: 'INVALID_RESPONSE' },
  )
}

/** The first candidate that identifies an entity, joined with the members of those before it. */
function inferOne(schema: InvalidateSchema, candidates: readonly unknown[]): unknown {
  let joined: object = {}
  const all = candidates.map((it) => (isObject(it) ? (joined = { ...it, ...joined }) : it))
  return all.find((it) => schema.canResolvePk(it)) ?? joined
}
