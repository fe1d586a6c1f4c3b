import { Collection } from '../schema/Collection'
import { isKind } from '../schema/kinds'
import { isObject } from '../util/isObject'
import type { Seam } from '../util/seam'

/** Any collection, whatever is in it. */
export type AnyCollection = Collection<Seam, Seam>

/** The first collection in a schema, looked for in objects and in what a query is made of; lists are not looked into. */
export function findCollection(schema: unknown): AnyCollection | undefined {
  if (schema instanceof Collection) return schema as AnyCollection
  if (!isObject(schema)) return undefined
  for (const part of partsOf(schema)) {
    const found = findCollection(part)
    if (found !== undefined) return found
  }
  return undefined
}

function partsOf(schema: object): readonly unknown[] {
  if (!isKind(schema)) return Object.values(schema)
  if ('fields' in schema) return Object.values(schema.fields as object)
  return 'schema' in schema ? [schema.schema] : []
}
