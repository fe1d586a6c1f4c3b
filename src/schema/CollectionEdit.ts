import type { Seam } from '../util/seam'
import type { RowFilter } from './collectionFilter'
import { type ChangedCollection, readChange } from './collectionChange'
import { type Members, refsOf } from './collectionForm'
import type { CollectionKey } from './collectionPk'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  ListChange,
  NormalizeDelegate,
  RowSchema,
  SchemaKind,
} from './contract'
import { identityOf, type MemberRef } from './entityRef'
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
  readonly #isRemoval: boolean

  constructor(
    collection: EditedCollection,
    merge: (existing: Members, incoming: Members) => Members,
    options: {
      readonly createFilter?: ((...args: Seam[]) => RowFilter) | undefined
      /** The members that come leave the lists. */
      readonly isRemoval?: boolean
    } = {},
  ) {
    this.collection = collection
    this.#merge = merge
    this.#createFilter = options.createFilter
    this.#isRemoval = options.isRemoval === true
  }

  /** The test that tells which rows, by their primary keys, a call with these arguments changes. */
  concerns(args: readonly unknown[]): (rowPk: string) => boolean {
    const filter = this.#createFilter?.(...args) ?? this.collection.createCollectionFilter(...args)
    return (rowPk) => filter(JSON.parse(rowPk) as CollectionKey)
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const { result, members } = readChange(this.collection, input, { parent, key }, delegate)
    const isConcerned = this.concerns(delegate.args)
    const refs = refsOf(members).map(identityOf)
    const change: ListChange = {
      joins: this.#isRemoval ? [] : refs,
      leaves: this.#isRemoval ? refs : [],
      apply: (existing) => this.#merge(existing as Members, members),
    }
    const changeOf = (rowPk: string): ListChange | undefined =>
      isConcerned(rowPk) ? change : undefined
    delegate.changeLists(this.collection, { ...change, changeOf })
    return result
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    ;(this.collection.member as SchemaKind).affected?.(args, delegate)
    delegate.lists(this.collection.key, this.concerns(args))
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
