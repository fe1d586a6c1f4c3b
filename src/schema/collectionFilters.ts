import { attempt } from '../util/checks'
import { describeValue } from '../util/messages'
import type { CollectionKey } from './collectionKey'
import { textOf } from './fieldValues'

/**
 * How one argument decides which entities are on a list: a function of the entity and the argument as text (`''` where the list
 * has none), `'order'` for an argument that sorts, `'window'` for one that cuts the list, `'server'` for one of which only the server
 * knows.
 */
export type FilterRule<Member> =
  ((entity: Member, value: string) => boolean) | 'order' | 'window' | 'server'

/** The rules of arguments by their names, or one function that decides for a whole list from all of its arguments. */
export type Filters<Member> =
  | Readonly<Record<string, FilterRule<Member>>>
  | ((entity: Member, args: Readonly<Record<string, string>>) => boolean)

/** A collection, as far as its rules are concerned. */
export interface Ruled {
  readonly key: string
  /** The options that it was made with. */
  readonly options: { readonly filters?: Filters<never> | undefined }
  /** The rule of an argument; `undefined` where none is given. */
  ruleOf(name: string): FilterRule<never> | undefined
}

/** The arguments that usually sort a list, and those that usually cut it. */
const ORDER = /^(order|sort)(ing|_?(by|dir(ection)?|order))?$/i
const WINDOW =
  /^(limit|size|p|(per_?)?page(_?|\[)(no|number|size|limit|offset|cursor|token|after|before)?\]?|(max_?)?results|offset|skip|take|cursor|(starting_?)?after|(ending_?)?before)$/i

/** Arguments that also give a range: `after=2024-04-01`, `size=gt.1`. */
const RANGE = /^(?:after|before)$/i
const SIZE = /^(?:size|take|(?:max_?)?results)$/i

/** What an argument does that no rule and no member tells, by its usual name; some values are none of a window. */
export function usualRule(name: string, value?: unknown): 'order' | 'window' | undefined {
  if (ORDER.test(name)) return 'order'
  const isRange = RANGE.test(name) && /^\d{4}-\d/.test(textOfArg(value))
  const isNoSize = SIZE.test(name) && /\D/.test(textOfArg(value))
  return WINDOW.test(name) && !isRange && !isNoSize ? 'window' : undefined
}

/** Calls a rule of the app, which may fail: then it is unknown whether an entity is on a list. */
export function askRule(
  collection: Ruled,
  name: string | undefined,
  decide: () => unknown,
): boolean | undefined {
  let found: unknown
  try {
    found = decide()
  } catch (error) {
    found = error
  }
  if (typeof found === 'boolean') return found
  // A promise comes too late, and may reject.
  if (found instanceof Promise) found.catch(() => undefined)
  if (process.env.NODE_ENV !== 'production') warnUndecided(collection, name, found)
  return undefined
}

/** The arguments of a list as texts, which rules get. */
export function textArgs(args: CollectionKey): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, textOfArg(value)]))
}

export function textOfArg(value: unknown): string {
  return value === undefined ? '' : textOf(value)
}

/**
 * Refuses a rule that is none, and a function that has no named parameter, and is none that says that other addresses do not concern
 * the list.
 * @throws TypeError
 */
export function checkFilters(filters: unknown): void {
  for (const [name, rule] of Object.entries(Object(filters) as object)) checkRule(name, rule)
  if (typeof filters !== 'function' || filters.length > 0) return
  if (attempt(() => (filters as () => unknown)()) === false) return
  throw new TypeError(
    '`filters` of a Collection is a function of the entity, and names it without a default: (task, args) => task.team === args.team. Without a parameter it can only be () => false.',
  )
}

function checkRule(name: string, rule: unknown): void {
  const isRule = ['order', 'window', 'server', undefined].includes(rule as string | undefined)
  if (isRule || typeof rule === 'function') return
  throw new TypeError(
    `\`filters.${name}\` of a Collection is a function of the entity and the argument, 'order', 'window' or 'server'; found ${describeValue(rule)}.`,
  )
}

const warned = new WeakSet<object>()

/** Warns once for each rule. */
function warnUndecided(collection: Ruled, name: string | undefined, found: unknown): void {
  const { key, options } = collection
  const rule = (name === undefined ? options.filters : collection.ruleOf(name)) as object
  if (warned.has(rule)) return
  warned.add(rule)
  const of = name === undefined ? '`filters`' : `\`filters.${name}\``
  const problem =
    found instanceof Error ? `threw "${found.message}"` : `returned ${describeValue(found)}`
  console.warn(
    `${of} of the Collection ${key} ${problem}, so its lists are fetched again. Return true where the entity is on the list, else false.`,
  )
}
