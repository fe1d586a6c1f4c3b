import { getLivePrices } from '../resources/Quote'
import { Boundary } from './Boundary'
import { LivePrices } from './LivePrices'
import { SourceButton } from './SourceButton'

const call = { endpoint: getLivePrices }

/** The prices that the server pushes. */
export function LivePanel() {
  return (
    <section className="panel panel--live" aria-labelledby="live-heading">
      <div className="panel__head">
        <h2 id="live-heading" tabIndex={-1}>
          Live prices
        </h2>
        <span className="quiet">pushed over a web socket</span>
        <SourceButton of="Live prices" />
      </div>
      <Boundary
        of={call}
        fallback={<p className="live live__wait">Waiting for the first price …</p>}
      >
        <LivePrices />
      </Boundary>
    </section>
  )
}
