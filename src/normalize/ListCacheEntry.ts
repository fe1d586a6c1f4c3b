import type { DenormalizeDelegate } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import { freeze } from '../util/freeze'
import { getOrCreate } from '../util/getOrCreate'
import {
  ARGS_DEPENDENT,
  type BuildInput,
  type CacheContext,
  CacheEntry,
  visitRows,
} from './CacheEntry'
import type { RowNames } from './rowSource'

/** A shorter list is compared member by member. */
const MIN_INDEXED = 32

/** What reads members of a list again, and adds what they depend on to its dependencies. */
type ListReader = Pick<DenormalizeDelegate, 'visit'> &
  CacheContext & { readonly dependencies: readonly CacheEntry[] }

/** At which positions of a list each row is used, by table and pk. */
type Positions = Map<string, Map<string, number[]>>

/**
 * A list with one dependency for each member. After a change of rows it checks, and reads again, the members that use these
 * rows: an index from rows to positions is made when it is first needed, and handed on from version to version.
 */
export class ListCacheEntry extends CacheEntry {
  declare readonly pk: string
  declare readonly data: readonly unknown[]
  declare readonly value: readonly unknown[]
  /** The schema of the members. */
  readonly #member: unknown
  /** The last state in which the list was valid. */
  #validIn: object | undefined
  #positions: Positions | undefined
  /** How many positions were added since the index was made. Those that are no longer right stay in it. */
  #added = 0

  constructor(
    input: BuildInput,
    value: unknown,
    dependencies: readonly CacheEntry[],
    version: object | undefined,
    member: unknown,
  ) {
    super(input, value, dependencies, version)
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

  /** The list with the changed members read again; `undefined` where a member is no longer one dependency. */
  patch(denormalizer: ListReader): ListCacheEntry | undefined {
    const used = denormalizer.dependencies
    const dependencies = this.dependencies.slice()
    const changed: number[] = []
    for (const at of this.#changedPositions(denormalizer)) {
      const start = used.length
      const value = denormalizer.visit(this.#member, this.data[at])
      const entry = used[start]
      if (used.length !== start + 1 || entry?.value !== value) return undefined
      if (entry !== dependencies[at]) changed.push(at)
      dependencies[at] = entry as CacheEntry
    }
    return this.#replace(changed, dependencies, denormalizer.version)
  }

  protected override isUnchanged(context: CacheContext): boolean {
    const isUnchanged = this.#hasUnchangedMembers(context)
    if (isUnchanged) this.#validIn = context.version
    return isUnchanged
  }

  #hasUnchangedMembers(context: CacheContext): boolean {
    const positions = this.#positionsSince(context)
    if (positions === undefined) return super.isUnchanged(context)
    for (const at of positions) if (!this.#isValidAt(at, context)) return false
    return this.isRowUnchanged(context)
  }

  #isValidAt(at: number, context: CacheContext): boolean {
    return this.dependencies[at]?.isValid(context) === true
  }

  /** The positions of the members that may have changed. */
  #changedPositions(context: CacheContext): Iterable<number> {
    const positions = this.#positionsSince(context)
    if (positions !== undefined) return new Set(positions)
    return [...this.dependencies.keys()].filter((at) => !this.#isValidAt(at, context))
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
        this.#positions ??= indexOf(this.dependencies)
        const table = this.#positions.get(schemaKey)
        if (table !== undefined) for (const pk of pks) yield* table.get(pk) ?? []
      }
    }
  }

  #replace(
    changed: readonly number[],
    dependencies: readonly CacheEntry[],
    version: object,
  ): ListCacheEntry {
    const isDense = this.value.length === dependencies.length
    const isCopied = isDense && changed.every((at) => isShown(dependencies[at] as CacheEntry))
    const value = isCopied ? this.value.slice() : dependencies.filter(isShown).map((it) => it.value)
    if (isCopied) for (const at of changed) value[at] = dependencies[at]?.value
    // Members that were not read again may depend on the arguments all the same.
    const next = new ListCacheEntry(
      this,
      freeze(value),
      dependencies,
      this.isArgsDependent ? ARGS_DEPENDENT : version,
      this.#member,
    )
    this.#handOnPositions(next, changed)
    return next
  }

  /** The index goes to the next version, unless so much was added to it that it is better made anew. */
  #handOnPositions(next: ListCacheEntry, changed: readonly number[]): void {
    const positions = this.#positions
    if (positions === undefined || this.#added > this.dependencies.length) return
    next.#positions = positions
    next.#added = this.#added
    for (const at of changed) {
      const known = rowsOf(this.dependencies[at] as CacheEntry)
      for (const [schemaKey, pks] of rowsOf(next.dependencies[at] as CacheEntry)) {
        for (const pk of pks) {
          if (known.get(schemaKey)?.has(pk) === true) continue
          addPosition(positions, schemaKey, pk, at)
          next.#added++
        }
      }
    }
  }
}

function isShown({ value }: CacheEntry): boolean {
  return value !== undefined && value !== INVALID
}

function indexOf(members: readonly CacheEntry[]): Positions {
  const positions: Positions = new Map()
  for (const [at, member] of members.entries()) {
    visitRows([member], {
      row: (schemaKey, pk) => addPosition(positions, schemaKey, pk as string, at),
    })
  }
  return positions
}

function addPosition(positions: Positions, schemaKey: string, pk: string, at: number): void {
  const table = getOrCreate(positions, schemaKey, () => new Map<string, number[]>())
  const found = table.get(pk)
  if (found === undefined) table.set(pk, [at])
  else found.push(at)
}

/** All rows that something was built from, by table. */
function rowsOf(entry: CacheEntry): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>()
  visitRows([entry], {
    row: (schemaKey, pk) => {
      getOrCreate(rows, schemaKey, () => new Set<string>()).add(pk as string)
    },
  })
  return rows
}
