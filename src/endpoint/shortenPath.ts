import { lastOf } from '../util/lastOf'

/** A path without its last parameter, `/users` for `/users/:id`; `undefined` where it has none. */
export function shortenPath(path: string): string | undefined {
  // An escaped character is stepped over together with its backslash.
  const parameters = [...path.matchAll(/\\.|[:*]/gs)].filter(([found]) => found.length === 1)
  const last = lastOf(parameters)
  return last && path.slice(0, last.index).replace(/\{?\/?$/, '')
}
