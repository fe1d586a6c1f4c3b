import { AsyncBoundary } from 'rtk-rest/react'
import { getTrades } from '../resources/Trade'
import { rest, useAppDispatch } from '../store'
import { ErrorPanel } from './ErrorPanel'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'
import { Trades } from './Trades'

/** What was traded, the newest first. */
export function TradesPanel() {
  const dispatch = useAppDispatch()
  return (
    <section className="panel panel--trades" aria-labelledby="trades-heading">
      <div className="panel__head">
        <h2 id="trades-heading" tabIndex={-1}>
          Trades
        </h2>
        <SourceButton of="Trades" />
        <button
          type="button"
          className="button button--quiet"
          aria-label="Refresh trades"
          onClick={() => dispatch(rest.invalidate(getTrades))}
        >
          Refresh
        </button>
      </div>
      <AsyncBoundary fallback={<Skeleton label="trades" rows={6} />} errorComponent={ErrorPanel}>
        <Trades />
      </AsyncBoundary>
    </section>
  )
}
