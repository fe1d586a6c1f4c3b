import { isSchemaObject } from './schemaObject'

/** A kind of schema with members, or one that is computed from another. */
interface Container {
  readonly layout?: { readonly isMap: boolean }
  readonly schema?: unknown
}

/** A response without members, of a schema that is a list or a map; `undefined` for every other schema. */
export function emptyList(schema: unknown): readonly never[] | object | undefined {
  if (Array.isArray(schema)) return []
  // An entity is a class.
  if (!isSchemaObject(schema) || typeof schema === 'function') return undefined
  const { layout, schema: inner } = schema as Container
  if (!('member' in schema)) return emptyList(inner)
  return layout?.isMap === true ? {} : []
}
