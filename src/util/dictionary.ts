/**
 * An empty object of which engines know that it will have keys, and not fields: they take it for a hash table at once,
 * and not only after they have made a shape for each of the first hundred keys.
 */
export function dictionary<Value>(): Record<string, Value> {
  const table: Record<string, Value | undefined> = { first: undefined, second: undefined }
  Reflect.deleteProperty(table, 'first')
  Reflect.deleteProperty(table, 'second')
  return table as Record<string, Value>
}
