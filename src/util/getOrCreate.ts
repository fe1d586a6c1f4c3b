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
