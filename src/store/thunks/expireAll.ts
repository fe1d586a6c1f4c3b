import type { KeysAction } from '../state/actions'
import { findRuntime } from '../runtimes'
import type { RequestRow } from '../state/state'
import { type KeyTest, keysThatPass } from './invalidateAll'
import type { RestThunk } from './types'

/** Makes the thunk creator `rest.expireAll(endpoint)`. */
export function createExpireAll(reducerPath: string) {
  return function expireAll(test: KeyTest): RestThunk<KeysAction<'expireAll'> | undefined> {
    return function expireAllThunk(dispatch, getState) {
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const keys = keysThatPass(runtime, test, isShownOrExpected)
      if (keys.length === 0) return undefined
      const action = runtime.actions.expireAll({ keys }, runtime.plainMeta('expireAll'))
      runtime.send(action)
      return action
    }
  }
}

/** What was invalidated and is not in flight is asked for anyway. */
function isShownOrExpected(row: RequestRow): boolean {
  return !row.invalid || row.requestId !== undefined
}
