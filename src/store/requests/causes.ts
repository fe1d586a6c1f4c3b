/** The responses that led to a request, the newest last: their keys, and the names of their endpoints. */
export type Causes = ReadonlyMap<string, string>

/** A response of a read, as what it makes readers ask for knows it. */
export interface Cause {
  readonly key: string
  readonly name: string
  /** What led to its request. */
  readonly causes: Causes | undefined
}

/** What a response leads to has it as the newest of its causes. */
export function withResponse({ key, name, causes }: Cause): Causes {
  const all = new Map(causes)
  // It comes last even if it is there already, so that all of a circle follows the key that it began with.
  all.delete(key)
  return all.set(key, name)
}

/** The endpoints of the circle that leads from a key's last response back to the key. */
export function namesSince(key: string, name: string, causes: Causes): readonly string[] {
  const start = [...causes.keys()].indexOf(key)
  return [...new Set([name, ...[...causes.values()].slice(start)])]
}
