import type { Middleware, Store, UnknownAction } from '@reduxjs/toolkit'
import type { RestState } from 'rtk-rest'
import { maskAction } from './sessionSlice'
import type { SessionState } from './sessionSlice'

/** What a person finds under `demo` in the console of the browser, as long as the page is developed. */
export interface DemoConsole {
  readonly store: Store<{
    readonly rest: RestState
    readonly session: SessionState
  }>
  /** Every action that went through the store, the oldest first. */
  readonly actions: readonly UnknownAction[]
}

declare global {
  var demo: DemoConsole | undefined
}

const actions: UnknownAction[] = []

/** Keeps every action in the order in which the reducers see them; thunks never come this far. */
export const actionLog: Middleware = () => (next) => (action) => {
  if (import.meta.env.DEV) actions.push(maskAction(action as UnknownAction))
  return next(action)
}

/** Puts the store and its actions where the console of the browser finds them. */
export function showInConsole(store: DemoConsole['store']): void {
  if (import.meta.env.DEV) globalThis.demo = { store, actions }
}
