import { AsyncBoundary } from 'rtk-rest/react'
import { ErrorPanel } from './ErrorPanel'
import { Skeleton } from './Skeleton'
import { Ticker } from './Ticker'

/** The prices of this moment. */
export function TickerPanel() {
  return (
    <section className="panel panel--ticker" aria-labelledby="ticker-heading">
      <div className="panel__head">
        <h2 id="ticker-heading" tabIndex={-1}>
          Prices
        </h2>
        <span className="quiet">asked for every two seconds</span>
      </div>
      <AsyncBoundary fallback={<Skeleton label="prices" rows={2} />} errorComponent={ErrorPanel}>
        <Ticker />
      </AsyncBoundary>
    </section>
  )
}
