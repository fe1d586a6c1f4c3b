import { formatAge, formatMinute } from '../formatTime'
import { useAppSelector } from '../store'
import { keyOf, useEntityDate } from '../useCall'
import type { Call } from '../useCall'
import { useNow } from '../useNow'

/** How old the data of a call is: `As of 14:03, 2 minutes ago`. */
export function Age({ of: call }: { of: Call }) {
  const listedAt = useEntityDate(call)
  const at = useAppSelector((state) => state.responseTimes[keyOf(call)]) ?? listedAt
  const now = useNow()
  if (at === undefined) return 'Not up to date'
  return (
    <>
      As of{' '}
      <time className="number" dateTime={new Date(at).toISOString()}>
        {formatMinute(at)}
      </time>
      , {formatAge(Math.max(0, now - at))}
    </>
  )
}
