import { isObject } from '../util/checks'
import { isSchemaObject } from './schemaObject'

// Collections are known by a member and not by their class: an endpoint without lists does not bring their code to an app.

/** A schema kind with other schemas inside: an object with its fields, or a query. */
interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
  /** The same kind of schema with others inside. */
  over?(inner: unknown): unknown
}

/** A schema with its collections replaced; those within lists and entities stay. */
export function mapCollections(schema: unknown, replace: (collection: object) => unknown): unknown {
  if (!isObject(schema)) return schema
  if ('moveWith' in schema) return replace(schema)
  const map = (inner: unknown): unknown => mapCollections(inner, replace)
  if (!isSchemaObject(schema)) {
    return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, map(inner)]))
  }
  const { over, schema: inner, fields } = schema as Wrapper
  return over ? over.call(schema, map(inner ?? fields)) : schema
}
