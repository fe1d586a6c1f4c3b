import type { EntityRow } from '../schema/contract'
import { INVALID } from '../schema/schemaObject'
import { lastOf } from '../util/collections'
import type { RowSource } from './rowSource'

/** What cached objects are checked against: one state, and the arguments of one read. */
export interface CacheContext {
  readonly source: RowSource
  /** Identifies the state. */
  readonly version: object
  readonly args: readonly unknown[]
}

/** What an entry is made from: a row, a table, or a value that is in no table. */
interface EntryInput {
  /** The table; `undefined` for what is in no table. */
  readonly schemaKey: string | undefined
  /** `undefined` for a dependency on a whole table. */
  readonly pk: string | undefined
  /** The schema that an object was built by; `undefined` for a dependency on a row of which nothing was built. */
  readonly schema: unknown
  /** `undefined` where there is no row. */
  readonly data: object | undefined
}

/** What an object is built from: the data of a row, or a value that is in no table. */
export interface BuildInput extends EntryInput {
  readonly pk: string
  readonly data: object
}

export const NO_DEPENDENCIES: readonly CacheEntry[] = []

/** The version of an entry that depends on the arguments of a read, and so is checked at every read. */
export const ARGS_DEPENDENT = undefined

/** What one schema made of one version of some data, and what else it was made of. */
export class CacheEntry implements EntryInput {
  readonly schemaKey: string | undefined
  readonly pk: string | undefined
  readonly schema: unknown
  readonly data: object | undefined
  readonly value: unknown
  readonly dependencies: readonly CacheEntry[]
  /** An entity has the value as a part. */
  isInEntity: boolean
  /** The state that the entry was last checked against. */
  #version: object | undefined
  #isValid: boolean

  constructor(
    { schemaKey, pk, schema, data }: EntryInput,
    value: unknown,
    dependencies: readonly CacheEntry[],
    version: object | undefined,
  ) {
    this.schemaKey = schemaKey
    this.pk = pk
    this.schema = schema
    this.data = data
    this.value = value
    this.dependencies = dependencies
    this.isInEntity = false
    this.#version = version
    this.#isValid = true
  }

  get isArgsDependent(): boolean {
    return this.#version === ARGS_DEPENDENT
  }

  /**
   * Whether building the object again would give the same.
   * @param isRowKnown whether the entry was found by the data that its row has now
   */
  isValid(context: CacheContext, isRowKnown = false): boolean {
    if (this.#version === context.version) return this.#isValid
    const isValid = (isRowKnown || this.#isRowUnchanged(context)) && this.isUnchanged(context)
    if (this.#version !== ARGS_DEPENDENT) {
      this.#version = context.version
      this.#isValid = isValid
    }
    return isValid
  }

  /** Whether all that the object was made of is unchanged, its own row apart. */
  isUnchanged(context: CacheContext): boolean {
    for (const dependency of this.dependencies) if (!dependency.isValid(context)) return false
    return true
  }

  /** The data of a deleted row identifies the deletion, since a row that is revived has new data. */
  #isRowUnchanged({ source }: CacheContext): boolean {
    if (this.schemaKey === undefined) return true
    const row = source.getRow(this.schemaKey, this.pk as string)
    const wasInvalid = this.schema === undefined && this.value === INVALID
    return row?.data === this.data && (row?.invalid ?? false) === wasInvalid
  }
}

const NO_ROW = { schemaKey: undefined, pk: undefined, schema: undefined, data: undefined }

/** A dependency on a row of which nothing is built: it is missing, or must not be shown. */
export function rowDependency(
  schemaKey: string,
  pk: string,
  row: EntityRow | undefined,
  version: object,
): CacheEntry {
  const value = row?.invalid === true ? INVALID : undefined
  const input = { schemaKey, pk, schema: undefined, data: row?.data }
  return new CacheEntry(input, value, NO_DEPENDENCIES, version)
}

/** A dependency on which rows a table has. */
export function tableDependency(schemaKey: string, version: object): CacheEntry {
  return new CacheEntry({ ...NO_ROW, schemaKey }, undefined, NO_DEPENDENCIES, version)
}

/** A dependency on what a function reads from the arguments. */
export class ArgsDependency extends CacheEntry {
  readonly #read: (args: readonly unknown[]) => unknown

  constructor(read: (args: readonly unknown[]) => unknown, value: unknown) {
    super(NO_ROW, value, NO_DEPENDENCIES, ARGS_DEPENDENT)
    this.#read = read
  }

  override isUnchanged({ args }: CacheContext): boolean {
    return this.#read(args) === this.value
  }
}

/** A dependency on all that the members of a cycle were built from; each member has it as its only one. */
export function cycleDependency(
  members: readonly { readonly input: BuildInput }[],
  dependencies: readonly CacheEntry[],
  version: object | undefined,
): CacheEntry {
  const rows = members.map(({ input }) => {
    return new CacheEntry({ ...input, schema: undefined }, undefined, NO_DEPENDENCIES, version)
  })
  return new CacheEntry(NO_ROW, undefined, [...rows, ...new Set(dependencies)], version)
}

/** Receives the rows that something was built from; a row may come more than once. */
export interface RowVisitor {
  /** @param pk `undefined` for a whole table */
  row(schemaKey: string, pk: string | undefined): void
  /** Whether the dependencies of an entry are left out. */
  skips?(entry: CacheEntry): boolean
}

/** Visits the rows that something was built from, directly or for a part of it. */
export function visitRows(
  entries: readonly CacheEntry[],
  visitor: RowVisitor,
  seen = new Set<CacheEntry>(),
): void {
  for (const entry of entries) {
    if (entry.schemaKey !== undefined) visitor.row(entry.schemaKey, entry.pk)
    if (entry.dependencies.length === 0 || seen.has(entry)) continue
    seen.add(entry)
    if (visitor.skips?.(entry) !== true) visitRows(entry.dependencies, visitor, seen)
  }
}

/** The row that was read last: what makes an object invalid is that. */
export function lastRow(entries: readonly CacheEntry[]): CacheEntry | undefined {
  const last = lastOf(entries)
  return last && last.schemaKey === undefined ? lastRow(last.dependencies) : last
}
