/** The entry of a key, made where there is none yet. */
export function getOrCreate<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  create: () => Value,
): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}
