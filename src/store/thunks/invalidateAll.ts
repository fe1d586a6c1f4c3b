import { advise } from '../../util/advise'
import type { KeysAction } from '../state/actions'
import { findRuntime } from '../runtimes'
import type { Runtime } from '../Runtime'
import type { RequestRow } from '../state/state'
import { rows } from '../state/table'
import type { RestThunk } from './types'

/** Says which calls are meant, by their keys; an endpoint means all of its own. */
export interface KeyTest {
  testKey?(key: string): boolean
}

/** Makes the thunk creator `rest.invalidateAll(endpoint)`. */
export function createInvalidateAll(reducerPath: string) {
  return function invalidateAll(test: KeyTest): RestThunk<KeysAction<'invalidateAll'> | undefined> {
    return function invalidateAllThunk(dispatch, getState) {
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const keys = keysThatPass(runtime, test, isShownOrExpected)
      if (keys.length === 0) return undefined
      const action = runtime.actions.invalidateAll(keys, runtime.plainMeta('invalidateAll'))
      runtime.send(action)
      return action
    }
  }
}

/** The keys of the requests that a test means. */
export function keysThatPass(
  runtime: Runtime,
  test: KeyTest,
  isMeant: (row: RequestRow) => boolean,
): readonly string[] {
  if (typeof test.testKey !== 'function') {
    throw new TypeError(
      advise(
        'no testKey',
        process.env.NODE_ENV === 'production' ||
          'Expected an endpoint or { testKey(key) { … } }; there is no `testKey`.',
      ),
    )
  }
  runtime.dispatchPending()
  const keys = rows(runtime.state.requests)
    .filter(([key, row]) => isMeant(row) && test.testKey?.(key) === true)
    .map(([key]) => key)
  for (const key of keys) runtime.problems.clear(key)
  return keys
}

/** An error alone is no data, and stays; what is in flight was requested too early. */
function isShownOrExpected(row: RequestRow): boolean {
  return row.status !== 'rejected' || row.result !== undefined || row.requestId !== undefined
}
