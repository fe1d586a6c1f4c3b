import type { DenormalizeDelegate, RowSchema } from '../schema/contract'
import { INVALID, isRowSchema } from '../schema/schemaObject'
import { freeze } from '../util/freeze'
import {
  ARGS_DEPENDENT,
  type BuildInput,
  type CacheContext,
  CacheEntry,
  cycleDependency,
  NO_DEPENDENCIES,
} from './CacheEntry'
import type { DenormalizeCache } from './DenormalizeCache'
import { ListCacheEntry } from './ListCacheEntry'
import { type BuildFrame, newFrame, PendingCycles } from './PendingCycles'
import type { RowSource } from './rowSource'

const NO_INPUT: BuildInput = { schemaKey: undefined, pk: '', schema: undefined, data: {} }

/** Builds objects from rows, each once, and caches them with what they depend on. */
export abstract class DenormalizeBuilder implements CacheContext, DenormalizeDelegate {
  root: unknown
  readonly source: RowSource
  readonly version: object
  readonly args: readonly unknown[]
  /** The dependencies of all that is under construction; those of the innermost object are last. */
  readonly dependencies: CacheEntry[] = []
  /** The innermost object under construction; a frame without data where there is none. */
  protected top = newFrame(NO_INPUT, undefined, 0, 0)
  protected readonly cache: DenormalizeCache
  readonly #pending = new PendingCycles()

  /** @param version identifies the state among those that share the cache */
  constructor(
    source: RowSource,
    cache: DenormalizeCache,
    version: object,
    args: readonly unknown[] = [],
  ) {
    this.source = source
    this.cache = cache
    this.version = version
    this.args = args
    cache.advance(version)
  }

  abstract visit(schema: unknown, input: unknown): unknown
  abstract list(schema: unknown, members: readonly unknown[]): readonly unknown[]
  abstract argsKey(read: (args: readonly unknown[]) => string | undefined): string | undefined
  abstract row(schema: RowSchema, pk: string): unknown
  abstract readIncludingInvalid(schema: RowSchema, pk: string): unknown

  /** Whether what was read depends on the arguments too, and not on rows alone. */
  get isArgsDependent(): boolean {
    return this.top.isArgsDependent
  }

  /** Adds a dependency to the object under construction. */
  protected use(entry: CacheEntry): unknown {
    this.dependencies.push(entry)
    if (entry.isArgsDependent) this.top.isArgsDependent = true
    if (this.top.value !== undefined) entry.isInEntity = true
    return entry.value
  }

  /**
   * What a schema makes of some data.
   * @param known the newest entry for it, which is not valid
   */
  protected build(input: BuildInput, schema: unknown, known?: CacheEntry): unknown {
    const pending = this.#pending.find(input)
    if (pending !== undefined) {
      this.top.lowLink = Math.min(this.top.lowLink, pending.index)
      return pending.value
    }
    const entry = this.cache.findEarlier(input, this) ?? this.#patch(input, known)
    if (entry !== undefined) return this.#keep(entry)
    const isRow = input.schemaKey !== undefined && isRowSchema(schema)
    const instance = isRow ? schema.instantiate(input.data) : undefined
    if (isRow && (instance === INVALID || !schema.hasParts)) {
      return this.#keep(new CacheEntry(input, freeze(instance), NO_DEPENDENCIES, this.version))
    }
    const frame = this.#open(input, instance)
    const outer = this.#enter(frame)
    // Few calls for each level, as a long chain of entities fills the call stack.
    const value = isRow
      ? schema.denormalizeRow(instance as object, input.data, this)
      : this.visit(schema, input.data)
    this.top = outer
    return this.#complete(frame, isRow && value !== INVALID ? freeze(value) : value)
  }

  #keep(entry: CacheEntry): unknown {
    this.cache.put(entry, this.version)
    return this.use(entry)
  }

  #complete(frame: BuildFrame, value: unknown): unknown {
    const isInvalid = value === INVALID
    if (!isInvalid && frame.lowLink < frame.index) return this.#joinCycle(frame, value)
    const members = this.#pending.remove(frame)
    const dependencies = this.#takeDependencies(frame)
    const version = this.#versionOf(frame)
    // What was built within an invalid object may refer to it, and is built again where it is met again.
    if (isInvalid || members === undefined) {
      return this.#keep(newEntry(frame, value, dependencies, version))
    }
    const cycle = [cycleDependency(members, dependencies, version)]
    for (const member of members.slice(1)) {
      this.cache.put(new CacheEntry(member.input, member.value, cycle, version), this.version)
    }
    return this.#keep(new CacheEntry(frame.input, value, cycle, version))
  }

  #enter(frame: BuildFrame): BuildFrame {
    const outer = this.top
    this.top = frame
    return outer
  }

  /** A part of a cycle leaves its dependencies to what contains it, and is complete with it. */
  #joinCycle({ lowLink, isArgsDependent }: BuildFrame, value: unknown): unknown {
    this.top.lowLink = Math.min(this.top.lowLink, lowLink)
    this.top.isArgsDependent ||= isArgsDependent
    return value
  }

  /** The list with its changed and new members read again; `undefined` where it has to be built anew. */
  #patch(
    input: BuildInput,
    known: CacheEntry | undefined = this.cache.findList(input),
  ): CacheEntry | undefined {
    if (!(known instanceof ListCacheEntry)) return undefined
    const frame = this.#open(input, undefined)
    const outer = this.#enter(frame)
    const patched = known.patch(this, input)
    this.top = outer
    const isInCycle = this.#pending.remove(frame) !== undefined
    this.#takeDependencies(frame)
    return isInCycle || frame.isArgsDependent ? undefined : patched
  }

  #open(input: BuildInput, value: unknown): BuildFrame {
    const frame = newFrame(input, value, this.#pending.size, this.dependencies.length)
    this.#pending.add(frame)
    return frame
  }

  /** What contains an object depends on the object itself, and not on what that depends on. */
  #takeDependencies({ firstDependency }: BuildFrame): readonly CacheEntry[] {
    if (this.dependencies.length === firstDependency) return NO_DEPENDENCIES
    const dependencies = this.dependencies.slice(firstDependency)
    this.dependencies.length = firstDependency
    return dependencies
  }

  #versionOf({ isArgsDependent }: BuildFrame): object | undefined {
    return isArgsDependent ? ARGS_DEPENDENT : this.version
  }
}

function newEntry(
  { input, member }: BuildFrame,
  value: unknown,
  dependencies: readonly CacheEntry[],
  version: object | undefined,
): CacheEntry {
  const isList = member !== undefined && dependencies.length === (input.data as unknown[]).length
  return isList
    ? new ListCacheEntry(input, value, dependencies, version, member)
    : new CacheEntry(input, value, dependencies, version)
}
