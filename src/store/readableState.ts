import { freeze } from '../util/freeze'
import { isObject } from '../util/isObject'
import { setOwn } from '../util/own'
import { type Check, isOrder, isRequestRow, isRow, isText } from './checkRows'
import { createInitialState, type Entities, type RestState } from './state'
import { emptyTable, isTable, rows, setRows, type Table } from './table'
import { areNotedEntities, areNotedRequests } from './trail'

/** Where something is that cannot be read, and what is wrong with it. */
type Problems = [path: string, reason: string][]

const MAX_TOLD = 5

/** By the state that the store has. */
const states = new WeakMap<object, RestState>()
/** By the indexes of a state: what they read as. */
const indexes = new WeakMap<object, RestState['indexes']>()

/** What the rows of a table have to be, and what the tables that were looked through read as. */
interface RowKind {
  readonly check: Check
  readonly known: WeakMap<object, Table<unknown>>
}

const ROWS: RowKind = { check: isRow, known: new WeakMap() }
const REQUESTS: RowKind = { check: isRequestRow, known: new WeakMap() }
const PKS: RowKind = { check: isText, known: new WeakMap() }

/** What is read where there is no state; never what an action changes, as stores would share what is remembered for it. */
export const EMPTY_STATE: RestState = /* @__PURE__ */ createInitialState()

/** Our part of a root state. */
export function selectRestState(rootState: unknown, reducerPath: string): RestState {
  const state = findRestState(rootState, reducerPath)
  if (state !== undefined) return state
  throw new Error(
    `The store has no rest reducer. Add this line to configureStore: reducer: { [rest.reducerPath]: rest.reducer } (looked for state.${reducerPath}).`,
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
  console.error(messageOf(name, [['', reasonOf(state)]]))
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
    const problems: Problems = []
    readable = stateOf(state, problems)
    states.set(state, readable)
    states.set(readable, readable)
    if (problems.length > 0) console.error(messageOf(name, problems))
  }
  return readable
}

/** Notes indexes that the reducer made, which need no check. */
export function noteIndexes(own: RestState['indexes']): void {
  indexes.set(own, own)
}

function stateOf(state: object, problems: Problems): RestState {
  if (Array.isArray(state)) return unreadable(createInitialState(), '', state, problems)
  const raw = state as Readonly<Record<keyof RestState, unknown>>
  const entities = entitiesOf(raw.entities, problems)
  const requests = requestsOf(raw.requests, problems)
  const read = {
    entities,
    indexes: indexesOf(raw.indexes, problems),
    // What responses brought is no longer there: they are asked for again.
    requests: entities === raw.entities ? requests : staleRequests(requests),
    optimistic: optimisticOf(raw.optimistic, problems),
    lastReset: orderOf(raw.lastReset, problems),
  }
  const parts = Object.entries(read) as [keyof RestState, unknown][]
  const isSame = parts.every(([part, value]) => raw[part] === value)
  return isSame ? (raw as RestState) : freeze({ ...raw, ...read })
}

function staleRequests(requests: RestState['requests']): RestState['requests'] {
  const stale = rows(requests).map(([key, row]) => [key, freeze({ ...row, expiresAt: 0 })] as const)
  return setRows(requests, stale)
}

function optimisticOf(layers: unknown, problems: Problems): RestState['optimistic'] {
  if (Array.isArray(layers)) return layers as RestState['optimistic']
  return unreadable(EMPTY_STATE.optimistic, 'optimistic', layers, problems)
}

function orderOf(order: unknown, problems: Problems): RestState['lastReset'] {
  if (isOrder(order)) return order as RestState['lastReset']
  return unreadable(EMPTY_STATE.lastReset, 'lastReset', order, problems)
}

function entitiesOf(entities: unknown, problems: Problems): Entities {
  if (!isObject(entities)) return unreadable({}, 'entities', entities, problems)
  if (areNotedEntities(entities as Entities)) return entities as Entities
  return mapped(entities, (table, schemaKey) =>
    tableOf(table, `entities.${schemaKey}`, ROWS, problems),
  ) as Entities
}

function requestsOf(requests: unknown, problems: Problems): RestState['requests'] {
  const isOwn = isObject(requests) || Array.isArray(requests)
  if (isOwn && areNotedRequests(requests as RestState['requests']))
    return requests as RestState['requests']
  return tableOf(requests, 'requests', REQUESTS, problems) as RestState['requests']
}

function indexesOf(value: unknown, problems: Problems): RestState['indexes'] {
  if (!isObject(value)) return unreadable({}, 'indexes', value, problems)
  let read = indexes.get(value)
  if (read === undefined) {
    read = mapped(value, (fields, schemaKey) => {
      const path = `indexes.${schemaKey}`
      if (!isObject(fields)) return unreadable({}, path, fields, problems)
      return mapped(fields, (table, field) => tableOf(table, `${path}.${field}`, PKS, problems))
    }) as RestState['indexes']
    indexes.set(value, read)
  }
  return read
}

function tableOf(table: unknown, path: string, kind: RowKind, problems: Problems): Table<unknown> {
  if (!isTable(table)) return unreadable(emptyTable(), path, table, problems)
  let read = kind.known.get(table)
  if (read === undefined) {
    const wrong = rows(table).filter(([, row]) => !kind.check(row))
    for (const [key, row] of wrong)
      problems.push([`${path}[${JSON.stringify(key)}]`, reasonOf(row)])
    read = setRows(
      table,
      wrong.map(([key]) => [key, undefined]),
    )
    kind.known.set(table, read)
  }
  return read
}

/** The same object where each value stays the same. */
function mapped(
  object: Readonly<Record<string, unknown>>,
  map: (value: unknown, key: string) => unknown,
): Readonly<Record<string, unknown>> {
  let isSame = true
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object)) {
    const next = map(value, key)
    if (next !== value) isSame = false
    setOwn(result, key, next)
  }
  return isSame ? object : freeze(result)
}

function unreadable<Value>(
  instead: Value,
  path: string,
  found: unknown,
  problems: Problems,
): Value {
  problems.push([path, reasonOf(found)])
  return instead
}

function reasonOf(found: unknown): string {
  if (found === undefined) return 'missing'
  if (found === null) return 'null'
  if (Array.isArray(found)) return 'a list of another form'
  return typeof found === 'object' ? 'an object of another form' : `a ${typeof found}`
}

function messageOf(name: string, problems: Problems): string {
  const told = problems.slice(0, MAX_TOLD).map(([path, reason]) => {
    return `state.${name}${path === '' ? '' : `.${path}`} (${reason})`
  })
  const others = problems.length - told.length
  const more = others > 0 ? ` and ${others} more` : ''
  return `The state has what cannot be read: ${told.join(', ')}${more}. It counts as absent, and the next action of the store removes it. Was the state persisted by another version, or changed by hand?`
}
