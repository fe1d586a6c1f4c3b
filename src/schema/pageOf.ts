import type { AnyType } from '../util/anyType'
import type { Collection } from './Collection'
import type { CollectionLayout, Members } from './collectionLayout'

/** Takes what names a page out of the arguments of a call; what is left are the arguments of the whole list. */
export type RemoveCursor = (...args: AnyType[]) => readonly unknown[]

/** A collection whose responses are pages: each is added to the list of the arguments without the cursor. */
export function pageOf<C extends Collection<AnyType, AnyType>>(
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
