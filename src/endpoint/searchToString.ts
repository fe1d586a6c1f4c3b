import { describe } from '../util/describe'

/**
 * Search parameters as a query string, sorted by name so that equal calls have equal keys.
 * `undefined` is left out, an array repeats its name.
 * @throws TypeError for any other object, and for numbers that are not finite
 */
export function searchToString(params: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  // Sorted here, as the URLSearchParams of React Native cannot sort.
  for (const name of Object.keys(params).sort()) {
    const value = params[name]
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined) search.append(name, searchText(name, item))
    }
  }
  return search.toString()
}

/**
 * What a key says behind the URL of parameters that are `null`: the URL cannot tell them from the text "null", and
 * what is found by the arguments can. Empty where none is.
 */
export function nullsIn(params: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(params).filter((name) => hasNull(params[name]))
  if (names.length === 0) return ''
  const places = names
    .sort()
    .map((name) => [name, [params[name]].flat().map((item) => item === null)])
  return ` ${JSON.stringify(places)}`
}

function hasNull(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.includes(null))
}

function searchText(name: string, value: unknown): string {
  if (value === null || ['string', 'boolean', 'bigint'].includes(typeof value)) return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  const advice =
    process.env.NODE_ENV === 'production'
      ? ''
      : '; leave it out, or give the endpoint a `searchToString` that can write it'
  throw new TypeError(`The search parameter "${name}" is ${describe(value)}${advice}.`)
}
