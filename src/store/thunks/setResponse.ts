import type { ArgsOf, EndpointContract, ResponseOf } from '../../endpoint/contract'
import { lastOf } from '../../util/lastOf'
import type { FulfilledAction } from '../state/actions'
import { checkTimes } from '../state/clock'
import { writtenNames } from '../requests/conclude'
import type { FlightInit } from '../requests/InFlightRequest'
import { describeRequest } from '../requests/request'
import { requestMeta } from '../requests/requestMeta'
import type { Runtime } from '../Runtime'
import { findRuntime } from '../runtimes'
import { readAnswer } from '../select/readAnswer'
import { supersede } from '../requests/supersede'
import { toCommitPayload } from '../requests/toCommitPayload'
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
      const request = describeNow(runtime, endpoint, args, key)
      const { isMutation, isPage, order } = request
      const length = endpoint.dataExpiryLength ?? runtime.settings.dataExpiryLength
      const meta = { ...requestMeta(request, 'fulfilled', length), landed: order }
      const payload = toCommitPayload(runtime, {
        schema: endpoint.schema,
        value: response,
        args,
        meta,
        isMutation,
        isByHand: true,
        ...(isMutation ? { names: writtenNames(endpoint, args) } : { read: { key, isPage } }),
      })
      if (isMutation) runtime.noteMutation(order)
      const action = runtime.actions.fulfilled(payload, meta)
      supersede(runtime, request, action, () => {
        const value = readAnswer(runtime.state, endpoint, args, action, response)
        return { action, value: () => value }
      })
      if (!isMutation) runtime.fleeting.note(key, length)
      return action
    }
  }
}

/** A request that starts and lands now; the read in flight that it comes in place of is over when it is stored. */
export function describeNow(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  key: string,
): FlightInit {
  const request = describeRequest(runtime, endpoint, args, key)
  const inFlight = runtime.inFlight.read(request.requestKey)
  const requestId = inFlight?.requestId ?? request.requestId
  return { ...request, requestId, order: runtime.clock.next() }
}
