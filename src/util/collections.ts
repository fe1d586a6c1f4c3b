/** The last item of a list. Older versions of Hermes, the engine of React Native, have no `at`. */
export function lastOf<T>(list: readonly T[] = []): T | undefined {
  return list[list.length - 1]
}

/** A list with room for exactly so many members; one that grows keeps room for more than it ever gets. */
export function preallocate<Value>(length: number): Value[] {
  return Array<Value>(length)
}

/** Items by key; there is no key without items. */
export type Groups<Key, Item> = Map<Key, Set<Item>>

/** Adds an item to those of a key. */
export function addTo<Key, Item>(groups: Groups<Key, Item>, key: Key, item: Item): void {
  getOrCreate(groups, key, newSet<Item>).add(item)
}

/** Removes an item from those of a key. */
export function removeFrom<Key, Item>(groups: Groups<Key, Item>, key: Key, item: Item): void {
  const items = groups.get(key)
  if (items?.delete(item) === true && items.size === 0) groups.delete(key)
}

function newSet<Item>(): Set<Item> {
  return new Set()
}

/** The entry of a key, created where there is none yet. */
export function getOrCreate<Key, Value>(
  map: Pick<Map<Key, Value>, 'get'> & { set(key: Key, value: Value): unknown },
  key: Key,
  create: (key: Key) => Value,
): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create(key)))
  return value
}
