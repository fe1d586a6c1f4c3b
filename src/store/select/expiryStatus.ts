import type { EndpointContract } from '../../endpoint/contract'
import { isLiteral } from '../../schema/literal'
import type { EndpointRead } from './readEndpoint'

/** Whether data may be shown: never, while it is fresh, or also when it is stale. */
export const ExpiryStatus = Object.freeze({ Invalid: 1, InvalidIfStale: 2, Valid: 3 } as const)

export type ExpiryStatus = (typeof ExpiryStatus)[keyof typeof ExpiryStatus]

/** Whether what a state holds for a call may be shown. */
export function expiryStatus(endpoint: EndpointContract, read: EndpointRead): ExpiryStatus {
  const { row, isFound } = read
  if (row?.invalid === true) return ExpiryStatus.Invalid
  const wasNeverAsked = row === undefined || row.status === 'pending'
  const cannotBeFound = wasNeverAsked ? isLiteral(endpoint.schema) : row.error === undefined
  if (!isFound && (cannotBeFound || (read.isInvalid && row?.error === undefined))) {
    return ExpiryStatus.Invalid
  }
  return isFound && endpoint.invalidIfStale !== true
    ? ExpiryStatus.Valid
    : ExpiryStatus.InvalidIfStale
}
