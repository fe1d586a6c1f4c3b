import {
  type EntityRow,
  type ListChange,
  type PendingRow as WritableRow,
  type RowMeta,
  type RowSchema,
} from '../schema/contract'
import { freezeData } from '../util/freeze'
import { getOwn, pick } from '../util/record'
import { isSame, replaceEqualDeep } from '../util/replaceEqualDeep'
import {
  asNewer,
  type FieldNames,
  isOlderThan,
  isSameMeta,
  keepCreatedAs,
  keepsDoubt,
  type Landing,
  type ListOverlap,
  type RowOverlap,
  type RowWrite,
  withDoubt,
} from './landing'

const NO_OVERLAP: RowOverlap = { isDeleted: false, isUncertain: false, writes: [] }

/** What one response brings of a row; it meets the stored row when all of the response is read. */
export class PendingRow implements WritableRow {
  readonly pk: string
  readonly stored: EntityRow | undefined
  known: object | undefined
  /** The row is one of the result itself, and not one that is nested in another. */
  isOfResult = false
  isInvalidated = false
  // Declared, as nearly no row has them and a large response makes thousands.
  /** Two overlapping mutations disagree about the row. */
  declare hasConflict?: boolean
  /** What a page adds to the row. */
  declare page?: ListChange
  #schema: RowSchema | undefined = undefined
  #data: object | undefined = undefined
  #changes: ListChange[] | undefined = undefined
  /** The stored row that data is merged into; what is deleted, also by this response, is replaced. */
  #base: EntityRow | undefined

  /** @param hasOverlaps whether other responses landed since the request started, which any field may depend on */
  constructor(pk: string, stored: EntityRow | undefined, hasOverlaps: boolean) {
    this.pk = pk
    this.stored = stored
    this.#base = stored?.invalid === true ? undefined : stored
    const isCertain = !hasOverlaps && stored?.meta.doubtful !== true
    this.known = isCertain ? this.#base?.data : undefined
  }

  /** Whether the response brought data of the row, or deletes it; a change of a list is neither. */
  get isWritten(): boolean {
    return this.isInvalidated || this.#data !== undefined
  }

  merge(schema: RowSchema, data: object): void {
    const before = this.isInvalidated ? undefined : this.#data
    this.#schema = schema
    this.#data = before === undefined || before === data ? data : schema.merge(before, data)
    this.known = this.#data
    this.isInvalidated = false
  }

  /** Adds a change of a list. */
  change(change: ListChange): void {
    ;(this.#changes ??= []).push(change)
  }

  invalidate(): void {
    this.isInvalidated = true
    this.known = undefined
    this.#base = undefined
  }

  /** The fields that a mutation wrote on purpose: all, where its body names none, or where its response lacks one. */
  namesOf({ names }: Landing): FieldNames {
    if (!this.isOfResult) return new Set()
    const data = this.#data ?? {}
    const isComplete = names !== undefined && [...names].every((it) => Object.hasOwn(data, it))
    return isComplete ? names : undefined
  }

  /** The data of the row after this response, where another mutation wrote it meanwhile. */
  overruled(landing: Landing, schemaKey: string): object | undefined {
    const overlap = landing.rowOverlap(schemaKey, this.pk) ?? NO_OVERLAP
    return landing.isMutation && overlap.writes.length > 0
      ? this.#resolve(landing, schemaKey)?.data
      : undefined
  }

  /** The row as it is to be stored, `touched` where it only came back, `undefined` where nothing is to be done. */
  finish(landing: Landing, schemaKey: string): EntityRow | 'touched' | undefined {
    const { stored } = this
    const { meta } = landing
    // What most rows are of a response that came before: `known` came back.
    const isKnown = stored !== undefined && this.#data === stored.data && !this.isInvalidated
    if (isKnown && this.#changes === undefined) {
      const isNewer = landing.isMutation || !isOlderThan(meta, stored)
      if (isNewer) return isSameMeta(stored.meta, meta) ? undefined : 'touched'
    }
    const next = this.#resolve(landing, schemaKey)
    return next && toStore(stored, next, meta)
  }

  #resolve(landing: Landing, schemaKey: string): EntityRow | undefined {
    const { pk, stored } = this
    const overlap = landing.rowOverlap(schemaKey, pk) ?? NO_OVERLAP
    if (this.isInvalidated) return this.#deleted(landing, overlap)
    // Later changes of lists are of no concern to changes without data, which most of many overlapping requests are.
    const row =
      this.#data === undefined
        ? stored
        : this.#written(this.#data, landing, overlap, landing.listOverlaps(schemaKey, pk))
    const changes = this.#changes
    if (row === undefined || changes === undefined) return row
    // It stays as fresh as it was, since a change leaves the rest of a list as it is.
    const changed = { ...row, meta: { ...row.meta, landed: landing.meta.landed } }
    const isOpposed = changes.some((it) => landing.isOpposed(schemaKey, pk, it))
    return applyChanges(changed, changes, isOpposed)
  }

  /** The cases have the names of `docs/order.md`. */
  #written(
    data: object,
    landing: Landing,
    overlap: RowOverlap,
    later: readonly ListOverlap[],
  ): EntityRow {
    const { stored } = this
    const base = this.#base
    const { meta, isMutation } = landing
    if (this.#schema?.isPage === true) return this.#withPage(data, meta, later)
    if (stored !== undefined && isMutation && overlap.isDeleted) {
      // A deletion: it wins over every mutation that overlaps it.
      this.hasConflict = true
      return { ...stored, meta: { ...stored.meta, landed: meta.landed, doubtful: true } }
    }
    if (stored !== undefined && !isMutation && isOlderThan(meta, stored, overlap)) {
      // Two reads, or a read and a mutation: this one is older.
      return base === undefined ? stored : this.#filledIn(base, data, meta)
    }
    const hasWrites = isMutation && overlap.writes.length > 0
    // Two mutations.
    if (base !== undefined && hasWrites) return this.#writtenMeanwhile(base, data, landing, overlap)
    // The response is the newest of the row. Where the row was deleted meanwhile, what others wrote is not there to compare with.
    const isUncertain = overlap.isUncertain || hasWrites
    const row =
      base === undefined
        ? { data, invalid: false, meta: withDoubt(meta, isUncertain) }
        : this.#joined(base, data, meta, isUncertain || keepsDoubt(base, data))
    // A list mutation: applied to every response that was requested before it landed.
    if (later.length === 0) return row
    const changes = later.map(({ change }) => change)
    return applyChanges(
      row,
      changes,
      later.some(({ isDoubtful }) => isDoubtful),
    )
  }

  /** The stored row with newer data merged into it. */
  #joined(stored: EntityRow, data: object, meta: RowMeta, isDoubtful: boolean): EntityRow {
    const schema = this.#schema as RowSchema
    const now = asNewer(meta, stored.meta)
    const merged = schema.mergeWithStore(stored.meta, now, stored.data, data)
    const chosen = schema.mergeMetaWithStore(stored.meta, now, stored.data, data)
    // A merge of the user's own decides about times, never about the order of landings.
    const written = chosen === now ? meta : { ...chosen, landed: meta.landed }
    return { data: merged, invalid: false, meta: withDoubt(written, isDoubtful) }
  }

  /** What an older response still adds to a row: the fields that it lacks. */
  #filledIn(stored: EntityRow, data: object, meta: RowMeta): EntityRow {
    const schema = this.#schema as RowSchema
    const before = asNewer(stored.meta, meta)
    const filled = schema.mergeWithStore(before, meta, stored.data, data)
    return { data: filled, invalid: false, meta: { ...stored.meta, landed: meta.landed } }
  }

  /** Another mutation wrote the row meanwhile: this one brings the fields that it names, and leaves the others. */
  #writtenMeanwhile(
    stored: EntityRow,
    incoming: object,
    landing: Landing,
    { writes, isUncertain }: RowOverlap,
  ): EntityRow {
    const { isOfResult } = this
    const { meta } = landing
    const names = isOfResult ? this.namesOf(landing) : undefined
    const isList = this.#schema?.isList === true
    const ownWrite = { started: meta.fetchedAt, names, isOfResult, isList }
    const { data, disputes } = ownPart(stored.data, incoming, writes, ownWrite)
    this.hasConflict = disputes.some(({ isSet }) => !isSet)
    const row = data === undefined ? { ...stored, meta } : this.#joined(stored, data, meta, false)
    const lacksNames = isOfResult && landing.names !== names
    const isDoubtful =
      lacksNames ||
      isUncertain ||
      disputes.length > 0 ||
      stored.meta.doubtful === true ||
      !hasSameFields(row.data, incoming)
    return { ...row, meta: withDoubt(row.meta, isDoubtful) }
  }

  /** A page adds members to a list, except those that left the list since the page was requested. */
  #withPage(page: object, meta: RowMeta, later: readonly ListOverlap[]): EntityRow {
    const base = this.#base
    const schema = this.#schema as RowSchema
    const removals = later.filter(({ change }) => change.leaves.length > 0)
    const added = removals.reduce((members, { change }) => change.apply(members), page)
    this.page = { joins: [], leaves: [], apply: (existing) => schema.merge(existing, added) }
    const data = base === undefined ? added : schema.merge(base.data, added)
    // A page is older than every response of the whole list.
    const known = base?.meta ?? { ...meta, fetchedAt: 0 }
    return { data, invalid: false, meta: { ...known, landed: meta.landed } }
  }

  #deleted({ meta, isMutation }: Landing, overlap: RowOverlap): EntityRow | undefined {
    const { stored } = this
    // Two reads, or a read and a mutation: this one is older.
    if (!isMutation && stored !== undefined && isOlderThan(meta, stored, overlap)) return undefined
    // A deletion and others.
    const hasWrites = overlap.writes.length > 0
    this.hasConflict = isMutation && hasWrites
    const isDoubtful = overlap.isUncertain || (isMutation && (overlap.isDeleted || hasWrites))
    const data = stored?.data ?? this.#data ?? {}
    return { data, invalid: true, meta: withDoubt(meta, isDoubtful) }
  }
}

/** A mutation, as far as it meets a row that others wrote since it started. */
interface OwnWrite {
  readonly started: number
  /** The fields that its body names; `undefined` stands for all. */
  readonly names: FieldNames
  /** The row is one of the result itself, and not one that is nested in another. */
  readonly isOfResult: boolean
  /** The row is a list, which is written as a whole. */
  readonly isList: boolean
}

/** What a mutation still writes of a row that others wrote since it started. */
interface OwnPart {
  /** `undefined` where others wrote all of it later. */
  readonly data: object | undefined
  /** The writes that gave one of its fields another value. */
  readonly disputes: readonly RowWrite[]
}

type Fields = Record<string, unknown>

/** Of one field, the mutation that started last decides; of a row that is not of the result, the others do. */
function ownPart(
  stored: object,
  incoming: object,
  writes: readonly RowWrite[],
  { started, names, isOfResult, isList }: OwnWrite,
): OwnPart {
  // A list is as one field that every write names.
  const before = isList ? { list: stored } : stored
  const after = isList ? { list: incoming } : incoming
  const decides = isList || isOfResult
  const winners = writes.filter((it) => !it.isSet && (!decides || it.started > started))
  const isIn = (some: FieldNames, field: string): boolean =>
    isList || some === undefined || some.has(field)
  const own = Object.keys(after).filter((field) => isIn(names, field))
  const brought = own.filter((field) => !winners.some((it) => isIn(it.names, field)))
  const changed = decides ? own.filter((field) => !isSameField(before, after, field)) : []
  return {
    data: brought.length === 0 ? undefined : isList ? incoming : pick(incoming, brought),
    disputes: writes.filter((it) => changed.some((field) => isIn(it.names, field))),
  }
}

/** Whether data has all that a response brought. */
function hasSameFields(data: object, incoming: object): boolean {
  if (Array.isArray(incoming)) return isSame(data, incoming)
  return Object.keys(incoming).every((field) => isSameField(data, incoming, field))
}

function isSameField(one: object, other: object, field: string): boolean {
  return isSame(getOwn(one as Fields, field), getOwn(other as Fields, field))
}

/** A list after changes, which may each leave it doubtful. */
function applyChanges(
  { data, invalid, meta }: EntityRow,
  changes: readonly ListChange[],
  isDoubtful: boolean,
): EntityRow {
  const changed = changes.reduce((list, change) => change.apply(list), data)
  return { data: changed, invalid, meta: withDoubt(meta, isDoubtful || meta.doubtful === true) }
}

/** The row to store: what equals the stored one stays the same object. */
function toStore(
  stored: EntityRow | undefined,
  next: EntityRow,
  landing: RowMeta,
): EntityRow | 'touched' | undefined {
  if (stored === undefined) return freezeData(next)
  const { invalid, meta } = next
  // What comes back to life is new data even if it equals the old, and shares nothing with it.
  const isRevived = stored.invalid && !invalid
  const data = isRevived ? next.data : (replaceEqualDeep(stored.data, next.data) as object)
  if (data === stored.data && invalid === stored.invalid) {
    if (isSameMeta(stored.meta, meta)) return undefined
    if (meta === landing && !invalid) return 'touched'
  }
  return freezeData({ data, invalid, meta: keepCreatedAs(meta, stored) })
}
