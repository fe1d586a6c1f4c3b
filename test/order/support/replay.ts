import { isDeepStrictEqual } from 'node:util'
import type { UnknownAction } from '@reduxjs/toolkit'
import { type RequestRow, type RestAction, type RestState, rows } from 'rtk-rest'
import { isExhaustive } from '../../support/runs'
import { rest } from './items'
import { Violation } from './Violation'

/** What takes longest is done for each of so many histories, and for all of the short ones; in `npm test` of those with one operation. */
export function isSampled(count: number, number: number, rate: number): boolean {
  return count < (isExhaustive ? 3 : 2) || number % rate === 0
}

/** (d) The actions alone give the state. */
export function checkReplay(actions: readonly RestAction[], state: RestState): void {
  const replayed = replay(actions)
  if (!isDeepStrictEqual(replayed, state)) fail('a replay gives another state')
}

/** (d) An action that comes twice, at once or at the end, changes nothing. */
export function checkDoubles(actions: readonly RestAction[]): void {
  const end = replay(actions)
  let replayed = rest.getInitialState()
  for (const [at, action] of actions.entries()) {
    replayed = reduce(replayed, action)
    for (const state of [replayed, end]) {
      if (state === end && isStart(action)) continue
      if (isDeepStrictEqual(withoutPending(reduce(state, action)), withoutPending(state))) continue
      const when = state === end ? 'at the end' : 'at once'
      fail(`action ${at + 1} (${action.type}) changes something when it comes again ${when}`)
    }
  }
}

/** (d) An action that comes last, whichever it is, does no harm: all shows as if it had come in time. */
export function checkDelays(actions: readonly RestAction[], state: RestState): void {
  const expected = shownIn(state)
  let before = rest.getInitialState()
  for (const [at, action] of actions.entries()) {
    const delayed = replay([...actions.slice(at + 1), action], before)
    before = reduce(before, action)
    if (isStart(action)) continue
    const found = shownIn(delayed)
    for (const name of new Set([...expected.keys(), ...found.keys()])) {
      if (isHarmless(action, found.get(name), expected.get(name))) continue
      fail(`action ${at + 1} (${action.type}), delayed to the end, changes ${name}`)
    }
  }
}

/** Without what is in flight: a store with the middleware drops the row and the pending change of a mutation that has ended (MU-25). */
function withoutPending({ mutations: _, ...state }: RestState): object {
  return state
}

/** The start of a mutation: the middleware lets none of one pass that has ended. */
function isStart({ meta }: RestAction): boolean {
  return meta.kind === 'request' && meta.requestStatus === 'pending' && meta.sideEffect === true
}

function replay(actions: readonly RestAction[], first = rest.getInitialState()): RestState {
  return actions.reduce(reduce, first)
}

function reduce(state: RestState, action: RestAction): RestState {
  return rest.reducer(state, action as RestAction & UnknownAction)
}

const FAILED = 'failed'
const INVALID = 'invalid'

function isHarmless(action: RestAction, found: unknown, expected: unknown): boolean {
  // A reset that comes late may forget what it need not have forgotten.
  const isForgotten = action.meta.kind === 'reset' && found === undefined
  // A failed request is repeated.
  const isRepeated = found === FAILED || expected === FAILED
  return isForgotten || isRepeated || isDeepStrictEqual(found, expected)
}

/** The rows and the results that can be shown, without their stamps. */
function shownIn({ entities, requests }: RestState): Map<string, unknown> {
  const shown = new Map<string, unknown>()
  for (const [schemaKey, table] of Object.entries(entities)) {
    for (const [pk, { data, invalid }] of rows(table)) {
      if (!invalid) shown.set(`${schemaKey} ${pk}`, data)
    }
  }
  for (const [key, row] of rows(requests)) {
    const result = resultOf(row)
    if (result !== undefined) shown.set(key, result)
  }
  return shown
}

function resultOf({ status, invalid, result }: RequestRow): unknown {
  if (status === 'rejected') return FAILED
  return invalid ? INVALID : result
}

function fail(what: string): never {
  throw new Violation(`(d) ${what}`)
}
