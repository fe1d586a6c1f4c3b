import { isObject, isPlainObject } from '../util/checks'
import { getOrCreate, lastOf } from '../util/collections'
import { formFields } from '../util/record'
import { describeValue } from '../util/messages'
import { isSame } from '../util/replaceEqualDeep'
import type { NormalizeDelegate } from './contract'
import { holdWarning } from './heldWarnings'

/** The key that tells the lists of one collection apart: usually the arguments of the endpoint. */
export type CollectionKey = Readonly<Record<string, unknown>>

/** Tells if a change affects a list, by the key object of the list. */
export type RowFilter = (list: CollectionKey) => boolean

/** Development only: refuses what an option of a collection gives in place of a key object. */
export function checkKey(key: unknown, option: 'argsKey' | 'nestKey'): void {
  if (isObject(key)) return
  throw new TypeError(
    `\`${option}\` of a Collection gives an object, such as { team: '1' }; found ${describeValue(key)}`,
  )
}

/** A key as JSON: names sorted, numbers and booleans as text, `undefined` left out. */
export function collectionPk(key: CollectionKey | readonly unknown[]): string {
  return JSON.stringify(Array.isArray(key) ? key.map(argument) : sorted(key as CollectionKey))
}

function sorted(key: CollectionKey): object {
  const names = Object.keys(key).sort()
  return Object.fromEntries(names.map((name) => [name, asText(key[name])]))
}

function argument(value: unknown): unknown {
  return isObject(value) && isPlainObject(value) ? sorted(value) : asText(value)
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value
}

/** The key of a list without an `argsKey`: its one argument, or all of its arguments. */
export function keyOfArgs(...args: readonly unknown[]): CollectionKey | readonly unknown[] {
  const count = args.findLastIndex((arg) => arg !== undefined) + 1
  const [first = {}] = args
  return count > 1 || !isObject(first) ? args.slice(0, count) : first
}

/** An argument as plain fields: those of a form, and none for what has no fields. */
export function asRecord(arg: unknown): Record<string, unknown> {
  return isForm(arg) ? Object.fromEntries(formFields(arg)) : isObject(arg) ? arg : {}
}

/** Arguments as a user's functions get them: with the fields of forms. */
export function plainArgs(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => (isForm(arg) ? asRecord(arg) : arg))
}

function isForm(arg: unknown): arg is FormData | URLSearchParams {
  return arg instanceof FormData || arg instanceof URLSearchParams
}

/** Where the lists of one response were, and what they held, by row; forgotten with the walk of the response. */
const seen = new WeakMap<NormalizeDelegate, Map<string, Found>>()
const warned = new WeakSet<object>()

interface Found {
  readonly place: string
  readonly members: object
}

/** Warns once where one response has different lists that are kept in one row, so that one is lost. */
export function warnSharedRow(
  collection: { readonly key: string },
  pk: string,
  members: object,
  delegate: NormalizeDelegate,
): void {
  const rows = getOrCreate(seen, delegate, () => new Map<string, Found>())
  const name = `${collection.key} ${pk}`
  const place = delegate.path.join('.')
  const before = rows.get(name)
  rows.set(name, { place, members })
  // Several messages may be written at once.
  if (before === undefined || before.place === place || isSame(before.members, members)) return
  const message = `One response has different lists ${collection.key} at ${before.place} and at ${place}, which are both kept in the row ${pk}. Give each a row of its own: in an entity by \`nestKey\` of the Collection, such as (parent) => ({ parentId: parent.id }), else by \`argsKey\`, such as (params) => ({ ...params, list: '${lastOf(delegate.path)}' }).`
  holdWarning(delegate, collection, () => {
    if (!warned.has(collection)) console.warn(message)
    warned.add(collection)
  })
}
