import type { KeysAction } from '../actions'
import { findRuntime } from '../runtimes'
import type { RequestRow } from '../state'
import { type KeyTest, keysThatPass } from './invalidateAll'
import type { RestThunk } from './types'

/** Makes the thunk creator `rest.expireAll(endpoint)`. */
export function createExpireAll(reducerPath: string) {
  return function expireAll(test: KeyTest): RestThunk<KeysAction<'expireAll'> | undefined> {
    return function expireAllThunk(_dispatch, getState) {
      const { state, clock, actions, dispatch } = findRuntime(getState, reducerPath)
      const keys = keysThatPass(state, test, isAnswered)
      if (keys.length === 0) return undefined
      const order = clock.next()
      const meta = { kind: 'expireAll', ...order, date: order.fetchedAt } as const
      const action = actions.expireAll(keys, meta)
      dispatch(action)
      return action
    }
  }
}

function isAnswered(row: RequestRow): boolean {
  return row.status !== 'pending' && row.expiresAt !== 0
}
