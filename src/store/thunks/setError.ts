import type { ArgsOf, EndpointContract } from '../../endpoint/contract'
import { deepFreeze } from '../../util/deepFreeze'
import { lastOf } from '../../util/lastOf'
import { requestMeta } from '../requests/InFlightRequest'
import { commitManually, describeManualCall } from '../requests/lifecycle'
import { policyFor } from '../requests/settleRequest'
import { findRuntime } from '../runtimes'
import type { RejectedAction } from '../state/actions'
import { isAbortError, toRestError } from '../state/errors'
import { checkTimes } from '../state/expiry'
import type { ArgsAnd, RestThunk } from './types'

/** Makes the thunk creator `rest.setError(endpoint, ...args, error)`. */
export function createSetError(reducerPath: string) {
  return function setError<E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, Error>
  ): RestThunk<RejectedAction | undefined> {
    return function setErrorThunk(dispatch, getState) {
      // Nothing of it would be kept.
      if (endpoint.sensitive === true) return undefined
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const error = lastOf(rest) as Error
      checkTimes(endpoint)
      const args = rest.slice(0, -1)
      const key = endpoint.key(...args)
      runtime.dispatchPending()
      const call = describeManualCall(runtime, endpoint, args, key)
      const length = endpoint.errorExpiryLength ?? runtime.settings.errorExpiryLength
      const meta = requestMeta(call, 'rejected', length, call.order)
      const errorPolicy = policyFor(endpoint, error)
      const action = runtime.actions.rejected(deepFreeze(toRestError(error)), {
        ...meta,
        ...(isAbortError(error) ? { aborted: true } : {}),
        ...(errorPolicy === undefined ? {} : { errorPolicy }),
      })
      commitManually(runtime, call, action, () => ({ action, error }))
      return action
    }
  }
}
