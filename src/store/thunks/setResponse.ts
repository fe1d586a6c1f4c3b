import type { ArgsOf, EndpointContract, ResponseOf } from '../../endpoint/contract'
import type { FulfilledAction } from '../actions'
import { checkTimes } from '../clock'
import { receive, receiveAnswer } from '../receive'
import { describeRequest } from '../request'
import { requestMeta } from '../requestMeta'
import { findRuntime } from '../runtimes'
import { readAnswer } from '../select/readAnswer'
import { supersede } from '../supersede'
import type { ArgsAnd, RestThunk } from './types'

/** Makes the thunk creator `rest.setResponse(endpoint, ...args, response)`. */
export function createSetResponse(reducerPath: string) {
  return function setResponse<E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, ResponseOf<E>>
  ): RestThunk<FulfilledAction | undefined> {
    return function setResponseThunk(_dispatch, getState) {
      // Nothing of it would be kept.
      if (endpoint.sensitive === true) return undefined
      const runtime = findRuntime(getState, reducerPath)
      const args = rest.slice(0, -1)
      const response: unknown = rest.at(-1)
      checkTimes(endpoint)
      const key = endpoint.key(...args)
      const request = describeRequest(runtime, endpoint, args, key)
      const inFlight = runtime.flights.get(key)
      const length = endpoint.dataExpiryLength ?? runtime.settings.dataExpiryLength
      const meta = requestMeta({ ...request, ...idOf(inFlight) }, 'fulfilled', length)
      const payload = request.isMutation
        ? receive(runtime, endpoint.schema, response, args, meta)
        : receiveAnswer(runtime, endpoint, key, response, args, meta)
      const action = runtime.actions.fulfilled(payload, meta)
      supersede(runtime, request, action, () => {
        const value = readAnswer(runtime.state, endpoint, args, action, response)
        return { action, value: () => value }
      })
      if (!request.isMutation) runtime.fleeting.note(key, length, inFlight?.isAwaited === true)
      return action
    }
  }
}

/** The request that it comes in place of is over when it is stored. */
export function idOf(inFlight: { readonly requestId: string } | undefined): {
  readonly requestId?: string
} {
  return inFlight === undefined ? {} : { requestId: inFlight.requestId }
}
