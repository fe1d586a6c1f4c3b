import type { EntityRow, RowMeta, RowSchema } from '../schema/contract'
import { compareOrder } from '../schema/order'
import { deepFreeze } from '../util/deepFreeze'
import { isSame, reuse } from '../util/reuse'

interface Incoming {
  readonly schema: RowSchema
  readonly data: object
}

/** What one run has to say about a row; it meets what is stored only when all of it has been said. */
export class RowDraft {
  readonly #stored: EntityRow | undefined
  #edits: ((existing: object) => object)[] | undefined
  #incoming: Incoming | undefined
  #isInvalidated = false
  /** The data came after an invalidation in the same run: it replaces what is stored. */
  #isRevived = false

  constructor(stored: EntityRow | undefined) {
    this.#stored = stored
  }

  get isInvalidated(): boolean {
    return this.#isInvalidated
  }

  /** Data that came; joined where it comes more than once. */
  merge(schema: RowSchema, data: object): void {
    const before = this.#isInvalidated ? undefined : this.#incoming
    this.#incoming = { schema, data: before ? schema.merge(before.data, data) : data }
    this.#isRevived ||= this.#isInvalidated
    this.#isInvalidated = false
  }

  /** A change to whatever is there. */
  edit(edit: (existing: object) => object): void {
    this.#edits ??= []
    this.#edits.push(edit)
  }

  invalidate(): void {
    this.#isInvalidated = true
  }

  /** The row as it is to be stored, `touched` where it only came back, `undefined` where nothing is to be done. */
  finish(meta: RowMeta): EntityRow | 'touched' | undefined {
    const stored = this.#stored
    const next = this.#resolve(meta)
    if (next === undefined) return undefined
    const data = stored === undefined ? next.data : (reuse(stored.data, next.data) as object)
    if (stored !== undefined && data === stored.data && next.invalid === stored.invalid) {
      if (isSame(stored.meta, next.meta)) return undefined
      if (next.meta === meta && !next.invalid) return 'touched'
    }
    const row: EntityRow = { data, invalid: next.invalid, meta: next.meta }
    return process.env.NODE_ENV === 'production' ? row : deepFreeze(row)
  }

  #resolve(meta: RowMeta): EntityRow | undefined {
    if (this.#isInvalidated) return this.#invalidated(meta)
    const joined = this.#incoming === undefined ? this.#stored : this.#join(this.#incoming, meta)
    if (joined === undefined || this.#edits === undefined) return joined
    const data = this.#edits.reduce((existing, edit) => edit(existing), joined.data)
    return { data, invalid: joined.invalid, meta: newer(joined.meta, meta) }
  }

  #invalidated(meta: RowMeta): EntityRow | undefined {
    const stored = this.#stored
    if (stored !== undefined && isOlder(meta, stored)) return undefined
    const data = stored?.data ?? this.#incoming?.data ?? {}
    return { data, invalid: true, meta }
  }

  /** The stored row with what came merged into it. */
  #join({ schema, data }: Incoming, meta: RowMeta): EntityRow {
    const stored = this.#stored
    const replacement = { data, invalid: false, meta }
    if (stored === undefined) return replacement
    // An invalid row comes back to life by newer data alone, and forgets what it was.
    if (stored.invalid || this.#isRevived) return isOlder(meta, stored) ? stored : replacement
    return {
      data: schema.mergeWithStore(stored.meta, meta, stored.data, data),
      invalid: false,
      meta: schema.mergeMetaWithStore(stored.meta, meta, stored.data, data),
    }
  }
}

function isOlder(meta: RowMeta, stored: EntityRow): boolean {
  return compareOrder(meta, stored.meta) < 0
}

function newer(one: RowMeta, other: RowMeta): RowMeta {
  return compareOrder(other, one) < 0 ? one : other
}
