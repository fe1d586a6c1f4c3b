import type { Draft, Edit, EntityRow, RowMeta, RowSchema } from '../schema/contract'
import { compareOrder } from '../schema/order'
import { freezeData } from '../util/freeze'
import { reuse } from '../util/reuse'

/** What one run has to say about a row; it meets what is stored only when all of it has been said. */
export class RowDraft implements Draft {
  readonly pk: string
  readonly stored: EntityRow | undefined
  #edits: Edit[] | undefined = undefined
  #schema: RowSchema | undefined = undefined
  #data: object | undefined = undefined
  #isConfirmed = false
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

  /** Data that may be taken as it is where what comes adds nothing to it. */
  get known(): object | undefined {
    if (this.#isInvalidated) return undefined
    if (this.#data !== undefined) return this.#data
    const stored = this.stored
    return stored === undefined || stored.invalid ? undefined : stored.data
  }

  confirm(): void {
    this.#isConfirmed = true
  }

  /** Data that came; joined where it comes more than once. */
  merge(schema: RowSchema, data: object): void {
    const before = this.#isInvalidated ? undefined : this.#data
    this.#schema = schema
    this.#data = before === undefined ? data : schema.merge(before, data)
    this.#isRevived ||= this.#isInvalidated
    this.#isInvalidated = false
  }

  /** A change to whatever is there. */
  edit(edit: Edit): void {
    this.#edits ??= []
    this.#edits.push(edit)
  }

  invalidate(): void {
    this.#isInvalidated = true
  }

  /** The row as it is to be stored, `touched` where it only came back, `undefined` where nothing is to be done. */
  finish(meta: RowMeta, later: readonly Edit[]): EntityRow | 'touched' | undefined {
    const stored = this.stored
    this.#follow(later, meta)
    if (stored === undefined && this.#isNew) return newRow(this.#data as object, meta)
    const next = this.#resolve(meta)
    if (next === undefined) return undefined
    // What comes back to life is new data even if it says the same: nothing that was made of the old may pass for it.
    const isNew = stored === undefined || (stored.invalid && !next.invalid)
    const data = isNew ? next.data : (reuse(stored.data, next.data) as object)
    if (stored !== undefined && data === stored.data && next.invalid === stored.invalid) {
      if (isSameMeta(stored.meta, next.meta)) return undefined
      if (next.meta === meta && !next.invalid) return 'touched'
    }
    return freezeData({ data, invalid: next.invalid, meta: next.meta })
  }

  /** An answer that takes the place of what is stored goes through what happened to that since it was asked for. */
  #follow(later: readonly Edit[], meta: RowMeta): void {
    const isOlder = this.stored !== undefined && isOlderThan(meta, this.stored)
    if (this.#data !== undefined && !isOlder) for (const edit of later) this.edit(edit)
  }

  /** What most rows of a first answer are. */
  get #isNew(): boolean {
    return this.#data !== undefined && this.#edits === undefined && !this.#isInvalidated
  }

  #resolve(meta: RowMeta): EntityRow | undefined {
    if (this.#isInvalidated) return this.#invalidated(meta)
    const joined = this.#data === undefined ? this.#confirmed(meta) : this.#join(this.#data, meta)
    if (joined === undefined || this.#edits === undefined) return joined
    const data = this.#edits.reduce((existing, edit) => edit(existing), joined.data)
    // As fresh as it was: who edits a list has not seen the rest of it.
    return { data, invalid: joined.invalid, meta: joined.meta }
  }

  /** What is stored; as fresh as this run where its data came again. */
  #confirmed(meta: RowMeta): EntityRow | undefined {
    const stored = this.stored
    if (stored === undefined || !this.#isConfirmed || isOlderThan(meta, stored)) return stored
    return { data: stored.data, invalid: stored.invalid, meta }
  }

  #invalidated(meta: RowMeta): EntityRow | undefined {
    const stored = this.stored
    if (stored !== undefined && isOlderThan(meta, stored)) return undefined
    const data = stored?.data ?? this.#data ?? {}
    return { data, invalid: true, meta }
  }

  /** The stored row with what came merged into it. */
  #join(data: object, meta: RowMeta): EntityRow {
    const stored = this.stored
    const schema = this.#schema as RowSchema
    const replacement = { data, invalid: false, meta }
    if (stored === undefined) return replacement
    // An invalid row comes back to life by newer data alone, and forgets what it was.
    if (stored.invalid || this.#isRevived) return isOlderThan(meta, stored) ? stored : replacement
    return {
      data: schema.mergeWithStore(stored.meta, meta, stored.data, data),
      invalid: false,
      meta: schema.mergeMetaWithStore(stored.meta, meta, stored.data, data),
    }
  }
}

function newRow(data: object, meta: RowMeta): EntityRow {
  return freezeData({ data, invalid: false, meta })
}

function isOlderThan(meta: RowMeta, stored: EntityRow): boolean {
  return compareOrder(meta, stored.meta) < 0
}

function isSameMeta(one: RowMeta, other: RowMeta): boolean {
  return (
    compareOrder(one, other) === 0 && one.date === other.date && one.expiresAt === other.expiresAt
  )
}
