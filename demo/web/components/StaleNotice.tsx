import { matchFulfilled } from 'rtk-rest'
import type { MouseEvent } from 'react'
import { describeError } from '../describeError'
import { focusHeadingOf } from '../focusHeadingOf'
import { rest, useAppDispatch } from '../store'
import { useFailure, useIsFetching, useIsKnown } from '../useCall'
import type { Call } from '../useCall'
import { useIsSlow } from '../useIsSlow'
import { Age } from './Age'

/** Stands above data that is shown although it may be old: its request failed, or takes long. */
export function StaleNotice({ of: call }: { of: Call }) {
  const isKnown = useIsKnown(call)
  const failure = useFailure(call)
  const isSlow = useIsSlow(useIsFetching(call))
  if (!isKnown || (failure === undefined && !isSlow)) return null
  return (
    <div className="stale">
      <p>
        <Age of={call} />.{' '}
        <span role="status">
          {isSlow ? 'Requested again …' : failure && describeError(failure)}
        </span>
      </p>
      {failure && <RetryButton of={call} />}
    </div>
  )
}

function RetryButton({ of: call }: { of: Call }) {
  const dispatch = useAppDispatch()
  const isFetching = useIsFetching(call)
  const retry = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (isFetching) return
    // The button is gone with the failure, and the keyboard must not fall back to the top of the page.
    const focusHeading = focusHeadingOf(currentTarget)
    const { endpoint, args = [] } = call
    const action = await dispatch(rest.fetch(endpoint, ...args))
    if (matchFulfilled(action)) focusHeading()
  }
  return (
    <button
      type="button"
      className="button button--small"
      aria-disabled={isFetching}
      onClick={(event) => void retry(event)}
    >
      Retry
    </button>
  )
}
