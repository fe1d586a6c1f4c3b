import type { RequestMeta } from './actions'
import { expiryAt } from './clock'
import type { FlightInit } from './Flight'

/** The meta of an action about a request; what it brings is fresh for `expiryLength` ms. */
export function requestMeta(
  request: FlightInit,
  requestStatus: RequestMeta['requestStatus'],
  expiryLength: number,
): RequestMeta {
  const date = Math.max(Date.now(), request.order.fetchedAt)
  return {
    kind: 'request',
    arg: request.arg,
    requestId: request.requestId,
    requestStatus,
    ...request.order,
    date,
    expiresAt: expiryAt(date, expiryLength),
    ...(request.isMutation ? { sideEffect: true as const } : {}),
    ...(request.isSensitive ? { sensitive: true as const } : {}),
  }
}
