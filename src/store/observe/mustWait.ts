import { compareOrder } from '../../schema/order'
import type { Runtime } from '../Runtime'
import type { EndpointRead } from '../select/readEndpoint'
import type { Observed } from './Observed'

/** Whether what is there is not good enough: a stale error, or stale data that must not be shown. */
export function mustWait(runtime: Runtime, observed: Observed, read: EndpointRead): boolean {
  const { endpoint, fetches, key } = observed
  const { row } = read
  const hidesStale = endpoint.invalidIfStale === true && read.isFound
  if (row === undefined) return hidesStale && Date.now() > read.expiresAt
  const retried = runtime.retries.get(key)
  if (fetches && retried !== undefined && compareOrder(retried, row) === 0) return true
  const wasExpired = row.expiresAt === 0
  if (!wasExpired && runtime.deliveries.has(key, row)) return false
  if (Date.now() <= read.expiresAt) return false
  return hidesStale || (fetches && read.error !== undefined)
}
