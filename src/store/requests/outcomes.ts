import type { Runtime } from '../Runtime'
import type { FulfilledAction, RequestMeta } from '../state/actions'
import { toRestError } from '../state/errors'
import { type Outcome, type RequestCall, requestMeta } from './InFlightRequest'

/** What the callers of a request get that ends with an error, of which the state learns nothing. */
export function failedOutcome(
  { actions }: Runtime,
  call: RequestCall,
  error: unknown,
  more?: Partial<RequestMeta>,
): Outcome {
  const meta = requestMeta(call, 'rejected', 0)
  return { action: actions.rejected(toRestError(error), { ...meta, ...more }), error }
}

/** The action of a response of which nothing is stored. */
export function bareAction(
  { actions }: Pick<Runtime, 'actions'>,
  call: RequestCall,
): FulfilledAction {
  return actions.fulfilled({ entities: {} }, requestMeta(call, 'fulfilled', 0))
}
