import { codedMessage } from '../../util/messages'
import { freezeData } from '../../util/freeze'
import { isObject } from '../../util/checks'
import { mapValues } from '../../util/record'
import { hasShape, LAYERS, MUTATION_ROW, REQUEST_ROW, ROW, type Shape } from './checks'
import { createInitialState, type RestState } from './state'
import { isTable, rows, setRows } from './table'

const MAX_PLACES = 5

/** By the state that the store has. */
const states = new WeakMap<object, RestState>()
/** Parts of states that the reducer made, or that were checked. */
const readableParts = new WeakSet<object>()

/** What is read where there is no state; never what an action changes, as stores would share what is cached for it. */
const EMPTY_STATE: RestState = /* @__PURE__ */ createInitialState()

/** Our part of a root state. */
export function selectRestState(rootState: unknown, reducerPath: string): RestState {
  const state = findRestState(rootState, reducerPath)
  if (state !== undefined) return state
  throw new Error(
    codedMessage(
      'missing-reducer',
      process.env.NODE_ENV === 'production' ||
        `The store has no rest reducer. Add this line to configureStore: reducer: { [rest.reducerPath]: rest.reducer }, or inject it into a combineSlices reducer before it is used: rest.injectInto(reducer) (looked for state.${reducerPath}).`,
      `state.${reducerPath}`,
    ),
  )
}

/** Our part of a root state, `undefined` where there is none. */
export function findRestState(rootState: unknown, reducerPath: string): RestState | undefined {
  const state = (rootState as Readonly<Record<string, unknown>> | undefined)?.[reducerPath]
  return state === undefined ? undefined : readableState(state, reducerPath)
}

/** The state that the reducer changes. */
export function startingState(state: unknown, name: string): RestState {
  if (typeof state === 'object' && state !== null) return readableState(state, name)
  if (process.env.NODE_ENV !== 'production') report(name, [placeOf('', state)])
  return createInitialState()
}

/**
 * A state as it can be read: what is no object reads as an empty one. A state that was persisted by another version, or edited
 * by hand, may have any shape; in development what is no row is reported, and reads as absent.
 *
 * @param name of the state, for the message that names what cannot be read
 */
export function readableState(state: unknown, name: string): RestState {
  if (typeof state !== 'object' || state === null) return EMPTY_STATE
  if (process.env.NODE_ENV === 'production') return state as RestState
  let readable = states.get(state)
  if (readable === undefined) {
    const places: string[] = []
    readable = readState(state as Raw, places)
    states.set(state, readable)
    noteReadable(readable)
    if (places.length > 0) report(name, places)
  }
  return readable
}

/** Records a state that needs no check. */
export function noteReadable(state: RestState): void {
  if (process.env.NODE_ENV === 'production') return
  states.set(state, state)
  for (const part of [state.entities, state.requests, state.mutations]) readableParts.add(part)
}

type Raw = Readonly<Record<string, unknown>>

function readState(state: Raw, places: string[]): RestState {
  if (Array.isArray(state)) {
    places.push(placeOf('', state))
    return createInitialState()
  }
  const checked = mapValues(PART_READERS, (read, name) => {
    const part = state[name]
    return readableParts.has(part as object) ? part : read(part, name, places)
  })
  const isSame = Object.entries(checked).every(([name, part]) => part === state[name])
  if (isSame) return state as unknown as RestState
  const readable = { ...state, ...checked } as unknown as RestState
  // Rows that responses brought are missing: the responses are requested again.
  const isComplete = readable.entities === state['entities']
  const requests = isComplete ? readable.requests : staleRequests(readable.requests)
  return freezeData({ ...readable, requests })
}

function staleRequests(requests: RestState['requests']): RestState['requests'] {
  const stale = rows(requests).map(([key, row]) => [key, { ...row, expiresAt: 0 }] as const)
  return setRows(requests, stale)
}

/** Gives what can be read of a part of a state, and adds the places of what cannot; the part itself where all of it can. */
type PartReader = (part: unknown, path: string, places: string[]) => unknown

const tableOf =
  (shape: Shape): PartReader =>
  (table, path, places) => {
    if (!isTable(table)) return leaveOut({}, table, path, places)
    const wrong = rows(table).filter(([, row]) => !hasShape(row, shape))
    for (const [key, row] of wrong) places.push(placeOf(`${path}[${JSON.stringify(key)}]`, row))
    return setRows(
      table,
      wrong.map(([key]) => [key, undefined]),
    )
  }

const recordOf =
  (read: PartReader): PartReader =>
  (part, path, places) => {
    if (!isObject(part)) return leaveOut({}, part, path, places)
    const count = places.length
    const readable = mapValues(part, (member, name) => read(member, `${path}.${name}`, places))
    return places.length === count ? part : readable
  }

const valueOf =
  (shape: Shape, absent: unknown): PartReader =>
  (value, path, places) =>
    hasShape(value, shape) ? value : leaveOut(absent, value, path, places)

function leaveOut(absent: unknown, value: unknown, path: string, places: string[]): unknown {
  places.push(placeOf(path, value))
  return absent
}

const readMutations = tableOf(MUTATION_ROW)
const readManagers = valueOf(isObject, {})

const PART_READERS: Readonly<Record<string, PartReader>> = {
  entities: recordOf(tableOf(ROW)),
  requests: tableOf(REQUEST_ROW),
  // A state of an earlier version has none.
  mutations: (table = {}, ...rest) => readMutations(table, ...rest),
  optimistic: valueOf(LAYERS, EMPTY_STATE.optimistic),
  managers: (managers = {}, ...rest) => readManagers(managers, ...rest),
  lastReset: valueOf(0, EMPTY_STATE.lastReset),
}

function placeOf(path: string, found: unknown): string {
  const kind = found === null ? 'null' : Array.isArray(found) ? 'a list' : typeof found
  return `${path} (${kind})`
}

function report(name: string, places: readonly string[]): void {
  const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : ''
  const shown = places.slice(0, MAX_PLACES).join(', ') + more
  console.error(
    `state.${name} has what cannot be read: ${shown}. It counts as absent, and the next action of the store removes it. Was the state persisted by another version, or changed by hand?`,
  )
}
