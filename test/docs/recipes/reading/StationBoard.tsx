import { useState } from 'react'
import { useDLE } from 'rtk-rest/react'
import { TrainResource } from './Station'

export function StationBoard() {
  const [platform, setPlatform] = useState('1')
  const { data, loading, error } = useDLE(TrainResource.getList, { platform })
  const [shown, setShown] = useState(data)
  if (data && data !== shown) setShown(data)
  return (
    <>
      <button onClick={() => setPlatform('2')}>Platform 2</button>
      {error && <p role="alert">Not loaded.</p>}
      <section aria-busy={loading}>
        {shown?.map(({ id, to }) => (
          <p key={id}>{to}</p>
        ))}
      </section>
    </>
  )
}
