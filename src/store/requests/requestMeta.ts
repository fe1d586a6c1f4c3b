import type { Order } from '../../schema/contract'
import type { RequestMeta } from '../state/actions'
import { expiryAt } from '../state/clock'
import type { FlightInit } from './InFlightRequest'

/** The meta of an action about a request; what it brings is fresh for `expiryLength` ms. */
export function requestMeta(
  request: FlightInit,
  requestStatus: RequestMeta['requestStatus'],
  expiryLength: number,
  landed?: Order,
): RequestMeta {
  // The real time: the order of a store may be ahead of it, where the clock of the machine was.
  const date = Date.now()
  return {
    kind: 'request',
    arg: request.arg,
    requestId: request.requestId,
    requestStatus,
    ...request.order,
    ...(landed && { landed }),
    date,
    expiresAt: expiryAt(date, expiryLength),
    ...(request.isMutation ? { sideEffect: true as const } : {}),
    ...(request.isSensitive ? { sensitive: true as const } : {}),
    ...(request.isPage ? { page: true as const } : {}),
  }
}
