import type { KeysAction } from '../actions'
import { findRuntime } from '../runtimes'
import type { RequestRow, RestState } from '../state'
import { rows } from '../table'
import type { RestThunk } from './types'

/** Says which calls are meant, by their keys; an endpoint means all of its own. */
export interface KeyTest {
  testKey?(key: string): boolean
}

/** Makes the thunk creator `rest.invalidateAll(endpoint)`. */
export function createInvalidateAll(reducerPath: string) {
  return function invalidateAll(test: KeyTest): RestThunk<KeysAction<'invalidateAll'> | undefined> {
    return function invalidateAllThunk(_dispatch, getState) {
      const { state, clock, actions, dispatch } = findRuntime(getState, reducerPath)
      const keys = keysThatPass(state, test, isShownOrExpected)
      if (keys.length === 0) return undefined
      const order = clock.next()
      const meta = { kind: 'invalidateAll', ...order, date: order.fetchedAt } as const
      const action = actions.invalidateAll(keys, meta)
      dispatch(action)
      return action
    }
  }
}

/** The keys of the requests that a test means. */
export function keysThatPass(
  { requests }: RestState,
  test: KeyTest,
  isMeant: (row: RequestRow) => boolean,
): readonly string[] {
  if (typeof test.testKey !== 'function') {
    throw new TypeError('Expected an endpoint or { testKey(key) { … } }; there is no `testKey`.')
  }
  return rows(requests)
    .filter(([key, row]) => isMeant(row) && test.testKey?.(key) === true)
    .map(([key]) => key)
}

/** An error alone is no data, and stays; what is under way was asked for too early. */
function isShownOrExpected(row: RequestRow): boolean {
  return !row.invalid && (row.status !== 'rejected' || row.result !== undefined)
}
