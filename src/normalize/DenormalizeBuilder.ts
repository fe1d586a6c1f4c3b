import type { DenormalizeDelegate, RowSchema } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import { isRowSchema } from '../schema/kinds'
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
import { type BuildFrame, PendingCycles } from './PendingCycles'

/** Objects nested deeper than this are filled later, so that no chain of rows overflows the call stack. */
const MAX_DEPTH = 100

/** The walk of the schemas, and the state that it walks in. */
type Walk = DenormalizeDelegate & CacheContext

/** Builds objects from rows, each once, and caches them with what they depend on. */
export class DenormalizeBuilder {
  /** The dependencies of all that is under construction; those of the innermost object are last. */
  readonly dependencies: CacheEntry[] = []
  /** The innermost object under construction; a frame without data where there is none. */
  top = newFrame({ schemaKey: undefined, pk: '', schema: undefined, data: {} }, undefined, 0, 0)
  readonly #cache: DenormalizeCache
  readonly #walk: Walk
  readonly #pending = new PendingCycles()
  readonly #deferred: (readonly [frame: BuildFrame, schema: RowSchema])[] = []
  #depth = 0
  /** An object that others refer to already turned out to be invalid. */
  #mustRebuild = false

  constructor(cache: DenormalizeCache, walk: Walk) {
    this.#cache = cache
    this.#walk = walk
  }

  /**
   * What a schema makes of some data.
   * @param known the newest entry for it, which is not valid
   */
  build(input: BuildInput, schema: unknown, known?: CacheEntry): unknown {
    const pending = this.#pending.find(input)
    if (pending !== undefined) {
      this.top.lowLink = Math.min(this.top.lowLink, pending.index)
      return pending.value
    }
    const entry = this.#cache.findEarlier(input, this.#walk) ?? this.#patch(known)
    if (entry !== undefined) return this.#keep(entry)
    const isRow = input.schemaKey !== undefined && isRowSchema(schema)
    const value = isRow ? this.#buildRow(input, schema) : this.#buildIn(input, undefined, schema)
    if (!this.#mustRebuild || this.#depth > 0) return value
    this.#mustRebuild = false
    return this.build(input, schema)
  }

  /** Adds a dependency to the object under construction. */
  use(entry: CacheEntry): unknown {
    this.dependencies.push(entry)
    if (entry.isArgsDependent) this.top.isArgsDependent = true
    return entry.value
  }

  #keep(entry: CacheEntry): unknown {
    this.#cache.put(entry)
    return this.use(entry)
  }

  #buildRow(input: BuildInput, schema: RowSchema): unknown {
    const instance = schema.instantiate(input.data)
    if (instance === INVALID || !schema.hasParts) {
      const { version } = this.#walk
      return this.#keep(new CacheEntry(input, freeze(instance), NO_DEPENDENCIES, version))
    }
    if (this.#depth < MAX_DEPTH) return this.#buildIn(input, instance, schema)
    const frame = newFrame(input, instance, 0, 0)
    this.#pending.add(frame)
    this.#deferred.push([frame, schema])
    this.top.lowLink = 0
    return instance
  }

  /** @param instance the object to fill; `undefined` for a value that is in no table */
  #buildIn(input: BuildInput, instance: unknown, schema: unknown): unknown {
    const frame = this.#newFrame(input, instance)
    this.#pending.add(frame)
    const value = this.#fill(frame, schema)
    if (this.#depth === 0) this.#fillDeferred(frame)
    if (value === INVALID) return this.#completeInvalid(frame)
    if (frame.lowLink < frame.index) return this.#joinCycle(frame, value)
    if (this.#depth === 0 && this.#mustRebuild) return this.#discard(frame)
    return this.#complete(frame, value)
  }

  #fill(frame: BuildFrame, schema: unknown): unknown {
    const outer = this.#enter(frame)
    const value =
      frame.value === undefined
        ? this.#walk.visit(schema, frame.data)
        : this.#fillRow(frame, schema as RowSchema)
    this.#leave(outer)
    return value
  }

  #fillRow({ value, data }: BuildFrame, schema: RowSchema): unknown {
    const filled = schema.denormalizeRow(value as object, data, this.#walk)
    return filled === INVALID ? INVALID : freeze(filled)
  }

  #enter(frame: BuildFrame): BuildFrame {
    const outer = this.top
    this.top = frame
    this.#depth++
    return outer
  }

  #leave(outer: BuildFrame): void {
    this.top = outer
    this.#depth--
  }

  /** Fills what was deferred, as members of the cycle of the outermost object. */
  #fillDeferred(outermost: BuildFrame): void {
    const outer = this.#enter(outermost)
    for (let next = this.#deferred.pop(); next !== undefined; next = this.#deferred.pop()) {
      const [frame, schema] = next
      if (this.#pending.find(frame) !== frame) continue
      const firstDependency = this.dependencies.length
      const value = this.#fill(frame, schema)
      outermost.isArgsDependent ||= frame.isArgsDependent
      if (value !== INVALID) continue
      this.#mustRebuild = true
      const dependencies = this.dependencies.slice(firstDependency)
      this.#cache.put(new CacheEntry(frame, INVALID, dependencies, this.#versionOf(frame)))
    }
    this.#leave(outer)
  }

  /** A part of a cycle leaves its dependencies to what contains it, and is complete with it. */
  #joinCycle({ lowLink, isArgsDependent }: BuildFrame, value: unknown): unknown {
    this.top.lowLink = Math.min(this.top.lowLink, lowLink)
    this.top.isArgsDependent ||= isArgsDependent
    return value
  }

  /** Objects that were built within an invalid one may refer to it: they are built again where they are met again. */
  #completeInvalid(frame: BuildFrame): unknown {
    if (this.#depth === 0) this.#mustRebuild = false
    this.#pending.remove(frame)
    const dependencies = this.#takeDependencies(frame)
    return this.#keep(new CacheEntry(frame, INVALID, dependencies, this.#versionOf(frame)))
  }

  #complete(frame: BuildFrame, value: unknown): unknown {
    const members = this.#pending.remove(frame)
    const dependencies = this.#takeDependencies(frame)
    const version = this.#versionOf(frame)
    if (members.length === 1) return this.#keep(newEntry(frame, value, dependencies, version))
    const cycle = [cycleDependency(members, dependencies, version)]
    for (const member of members) {
      if (member !== frame) this.#cache.put(new CacheEntry(member, member.value, cycle, version))
    }
    return this.#keep(new CacheEntry(frame, value, cycle, version))
  }

  #discard(frame: BuildFrame): void {
    this.#pending.remove(frame)
    this.dependencies.length = frame.firstDependency
  }

  /** The list with its changed members read again; `undefined` where it has to be built anew. */
  #patch(known: CacheEntry | undefined): CacheEntry | undefined {
    if (!(known instanceof ListCacheEntry)) return undefined
    const frame = this.#newFrame(known, undefined)
    this.#pending.add(frame)
    const outer = this.#enter(frame)
    const patched = known.patch(this.#walk, this.dependencies)
    this.#leave(outer)
    this.dependencies.length = frame.firstDependency
    const isInCycle = this.#pending.remove(frame).length > 1
    return isInCycle || frame.isArgsDependent ? undefined : patched
  }

  #newFrame(input: BuildInput, value: unknown): BuildFrame {
    return newFrame(input, value, this.#pending.size, this.dependencies.length)
  }

  /** What contains an object depends on the object itself, and not on what that depends on. */
  #takeDependencies({ firstDependency }: BuildFrame): readonly CacheEntry[] {
    if (this.dependencies.length === firstDependency) return NO_DEPENDENCIES
    const dependencies = this.dependencies.slice(firstDependency)
    this.dependencies.length = firstDependency
    return dependencies
  }

  #versionOf({ isArgsDependent }: BuildFrame): object | undefined {
    return isArgsDependent ? ARGS_DEPENDENT : this.#walk.version
  }
}

function newFrame(
  { schemaKey, pk, schema, data }: BuildInput,
  value: unknown,
  index: number,
  firstDependency: number,
): BuildFrame {
  const frame = { schemaKey, pk, schema, data, value, index, lowLink: index, firstDependency }
  return { ...frame, isArgsDependent: false, member: undefined }
}

function newEntry(
  frame: BuildFrame,
  value: unknown,
  dependencies: readonly CacheEntry[],
  version: object | undefined,
): CacheEntry {
  const { data, member } = frame
  const isList = member !== undefined && dependencies.length === (data as unknown[]).length
  return isList
    ? new ListCacheEntry(frame, value, dependencies, version, member)
    : new CacheEntry(frame, value, dependencies, version)
}
