import type { ArgsOf, EndpointContract } from '../../endpoint/contract'
import { deepFreeze } from '../../util/deepFreeze'
import { lastOf } from '../../util/lastOf'
import type { RejectedAction } from '../state/actions'
import { checkTimes } from '../state/clock'
import { policyFor } from '../requests/conclude'
import { isAbortError, toRestError } from '../state/errors'
import { requestMeta } from '../requests/requestMeta'
import { findRuntime } from '../runtimes'
import { supersede } from '../requests/supersede'
import { describeNow } from './setResponse'
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
      const request = describeNow(runtime, endpoint, args, key)
      const length = endpoint.errorExpiryLength ?? runtime.settings.errorExpiryLength
      const meta = requestMeta(request, 'rejected', length, request.order)
      const errorPolicy = policyFor(endpoint, error)
      const action = runtime.actions.rejected(deepFreeze(toRestError(error)), {
        ...meta,
        ...(isAbortError(error) ? { aborted: true } : {}),
        ...(errorPolicy === undefined ? {} : { errorPolicy }),
      })
      supersede(runtime, request, action, () => ({ action, error }))
      return action
    }
  }
}
