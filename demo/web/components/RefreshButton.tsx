import { matchFulfilled } from 'rtk-rest'
import { rest, useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useIsFetching } from '../useCall'
import type { Call } from '../useCall'

interface RefreshButtonProps {
  readonly of: Call
  /** What is refreshed, as in "latest notes". */
  readonly what: string
}

/** Requests something again, which stays on the page meanwhile. */
export function RefreshButton({ of: call, what }: RefreshButtonProps) {
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const isFetching = useIsFetching(call)
  const refresh = async () => {
    if (isFetching) return
    const { endpoint, args = [] } = call
    const action = await dispatch(rest.fetch(endpoint, ...args))
    if (matchFulfilled(action)) announce(`The ${what} are up to date.`)
  }
  return (
    <button
      type="button"
      className="button button--quiet"
      aria-label={`Refresh ${what}`}
      aria-disabled={isFetching}
      onClick={() => void refresh()}
    >
      Refresh
    </button>
  )
}
