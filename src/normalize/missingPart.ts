import { isRowSchema, isSchemaObject } from '../schema/schemaObject'
import { isObject } from '../util/checks'
import { getOwn } from '../util/record'

type Fields = Readonly<Record<string, unknown>>

/**
 * The steps to the first part of a response that its schema has and the response lacks: an entity, a list, a map, or an
 * object with one of these. Plain values may be missing, and so may all within lists, maps and entities.
 */
export function missingPart(schema: unknown, response: unknown): readonly string[] | undefined {
  if (!isObject(response)) return undefined
  for (const [field, part] of Object.entries(fieldsOf(schema))) {
    const value = getOwn(response, field)
    if (value === undefined && isPart(part)) return [field]
    const within = missingPart(part, value)
    if (within !== undefined) return [field, ...within]
  }
  return undefined
}

function fieldsOf(schema: unknown): Fields {
  if (isSchemaObject(schema)) return (schema as { readonly fields?: Fields }).fields ?? {}
  return isObject(schema) ? schema : {}
}

/** Whether a response has to have a part: a `schema.Object` may contain itself, and what it contains may end. */
function isPart(schema: unknown): boolean {
  if (Array.isArray(schema)) return isPart(schema[0])
  if (!isSchemaObject(schema)) return isObject(schema) && Object.values(schema).some(isPart)
  // A union, and a change of a list.
  if (isRowSchema(schema) || 'entities' in schema || 'collection' in schema) return true
  // Not `All`, which is found without a response.
  return 'member' in schema && !('queryKey' in schema) && isPart(schema.member)
}
