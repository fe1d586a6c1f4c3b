import { getOrCreate, ReadCache } from '../util/collections'
import type { BuildInput, CacheContext, CacheEntry } from './CacheEntry'
import { ListCacheEntry, type ListVersions } from './ListCacheEntry'

type Reference<Value extends object = object> = Pick<WeakRef<Value>, 'deref'>

/** Without weak references, as in React Native's old architecture, the last few objects are held with their data. */
const HAS_WEAK_REFS = typeof WeakRef === 'function'

/** How many earlier objects of one piece of data can be found again. */
const MAX_EARLIER = HAS_WEAK_REFS ? 256 : 8

/** How many lists of one schema can be found again after a change of their members. */
const MAX_LISTS = 1_000

/** So many references are kept before those to collected objects are removed. */
const MIN_PRUNED = 16

/**
 * What was built from rows, so that the same rows give the same (`===`) object. Entries are kept by their data, for as
 * long as that is part of a state. Where a nested object changed, the earlier object of the same data can be found again
 * for as long as it is in use: not of a long list that a commit replaced. Each commit makes another one, and weak references
 * keep objects until all garbage is collected.
 */
export class DenormalizeCache {
  /** The newest of the states that share the cache. */
  #version: object
  /** Earlier states, or several arguments, are read: earlier objects may be valid again. */
  #findsEarlier = false
  readonly #newest = new Newest()
  readonly #earlier = new WeakMap<object, readonly Reference[]>()
  readonly #entryOf = new WeakMap<object, CacheEntry>()
  /** Long lists, by primary key. */
  readonly #lists = new ReadCache<Reference<ListVersions>>(MAX_LISTS)

  constructor(version: object) {
    this.#version = version
  }

  /** Notes that a state is read, or goes on to a newer one. */
  advance(version: object, next = this.#version): void {
    if (version !== this.#version) this.#findsEarlier = true
    this.#version = next
  }

  /** The newest entry of some data. */
  find(data: object, schema: unknown, pk: string): CacheEntry | undefined {
    return this.#newest.get(data, schema, pk)
  }

  /** An earlier entry for the same input that is valid. */
  findEarlier({ data, schema, pk }: BuildInput, context: CacheContext): CacheEntry | undefined {
    const references = this.#findsEarlier ? this.#earlier.get(data) : undefined
    for (const reference of references ?? []) {
      const value = reference.deref()
      const entry = value && this.#entryOf.get(value)
      if (entry?.schema === schema && entry?.pk === pk && entry.isValid(context)) return entry
    }
    return undefined
  }

  /** What a long list was before its members changed. */
  findList({ schema, pk, data }: BuildInput): ListCacheEntry | undefined {
    return Array.isArray(data) ? this.#lists.get(schema, pk)?.deref()?.last : undefined
  }

  /**
   * Adds an entry, in place of the one for the same input.
   * @param version the state that it was built in
   */
  put(entry: CacheEntry, version: object): void {
    const { data, schema, pk } = entry as CacheEntry & BuildInput
    const before = this.#newest.get(data, schema, pk)
    const isNewest = version === this.#version
    if (before !== undefined && !(isNewest && isDropped(before))) this.#keepEarlier(data, before)
    this.#newest.set(data, entry)
    if (isLongList(entry)) this.#putLong(entry, isNewest)
  }

  #putLong(list: ListCacheEntry, isNewest: boolean): void {
    const { versions, schema, pk } = list
    const { last } = versions
    versions.last = list
    const isReplaced = isNewest && last.data !== list.data && isDropped(last)
    if (isReplaced) this.#newest.delete(last.data, last)
    const isKept = HAS_WEAK_REFS && pk !== '' && this.#lists.get(schema, pk)?.deref() !== versions
    if (isKept) this.#lists.set(schema, pk, new WeakRef(versions))
  }

  #keepEarlier(data: object, entry: CacheEntry): void {
    if (entry.isArgsDependent) this.#findsEarlier = true
    const { value } = entry
    if (typeof value !== 'object' || value === null) return
    this.#entryOf.set(value, entry)
    const references = getOrCreate(this.#earlier, data, () => []) as Reference[]
    references.push(referenceTo(value))
    const { length } = references
    const isDue = length >= MIN_PRUNED && (length & (length - 1)) === 0
    if (isDue) this.#earlier.set(data, pruned(references))
  }
}

/** Not of a list that depends on arguments: several are read in turn. */
function isLongList(entry: CacheEntry): entry is ListCacheEntry {
  return entry instanceof ListCacheEntry && entry.isLong && !entry.isArgsDependent
}

/** Whether it is not kept when a commit replaces it: a long list, or a response that has one, which is in no entity. */
function isDropped(entry: CacheEntry): boolean {
  if (entry.isInEntity || entry.isArgsDependent) return false
  return isLongList(entry) || (entry.schemaKey === undefined && entry.dependencies.some(isDropped))
}

/**
 * The newest entries by data. Nearly always there is one; others, of rows that share their data and of schemas that are made in
 * place, are kept for as long as their schema is in use.
 */
class Newest {
  readonly #first = new WeakMap<object, CacheEntry>()
  readonly #others = new WeakMap<object, ReadCache<CacheEntry>>()

  get(data: object, schema: unknown, pk: string): CacheEntry | undefined {
    const first = this.#first.get(data)
    if (first === undefined || isOf(first, schema, pk)) return first
    return this.#others.get(data)?.get(schema, pk)
  }

  set(data: object, entry: CacheEntry): void {
    const first = this.#first.get(data)
    const { schema, pk } = entry
    if (first === undefined || isOf(first, schema, pk)) this.#first.set(data, entry)
    else getOrCreate(this.#others, data, newReadCache).set(schema, pk as string, entry)
  }

  /** Removes an entry that is the first one. */
  delete(data: object, entry: CacheEntry): void {
    if (this.#first.get(data) === entry) this.#first.delete(data)
  }
}

function isOf(entry: CacheEntry, schema: unknown, pk: string | undefined): boolean {
  return entry.schema === schema && entry.pk === pk
}

const newReadCache = (): ReadCache<CacheEntry> => new ReadCache(Infinity)

function referenceTo(value: object): Reference {
  return HAS_WEAK_REFS ? new WeakRef(value) : { deref: () => value }
}

function pruned(references: readonly Reference[]): readonly Reference[] {
  const values = new Set(references.map((reference) => reference.deref()))
  values.delete(undefined)
  return [...values].slice(-MAX_EARLIER).map((value) => referenceTo(value as object))
}
