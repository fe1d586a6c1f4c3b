import type { EntityRow } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import type { RowSource } from './rowSource'

/** What is looked at to tell whether something remembered still holds: one state, and the arguments of one read. */
export interface Scene {
  readonly source: RowSource
  /** Tells states apart. */
  readonly epoch: number
  readonly args: readonly unknown[]
}

/** Something that a remembered object was made of. */
export interface Part {
  /** Whether it still is what it was. */
  holds(scene: Scene): boolean
  /** Tells the rows that were read, directly or for a part of it; the same row may come more than once. */
  forEachRow(tell: RowTeller): void
}

/** Who is told of rows. What is large may be taken as a whole: then `enter` gives false. */
export interface RowTeller {
  row(schemaKey: string, pk: string): void
  table?(schemaKey: string): void
  /** Asked before the parts of something are told; false where they need not be. */
  enter(part: Part): boolean
}

export const NO_PARTS: readonly Part[] = []

/** The epoch of what depends on the arguments too, and so has to be looked at every time. */
export const VOLATILE = 0

/** What stands for a row in what is remembered: its data, INVALID, or `undefined` where there is none. */
export function tokenOf(row: EntityRow | undefined): unknown {
  return row === undefined ? undefined : row.invalid ? INVALID : row.data
}

export function allHold(parts: readonly Part[], scene: Scene): boolean {
  for (const part of parts) if (!part.holds(scene)) return false
  return true
}

/** One version of a row, or of an object without a row, with what one schema made of it and of what else. */
export class Entry implements Part {
  /** The table; `undefined` for an object that has no row of its own. */
  readonly schemaKey: string | undefined
  readonly pk: string
  /** What the value is filed under; `undefined` where the row was only looked at. */
  readonly schema: unknown
  readonly token: unknown
  readonly value: unknown
  readonly parts: readonly Part[]
  /** The last state in which it held; its complement where it did not. */
  epoch: number
  /** What other schemas made of the same row. */
  next: Entry | undefined

  constructor(
    { schemaKey, pk, schema, token }: Origin,
    value: unknown,
    parts: readonly Part[],
    epoch: number,
  ) {
    this.schemaKey = schemaKey
    this.pk = pk
    this.schema = schema
    this.token = token
    this.value = value
    this.parts = parts
    this.epoch = epoch
    this.next = undefined
  }

  holds(scene: Scene): boolean {
    const { epoch } = this
    if (epoch === scene.epoch) return true
    if (epoch === ~scene.epoch) return false
    const holds = this.isSame(scene)
    if (epoch !== VOLATILE) this.epoch = holds ? scene.epoch : ~scene.epoch
    return holds
  }

  forEachRow(tell: RowTeller): void {
    if (this.schemaKey !== undefined) tell.row(this.schemaKey, this.pk)
    if (this.parts.length > 0 && tell.enter(this)) {
      for (const part of this.parts) part.forEachRow(tell)
    }
  }

  /** Says that it does not hold in a state. */
  expire(epoch: number): void {
    if (this.epoch !== VOLATILE) this.epoch = ~epoch
  }

  protected isSame(scene: Scene): boolean {
    return this.isRowSame(scene) && allHold(this.parts, scene)
  }

  isRowSame({ source }: Scene): boolean {
    return (
      this.schemaKey === undefined || tokenOf(source.getRow(this.schemaKey, this.pk)) === this.token
    )
  }
}

/**
 * A row that must not be shown. Its data tells one deletion from the next: a row that comes back gets new data. If all
 * deletions were equal, an object built before the row came back would hold again, beside the object built since then.
 */
export class InvalidRow extends Entry {
  constructor(schemaKey: string, pk: string, data: object, epoch: number) {
    super({ schemaKey, pk, schema: undefined, token: data }, INVALID, NO_PARTS, epoch)
  }

  override isRowSame({ source }: Scene): boolean {
    const row = source.getRow(this.schemaKey as string, this.pk)
    return row?.invalid === true && row.data === this.token
  }
}

/** What identifies what an entry is made of. */
export interface Origin {
  readonly schemaKey: string | undefined
  readonly pk: string
  readonly schema: unknown
  readonly token: unknown
}

/** What the members of a cycle were made of: all of them, and what they refer to. Each has it as its only part. */
export class Ring implements Part {
  readonly #members: readonly Entry[]
  readonly #parts: readonly Part[]
  #epoch: number

  constructor(members: readonly Entry[], parts: readonly Part[], epoch: number) {
    this.#members = members
    this.#parts = parts
    this.#epoch = epoch
  }

  holds(scene: Scene): boolean {
    if (this.#epoch === scene.epoch) return true
    if (this.#epoch === ~scene.epoch) return false
    const holds = this.#members.every((it) => it.isRowSame(scene)) && allHold(this.#parts, scene)
    if (this.#epoch !== VOLATILE) this.#epoch = holds ? scene.epoch : ~scene.epoch
    return holds
  }

  forEachRow(tell: RowTeller): void {
    if (!tell.enter(this)) return
    for (const { schemaKey, pk } of this.#members) {
      if (schemaKey !== undefined) tell.row(schemaKey, pk)
    }
    for (const part of this.#parts) part.forEachRow(tell)
  }
}

/** Something that was read off the arguments. */
export class ArgsPart implements Part {
  readonly #read: (args: readonly unknown[]) => unknown
  readonly #found: unknown

  constructor(read: (args: readonly unknown[]) => unknown, found: unknown) {
    this.#read = read
    this.#found = found
  }

  holds({ args }: Scene): boolean {
    return this.#read(args) === this.#found
  }

  forEachRow(): void {
    // Arguments are no rows.
  }
}

/** A question to a whole table. */
export class TablePart implements Part {
  readonly #schemaKey: string

  constructor(schemaKey: string) {
    this.#schemaKey = schemaKey
  }

  /** Questions are asked anew at every read. */
  holds(): boolean {
    return false
  }

  forEachRow(tell: RowTeller): void {
    tell.table?.(this.#schemaKey)
  }
}
