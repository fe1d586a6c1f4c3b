import { freeze } from '../../util/freeze'
import { isObject } from '../../util/isObject'
import { setOwn } from '../../util/own'
import { type Check, isOrder, isRequestRow, isRow, isText } from './checkRows'
import { createInitialState, type RestState } from './state'
import { emptyTable, isTable, rows, setRows, type Table } from './table'
import { areNotedEntities, areNotedRequests } from '../trail'
import { advise } from '../../util/advise'

/** A part of a state as it can be read; adds the places that cannot be. The part itself where all of it can. */
type Read = (part: unknown, path: string, problems: string[]) => unknown

const MAX_TOLD = 5

/** By the state that the store has. */
const states = new WeakMap<object, RestState>()
/** The indexes that the reducer made. */
const ownIndexes = new WeakSet<object>()

/** What is read where there is no state; never what an action changes, as stores would share what is remembered for it. */
const EMPTY_STATE: RestState = /* @__PURE__ */ createInitialState()

/** Our part of a root state. */
export function selectRestState(rootState: unknown, reducerPath: string): RestState {
  const state = findRestState(rootState, reducerPath)
  if (state !== undefined) return state
  throw new Error(
    advise(
      'no reducer',
      process.env.NODE_ENV === 'production' ||
        `The store has no rest reducer. Add this line to configureStore: reducer: { [rest.reducerPath]: rest.reducer }, or inject it into a combineSlices reducer before it is used: rest.injectInto(reducer) (looked for state.${reducerPath}).`,
    ),
  )
}

/** Our part of a root state, `undefined` where there is none. */
export function findRestState(rootState: unknown, reducerPath: string): RestState | undefined {
  const state = (rootState as Readonly<Record<string, unknown>> | undefined)?.[reducerPath]
  return state === undefined ? undefined : readableState(state, reducerPath)
}

/** What the reducer goes on from. */
export function startingState(state: unknown, name: string): RestState {
  if (typeof state === 'object' && state !== null) return readableState(state, name)
  report(name, [`(${kindOf(state)})`])
  return createInitialState()
}

/**
 * A state as it can be read, whoever made it: what was persisted by another version, or edited by hand, may have any shape.
 * What is no state reads as an empty one, and what is no row as absent; the next action of the store writes it so.
 *
 * @param name of the state, for the message that says what cannot be read
 */
export function readableState(state: unknown, name: string): RestState {
  if (typeof state !== 'object' || state === null) return EMPTY_STATE
  let readable = states.get(state)
  if (readable === undefined) {
    const problems: string[] = []
    readable = Array.isArray(state)
      ? instead(createInitialState(), '', state, problems)
      : stateOf(state as Raw, problems)
    states.set(state, readable)
    states.set(readable, readable)
    if (problems.length > 0) report(name, problems)
  }
  return readable
}

/** Notes indexes that the reducer made, which need no check. */
export function noteIndexes(indexes: RestState['indexes']): void {
  ownIndexes.add(indexes)
}

type Raw = Readonly<Record<string, unknown>>

function stateOf(state: Raw, problems: string[]): RestState {
  const parts = mapped(PARTS, (read: Read, part) => read(state[part], part, problems))
  const changed = Object.entries(parts).filter(([part, value]) => value !== state[part])
  if (changed.length === 0) return state as unknown as RestState
  const readable = { ...state, ...parts } as unknown as RestState
  // What responses brought is no longer there: they are asked for again.
  const isAsExpected = readable.entities === state['entities']
  const requests = isAsExpected ? readable.requests : staleRequests(readable.requests)
  return freeze({ ...readable, requests })
}

function staleRequests(requests: RestState['requests']): RestState['requests'] {
  const stale = rows(requests).map(([key, row]) => [key, freeze({ ...row, expiresAt: 0 })] as const)
  return setRows(requests, stale)
}

/** Reads a table row by row; once, as long as it is the same table. */
function tableOf(check: Check): Read {
  const known = new WeakMap<object, Table<unknown>>()
  return (table, path, problems) => {
    if (!isTable(table)) return instead(emptyTable(), path, table, problems)
    let read = known.get(table)
    if (read === undefined) {
      const wrong = rows(table).filter(([, row]) => !check(row))
      const absent = wrong.map(([key, row]) =>
        instead([key, undefined] as const, `${path}[${JSON.stringify(key)}]`, row, problems),
      )
      known.set(table, (read = setRows(table, absent)))
    }
    return read
  }
}

function recordOf(read: Read): Read {
  return (record, path, problems) =>
    isObject(record)
      ? mapped(record, (value, name) => read(value, `${path}.${name}`, problems))
      : instead({}, path, record, problems)
}

/** Reads only what was not made by the reducer. */
function unless(isOwn: (part: never) => boolean, read: Read): Read {
  return (part, path, problems) =>
    typeof part === 'object' && part !== null && isOwn(part as never)
      ? part
      : read(part, path, problems)
}

function valueOf(check: Check, value: unknown): Read {
  return (part, path, problems) => (check(part) ? part : instead(value, path, part, problems))
}

const PARTS: Readonly<Record<keyof RestState, Read>> = /* @__PURE__ */ (() => ({
  entities: unless(areNotedEntities, recordOf(tableOf(isRow))),
  indexes: unless((it) => ownIndexes.has(it), recordOf(recordOf(tableOf(isText)))),
  requests: unless(areNotedRequests, tableOf(isRequestRow)),
  optimistic: valueOf(Array.isArray, EMPTY_STATE.optimistic),
  lastReset: valueOf(isOrder, EMPTY_STATE.lastReset),
}))()

/** The same object where each value stays the same. */
function mapped<Value>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => unknown,
): Readonly<Record<string, unknown>> {
  let isSame = true
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(object)) {
    const next = map(value, name)
    if (next !== value) isSame = false
    setOwn(result, name, next)
  }
  return isSame ? object : freeze(result)
}

function instead<Value>(value: Value, path: string, found: unknown, problems: string[]): Value {
  problems.push(`${path} (${kindOf(found)})`)
  return value
}

function kindOf(found: unknown): string {
  return found === null ? 'null' : Array.isArray(found) ? 'a list' : typeof found
}

function report(name: string, problems: readonly string[]): void {
  const more = problems.length > MAX_TOLD ? ` and ${problems.length - MAX_TOLD} more` : ''
  const advice =
    process.env.NODE_ENV === 'production'
      ? ''
      : ' It counts as absent, and the next action of the store removes it. Was the state persisted by another version, or changed by hand?'
  console.error(
    `state.${name} has what cannot be read: ${problems.slice(0, MAX_TOLD).join(', ')}${more}.${advice}`,
  )
}
