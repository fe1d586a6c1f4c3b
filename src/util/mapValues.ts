import { setOwn } from './ownProperty'

/** A record with every value changed. */
export function mapValues<Value, Result>(
  record: { readonly [key: string]: Value },
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  const result: Record<string, Result> = {}
  for (const [key, value] of Object.entries(record)) setOwn(result, key, change(value, key))
  return result
}
