import type { Seam } from '../util/seam'
import type { Collection } from './Collection'
import type { CollectionForm, Members } from './collectionForm'

/** Takes what names a page out of the arguments of a call; what is left are the arguments of the whole list. */
export type RemoveCursor = (...args: Seam[]) => readonly unknown[]

/** A collection whose answers are pages: each is added to the list that the arguments without the cursor name. */
export function pageOf<C extends Collection<Seam, Seam>>(
  collection: C,
  removeCursor: RemoveCursor,
): C {
  const { form }: { readonly form: CollectionForm } = collection
  const append = (existing: object, page: object): object =>
    form.append(existing as Members, page as Members)
  const pk: Collection['pk'] = (parent, key, args, enclosing) =>
    collection.pk(parent, key, removeCursor(...args), enclosing)
  // All else is as the collection has it, subclasses included.
  return Object.assign(Object.create(collection) as C, { pk, merge: append, isPage: true })
}
