import type {
  EntityRow,
  ListChange,
  ListFilters,
  PendingRow as WritableRow,
  RowMeta,
  RowSchema,
} from '../schema/contract'
import { pick } from '../util/record'
import { isSame } from '../util/replaceEqualDeep'
import { differing, isIn, isSaidBefore, keptFields } from './brought'
import {
  applyChanges,
  changedNow,
  changesOf,
  isSameMeta,
  joinFilters,
  type DoubtfulChange,
  type Landing,
  type LaterChange,
  withDoubt,
} from './landing'
import { toStore } from './toStore'

/** A row of an entity, whose schema is known. */
export type PendingEntity = PendingRow & { readonly schema: RowSchema }

/** What one response brings of a row; it meets the stored row when all of the response is read. */
export class PendingRow implements WritableRow {
  readonly pk: string
  readonly stored: EntityRow | undefined
  known: object | undefined
  /** The row is one of the result itself, and not one that is nested in another. */
  isOfResult = false
  isInvalidated = false
  /** The row has another key now. */
  isRenamed = false
  /** The row had another key before. */
  hasNewKey = false
  /** The row of that key, where this one was not stored. */
  renamedFrom: EntityRow | undefined = undefined
  // Declared, as nearly no row has it and a large response makes thousands.
  /** What a page adds to the row. */
  declare page?: LaterChange
  declare findFilters?: () => ListFilters | undefined
  schema: RowSchema | undefined = undefined
  #data: object | undefined = undefined
  #changes: DoubtfulChange[] | undefined = undefined
  #resolved: EntityRow | undefined = undefined
  /** The landing, with the filters of a list. */
  #own: Landing | undefined = undefined
  /** The stored row that data is merged into; what is deleted, also by this response, is replaced. */
  #base: EntityRow | undefined

  constructor(pk: string, stored: EntityRow | undefined) {
    this.pk = pk
    this.stored = stored
    this.#base = stored?.invalid === true ? undefined : stored
    // A doubtful row is certain again when all of its fields come, known or not.
    const isCertain = (stored?.meta.doubtful ?? stored?.meta.renamed) === undefined
    this.known = isCertain ? this.#base?.data : undefined
  }

  /** What the response has of the row so far. */
  get data(): object | undefined {
    return this.#data
  }

  merge(schema: RowSchema, data: object): void {
    const before = this.isInvalidated ? undefined : this.#data
    this.schema = schema
    // A whole list has the changes before it.
    if (schema.isPage !== true) this.#changes = undefined
    this.#data = before === undefined || before === data ? data : schema.merge(before, data)
    this.known = this.#data
    this.isInvalidated = false
    this.#resolved = undefined
    this.#own = undefined
  }

  /** The row goes on where one of another key was, unless it is there already. */
  follow(old: EntityRow): void {
    this.hasNewKey = true
    if (this.#base !== undefined) return
    this.#base = this.renamedFrom = old
  }

  /** Adds a change of a list. */
  change(change: DoubtfulChange): void {
    ;(this.#changes ??= []).push(change)
    this.#resolved = undefined
  }

  invalidate(schema: RowSchema): void {
    this.schema = schema
    this.isInvalidated = true
    this.known = undefined
    this.#base = undefined
    this.#resolved = undefined
  }

  /** Whether the response changes the row, which is one of an entity. */
  get isChangedEntity(): boolean {
    // What is said of an entity again may be news to its lists.
    const isWritten = this.isOfResult || (this.#data ?? this.stored?.data) !== this.stored?.data
    const isChange = this.isInvalidated || this.hasNewKey || isWritten
    return isChange && !this.isRenamed && this.schema?.isList !== true
  }

  /** Whether the response brings the whole row. */
  get isWhole(): boolean {
    return this.#data !== undefined && this.schema?.isPage !== true
  }

  /** The row as it is to be stored, `touched` where it only came back, `undefined` where nothing is to be done. */
  finish(landing: Landing, schemaKey: string): EntityRow | 'touched' | undefined {
    const { stored } = this
    // What most rows are of a response that came before: `known` came back.
    const isKnown = stored !== undefined && this.#data === stored.data && !this.isInvalidated
    const isBare = this.#changes === undefined && this.findFilters === undefined
    if (isKnown && isBare && !this.#isOlder(landing)) {
      return isSameMeta(stored.meta, landing.meta) ? undefined : 'touched'
    }
    const own = this.#withFilters(landing)
    const next = this.#resolved ?? this.#resolve(own, schemaKey)
    return next && toStore(stored, next, own.meta)
  }

  /** The row after this response, and its changes of lists. */
  resolve(landing: Landing, schemaKey: string): EntityRow | undefined {
    return (this.#resolved ??= this.#resolve(this.#withFilters(landing), schemaKey))
  }

  #resolve(landing: Landing, schemaKey: string): EntityRow | undefined {
    if (this.isInvalidated) return this.#deleted(landing, schemaKey)
    const row =
      this.#data === undefined ? this.stored : this.#written(this.#data, landing, schemaKey)
    const changes = this.#changes
    if (row === undefined || changes === undefined) return row
    // It stays as fresh as it was, since a change leaves the rest of a list as it is.
    return applyChanges({ ...row, meta: { ...row.meta, landed: landing.meta.landed } }, changes)
  }

  #withFilters(landing: Landing): Landing {
    if (this.findFilters === undefined) return landing
    if (this.#own === undefined) {
      const filters = this.findFilters()
      const { meta } = landing
      this.#own = filters ? { ...landing, meta: { ...meta, filters } } : landing
    }
    return this.#own
  }

  /** Whether anything wrote the row since the request started. */
  #overlaps({ started, lostAt }: Landing): boolean {
    return ((this.renamedFrom ?? this.stored)?.meta.fetchedAt ?? lostAt) > started
  }

  /** Whether this is a read that was asked for before the row's moment. */
  #isOlder(landing: Landing): boolean {
    return !landing.isMutation && this.stored !== undefined && this.#overlaps(landing)
  }

  #written(data: object, landing: Landing, schemaKey: string): EntityRow {
    const { stored } = this
    const base = this.#base
    const { isMutation, started, meta } = landing
    const { isPage, isList } = this.schema as RowSchema
    if (isPage === true) return this.#withPage(data, landing, schemaKey)
    if (stored !== undefined) {
      if (isMutation && (stored.meta.deleted ?? 0) > started) return doubted(stored, meta.landed)
      if (this.#isOlder(landing)) return base ? this.#filledIn(base, data, landing) : stored
    }
    const row =
      base === undefined
        ? { data, invalid: false, meta: this.#newMeta(landing) }
        : this.#overlaps(landing)
          ? this.#writtenMeanwhile(base, data, landing, schemaKey)
          : this.#joined(base, data, meta, this.#doubtAfter(base, data, started))
    // A message of an old key may be late, or tell that the row has that again.
    const isOldKey = !isMutation && !landing.isRead && stored?.meta.renamed !== undefined
    if (isOldKey) return { ...row, meta: { ...row.meta, renamed: meta.landed } }
    // What stands beside a list in the response of a read may be older than what else writes the list, or a member.
    const isByRead = meta.fetchedAt < meta.landed
    const isChange = !isByRead && base !== undefined && !isSame(base.data, row.data)
    const written = isChange ? { ...row, meta: changedNow(row.meta) } : row
    if (isList !== true) return written
    return applyChanges(written, changesOf(landing.later, schemaKey, this.pk, written))
  }

  /** The meta of a row that is not there, and that another mutation may have changed meanwhile. */
  #newMeta(landing: Landing): RowMeta {
    const { meta, isMutation, lostAt } = landing
    if (!this.#overlaps(landing)) return meta
    if (isMutation) return withDoubt(meta, meta.landed)
    const fetchedAt = this.schema?.isList === true ? meta.fetchedAt : lostAt
    return { ...meta, fetchedAt, doubtful: lostAt }
  }

  /** A response that leaves fields as they were leaves the doubt, and a list that was asked for before the doubt as well. */
  #doubtAfter({ data, meta }: EntityRow, incoming: object, started: number): number | undefined {
    const { doubtful } = meta
    if (doubtful === undefined) return undefined
    const isCertain =
      this.schema?.isList === true
        ? doubtful <= started
        : Object.keys(data).every((field) => Object.hasOwn(incoming, field))
    return isCertain ? undefined : doubtful
  }

  /** The stored row with newer data merged into it; a merge of the user's own decides about times, never about the landing. */
  #joined(stored: EntityRow, data: object, now: RowMeta, doubtful: number | undefined): EntityRow {
    const schema = this.schema as RowSchema
    const before = stored.meta
    const chosen = schema.mergeMetaWithStore(before, now, stored.data, data)
    const meta = chosen === now ? now : { ...chosen, landed: now.landed }
    return {
      data: schema.mergeWithStore(before, now, stored.data, data),
      invalid: false,
      meta: chosen.fetchedAt === before.fetchedAt ? meta : withDoubt(meta, doubtful),
    }
  }

  /** What an older response still adds to a row: the fields that it lacks. */
  #filledIn(stored: EntityRow, data: object, { meta, started, lastMutation }: Landing): EntityRow {
    const schema = this.schema as RowSchema
    const filled = schema.mergeWithStore(stored.meta, meta, stored.data, data)
    if (isSame(stored.data, filled)) return stored
    const { landed } = meta
    const doubtful = lastMutation > started ? landed : stored.meta.doubtful
    return { data: filled, invalid: false, meta: withDoubt({ ...stored.meta, landed }, doubtful) }
  }

  /** Something else wrote the row since a mutation started, which brings the fields that it names, and leaves the others. */
  #writtenMeanwhile(
    stored: EntityRow,
    data: object,
    landing: Landing,
    schemaKey: string,
  ): EntityRow {
    const { meta } = landing
    const isSaid =
      isIn(stored.data, data) || isSaidBefore(landing, [schemaKey, this.pk], stored.data, data)
    if (isSaid) return this.#joined(stored, data, meta, stored.meta.doubtful)
    const whole = this.#joined(stored, data, meta, meta.landed)
    // A user's `shouldReorder` decides.
    if (whole.meta.fetchedAt === stored.meta.fetchedAt) return whole
    if (!this.isOfResult) return doubted(stored, meta.landed)
    if (this.schema?.isList === true || this.renamedFrom !== undefined) return whole
    const own = pick(data, this.#namesIn(data, landing, schemaKey))
    return this.#joined(stored, own, meta, meta.landed)
  }

  /** The fields that a mutation wrote on purpose: those that its body names, or that differ from what was shown, or from the server's row, when it started. */
  #namesIn(data: object, landing: Landing, schemaKey: string): readonly string[] {
    const { names, before = [] } = landing
    const named = names && [...names]
    if (named?.every((it) => Object.hasOwn(data, it)) === true) return named
    const changed = before.flatMap((rowOf) => differing(data, rowOf(schemaKey, this.pk)))
    if (named !== undefined) return changed
    const kept = keptFields(landing, [schemaKey, this.pk])
    return changed.filter((field) => !kept.has(field))
  }

  /** A page adds members to a list, except those that left the list since the page was requested. */
  #withPage(page: object, { meta, later }: Landing, schemaKey: string): EntityRow {
    const { pk } = this
    const base = this.#base
    const schema = this.schema as RowSchema
    const removals = changesOf(later, schemaKey, pk, base).filter(({ leaves }) => leaves.length > 0)
    const added = removals.reduce((members, { apply }) => apply(members), page)
    const change: ListChange = {
      joins: [],
      leaves: [],
      keepsCount: true,
      apply: (existing) => schema.merge(existing, added),
    }
    const changeOf = (it: string) => (it === pk ? change : undefined)
    const doubts = { doubtful: undefined, opposed: undefined, landed: meta.landed }
    this.page = { ...change, ...doubts, schemaKey, changeOf }
    // A page is older than every response of the whole list.
    const known = base?.meta ?? { ...meta, fetchedAt: 0 }
    const filters = joinFilters(base?.meta.filters, meta.filters)
    const data = base === undefined ? added : change.apply(base.data)
    const joined = { ...known, landed: meta.landed, ...(filters && { filters }) }
    return { data, invalid: false, meta: joined }
  }

  #deleted(landing: Landing, schemaKey: string): EntityRow | undefined {
    const { stored } = this
    const { meta, isMutation } = landing
    // It is said again.
    const isDeleted = stored?.invalid === true && stored.meta.deleted !== undefined
    const isEcho = !isMutation && isDeleted && stored.meta.doubtful === undefined
    if (isEcho || this.#isOlder(landing)) return undefined
    const { landed } = meta
    const isDeletion = isMutation || landing.isDeleting?.(schemaKey, this.pk) === true
    const isUnsure = isMutation && this.#overlaps(landing) && stored?.invalid !== true
    return {
      data: stored?.data ?? {},
      invalid: true,
      meta: isDeletion
        ? withDoubt(
            { ...meta, deleted: landed, ...(this.isRenamed && { renamed: landed }) },
            isUnsure ? landed : undefined,
          )
        : meta,
    }
  }
}

/** A row that stays as it is, though the server may have another one. */
function doubted(row: EntityRow, landed: number): EntityRow {
  return { ...row, meta: { ...row.meta, fetchedAt: landed, landed, doubtful: landed } }
}
