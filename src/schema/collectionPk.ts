/** What tells the lists of one collection apart: usually the arguments of the endpoint. */
export type CollectionKey = Readonly<Record<string, unknown>>

/** A key object as JSON: names sorted, numbers and booleans as text, `undefined` left out. */
export function collectionPk(key: CollectionKey): string {
  const sorted = Object.keys(key).toSorted()
  return JSON.stringify(Object.fromEntries(sorted.map((name) => [name, asText(key[name])])))
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
