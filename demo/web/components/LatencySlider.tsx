import { useId, useState } from 'react'
import type { ChangeEvent } from 'react'
import { useDLE, useMutation } from 'rtk-rest/react'
import { maxLatency } from '../../latency'
import { getOutage, setLatency } from '../resources/Outage'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'

/** Has the server wait before each response, to see what the page shows meanwhile. */
export function LatencySlider() {
  const id = useId()
  const { data } = useDLE(getOutage)
  // The slider moves at once; the server is sent what it stands at when it stops.
  const [chosen, setChosen] = useState<number>()
  const [change, { error }] = useMutation(setLatency, { debounce: 200 })
  const latency = chosen ?? data?.latency
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const next = Number(currentTarget.value)
    setChosen(next)
    await change({ latency: next })
    // Another page may set it too.
    setChosen((it) => (it === next ? undefined : it))
  }
  return (
    <div className="latency">
      <label htmlFor={id}>Latency</label>
      <input
        id={id}
        type="range"
        min={0}
        max={maxLatency}
        step={250}
        value={latency ?? 0}
        aria-valuetext={describe(latency)}
        onChange={(event) => void choose(event)}
      />
      <output htmlFor={id} className="latency__value number">
        {describe(latency)}
      </output>
      <Refusal refused={useRefusal(error)} />
    </div>
  )
}

/** `1.25 s`; a dash as long as it is not known. */
function describe(ms: number | undefined): string {
  return ms === undefined ? '–' : `${ms / 1_000} s`
}
