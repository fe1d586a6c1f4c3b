import { getOrCreate, ReadCache } from '../util/collections'
import type { BuildInput, CacheContext, CacheEntry } from './CacheEntry'
import { ListCacheEntry } from './ListCacheEntry'

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
 * for as long as it is in use.
 */
export class DenormalizeCache {
  /** The newest of the states that share the cache. */
  #version: object
  /** Earlier states, or several arguments, are read: earlier objects may be valid again. */
  #findsEarlier = false
  readonly #newest = new WeakMap<object, CacheEntry>()
  readonly #earlier = new WeakMap<object, readonly Reference[]>()
  readonly #entryOf = new WeakMap<object, CacheEntry>()
  /** What long lists were last, by primary key. */
  readonly #lists = new ReadCache<Reference<ListCacheEntry>>(MAX_LISTS)

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
    return find(this.#newest.get(data), schema, pk)
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
    return Array.isArray(data) ? this.#lists.get(schema, pk)?.deref() : undefined
  }

  /** Adds an entry, in place of the one for the same input. */
  put(entry: CacheEntry): void {
    const { data, schema, pk } = entry as CacheEntry & BuildInput
    const first = this.#newest.get(data)
    const before = first && find(first, schema, pk)
    entry.next = first
    if (before !== undefined) {
      entry.next = without(first as CacheEntry, before)
      this.#keepEarlier(data, before)
    }
    this.#newest.set(data, entry)
    const isKept = HAS_WEAK_REFS && entry instanceof ListCacheEntry && entry.isLong && pk !== ''
    if (isKept) this.#lists.set(schema, pk, new WeakRef(entry))
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

function find(first: CacheEntry | undefined, schema: unknown, pk: string): CacheEntry | undefined {
  let entry = first
  while (entry !== undefined && !(entry.schema === schema && entry.pk === pk)) entry = entry.next
  return entry
}

function without(first: CacheEntry, entry: CacheEntry): CacheEntry | undefined {
  if (first === entry) return entry.next
  first.next = without(first.next as CacheEntry, entry)
  return first
}

function referenceTo(value: object): Reference {
  return HAS_WEAK_REFS ? new WeakRef(value) : { deref: () => value }
}

function pruned(references: readonly Reference[]): readonly Reference[] {
  const values = new Set(references.map((reference) => reference.deref()))
  values.delete(undefined)
  return [...values].slice(-MAX_EARLIER).map((value) => referenceTo(value as object))
}
