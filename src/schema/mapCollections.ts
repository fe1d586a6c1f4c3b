import { isObject } from '../util/checks'
import { isSchemaObject } from './schemaObject'

// Collections are known by a member and not by their class: an endpoint without lists does not bring their code to an app.

type Change = (inner: unknown) => unknown

/** A schema kind with other schemas inside: an object with its fields, or a query. */
interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
  /** The same kind of schema with others inside. It calls `note` with itself before `change`. */
  over?(change: Change, note: (copy: object) => void): object
}

/** A schema with its collections replaced; those within lists and entities stay. */
export function mapCollections(schema: unknown, replace: (collection: object) => unknown): unknown {
  // An object that is defined later may contain itself.
  const copies = new Map<object, object>()
  const map: Change = (it) => {
    if (!isObject(it)) return it
    if (isCollection(it)) return replace(it)
    if (!isSchemaObject(it)) {
      return Object.fromEntries(Object.entries(it).map(([name, inner]) => [name, map(inner)]))
    }
    const { over } = it as Wrapper
    return copies.get(it) ?? over?.call(it, map, (copy) => copies.set(it, copy)) ?? it
  }
  return map(schema)
}

/** The collections in a schema; not those within lists and entities. */
export function collectionsIn(schema: unknown, seen = new Set<object>()): readonly object[] {
  if (!isObject(schema) || seen.has(schema)) return []
  seen.add(schema)
  if (isCollection(schema)) return [schema]
  const { over, schema: inner, fields } = schema as Wrapper
  if (isSchemaObject(schema)) return over ? collectionsIn(inner ?? fields, seen) : []
  return Object.values(schema).flatMap((it) => collectionsIn(it, seen))
}

function isCollection(schema: object): boolean {
  return 'moveWith' in schema
}
