import type { DenormalizeDelegate } from '../schema/contract'
import { INVALID } from '../schema/schemaObject'
import { freeze } from '../util/freeze'
import { getOrCreate, lastOf, preallocate } from '../util/collections'
import {
  ARGS_DEPENDENT,
  type BuildInput,
  type CacheContext,
  CacheEntry,
  visitRows,
} from './CacheEntry'
import type { RowNames } from './rowSource'

/** A shorter list is compared member by member. */
export const MIN_INDEXED = 32

/** A list with more new members is built anew. */
const MAX_ADDED = 1_000

/** What reads members of a list again, and adds what they depend on to its dependencies. */
type ListReader = Pick<DenormalizeDelegate, 'visit'> &
  CacheContext & { readonly dependencies: readonly CacheEntry[] }

/**
 * The positions of a list at which each row is used. The versions of a list share it: positions where a row is used no longer
 * stay in it, until there are so many that it is better made anew.
 */
class RowPositions {
  readonly #byTable = new Map<string, Map<string, number[]>>()
  #size = 0
  readonly #maxSize: number

  constructor(members: readonly CacheEntry[]) {
    for (const [at, member] of members.entries()) this.add(member, at)
    this.#maxSize = 2 * this.#size
  }

  get hasRoom(): boolean {
    return this.#size < this.#maxSize
  }

  add(member: CacheEntry, at: number): void {
    visitRows([member], {
      row: (schemaKey, pk) => {
        const table = getOrCreate(this.#byTable, schemaKey, () => new Map<string, number[]>())
        const positions = table.get(pk as string)
        if (positions === undefined) table.set(pk as string, [at])
        else if (lastOf(positions) === at) return
        else positions.push(at)
        this.#size++
      },
    })
  }

  get(schemaKey: string, pk: string): readonly number[] {
    return this.#byTable.get(schemaKey)?.get(pk) ?? NO_POSITIONS
  }
}

const NO_POSITIONS: readonly number[] = []

/** What the versions of one list share. */
export interface ListVersions {
  /** The version that was built last. */
  last: ListCacheEntry
}

/**
 * A list with one dependency for each member. After a change of rows it checks, and reads again, the members that use these
 * rows: an index from rows to positions is made when it is first needed, and handed on from version to version.
 */
export class ListCacheEntry extends CacheEntry {
  declare readonly pk: string
  declare readonly data: readonly unknown[]
  declare readonly value: readonly unknown[]
  readonly versions: ListVersions
  /** The schema of the members. */
  readonly #member: unknown
  /** The last state in which the list was valid. */
  #validIn: object | undefined
  #positions: RowPositions | undefined

  constructor(
    input: BuildInput,
    value: unknown,
    dependencies: readonly CacheEntry[],
    version: object | undefined,
    member: unknown,
    versions?: ListVersions,
  ) {
    super(input, value, dependencies, version)
    this.versions = versions ?? { last: this }
    this.#member = member
    this.#validIn = version
  }

  /** Whether the list is long enough to be observed as a whole. */
  get isLong(): boolean {
    return this.dependencies.length >= MIN_INDEXED
  }

  /** Whether the list or a member of it uses a row that changed. */
  isAffected(changes: RowNames): boolean {
    for (const _ of this.#positionsOf([changes])) return true
    const { schemaKey, pk } = this
    return schemaKey !== undefined && changes.get(schemaKey)?.includes(pk) === true
  }

  /**
   * The list that `input` is now: the members that changed, or are new, are read again. `undefined` where it has to be built
   * anew.
   */
  patch(denormalizer: ListReader, input: BuildInput): ListCacheEntry | undefined {
    const data = input.data as readonly unknown[]
    const edit = editBetween(this.data, data)
    const since = this.#positionsSince(denormalizer)
    if (edit.added > MAX_ADDED || (since === undefined && data !== this.data)) return undefined
    const used = denormalizer.dependencies
    const dependencies = applyEdit(this.dependencies, edit)
    const changed: number[] = []
    for (const at of positionsAfter(edit, since ?? dependencies.keys())) {
      const start = used.length
      const value = denormalizer.visit(this.#member, data[at])
      const entry = used[start]
      if (used.length !== start + 1 || entry?.value !== value) return undefined
      if (entry !== dependencies[at]) changed.push(at)
      dependencies[at] = entry as CacheEntry
    }
    return this.#replace(input, edit, changed, dependencies, denormalizer.version)
  }

  override isUnchanged(context: CacheContext): boolean {
    const isUnchanged = this.#hasUnchangedMembers(context)
    if (isUnchanged) this.#validIn = context.version
    return isUnchanged
  }

  #hasUnchangedMembers(context: CacheContext): boolean {
    const positions = this.#positionsSince(context)
    if (positions === undefined) return super.isUnchanged(context)
    for (const at of positions) if (!this.dependencies[at]?.isValid(context)) return false
    return true
  }

  /** Where rows changed since the list was valid; `undefined` where that is not known. */
  #positionsSince({ source }: CacheContext): Iterable<number> | undefined {
    if (!this.isLong || this.isArgsDependent) return undefined
    const changes = source.changesSince(this.#validIn as object)
    return changes && this.#positionsOf(changes)
  }

  *#positionsOf(changes: readonly RowNames[]): Iterable<number> {
    for (const change of changes) {
      for (const [schemaKey, pks] of change) {
        this.#positions ??= new RowPositions(this.dependencies)
        for (const pk of pks) yield* this.#positions.get(schemaKey, pk)
      }
    }
  }

  #replace(
    input: BuildInput,
    edit: ListEdit,
    changed: readonly number[],
    dependencies: readonly CacheEntry[],
    version: object,
  ): ListCacheEntry {
    const isDense = this.value.length === this.dependencies.length
    const isCopied = isDense && changed.every((at) => isShown(dependencies[at] as CacheEntry))
    const value = isCopied
      ? applyEdit(this.value, edit)
      : dependencies.filter(isShown).map((it) => it.value)
    if (isCopied) for (const at of changed) value[at] = dependencies[at]?.value
    // Members that were not read again may depend on the arguments all the same.
    const next = new ListCacheEntry(
      input,
      freeze(value),
      dependencies,
      this.isArgsDependent ? ARGS_DEPENDENT : version,
      this.#member,
      this.versions,
    )
    const keepsPositions = edit.kept === 0 && edit.added >= edit.removed
    if (this.#positions?.hasRoom === true && keepsPositions) {
      next.#positions = this.#positions
      for (const at of changed) this.#positions.add(dependencies[at] as CacheEntry, at)
    }
    return next
  }
}

/** What made one list of another: members from one position on were replaced by others. */
interface ListEdit {
  readonly from: number
  readonly removed: number
  readonly added: number
  /** How many members are the same behind these. */
  readonly kept: number
}

function editBetween(before: readonly unknown[], after: readonly unknown[]): ListEdit {
  const shorter = Math.min(before.length, after.length)
  let from = before === after ? shorter : 0
  while (from < shorter && before[from] === after[from]) from++
  let kept = 0
  const isKept = (): boolean => before[before.length - 1 - kept] === after[after.length - 1 - kept]
  while (from + kept < shorter && isKept()) kept++
  return { from, removed: before.length - kept - from, added: after.length - kept - from, kept }
}

/** A copy with room for what was added. */
function applyEdit<T>(list: readonly T[], { from, removed, added }: ListEdit): T[] {
  const copy = list.slice()
  if (removed + added > 0) copy.splice(from, removed, ...preallocate<T>(added))
  return copy
}

/** The positions of what was added, and where members of the list before are now. */
function positionsAfter(
  { from, removed, added }: ListEdit,
  before: Iterable<number>,
): ReadonlySet<number> {
  const positions = new Set<number>()
  for (let at = from; at < from + added; at++) positions.add(at)
  for (const at of before) {
    if (at < from) positions.add(at)
    else if (at >= from + removed) positions.add(at + added - removed)
  }
  return positions
}

function isShown({ value }: CacheEntry): boolean {
  return value !== undefined && value !== INVALID
}
