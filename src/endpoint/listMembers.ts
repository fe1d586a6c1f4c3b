import type { Collection } from '../schema/Collection'
import { collectionsIn } from '../schema/mapCollections'
import type { AnyType } from '../util/anyType'

type AnyCollection = Collection<AnyType, AnyType>

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

/** The members that change a list; each is a schema of its collection, too. */
export const EDITS = ['push', 'unshift', 'assign', 'remove', 'move'] as const

type EditName = (typeof EDITS)[number]

/**
 * The endpoint that changes the list of another endpoint: that endpoint with another method and schema, so that its
 * headers, its steps and all its other options hold for the change, too.
 */
export function editOf(endpoint: ListEndpoint, edit: EditName): AnyType {
  const { name, path, movePath = path } = endpoint
  return endpoint.extend({
    // `User.getList.push` is `User.create`.
    name:
      edit === 'push' && name.endsWith('.getList')
        ? name.replace(/getList$/, 'create')
        : `${name}.${edit}`,
    method: edit === 'remove' || edit === 'move' ? 'PATCH' : 'POST',
    // A list without a body still has members that are sent.
    ...('body' in endpoint && endpoint.body === undefined && { body: {} }),
    ...(edit === 'move' && { path: movePath, searchParams: undefined }),
    schema: findCollection(endpoint.schema)?.[edit],
  })
}

/** The first collection in a schema; not those within lists and entities. */
export function findCollection(schema: unknown): AnyCollection | undefined {
  return collectionsIn(schema)[0] as AnyCollection | undefined
}
