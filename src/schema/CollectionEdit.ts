import type { Seam } from '../util/seam'
import type { RowFilter } from './collectionFilter'
import { type ChangedCollection, readChange } from './collectionChange'
import type { Members } from './collectionForm'
import type { CollectionKey } from './collectionPk'
import type { DenormalizeDelegate, NormalizeDelegate, RowSchema, SchemaKind } from './contract'
import type { MemberRef } from './entityRef'
import type { Shape } from './types'

/** What a change needs to know of the collection that it changes. */
export interface EditedCollection extends RowSchema, ChangedCollection {
  createCollectionFilter(...args: readonly unknown[]): RowFilter
  nonFilterArgumentKeys(name: string): boolean
}

/** Joins the members of a row with those that came. Called again on other rows: it must depend on nothing else. */
export type MergeMembers = (existing: Seam, incoming: Seam) => Seam

/**
 * The schema of an answer that changes every list it concerns, and makes none: `push`, `unshift`, `assign`, `remove` and
 * `addWith(…)` of a collection.
 */
export class CollectionEdit<Value = unknown, Stored = unknown> implements SchemaKind {
  declare readonly shape?: Shape<Value, readonly Seam[], Stored>
  readonly collection: EditedCollection
  readonly #merge: (existing: Members, incoming: Members) => Members
  readonly #createFilter: ((...args: Seam[]) => RowFilter) | undefined

  constructor(
    collection: EditedCollection,
    merge: (existing: Members, incoming: Members) => Members,
    createFilter?: (...args: Seam[]) => RowFilter,
  ) {
    this.collection = collection
    this.#merge = merge
    this.#createFilter = createFilter
  }

  /** The test that tells which rows, by their primary keys, a call with these arguments changes. */
  concerns(args: readonly unknown[]): (rowPk: string) => boolean {
    const filter = this.#createFilter?.(...args) ?? this.collection.createCollectionFilter(...args)
    return (rowPk) => filter(JSON.parse(rowPk) as CollectionKey)
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const { result, members } = readChange(this.collection, input, { parent, key }, delegate)
    const isConcerned = this.concerns(delegate.args)
    const edit = (existing: object): object => this.#merge(existing as Members, members)
    delegate.editRows(this.collection, (rowPk) => (isConcerned(rowPk) ? edit : undefined))
    return result
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return this.collection.form.show(input, this.collection.member, delegate)
  }

  queryKey(): undefined {
    return undefined
  }
}

/** What a row looks like after some members left it and others joined it. */
export function moveMembers(
  { form }: EditedCollection,
  existing: Members,
  leaving: readonly MemberRef[],
  joining: readonly MemberRef[],
  merge: (existing: Members, incoming: Members) => Members,
): Members {
  const rest = leaving.length === 0 ? existing : form.remove(existing, leaving)
  return joining.length === 0 ? rest : merge(rest, form.gather(joining))
}
