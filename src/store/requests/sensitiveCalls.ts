import { NetworkError } from '../../endpoint/NetworkError'
import { isNothing } from '../../util/checks'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import { type Outcome, type RequestCall, type Response, valueOf } from './InFlightRequest'
import { bareOutcome, failedOutcome, readAlone } from './outcomes'
import { expireTargets } from './staleKeys'

/** Ends a sensitive call, of which the store learns nothing: the value and the error are for the caller alone. */
export function settleSensitive(runtime: Runtime, call: RequestCall, response: Response): Outcome {
  const { endpoint, isMutation } = call
  try {
    const outcome = bareOutcome(runtime, call, readSensitive(call, valueOf(response)))
    if (isMutation) runSafely(() => expireTargets(runtime, call, outcome))
    return outcome
  } catch (error) {
    return failedOutcome(runtime, call, error, {
      name: 'SensitiveError',
      message: `${endpoint.name} failed; only its caller gets the error, as it is sensitive.`,
    })
  }
}

function readSensitive(call: RequestCall, value: unknown): unknown {
  const { name, schema } = call.endpoint
  try {
    return isNothing(schema) ? value : readAlone(call, value)
  } catch {
    // Where a response does not fit would be a part of it.
    throw new NetworkError(undefined, `${name}: the response does not fit its schema`, 400)
  }
}
