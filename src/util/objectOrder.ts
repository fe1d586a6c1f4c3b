import { sized } from './sized'

// The order in which an object lists its keys: those that are array indexes ascending, then the others as they were added.

/** The keys that an object has after some new ones were added to it. */
export function withKeys(keys: readonly string[], added: readonly string[]): readonly string[] {
  if (added.length === 0) return keys
  const indexes = added.filter(isIndex)
  if (indexes.length === 0) return [...keys, ...added]
  const merged = mergeIndexes(
    keys,
    indexes.map(Number).sort((one, other) => one - other),
  )
  return indexes.length === added.length
    ? merged
    : [...merged, ...added.filter((key) => !isIndex(key))]
}

/** @param added ascending, none of them among the keys */
function mergeIndexes(keys: readonly string[], added: readonly number[]): readonly string[] {
  const merged = sized<string>(keys.length + added.length)
  let from = 0
  let to = 0
  for (const index of added) {
    const end = findPlace(keys, index, from)
    while (from < end) merged[to++] = keys[from++] as string
    merged[to++] = String(index)
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

/** Whether an object takes a key for the index of an array. */
function isIndex(key: string): boolean {
  return key.length <= 10 && /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < 2 ** 32 - 1
}
