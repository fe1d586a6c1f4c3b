import type { ArgsOf, ReadEndpoint } from '../../endpoint/contract'
import { findRuntime } from '../runtimes'
import type { RestThunk } from './types'

/** Makes the thunk creator `rest.subscribe(endpoint, ...args)`. */
export function createSubscribe(reducerPath: string) {
  return function subscribe<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ): RestThunk<void> {
    return function subscribeThunk(dispatch, getState) {
      if (args[0] === null) return
      const { subscriptions } = findRuntime({ getState, dispatch }, reducerPath)
      subscriptions.add({ endpoint, args, key: endpoint.key(...args) })
    }
  }
}
