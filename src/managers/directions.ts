import type { Cursor, Directions } from '../endpoint/pagination'
import { isObject } from '../util/checks'

type Args = readonly unknown[]

/** Whether the arguments of a page name one in front of the list. */
export function isBackwards(directions: Directions, [params]: Args): boolean {
  return Object.entries(directions).some(
    ([name, direction]) => direction === 'backwards' && isObject(params) && isGiven(params[name]),
  )
}

/** The parameters of a page that name it, and not the list. */
export function namesOf(cursor: Cursor, args: Args): readonly string[] {
  const [params] = args
  if (!isObject(params)) return []
  if (typeof cursor === 'string') return [cursor]
  const [others] = typeof cursor === 'function' ? cursor(...args) : [{}]
  const isOfPage = (name: string): boolean =>
    typeof cursor === 'object'
      ? name in cursor
      : !(isObject(others) && Object.is(others[name], params[name]))
  return Object.keys(params).filter((name) => isGiven(params[name]) && isOfPage(name))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
