import { rest, useAppSelector } from '../store'

/** Says that there is no network, for which requests that nobody asks for wait. */
export function NetworkNotice() {
  const isOffline = useAppSelector((state) => Boolean(rest.selectSlice(state).managers['offline']))
  return (
    <p className="offline" role="status">
      {isOffline && 'No network. The page goes on when it is back.'}
    </p>
  )
}
