import type { EndpointContract } from '../../endpoint/contract'
import { isLiteral } from '../../schema/schemaObject'
import { isInvalidated, isSettled } from '../state/requestRows'
import type { EndpointRead } from './readEndpoint'

/** Tells when data may be shown: never, while it is fresh, or also when it is stale. */
export const ExpiryStatus = Object.freeze({ Invalid: 1, InvalidIfStale: 2, Valid: 3 } as const)

export type ExpiryStatus = (typeof ExpiryStatus)[keyof typeof ExpiryStatus]

/** Whether what a state holds for a call may be shown. */
export function expiryStatus(endpoint: EndpointContract, read: EndpointRead): ExpiryStatus {
  const { row, isFound } = read
  if (isInvalidated(row)) return ExpiryStatus.Invalid
  if (isFound && endpoint.invalidIfStale !== true) return ExpiryStatus.Valid
  const cannotBeFound = isSettled(row) ? row.error === undefined : isLiteral(endpoint.schema)
  const isMissing = !isFound && (cannotBeFound || (read.isInvalid && row?.error === undefined))
  return isMissing ? ExpiryStatus.Invalid : ExpiryStatus.InvalidIfStale
}
