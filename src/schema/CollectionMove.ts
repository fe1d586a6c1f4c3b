import { isObject } from '../util/isObject'
import type { Seam } from '../util/seam'
import { type EditedCollection, moveMembers } from './CollectionEdit'
import { asRecord, type RowFilter } from './collectionFilter'
import { type Arrival, readChange } from './collectionChange'
import { entityOf, type Members, type Place } from './collectionForm'
import type { CollectionKey } from './collectionPk'
import type { DenormalizeDelegate, Edit, NormalizeDelegate, SchemaKind } from './contract'
import type { MemberRef } from './entityRef'
import type { Shape } from './types'

/** One entity on its way: the rows that it was in, and those that it belongs to now. */
interface Move {
  readonly ref: MemberRef
  readonly belonged: RowFilter | undefined
  readonly belongs: RowFilter
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
    delegate.editRows(this.collection, (rowPk) => this.#editOf(rowPk, moves))
    return result
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return this.collection.form.show(input, this.collection.member, delegate)
  }

  queryKey(): undefined {
    return undefined
  }

  #editOf(rowPk: string, moves: readonly Move[]): Edit | undefined {
    const row = JSON.parse(rowPk) as CollectionKey
    const leaving: MemberRef[] = []
    const joining: MemberRef[] = []
    for (const { ref, belonged, belongs } of moves) {
      const isIn = belongs(row)
      // Of what the store did not know nobody can say where it was: it leaves what it does not belong to now.
      if (belonged === undefined || belonged(row) !== isIn) (isIn ? joining : leaving).push(ref)
    }
    if (leaving.length === 0 && joining.length === 0) return undefined
    return (existing) =>
      moveMembers(this.collection, existing as Members, leaving, joining, this.#merge)
  }

  #moveOf({ ref, value }: Arrival, place: Place, delegate: NormalizeDelegate): Move {
    const { args } = delegate
    const entity = entityOf(this.collection.member, ref)
    const pk = typeof ref === 'string' ? ref : ref.id
    const before = entity && delegate.stored(entity.key, pk)
    const processed = isObject(value)
      ? entity?.process(value, place.parent, place.key, args)
      : undefined
    const params = asRecord(args[0])
    const now = { ...asRecord(args.at(-1)), ...processed }
    const filter = (said: object, isSaid: object): RowFilter =>
      this.collection.createCollectionFilter({ ...params, ...said }, isSaid)
    return {
      ref,
      belonged: before && filter(before, before),
      belongs: filter(now, { ...before, ...now }),
    }
  }
}
