import { compareOrder } from '../../schema/order'
import type { Runtime } from '../Runtime'
import type { EndpointRead } from '../select/readEndpoint'
import { isUnusable, type Observed, type Shown } from './deriveView'

/** What is there and must not be shown to a reader that comes now: it is stale, or a user retried it. */
export function tooOld(
  runtime: Runtime,
  { endpoint, key, fetches }: Observed,
  reading: EndpointRead,
): Shown['hidden'] {
  const { freshness, problems, retries, settings } = runtime
  const problem = problems.of(key)
  if (problem !== undefined && freshness.isStale(`${key} problem`, problem.expiresAt)) {
    problems.clear(key)
  }
  const { row, error, isFound } = reading
  const isHidable = endpoint.invalidIfStale === true && isFound
  if (row === undefined || row.status === 'pending') {
    return isHidable && freshness.isStale(key, reading.expiresAt) ? 'rows' : undefined
  }
  const retried = fetches ? retries.get(key) : undefined
  if (retried !== undefined && compareOrder(retried, row) === 0) return row
  if (fetches && isUnusable(reading)) {
    const length = endpoint.errorExpiryLength ?? settings.errorExpiryLength
    return freshness.isStale(key, row.date + length) ? row : undefined
  }
  const isHidden = isHidable || (fetches && error !== undefined)
  return isHidden && freshness.isStale(key, reading.expiresAt) ? row : undefined
}
