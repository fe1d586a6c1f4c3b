import { isObject } from '../util/isObject'
import { lastOf } from '../util/lastOf'
import type { Seam } from '../util/seam'
import { type EditedCollection, moveMembers } from './CollectionEdit'
import { asRecord, type RowFilter } from './collectionFilter'
import { type Arrival, readChange } from './collectionChange'
import { entityOf, type Members, type Place, refsOf } from './collectionForm'
import type { CollectionKey } from './collectionPk'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  ListChange,
  NormalizeDelegate,
  SchemaKind,
} from './contract'
import { identityOf, type MemberRef } from './entityRef'
import { compareOrder } from './order'
import type { Shape } from './types'

/** One entity on its way. */
interface Move {
  readonly ref: MemberRef
  /** The rows that it was in, as far as the store knew it. */
  readonly belonged: RowFilter
  readonly belongs: RowFilter
  /** Another mutation in flight may take the entity elsewhere. */
  readonly isContested: boolean
  /** The rows of which the call and its answer say all that it takes to belong to them. */
  readonly isTold: RowFilter
}

/**
 * The schema of an answer that takes entities out of the lists that they no longer belong to, and adds them to those that
 * they belong to now: `move` and `moveWith(…)` of a collection. Which those are is told by what the store held of an
 * entity before, and by the arguments and the answer of the call.
 */
export class CollectionMove<Value = unknown, Stored = unknown> implements SchemaKind {
  declare readonly shape?: Shape<Value, readonly Seam[], Stored>
  readonly collection: EditedCollection
  readonly #merge: (existing: Members, incoming: Members) => Members

  constructor(
    collection: EditedCollection,
    merge: (existing: Members, incoming: Members) => Members,
  ) {
    this.collection = collection
    this.#merge = merge
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const place = { parent, key }
    const { result, arrivals } = readChange(this.collection, input, place, delegate)
    const moves = arrivals.map((arrival) => this.#moveOf(arrival, place, delegate))
    const members = arrivals.map(({ ref }) => identityOf(ref))
    delegate.changeLists(this.collection, {
      joins: members,
      leaves: members,
      changeOf: (rowPk) => this.#changeOf(rowPk, moves, delegate),
    })
    return result
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return this.collection.form.show(input, this.collection.member, delegate)
  }

  queryKey(): undefined {
    return undefined
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    const pks = new Set<string>()
    const row = (schemaKey: string, pk: string): void => {
      pks.add(pk)
      delegate.row(schemaKey, pk)
    }
    ;(this.collection.member as SchemaKind).affected?.(args, { ...delegate, row })
    const belongs = this.collection.createCollectionFilter(...args)
    delegate.lists(this.collection.key, (rowPk, members) => {
      const refs = refsOf(members as Members)
      const isMember = refs.some((ref) => pks.has(typeof ref === 'string' ? ref : ref.id))
      return isMember || belongs(JSON.parse(rowPk) as CollectionKey)
    })
  }

  #changeOf(
    rowPk: string,
    moves: readonly Move[],
    delegate: NormalizeDelegate,
  ): ListChange | undefined {
    // A doubtful list may lack members that belong to it.
    const isDoubtful = delegate.storedMeta(this.collection.key, rowPk)?.doubtful === true

    const row = JSON.parse(rowPk) as CollectionKey
    const leaving: MemberRef[] = []
    const joining: MemberRef[] = []
    for (const { ref, belonged, belongs, isContested, isTold } of moves) {
      if (belongs(row)) {
        // A response of the list may have known of the other mutation, which took the entity out of it, and not of this one.
        if (!belonged(row) || isDoubtful || isContested) joining.push(ref)
      } else if (belonged(row) || isTold(row)) leaving.push(ref)
    }
    if (leaving.length === 0 && joining.length === 0) return undefined
    return {
      joins: joining.map(identityOf),
      leaves: leaving.map(identityOf),
      apply: (existing) =>
        moveMembers(this.collection, existing as Members, leaving, joining, this.#merge),
    }
  }

  #moveOf({ ref, value }: Arrival, place: Place, delegate: NormalizeDelegate): Move {
    const { args } = delegate
    const entity = entityOf(this.collection.member, ref)
    const pk = typeof ref === 'string' ? ref : ref.id
    // Another response may have brought what this call changed, while the lists do not have it yet.
    const meta = entity && delegate.storedMeta(entity.key, pk)
    const isCertain =
      meta !== undefined && meta.doubtful !== true && compareOrder(meta.landed, delegate.meta) <= 0
    const before = isCertain ? delegate.stored(entity?.key as string, pk) : undefined
    const processed = isObject(value)
      ? entity?.process(value, place.parent, place.key, args)
      : undefined
    const params = asRecord(args[0])
    // Where another mutation overlaps this one, what is stored decides where the entity belongs, as it does for the row.
    const overruled = entity && delegate.overruled(entity.key, pk)
    const now = { ...asRecord(lastOf(args)), ...processed, ...overruled }
    const filter = (said: object, isSaid: object): RowFilter =>
      this.collection.createCollectionFilter({ ...params, ...said }, isSaid)
    return {
      ref,
      belonged: before === undefined ? () => false : filter(before, before),
      isContested: entity !== undefined && delegate.isContested(entity.key, pk),
      belongs: filter(now, { ...before, ...now }),
      isTold: (row) => this.#isTold(row, { ...params, ...now }),
    }
  }

  #isTold(row: CollectionKey, said: object): boolean {
    const names = Object.keys(row).filter((name) => !this.collection.nonFilterArgumentKeys(name))
    return names.length > 0 && names.every((name) => Object.hasOwn(said, name))
  }
}
