import { AsyncBoundary } from 'rtk-rest/react'
import { getTicker } from '../resources/Quote'
import { rest, useAppSelector } from '../store'
import { ErrorPanel } from './ErrorPanel'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'
import { Ticker } from './Ticker'

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
      <AsyncBoundary fallback={<Skeleton label="prices" rows={2} />} errorComponent={ErrorPanel}>
        <Ticker />
      </AsyncBoundary>
    </section>
  )
}

/** A poll that fails leaves the prices where they are, so it must be said that they are old. */
function Pace() {
  const { status } = useAppSelector((state) => rest.selectors.selectRequest(state, getTicker))
  return (
    <span className="quiet" role="status">
      {status === 'rejected'
        ? 'no response; these are the last ones'
        : 'requested every two seconds'}
    </span>
  )
}
