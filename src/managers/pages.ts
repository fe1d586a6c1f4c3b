import type { Cursor, Directions, PagedEndpoint, Paging } from '../endpoint/pagination'
import { type CollectionLayout, type JoinMembers, prependMembers } from '../schema/collectionLayout'
import type { NormalizeDelegate } from '../schema/contract'
import { mapCollections } from '../schema/mapCollections'
import type { ManagerStore } from '../store/Manager'
import { isObject } from '../util/checks'
import type { AnyType } from '../util/anyType'
import { isBackwards } from './directions'
import { LoadedPages } from './LoadedPages'

/** A collection, as far as its pages depend on it. */
interface PagedCollection {
  readonly layout: CollectionLayout
  pk(parent: unknown, key: string, args: readonly unknown[], parentEntity?: object): string
  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string
}

type Args = readonly unknown[]

/**
 * The manager of the option `paginationField`, which makes `getPage`: the endpoint of further pages, each added to the one list.
 * A list that is requested again has all of its pages requested, one after the other, at most 20, and stored as one change; a poll
 * requests the first one alone, whose members come in front. Where a page fails, the list stays as it was.
 *
 * @example
 * const getTasks = new RestEndpoint({
 *   path: '/tasks',
 *   schema: { items: new Collection([Task]), next: '' },
 *   paginationField: [pages, 'cursor'],
 * })
 * await controller.fetch(getTasks.getPage, { cursor: 'b' })
 */
export const pages: Paging = {
  name: 'pages',
  pageOf,
  init: (store: ManagerStore) => new LoadedPages(store),
}

function pageOf(endpoint: PagedEndpoint, cursor: Cursor): AnyType {
  const removeCursor = typeof cursor === 'function' ? cursor : without(cursor)
  const directions = typeof cursor === 'object' ? cursor : undefined
  const { name, key } = endpoint
  let isList = false
  const schema = mapCollections(endpoint.schema, (collection) => {
    isList = true
    return asPage(collection as PagedCollection, removeCursor, directions)
  })
  if (process.env.NODE_ENV !== 'production' && !isList) {
    throw new TypeError(
      `${name} cannot have pages. Missing Collection: pages are added to a list, so its schema needs one, such as new Collection([User]).`,
    )
  }
  return endpoint.extend({
    name: `${name}.getPage`,
    schema,
    key(this: PagedEndpoint, ...args: Args) {
      return key.apply(this, [...removeCursor(...args)])
    },
    requestKey(this: PagedEndpoint, ...args: Args) {
      return key.apply(this, [...args])
    },
  })
}

/** Removes the parameters of a cursor from the first argument. */
function without(cursor: string | Directions): (...args: Args) => Args {
  const names = typeof cursor === 'string' ? [cursor] : Object.keys(cursor)
  return (params: unknown, ...rest: Args) => {
    if (!isObject(params) || params instanceof FormData) return [params, ...rest]
    const others = Object.entries(params).filter(([name]) => !names.includes(name))
    return [Object.fromEntries(others), ...rest]
  }
}

/** A collection whose responses are pages: each is added to the list of the arguments without the cursor. */
function asPage(
  collection: PagedCollection,
  removeCursor: (...args: Args) => Args,
  directions: Directions = {},
): object {
  const { layout } = collection
  const pk: PagedCollection['pk'] = (parent, key, args, parentEntity) =>
    collection.pk(parent, key, removeCursor(...args), parentEntity)
  // All else is as the collection has it, subclasses included.
  const joinedBy = (merge: JoinMembers): PagedCollection =>
    Object.assign(Object.create(collection) as PagedCollection, { pk, merge, isPage: true })
  const behind = joinedBy(layout.append)
  const inFront = joinedBy(layout.isMap ? layout.append : prependMembers)
  const normalize: PagedCollection['normalize'] = (input, parent, key, delegate) => {
    const page = isBackwards(directions, delegate.args) ? inFront : behind
    return page.normalize(input, parent, key, delegate)
  }
  const page = Object.assign(Object.create(behind) as object, { normalize })
  return Object.assign(page, { withAddress: () => page })
}
