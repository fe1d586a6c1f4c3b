import { denormalize } from '../../normalize/denormalize'
import { normalizeAlone } from '../../normalize/normalize'
import type { Schema } from '../../schema/contract'
import { isLiteral } from '../../schema/schemaObject'
import type { Runtime } from '../Runtime'
import { isAbortError, toRestError } from '../state/errors'
import { type Outcome, type RequestCall, requestMeta } from './InFlightRequest'

/** What the callers of a request get of whose response nothing is stored. */
export function bareOutcome(
  { actions, clock }: Runtime,
  call: RequestCall,
  value: unknown,
): Outcome {
  const meta = { ...requestMeta(call, 'fulfilled'), landed: clock.next() }
  return { action: actions.fulfilled({ entities: {} }, meta), value }
}

/** What the callers of a request get that ends with an error, of which the state learns nothing. */
export function failedOutcome(
  { actions }: Runtime,
  call: RequestCall,
  error: unknown,
  shown = error,
): Outcome {
  const meta = { ...requestMeta(call, 'rejected'), ...(isAbortError(error) && { aborted: true }) }
  return { action: actions.rejected(toRestError(shown), meta), error }
}

/** What a response reads as, of which nothing is stored; that of a mutation needs no primary keys. */
export function readAlone(
  { endpoint: { schema }, args, isMutation }: RequestCall,
  value: unknown,
): unknown {
  if (isLiteral(schema) || (isMutation && typeof value !== 'object')) return value
  const { result, entities } = normalizeAlone(schema, value, args, !isMutation)
  return denormalize(schema as Schema, result, entities, args)
}
