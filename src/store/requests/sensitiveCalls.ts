import { NetworkError } from '../../endpoint/NetworkError'
import { runSafely } from '../report'
import type { Runtime } from '../Runtime'
import { isAbortError } from '../state/errors'
import type { InFlightRequest, Outcome, RequestCall } from './InFlightRequest'
import { bareAction, failedOutcome } from './outcomes'
import { runRequest } from './runRequest'
import { readAlone } from './settleRequest'
import { expireTargets } from './staleKeys'

/** Runs a sensitive call beside the store, which learns nothing of it: there is no action, and no row. */
export async function runBeside(runtime: Runtime, request: InFlightRequest): Promise<void> {
  const { call } = request
  runtime.beside.add(request)
  const outcome = await outcomeOf(runtime, request)
  runtime.beside.delete(request)
  // A reset may have ended it.
  if (request.isSettled) return
  request.settle(outcome)
  if (call.isMutation && !('error' in outcome)) {
    runSafely(() => expireTargets(runtime, call, outcome.value()))
  }
}

/** The value and the error are for the caller alone; its action is not dispatched. */
async function outcomeOf(runtime: Runtime, request: InFlightRequest): Promise<Outcome> {
  const { call } = request
  try {
    const shown = readSensitive(call, await runRequest(runtime, request))
    return { action: bareAction(runtime, call), value: () => shown }
  } catch (error) {
    const aborted = isAbortError(error) && { aborted: true }
    const { action } = failedOutcome(runtime, call, sensitiveError(call.name), aborted || undefined)
    return { action, error }
  }
}

function readSensitive(call: RequestCall, value: unknown): unknown {
  const { schema } = call.endpoint
  try {
    return schema === undefined || schema === null ? value : readAlone(call, value)
  } catch {
    // Where a response does not fit would be a part of it.
    throw new NetworkError(undefined, `${call.name}: the response does not fit its schema`, 400)
  }
}

function sensitiveError(name: string): object {
  return {
    name: 'SensitiveError',
    message: `${name} failed; only its caller gets the error, as it is sensitive.`,
  }
}
