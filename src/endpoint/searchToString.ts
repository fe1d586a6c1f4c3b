import { describe } from '../util/describe'

/**
 * Search parameters as a query string, sorted by name so that equal calls have equal keys.
 * `undefined` is left out, an array repeats its name.
 * @throws TypeError for any other object
 */
export function searchToString(params: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined) search.append(name, searchText(name, item))
    }
  }
  search.sort()
  return search.toString()
}

function searchText(name: string, value: unknown): string {
  if (value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value)) {
    return String(value)
  }
  throw new TypeError(
    `The search parameter "${name}" is ${describe(value)}; give the endpoint a \`searchToString\` that can write it.`,
  )
}
