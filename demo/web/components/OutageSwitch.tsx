import { useController, useDLE } from 'rtk-rest/react'
import { getOutage, setOutage } from '../resources/Outage'
import { getSession, mayHaveSession } from '../resources/Session'
import { rest, useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

/** Lets a person close the server, to see how the page behaves then. */
export function OutageSwitch() {
  const controller = useController()
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const { data } = useDLE(getOutage)
  const isOn = data?.on ?? false
  const { run, refusal } = useSubmit(async () => {
    await controller.fetch(setOutage, { on: !isOn })
    // A page that was loaded in an outage could not request who is signed in.
    if (isOn && mayHaveSession()) void dispatch(rest.fetch(getSession))
    announce(isOn ? 'The desk is open again.' : 'Outage simulated: the server refuses requests.')
  })
  return (
    <div className="outage">
      <button type="button" role="switch" aria-checked={isOn} className="switch" onClick={run}>
        <span className="switch__track" aria-hidden="true" />
        Simulate outage
      </button>
      <Refusal text={refusal} />
    </div>
  )
}
