import { preallocate } from './collections'

// The order in which an object lists its keys: those that are array indexes ascending, then the others as they were added.

/** The keys that an object has after some new ones were added to it. */
export function withKeys(keys: readonly string[], added: readonly string[]): readonly string[] {
  if (added.length === 0) return keys
  const indexes = added.filter(isIndex)
  if (indexes.length === 0) return [...keys, ...added]
  const ascending = indexes.sort((one, other) => Number(one) - Number(other))
  const merged = mergeIndexes(keys, ascending)
  return indexes.length === added.length
    ? merged
    : [...merged, ...added.filter((key) => !isIndex(key))]
}

/** @param added ascending, none of them among the keys */
function mergeIndexes(keys: readonly string[], added: readonly string[]): readonly string[] {
  if (keys.length === 0) return added
  const merged = preallocate<string>(keys.length + added.length)
  let from = 0
  let to = 0
  for (const index of added) {
    const end = findPlace(keys, Number(index), from)
    while (from < end) merged[to++] = keys[from++] as string
    merged[to++] = index
  }
  while (from < keys.length) merged[to++] = keys[from++] as string
  return merged
}

/** Where an index belongs among keys that are in order. */
function findPlace(keys: readonly string[], index: number, from: number): number {
  let low = from
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const key = keys[middle] as string
    if (isIndex(key) && Number(key) < index) low = middle + 1
    else high = middle
  }
  return low
}

const DIGITS = /^(?:0|[1-9]\d{0,9})$/

/** Whether an object takes a key for the index of an array. */
export function isIndex(key: string): boolean {
  return DIGITS.test(key) && Number(key) < 2 ** 32 - 1
}
