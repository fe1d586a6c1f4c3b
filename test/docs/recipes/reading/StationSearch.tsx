import { useDeferredValue, useState } from 'react'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { TrainResource } from './Station'

export function StationSearch() {
  const [platform, setPlatform] = useState('1')
  const shown = useDeferredValue(platform)
  return (
    <>
      <input
        aria-label="Platform"
        value={platform}
        onChange={(event) => setPlatform(event.target.value)}
      />
      <section aria-busy={shown !== platform}>
        <AsyncBoundary fallback="Loading …">
          <Trains platform={shown} />
        </AsyncBoundary>
      </section>
    </>
  )
}

function Trains({ platform }: { readonly platform: string }) {
  const trains = useSuspense(TrainResource.getList, { platform })
  return trains.map(({ id, to }) => <p key={id}>{to}</p>)
}
