import { Collection, type ListSchema } from '../schema/Collection'
import { isKind } from '../schema/kinds'
import { isObject } from '../util/isObject'

/** The first collection in a schema, looked for in plain objects too. */
export function findCollection(schema: unknown): Collection<ListSchema> | undefined {
  if (schema instanceof Collection) return schema as Collection<ListSchema>
  if (isKind(schema) || !isObject(schema)) return undefined
  for (const member of Object.values(schema)) {
    const found = findCollection(member)
    if (found !== undefined) return found
  }
  return undefined
}
