import type { Entity } from 'rtk-rest'
import { formatAge, formatMinute } from '../formatTime'
import { useAppSelector } from '../store'
import { keyOf, useRowDate } from '../useCall'
import type { Call } from '../useCall'
import { useNow } from '../useNow'

interface AgeProps {
  readonly of: Call
  /** What the call returns, where it may come from a list: the call itself may have had no response. */
  readonly entity?: Entity | undefined
}

/** How old the data of a call is: `As of 14:03, 2 minutes ago`. */
export function Age({ of: call, entity }: AgeProps) {
  const listedAt = useRowDate(entity)
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
