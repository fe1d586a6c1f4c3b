import { isObject } from '../util/checks'
import { formFields } from '../util/record'
import { describeValue } from '../util/messages'
import { isSame } from '../util/replaceEqualDeep'
import type { NormalizeDelegate } from './contract'

/** The key that tells the lists of one collection apart: usually the arguments of the endpoint. */
export type CollectionKey = Readonly<Record<string, unknown>>

/** Tells if a change affects a row of a collection, by the key object of the row. */
export type RowFilter = (row: CollectionKey) => boolean

/** Names of arguments: by a test, a pattern or a list. */
export type ArgumentNames = ((name: string) => boolean) | RegExp | readonly string[]

/** Development only: refuses what an option of a collection gives in place of a key object. */
export function checkKey(key: unknown, option: 'argsKey' | 'nestKey'): void {
  if (isObject(key)) return
  throw new TypeError(
    `\`${option}\` of a Collection gives an object, such as { team: '1' }; found ${describeValue(key)}`,
  )
}

/** A key object as JSON: names sorted, numbers and booleans as text, `undefined` left out. */
export function collectionPk(key: CollectionKey): string {
  const names = Object.keys(key).sort()
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, asText(key[name])])))
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value
}

/** Whether a name is among the names of arguments. */
export function isNamed(names: ArgumentNames, name: string): boolean {
  if (typeof names === 'function') return names(name)
  // Not `test`, which remembers where it was if the pattern is a global one.
  return names instanceof RegExp ? name.search(names) >= 0 : names.includes(name)
}

/** A collection, as far as arguments select its lists. */
export interface Filtered {
  /** The user's own filter of the rows that a call changes; `undefined` where there is none. */
  createCollectionFilter(...args: readonly unknown[]): RowFilter | undefined
  /** Tells whether an argument is said neither to filter nor to sort. */
  nonFilterArgumentKeys(name: string): boolean
}

/** Names of arguments that filter a list by a field: all but those that usually sort it or cut it. */
export const FILTERS: RegExp =
  /^(?!((order|sort)(ing|_?(by|dir(ection)?|order))?|limit|size|page|offset|cursor)$)/i

/** The lists that a call names: the parameters or the body have each part of their key that filters. */
export function argumentsFilter(collection: Filtered, args: readonly unknown[]): RowFilter {
  const own = collection.createCollectionFilter(...args)
  const [params, body] = args.map(asRecord)
  return (
    own ??
    ((row) =>
      Object.entries(row).every(
        ([name, value]) =>
          !FILTERS.test(name) ||
          collection.nonFilterArgumentKeys(name) ||
          [params, body].some(
            (fields = {}) => Object.hasOwn(fields, name) && String(fields[name]) === value,
          ),
      ))
  )
}

/** An argument as plain fields: those of a form, and none for what has no fields. */
export function asRecord(arg: unknown): Record<string, unknown> {
  if (arg instanceof FormData) return Object.fromEntries(formFields(arg))
  return isObject(arg) ? arg : {}
}

/** Arguments as a user's functions get them: with the fields of forms. */
export function plainArgs(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => (arg instanceof FormData ? asRecord(arg) : arg))
}

/** What the lists in entities of one response were stored as, by row; forgotten with the walk of the response. */
const seen = new WeakMap<NormalizeDelegate, Map<string, object>>()
const warned = new WeakSet<object>()

/** Warns once where two entities of one response have different lists that are kept in one row, so that one is lost. */
export function warnSharedCollectionRow(
  collection: { readonly key: string },
  field: string,
  pk: string,
  members: object,
  delegate: NormalizeDelegate,
): void {
  let rows = seen.get(delegate)
  if (rows === undefined) seen.set(delegate, (rows = new Map()))
  const name = `${collection.key} ${pk}`
  const before = rows.get(name)
  rows.set(name, members)
  if (before === undefined || isSame(before, members) || warned.has(collection)) return
  warned.add(collection)
  console.warn(
    `Entities of one response have different lists ${collection.key} in their field "${field}", which all are kept in the row ${pk}; give the Collection a \`nestKey\`, such as (parent) => ({ parentId: parent.id }), so that each has its own.`,
  )
}
