import type { ArgsOf, EndpointContract } from '../../endpoint/contract'
import type { InvalidateAction } from '../state/actions'
import { findRuntime } from '../runtimes'
import type { RestThunk } from './types'

/** Makes the thunk creator `rest.invalidate(endpoint, ...args)`. */
export function createInvalidate(reducerPath: string) {
  return function invalidate<E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ): RestThunk<InvalidateAction | undefined> {
    return function invalidateThunk(dispatch, getState) {
      // Of a sensitive call there is nothing to invalidate, and its key is not to be told.
      if (args[0] === null || endpoint.sensitive === true) return undefined
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const { actions, problems } = runtime
      const key = endpoint.key(...args)
      runtime.dispatchPending()
      problems.clear(key)
      const action = actions.invalidate(key, runtime.plainMeta('invalidate'))
      runtime.send(action)
      return action
    }
  }
}
