import { formFields } from '../util/formFields'
import { isObject } from '../util/isObject'
import type { CollectionKey } from './collectionPk'

/** Tells whether a row of a collection is one that a change concerns, by what the row is named by. */
export type RowFilter = (row: CollectionKey) => boolean

/** Names of arguments: by a test, a pattern or a list. */
export type ArgumentNames = ((name: string) => boolean) | RegExp | readonly string[]

/** Whether a name is among those that are told. */
export function isNamed(names: ArgumentNames, name: string): boolean {
  if (typeof names === 'function') return names(name)
  // Not `test`, which remembers where it was if the pattern is a global one.
  return names instanceof RegExp ? name.search(names) >= 0 : names.includes(name)
}

/** The test that each part of a row's name is said by the parameters or the body of a call, or says nothing. */
export function argumentsFilter(
  [params, body]: readonly unknown[],
  isNonFilter: (name: string) => boolean,
): RowFilter {
  const said = [asRecord(params), asRecord(body)]
  return (row) =>
    Object.entries(row).every(
      ([name, value]) => isNonFilter(name) || said.some((object) => says(object, name, value)),
    )
}

/** An argument as plain fields: a form is what it holds, and what has no fields is empty. */
export function asRecord(arg: unknown): Record<string, unknown> {
  if (arg instanceof FormData) return Object.fromEntries(formFields(arg))
  return isObject(arg) ? arg : {}
}

/** Arguments as functions of one's own are given them: with the fields of forms. */
export function plainArgs(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => (arg instanceof FormData ? asRecord(arg) : arg))
}

function says(object: Record<string, unknown>, name: string, value: unknown): boolean {
  return Object.hasOwn(object, name) && String(object[name]) === value
}
