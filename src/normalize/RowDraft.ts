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
  readonly #meta: RowMeta
  readonly #edits: ((existing: object) => object)[] = []
  #incoming: Incoming | undefined
  #isInvalidated = false
  /** The data came after an invalidation in the same run: it replaces what is stored. */
  #isRevived = false

  constructor(stored: EntityRow | undefined, meta: RowMeta) {
    this.#stored = stored
    this.#meta = meta
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
    this.#edits.push(edit)
  }

  invalidate(): void {
    this.#isInvalidated = true
  }

  /** The row as it is to be stored, `touched` where it only came back, `undefined` where nothing is to be done. */
  finish(): EntityRow | 'touched' | undefined {
    const stored = this.#stored
    const next = this.#resolve()
    if (next === undefined) return undefined
    const data = stored === undefined ? next.data : (reuse(stored.data, next.data) as object)
    if (stored !== undefined && data === stored.data && next.invalid === stored.invalid) {
      if (isSame(stored.meta, next.meta)) return undefined
      if (next.meta === this.#meta && !next.invalid) return 'touched'
    }
    const row: EntityRow = { data, invalid: next.invalid, meta: next.meta }
    return process.env.NODE_ENV === 'production' ? row : deepFreeze(row)
  }

  #resolve(): EntityRow | undefined {
    if (this.#isInvalidated) return this.#invalidated()
    const joined = this.#incoming === undefined ? this.#stored : this.#join(this.#incoming)
    if (joined === undefined || this.#edits.length === 0) return joined
    const data = this.#edits.reduce((existing, edit) => edit(existing), joined.data)
    return { data, invalid: joined.invalid, meta: newer(joined.meta, this.#meta) }
  }

  #invalidated(): EntityRow | undefined {
    const stored = this.#stored
    if (stored !== undefined && this.#isOlderThan(stored)) return undefined
    const data = stored?.data ?? this.#incoming?.data ?? {}
    return { data, invalid: true, meta: this.#meta }
  }

  /** The stored row with what came merged into it. */
  #join({ schema, data }: Incoming): EntityRow {
    const stored = this.#stored
    const replacement = { data, invalid: false, meta: this.#meta }
    if (stored === undefined) return replacement
    // An invalid row comes back to life by newer data alone, and forgets what it was.
    if (stored.invalid || this.#isRevived) return this.#isOlderThan(stored) ? stored : replacement
    const { meta } = stored
    return {
      data: schema.mergeWithStore(meta, this.#meta, stored.data, data),
      invalid: false,
      meta: schema.mergeMetaWithStore(meta, this.#meta, stored.data, data),
    }
  }

  #isOlderThan(stored: EntityRow): boolean {
    return compareOrder(this.#meta, stored.meta) < 0
  }
}

function newer(one: RowMeta, other: RowMeta): RowMeta {
  return compareOrder(other, one) < 0 ? one : other
}
