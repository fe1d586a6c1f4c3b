import { isObject } from '../util/checks'
import { isSchemaObject } from './schemaObject'

// Collections are known by a member and not by their class: an endpoint without lists does not bring their code to an app.

type Change = (inner: unknown) => unknown

/** A schema kind with other schemas inside: an object with its fields, a query, or a list or map with its members. */
interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
  readonly member?: unknown
  /** The same kind of schema with others inside. It calls `note` with itself before `change`. */
  over?(change: Change, note: (copy: object) => void): object
}

/** A schema with its collections replaced; those within entities stay, and those within lists and maps unless these are meant, too. */
export function mapCollections(
  schema: unknown,
  replace: (collection: object) => unknown,
  isInLists = false,
): unknown {
  // An object that is defined later may contain itself.
  const copies = new Map<object, object>()
  const map: Change = (it) => {
    if (Array.isArray(it)) return isInLists ? it.map(map) : it
    if (!isObject(it)) return it
    if (isCollection(it)) return replace(it)
    if (!isSchemaObject(it)) {
      return Object.fromEntries(Object.entries(it).map(([name, inner]) => [name, map(inner)]))
    }
    const { over, member } = it as Wrapper
    const known = copies.get(it) ?? over?.call(it, map, (copy) => copies.set(it, copy))
    if (known !== undefined || !isInLists) return known ?? it
    const value = map(member)
    return value === member ? it : (Object.create(it, { member: { value } }) as object)
  }
  return map(schema)
}

/** The collections in a schema; not those within entities, nor those within lists and maps unless these are meant, too. */
export function collectionsIn(
  schema: unknown,
  isInLists = false,
  seen = new Set<object>(),
): readonly object[] {
  const within = (it: unknown): readonly object[] => collectionsIn(it, isInLists, seen)
  if (Array.isArray(schema)) return isInLists ? schema.flatMap(within) : []
  if (!isObject(schema) || seen.has(schema)) return []
  seen.add(schema)
  if (isCollection(schema)) return [schema]
  if (!isSchemaObject(schema)) return Object.values(schema).flatMap(within)
  const { over, schema: inner, fields, member } = schema as Wrapper
  return within(over ? (inner ?? fields) : isInLists ? member : undefined)
}

function isCollection(schema: object): boolean {
  return 'moveWith' in schema
}
