import type { Collection } from '../schema/Collection'
import type { CollectionLayout, Members } from '../schema/collectionLayout'
import { isSchemaObject } from '../schema/schemaObject'
import { isObject } from '../util/checks'
import type { AnyType } from '../util/anyType'

// The schemas are known by their members and not by their classes: an endpoint without lists then does not bring the
// code of lists to an app.

type AnyCollection = Collection<AnyType, AnyType>

/** Takes what names a page out of the arguments of a call; what is left are the arguments of the whole list. */
export type RemoveCursor = (...args: AnyType[]) => readonly unknown[]

/** The endpoint of a list, as far as its members depend on it. */
interface ListEndpoint {
  readonly name: string
  readonly path: string
  readonly schema: unknown
  readonly movePath?: string | undefined
  readonly body?: unknown
  key(...args: readonly unknown[]): string
  extend(options: object): AnyType
}

/** A schema kind with other schemas inside: an object with its fields, or a query. */
interface Wrapper {
  readonly schema?: unknown
  readonly fields?: unknown
  /** The same kind of schema with others inside. */
  over(inner: unknown): unknown
}

type EditName = 'push' | 'unshift' | 'assign' | 'remove' | 'move'

/**
 * The endpoint that changes the list of another endpoint: that endpoint with another method and schema, so that its
 * headers, its steps and all its other options hold for the change, too.
 */
export function editOf(endpoint: ListEndpoint, edit: EditName): AnyType {
  const { name, path, movePath = path } = endpoint
  return endpoint.extend({
    name: edit === 'push' ? createName(name) : `${name}.${edit}`,
    method: edit === 'remove' || edit === 'move' ? 'PATCH' : 'POST',
    // A list without a body still has members that are sent.
    ...('body' in endpoint && endpoint.body === undefined && { body: {} }),
    ...(edit === 'move' && { path: movePath, searchParams: undefined }),
    schema: findCollection(endpoint.schema)?.[edit],
  })
}

/** `User.getList.push` is `User.create`. */
function createName(name: string): string {
  return name.endsWith('.getList') ? name.replace(/getList$/, 'create') : `${name}.push`
}

/**
 * The endpoint for the pages of the list of another endpoint.
 * @param cursor the parameter that names a page, or a function that removes it from the arguments of a call
 */
export function pagesOf(endpoint: ListEndpoint, cursor: string | RemoveCursor): AnyType {
  if (process.env.NODE_ENV !== 'production') checkCollection(endpoint)
  const removeCursor = typeof cursor === 'function' ? cursor : without(cursor)
  const { key } = endpoint
  return endpoint.extend({
    name: `${endpoint.name}.getPage`,
    schema: mapCollections(endpoint.schema, (collection) => pageOf(collection, removeCursor)),
    key(this: ListEndpoint, ...args: readonly unknown[]) {
      return key.apply(this, [...removeCursor(...args)])
    },
    requestKey(this: ListEndpoint, ...args: readonly unknown[]) {
      return key.apply(this, [...args])
    },
  })
}

/** Removes one parameter from the first argument. */
function without(field: string): RemoveCursor {
  return (params: unknown, ...rest: readonly unknown[]) => {
    if (!isObject(params) || params instanceof FormData) return [params, ...rest]
    const { [field]: _, ...others } = params
    return [others, ...rest]
  }
}

function checkCollection({ name, schema }: ListEndpoint): void {
  if (findCollection(schema) !== undefined) return
  throw new TypeError(
    `${name} cannot have pages. Missing Collection: pages are added to a list, so its schema needs one, such as new Collection([User]).`,
  )
}

/** The first collection in a schema. */
function findCollection(schema: unknown): AnyCollection | undefined {
  const found: AnyCollection[] = []
  mapCollections(schema, (collection) => {
    found.push(collection)
    return collection
  })
  return found[0]
}

/** A schema with its collections replaced; those within lists and entities stay. */
function mapCollections(schema: unknown, replace: (it: AnyCollection) => unknown): unknown {
  if (!isObject(schema)) return schema
  if (isCollection(schema)) return replace(schema)
  if (!isSchemaObject(schema)) {
    const fields = Object.entries(schema)
    return Object.fromEntries(fields.map(([name, it]) => [name, mapCollections(it, replace)]))
  }
  if (!isWrapper(schema)) return schema
  return schema.over(mapCollections(schema.schema ?? schema.fields, replace))
}

function isCollection(schema: object): schema is AnyCollection {
  return (schema as Partial<AnyCollection>).moveWith !== undefined
}

function isWrapper(schema: object): schema is Wrapper {
  return (schema as Partial<Wrapper>).over !== undefined
}

/** A collection whose responses are pages: each is added to the list of the arguments without the cursor. */
function pageOf<C extends Collection<AnyType, AnyType>>(
  collection: C,
  removeCursor: RemoveCursor,
): C {
  const { layout }: { readonly layout: CollectionLayout } = collection
  const merge = (existing: object, page: object): object =>
    layout.append(existing as Members, page as Members)
  const pk: Collection['pk'] = (parent, key, args, parentEntity) =>
    collection.pk(parent, key, removeCursor(...args), parentEntity)
  // All else is as the collection has it, subclasses included.
  return Object.assign(Object.create(collection) as C, { pk, merge, isPage: true })
}
