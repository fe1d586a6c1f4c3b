import type { ArgsOf, EndpointContract, ResponseOf } from '../../endpoint/contract'
import { lastOf } from '../../util/lastOf'
import { commitManually, describeManualCall } from '../requests/lifecycle'
import { fulfilledAction, noteUncached } from '../requests/settleRequest'
import { findRuntime } from '../runtimes'
import { readAnswer } from '../select/readAnswer'
import type { FulfilledAction } from '../state/actions'
import { checkTimes } from '../state/expiry'
import type { ArgsAnd, RestThunk } from './types'

/** Makes the thunk creator `rest.setResponse(endpoint, ...args, response)`. */
export function createSetResponse(reducerPath: string) {
  return function setResponse<E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, ResponseOf<E>>
  ): RestThunk<FulfilledAction | undefined> {
    return function setResponseThunk(dispatch, getState) {
      // Nothing of it would be kept.
      if (endpoint.sensitive === true) return undefined
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const args = rest.slice(0, -1)
      const response: unknown = lastOf(rest)
      checkTimes(endpoint)
      const key = endpoint.key(...args)
      runtime.dispatchPending()
      const call = describeManualCall(runtime, endpoint, args, key)
      const action = fulfilledAction(runtime, call, response, true)
      commitManually(runtime, call, action, () => {
        const value = readAnswer(runtime.state, endpoint, args, action, response)
        return { action, value: () => value }
      })
      noteUncached(runtime, call)
      return action
    }
  }
}
