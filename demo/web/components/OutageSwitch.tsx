import { useController, useDLE } from 'rtk-rest/react'
import { getOutage, setOutage } from '../resources/Outage'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

/** Lets a person close the server, to see how the page behaves then. */
export function OutageSwitch() {
  const controller = useController()
  const announce = useAnnounce()
  const { data } = useDLE(getOutage)
  const isOn = data?.on ?? false
  const { run, refusal } = useSubmit(async () => {
    await controller.fetch(setOutage, { on: !isOn })
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
