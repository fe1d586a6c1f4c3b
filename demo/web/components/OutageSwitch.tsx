import { matchRejected } from 'rtk-rest'
import { useEffect } from 'react'
import { useDLE, useMutation, useSubscription } from 'rtk-rest/react'
import { refetchFailed, selectIsUnreachable } from '../reopening'
import { getOutage, pollOutage, setOutage } from '../resources/Outage'
import { getSession, mayHaveSession } from '../resources/Session'
import { rest, useAppDispatch, useAppSelector } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'

/** Lets a person close the server, to see how the page behaves then. */
export function OutageSwitch() {
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const { data } = useDLE(getOutage)
  const isOn = data?.on ?? false
  useReopening(isOn)
  const [change, { isLoading, error }] = useMutation(setOutage)
  const submit = async () => {
    if (isLoading || matchRejected(await change({ on: !isOn }))) return
    // A page that was loaded in an outage could not request who is signed in.
    if (isOn && mayHaveSession()) void dispatch(rest.fetch(getSession))
    announce(isOn ? 'The desk is open again.' : 'Outage simulated: the server refuses requests.')
  }
  return (
    <div className="outage">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className="switch"
        onClick={() => void submit()}
      >
        <span className="switch__track" aria-hidden="true" />
        <span>
          <span className="switch__verb">Simulate</span>{' '}
          <span className="switch__noun">outage</span>
        </span>
      </button>
      <Refusal refused={useRefusal(error)} />
    </div>
  )
}

/** Finds out when an outage ends, also one that was begun or is ended elsewhere, and has the page read what it kept from it. */
function useReopening(isOn: boolean): void {
  const dispatch = useAppDispatch()
  const isUnreachable = useAppSelector(selectIsUnreachable)
  const { isSuccess, fetchedAt } = useAppSelector((state) =>
    rest.selectors.selectRequest(state, getOutage),
  )
  useSubscription(pollOutage, isOn || isUnreachable ? {} : null)
  // Renewed with each response that shows the server open.
  const openAt = isSuccess && !isOn ? fetchedAt : 0
  useEffect(() => {
    if (openAt > 0) dispatch(refetchFailed())
  }, [dispatch, openAt])
}
