import type { ResetAction } from '../actions'
import { findRuntime } from '../runtimes'
import type { RestThunk } from './types'

/** Makes the thunk creator `rest.reset()`. */
export function createReset(reducerPath: string) {
  return function reset(): RestThunk<ResetAction> {
    return function resetThunk(_dispatch, getState) {
      const { clock, actions, dispatch, past } = findRuntime(getState, reducerPath)
      const order = clock.next()
      const action = actions.reset({ kind: 'reset', ...order, date: order.fetchedAt })
      // Tables that are gone belong to nobody.
      past.owners.clear()
      dispatch(action)
      return action
    }
  }
}
