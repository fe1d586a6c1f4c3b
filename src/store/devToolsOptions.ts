import type { Action } from 'redux'
import { isContainer, isPlainObject } from '../util/checks'
import { describeValue } from '../util/messages'
import { mapValues, setOwn } from '../util/record'
import { asRestAction } from './state/actions'
import { findRestState } from './state/readableState'
import { getRow, keysIn, type Table } from './state/table'
import type { RestState } from './state/state'

/** The options of `devToolsOptions`. */
export interface DevToolsLimits {
  /** The number of rows of a table, members of a list or fields of an object that are shown. Default: 100; `Infinity` for all. */
  readonly maxRows?: number
}

/**
 * Our options for `configureStore({ devTools })`. What is shown is shortened; DevTools keeps states and actions as they are, so
 * that a log goes on to replay, also one that was exported and imported.
 */
export interface RestDevToolsOptions {
  /** Shows every table as one object: its first rows, and how many more there are. */
  stateSanitizer<State>(state: State, index: number): State
  /** Shows the first rows of what an action of ours brings, and how many more there are. */
  actionSanitizer<Sent extends Action>(action: Sent, id: number): Sent
}

/**
 * The options that make states and actions readable in Redux DevTools: `configureStore({ devTools: devToolsOptions(rest) })`.
 * @throws RangeError in development for `maxRows` below 1
 */
export function devToolsOptions(
  { reducerPath }: { readonly reducerPath: string },
  { maxRows = 100 }: DevToolsLimits = {},
): RestDevToolsOptions {
  const isUsable = maxRows >= 1
  if (process.env.NODE_ENV !== 'production' && !isUsable) {
    throw new RangeError(
      `devToolsOptions(rest, { maxRows }): \`maxRows\` is a number from 1 on, such as 100; found ${describeValue(maxRows)}.`,
    )
  }
  const max = isUsable ? maxRows : 100
  return {
    stateSanitizer(root) {
      const state = findRestState(root, reducerPath)
      return state === undefined ? root : { ...root, [reducerPath]: shownState(state, max) }
    },
    actionSanitizer: (action) =>
      asRestAction(reducerPath, action) === undefined ? action : (shorten(action, max) as never),
  }
}

function shownState(state: RestState, max: number): object {
  const { entities, confirmed, requests, mutations, managers } = state
  const tables = (named: Readonly<Record<string, Table<unknown>>>): object =>
    mapValues(named, (table) => shownTable(table, max))
  return {
    ...state,
    entities: tables(entities),
    confirmed: tables(confirmed),
    requests: shownTable(requests, max),
    mutations: shownTable(mutations, max),
    managers: shorten(managers, max),
  }
}

/** A table as one object. */
function shownTable(table: Table<unknown>, max: number): object {
  const keys = keysIn(table)
  return firstOf(keys, max, (key) => getRow(table, key))
}

/** Plain data with the first members of what is long; the same object where nothing is. */
function shorten(value: unknown, max: number): unknown {
  if (Array.isArray(value)) {
    const first = value.slice(0, max).map((member) => shorten(member, max))
    return sameOr(value, value.length > max ? [...first, more(value.length - max)] : first)
  }
  if (!isContainer(value) || !isPlainObject(value)) return value
  const fields = value as Readonly<Record<string, unknown>>
  return sameOr(
    value,
    firstOf(Object.keys(value), max, (key) => fields[key]),
  )
}

function firstOf(keys: readonly string[], max: number, read: (key: string) => unknown): object {
  const first: Record<string, unknown> = {}
  for (const key of keys.slice(0, max)) setOwn(first, key, shorten(read(key), max))
  if (keys.length > max) first['…'] = more(keys.length - max)
  return first
}

function more(count: number): string {
  return `and ${count} more`
}

function sameOr(value: object, shown: object): object {
  const before = Object.values(value)
  const after = Object.values(shown)
  const isSame = before.length === after.length && after.every((it, at) => it === before[at])
  return isSame ? value : shown
}
