import { NetworkError } from '../../endpoint/NetworkError'
import { denormalize } from '../../normalize/denormalize'
import { normalizeAlone } from '../../normalize/normalize'
import type { Schema } from '../../schema/contract'
import { isLiteral } from '../../schema/schemaObject'
import { isNothing } from '../../util/checks'
import type { Runtime } from '../Runtime'
import { isAbortError, toRestError } from '../state/errors'
import type { Outcome, Request } from './Request'

/** What the callers of a request get of whose response nothing is stored. */
export function bareOutcome(
  { actions, clock }: Runtime,
  request: Request,
  value: unknown,
): Outcome {
  const meta = { ...request.meta('fulfilled'), landed: clock.next() }
  return { action: actions.fulfilled({ entities: {} }, meta), value }
}

/** What the callers of a request get that ends with an error, of which the state learns nothing. */
export function failedOutcome({ actions }: Runtime, request: Request, error: unknown): Outcome {
  const { name } = request.endpoint
  const message = `${name} failed; only its caller gets the error, as it is sensitive.`
  const shown = request.isSensitive ? { name: 'SensitiveError', message } : error
  const meta = { ...request.meta('rejected'), ...(isAbortError(error) && { aborted: true }) }
  return { action: actions.rejected(toRestError(shown), meta), error }
}

/** What a response reads as, of which nothing is stored; that of a mutation needs no primary keys. */
export function readAlone(
  { endpoint: { schema }, args, isMutation }: Request,
  value: unknown,
): unknown {
  if (isLiteral(schema) || (isMutation && typeof value !== 'object')) return value
  const { result, entities } = normalizeAlone(schema, value, args, !isMutation)
  return denormalize(schema as Schema, result, entities, args)
}

/** Like `readAlone`, for a response of which no message may tell anything. */
export function readSensitive(request: Request, value: unknown): unknown {
  const { schema } = request.endpoint
  try {
    return isNothing(schema) ? value : readAlone(request, value)
  } catch {
    // Where a response does not fit would be a part of it.
    throw new NetworkError(undefined, 'The response does not fit its schema', undefined, {
      code: 'INVALID_RESPONSE',
    })
  }
}
