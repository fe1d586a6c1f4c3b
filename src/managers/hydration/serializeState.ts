import { isReadable } from '../../store/state/readableState'
import { isObject } from '../../util/checks'
import { mapValues } from '../../util/record'
import { lastingState } from './lastingState'

/**
 * A state as JSON that may stand within a `<script>`: our part of it, or a whole root state, whose other parts stay as they are.
 * Requests in flight, mutations, expected changes and results that are no JSON are left out.
 *
 * @example
 * const state = serializeState(store.getState())
 * return `<script id="state" type="application/json">${state}</script>`
 */
export function serializeState(state: object): string {
  const kept = isRestState(state) ? lastingState(state) : mapValues({ ...state }, lasting)
  return JSON.stringify(kept).replace(/[<>\u2028\u2029]/g, escape)
}

function lasting(part: unknown): unknown {
  return isRestState(part) ? lastingState(part) : part
}

/** Other parts of a root state may have a version too. */
function isRestState(state: unknown): state is Parameters<typeof lastingState>[0] {
  return isReadable(state) && isObject(state.confirmed)
}

/** As JSON and JavaScript read it, and HTML does not. */
function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
