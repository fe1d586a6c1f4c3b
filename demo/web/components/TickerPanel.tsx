import { getTicker } from '../resources/Quote'
import { useFailure, useIsKnown } from '../useCall'
import { Age } from './Age'
import { Boundary } from './Boundary'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'
import { Ticker } from './Ticker'

const call = { endpoint: getTicker }

/** The prices of this moment. */
export function TickerPanel() {
  return (
    <section className="panel panel--ticker" aria-labelledby="ticker-heading">
      <div className="panel__head">
        <h2 id="ticker-heading" tabIndex={-1}>
          Prices
        </h2>
        <Pace />
        <SourceButton of="Prices" />
      </div>
      <Boundary of={call} fallback={<Skeleton label="prices" shape="quote" rows={4} />}>
        <Ticker />
      </Boundary>
    </section>
  )
}

/** A poll that fails leaves the prices where they are, so their age is shown. */
function Pace() {
  const isKnown = useIsKnown(call)
  const failure = useFailure(call)
  if (!isKnown) return null
  return (
    <span className="quiet">
      {failure ? <Age of={call} /> : null}
      <span role="status">{failure ? '. No response.' : 'requested every two seconds'}</span>
    </span>
  )
}
