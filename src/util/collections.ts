/** The last item of a list. Older versions of Hermes, the engine of React Native, have no `at`. */
export function lastOf<T>(list: readonly T[] = []): T | undefined {
  return list[list.length - 1]
}

/** A function that adds a listener, and returns the function that removes it. */
export function listenTo<Listener>(listeners: Set<Listener>): (listener: Listener) => () => void {
  return (listener) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
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

/** Values by schema and a name that identifies one among those of the schema; the oldest are dropped first. */
export class ReadCache<Value> {
  /** Made for the first value: most states are read by nobody. */
  #bySchema: WeakMap<object, Map<string, Value>> | undefined
  readonly #maxSize: number

  /** @param maxSize how many values are kept for one schema */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(schema: unknown, name: string): Value | undefined {
    return this.#bySchema?.get(schema as object)?.get(name)
  }

  set(schema: unknown, name: string, value: Value): void {
    if (Object(schema) !== schema) return
    this.#bySchema ??= new WeakMap()
    const values = getOrCreate(this.#bySchema, schema as object, () => new Map<string, Value>())
    values.set(name, value)
    if (values.size > this.#maxSize) values.delete(values.keys().next().value as string)
  }

  clear(): void {
    this.#bySchema = undefined
  }
}
