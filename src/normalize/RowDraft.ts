import type { Draft, EntityRow, ListChange, RowMeta, RowSchema } from '../schema/contract'
import { freezeData } from '../util/freeze'
import { reuse } from '../util/reuse'
import type { FieldNames, Landing, ListOverlap, RowOverlap } from './landing'
import {
  asNewer,
  disagrees,
  fieldsBrought,
  hasSameFields,
  isOlderThan,
  isSameMeta,
  keepsDoubt,
  type Overlapping,
  pick,
  withDoubt,
} from './overlap'

/** What one run has to say about a row; it meets what is stored only when all of it has been said. */
export class RowDraft implements Draft {
  readonly pk: string
  readonly stored: EntityRow | undefined
  /** The row is one of the result itself, and not one that is nested in another. */
  isOfResult = false
  // Declared, as nearly no draft has them and a large response makes thousands.
  /** Two overlapping mutations disagree about the row. */
  declare isInConflict?: boolean
  /** What a page adds to the row. */
  declare page?: ListChange
  #changes: ListChange[] | undefined = undefined
  #schema: RowSchema | undefined = undefined
  #data: object | undefined = undefined
  #confirmed: object | undefined = undefined
  #isInvalidated = false
  /** The data came after an invalidation in the same run: it replaces what is stored. */
  #isRevived = false

  constructor(pk: string, stored: EntityRow | undefined) {
    this.pk = pk
    this.stored = stored
  }

  get isInvalidated(): boolean {
    return this.#isInvalidated
  }

  /** Whether the run brought data of the row, or says that it is gone; a change of a list is neither. */
  get isWritten(): boolean {
    return this.#isInvalidated || this.#incoming !== undefined
  }

  /** Data that may be taken as it is where what comes adds nothing to it. */
  get known(): object | undefined {
    if (this.#isInvalidated) return undefined
    if (this.#data !== undefined) return this.#data
    const stored = this.stored
    return stored === undefined || stored.invalid ? undefined : stored.data
  }

  confirm(input: object): void {
    this.#confirmed = input
  }

  /** Data that came; joined where it comes more than once. */
  merge(schema: RowSchema, data: object): void {
    const before = this.#isInvalidated ? undefined : this.#data
    this.#schema = schema
    this.#data = before === undefined ? data : schema.merge(before, data)
    this.#isRevived ||= this.#isInvalidated
    this.#isInvalidated = false
  }

  /** A change to whatever list is there. */
  change(change: ListChange): void {
    this.#changes ??= []
    this.#changes.push(change)
  }

  invalidate(): void {
    this.#isInvalidated = true
  }

  /** The fields that a mutation wrote on purpose: all, where it does not say, or where its response lacks one. */
  namesOf({ names }: Landing): FieldNames {
    if (!this.isOfResult) return new Set()
    const incoming = this.#incoming ?? {}
    const isComplete = names !== undefined && [...names].every((it) => Object.hasOwn(incoming, it))
    return isComplete ? names : undefined
  }

  /** The data of the row after this run, where another mutation wrote it meanwhile. */
  overruled(landing: Landing, schemaKey: string): object | undefined {
    const overlap = landing.rowOverlap(schemaKey, this.pk)
    return landing.isMutation && hasWrites(overlap)
      ? this.#resolve(landing, schemaKey)?.data
      : undefined
  }

  /** The row as it is to be stored, `touched` where it only came back, `undefined` where nothing is to be done. */
  finish(landing: Landing, schemaKey: string): EntityRow | 'touched' | undefined {
    const { stored } = this
    if (!landing.hasOverlaps) {
      if (stored === undefined) {
        if (this.#isNew) return newRow(this.#data as object, landing.meta)
      } else if (this.#isConfirmedBy(landing, stored)) {
        return isSameMeta(stored.meta, landing.meta) ? undefined : 'touched'
      }
    }
    const next = this.#resolve(landing, schemaKey)
    if (next === undefined) return undefined
    // What comes back to life is new data even if it says the same: nothing that was made of the old may pass for it.
    const isNew = stored === undefined || (stored.invalid && !next.invalid)
    const data = isNew ? next.data : (reuse(stored.data, next.data) as object)
    if (stored !== undefined && data === stored.data && next.invalid === stored.invalid) {
      if (isSameMeta(stored.meta, next.meta)) return undefined
      if (next.meta === landing.meta && !next.invalid) return 'touched'
    }
    return freezeData({ data, invalid: next.invalid, meta: next.meta })
  }

  /** What most rows of a first response are. A page is different: every response of the whole list is newer. */
  get #isNew(): boolean {
    const isPage = this.#schema?.isPage === true
    return (
      !isPage && this.#data !== undefined && this.#changes === undefined && !this.#isInvalidated
    )
  }

  /** What most rows are of a response that came before. */
  #isConfirmedBy({ meta, isMutation }: Landing, stored: EntityRow): boolean {
    if (this.#confirmed === undefined || this.#data !== undefined) return false
    if (this.#changes !== undefined || this.#isInvalidated) return false
    if (stored.invalid || stored.meta.doubtful === true) return false
    return isMutation || !isOlderThan(meta, stored)
  }

  get #incoming(): object | undefined {
    return this.#data ?? this.#confirmed
  }

  #resolve(landing: Landing, schemaKey: string): EntityRow | undefined {
    const { pk } = this
    const overlap = landing.hasOverlaps ? landing.rowOverlap(schemaKey, pk) : undefined
    if (this.#isInvalidated) return this.#invalidated(landing, overlap)
    // Of no concern to changes without data, which most of many overlapping requests are.
    const later = this.#incoming === undefined ? [] : landing.listOverlaps(schemaKey, pk)
    const row = this.#written(landing, overlap, later)
    const changes = this.#changes
    if (row === undefined || changes === undefined) return row
    const isOpposed = changes.some((it) => landing.isOpposed(schemaKey, pk, it))
    return this.#changed(row, changes, isOpposed, landing.meta)
  }

  #written(
    landing: Landing,
    overlap: RowOverlap | undefined,
    later: readonly ListOverlap[],
  ): EntityRow | undefined {
    const { stored } = this
    const { meta, isMutation } = landing
    const incoming = this.#incoming
    if (incoming === undefined) return stored
    if (this.#schema?.isPage === true) return this.#withPage(incoming, meta, later)
    if (stored !== undefined && overlap !== undefined && isMutation) {
      if (overlap.isDeleted) return this.#deletedMeanwhile(stored, meta)
      if (hasWrites(overlap) && !stored.invalid) {
        return this.#writtenMeanwhile(stored, incoming, landing, overlap)
      }
    }
    if (stored !== undefined && !isMutation && isOlderThan(meta, stored, overlap)) {
      return this.#filledIn(stored, meta)
    }
    // Where a row was deleted meanwhile, what others wrote is not there to compare with.
    const isUncertain = overlap?.isUncertain === true || (isMutation && hasWrites(overlap))
    return replayed(this.#replaced(incoming, meta, isUncertain), later)
  }

  /** The row after a response that is newer than all of it. */
  #replaced(incoming: object, meta: RowMeta, isUncertain: boolean): EntityRow {
    const { stored } = this
    if (stored === undefined || stored.invalid || this.#isRevived) {
      return { data: incoming, invalid: false, meta: withDoubt(meta, isUncertain) }
    }
    return this.#joined(stored, this.#data, meta, isUncertain || keepsDoubt(stored, incoming))
  }

  /** The stored row with newer data merged into it. */
  #joined(
    stored: EntityRow,
    data: object | undefined,
    meta: RowMeta,
    isDoubtful: boolean,
  ): EntityRow {
    if (data === undefined) {
      return { data: stored.data, invalid: false, meta: withDoubt(meta, isDoubtful) }
    }
    const schema = this.#schema as RowSchema
    const now = asNewer(meta, stored.meta)
    const merged = schema.mergeWithStore(stored.meta, now, stored.data, data)
    const chosen = schema.mergeMetaWithStore(stored.meta, now, stored.data, data)
    if (chosen === now) return { data: merged, invalid: false, meta: withDoubt(meta, isDoubtful) }
    // A merge of the user's own decides about times, never about the order of landings.
    const { fetchedAt, seq, date, expiresAt } = chosen
    const own = { fetchedAt, seq, date, expiresAt, landed: meta.landed }
    return { data: merged, invalid: false, meta: withDoubt(own, isDoubtful) }
  }

  /** What an older response still adds to a row: the fields that nobody knew. It never revives one. */
  #filledIn(stored: EntityRow, meta: RowMeta): EntityRow {
    if (stored.invalid || this.#isRevived || this.#data === undefined) return stored
    const schema = this.#schema as RowSchema
    const before = asNewer(stored.meta, meta)
    const data = schema.mergeWithStore(before, meta, stored.data, this.#data)
    return { data, invalid: false, meta: { ...stored.meta, landed: meta.landed } }
  }

  /** A deletion wins over every mutation that overlaps it. */
  #deletedMeanwhile({ data, invalid, meta }: EntityRow, { landed }: RowMeta): EntityRow {
    this.isInConflict = true
    return { data, invalid, meta: { ...meta, landed, doubtful: true } }
  }

  /** Another mutation wrote the row meanwhile: this one brings the fields that it names, and leaves the others. */
  #writtenMeanwhile(
    stored: EntityRow,
    incoming: object,
    landing: Landing,
    overlap: RowOverlap,
  ): EntityRow {
    const { meta } = landing
    const names = this.isOfResult ? this.namesOf(landing) : undefined
    const own: Overlapping = {
      started: meta,
      names,
      isOfResult: this.isOfResult,
      isList: this.#schema?.isList === true,
    }
    const brought = fieldsBrought(incoming, overlap, own)
    const others = overlap.writes.filter((it) => disagrees(stored.data, incoming, it, own))
    this.isInConflict = others.some(({ isSet }) => !isSet)
    const data = brought.length === 0 ? undefined : pick(incoming, brought)
    const row = this.#joined(stored, this.#data && data, meta, false)
    const isLacking = this.isOfResult && landing.names !== names
    const isDoubtful =
      isLacking ||
      others.length > 0 ||
      overlap.isUncertain ||
      stored.meta.doubtful === true ||
      !hasSameFields(row.data, incoming)
    return { ...row, meta: withDoubt(row.meta, isDoubtful) }
  }

  /** A page adds members to a list, except those that left the list since the page was requested. */
  #withPage(page: object, meta: RowMeta, later: readonly ListOverlap[]): EntityRow {
    const { stored } = this
    const removals = later.filter(({ change }) => change.leaves.length > 0)
    const added = removals.reduce((members, { change }) => change.apply(members), page)
    const schema = this.#schema as RowSchema
    this.page = { joins: [], leaves: [], apply: (existing) => schema.merge(existing, added) }
    if (stored === undefined || stored.invalid) {
      // A page is older than every response of the whole list.
      return { data: added, invalid: false, meta: { ...meta, fetchedAt: 0, seq: 0 } }
    }
    const data = schema.merge(stored.data, added)
    return { data, invalid: false, meta: { ...stored.meta, landed: meta.landed } }
  }

  #invalidated(landing: Landing, overlap: RowOverlap | undefined): EntityRow | undefined {
    const { stored } = this
    const { meta, isMutation } = landing
    if (!isMutation && stored !== undefined && isOlderThan(meta, stored, overlap)) return undefined
    this.isInConflict = isMutation && hasWrites(overlap)
    const isDoubtful = isMutation ? overlap !== undefined : overlap?.isUncertain === true
    const data = stored?.data ?? this.#data ?? {}
    return { data, invalid: true, meta: withDoubt(meta, isDoubtful) }
  }

  /** The row after the changes of this run: as fresh as it was, since a change says nothing about the rest of a list. */
  #changed(
    row: EntityRow,
    changes: readonly ListChange[],
    isOpposed: boolean,
    { landed }: RowMeta,
  ): EntityRow {
    const data = changes.reduce((list, change) => change.apply(list), row.data)
    const isDoubtful = isOpposed || row.meta.doubtful === true
    return { data, invalid: row.invalid, meta: withDoubt({ ...row.meta, landed }, isDoubtful) }
  }
}

function hasWrites(overlap: RowOverlap | undefined): boolean {
  return overlap !== undefined && overlap.writes.length > 0
}

/** A response of a list goes through the changes that landed since it was requested. */
function replayed(row: EntityRow, later: readonly ListOverlap[]): EntityRow {
  if (later.length === 0) return row
  const data = later.reduce((list, { change }) => change.apply(list), row.data)
  const isDoubtful = row.meta.doubtful === true || later.some((it) => it.isDoubtful)
  return { data, invalid: false, meta: withDoubt(row.meta, isDoubtful) }
}

function newRow(data: object, meta: RowMeta): EntityRow {
  return freezeData({ data, invalid: false, meta })
}
