import type { ArgsOf, ReadEndpoint } from '../../endpoint/contract'
import { findRuntime } from '../runtimes'
import type { RestThunk } from './types'

/** Makes the thunk creator `rest.unsubscribe(endpoint, ...args)`. */
export function createUnsubscribe(reducerPath: string) {
  return function unsubscribe<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ): RestThunk<void> {
    return function unsubscribeThunk(dispatch, getState) {
      if (args[0] === null) return
      const key = endpoint.key(...args)
      const wasHeld = findRuntime({ getState, dispatch }, reducerPath).subscriptions.remove({
        key,
        endpoint,
      })
      if (!wasHeld && process.env.NODE_ENV !== 'production') {
        console.error(`Mismatched unsubscribe: ${key} is not subscribed.`)
      }
    }
  }
}
