import { matchRejected } from 'rtk-rest'
import { useDLE, useMutation, useSubscription } from 'rtk-rest/react'
import { getOutage, pollOutage, setOutage } from '../resources/Outage'
import { getSession, mayHaveSession } from '../resources/Session'
import { rest, useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'

/** Lets a person close the server, to see how the page behaves then. */
export function OutageSwitch() {
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const { data } = useDLE(getOutage)
  const isOn = data?.on ?? false
  // Always, because another page may set it, and the server may stop and come back.
  useSubscription(pollOutage)
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
