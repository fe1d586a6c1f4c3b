import { isObject } from '../../util/checks'
import { codedMessage } from '../../util/messages'
import { createInitialState, type RestState, VERSION } from './state'

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
  return state === undefined ? undefined : readableState(state)
}

/** A state as it is read: one of another build, or of another library, reads as an empty one. */
export function readableState(state: unknown): RestState {
  return isReadable(state) ? state : EMPTY_STATE
}

/** The state that the reducer changes: it replaces an unreadable one at its next action, and says so. */
export function startingState(state: unknown, name: string): RestState {
  if (isReadable(state)) return state
  console.error(unreadable(`state.${name}`))
  return createInitialState()
}

/** Whether a state is one of this build. */
export function isReadable(state: unknown): state is RestState {
  return isObject(state) && state['version'] === VERSION
}

/** Says what is read as empty: `state.rest`. */
export function unreadable(what: string): string {
  return codedMessage(
    'unreadable-state',
    process.env.NODE_ENV === 'production' ||
      `${what} is of another version, or was changed by hand: it counts as empty. If the state is persisted, discard what other versions of the app have written.`,
    what,
  )
}
