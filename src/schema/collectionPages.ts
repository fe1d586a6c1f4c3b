import { isObject } from '../util/checks'
import type { AnyType } from '../util/anyType'
import type { CollectionLayout, Members } from './collectionLayout'
import { mapCollections } from './mapCollections'

/** A collection, as far as its pages depend on it. */
interface PagedCollection {
  readonly layout: CollectionLayout
  pk(parent: unknown, key: string, args: readonly unknown[], parentEntity?: object): string
  moveWith(merge: AnyType): unknown
}

/** Takes what names a page out of the arguments of a call; what is left are the arguments of the whole list. */
export type RemoveCursor = (...args: AnyType[]) => readonly unknown[]

/** The endpoint of a list, as far as its pages depend on it. */
export interface ListEndpoint {
  readonly name: string
  readonly schema: unknown
  key(...args: readonly unknown[]): string
  extend(options: object): AnyType
}

/**
 * The endpoint for the pages of the list of another endpoint.
 * @param cursor the parameter that names a page, or a function that removes it from the arguments of a call
 */
export function pagesOf(endpoint: ListEndpoint, cursor: string | RemoveCursor): AnyType {
  const removeCursor = typeof cursor === 'function' ? cursor : without(cursor)
  const { key } = endpoint
  return endpoint.extend({
    name: `${endpoint.name}.getPage`,
    schema: mapCollections(endpoint.schema, (collection) =>
      pageOf(collection as PagedCollection, removeCursor),
    ),
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

/** A collection whose responses are pages: each is added to the list of the arguments without the cursor. */
function pageOf(collection: PagedCollection, removeCursor: RemoveCursor): object {
  const { layout } = collection
  const merge = (existing: object, page: object): object =>
    layout.append(existing as Members, page as Members)
  const pk: PagedCollection['pk'] = (parent, key, args, parentEntity) =>
    collection.pk(parent, key, removeCursor(...args), parentEntity)
  // All else is as the collection has it, subclasses included.
  return Object.assign(Object.create(collection) as object, { pk, merge, isPage: true })
}
