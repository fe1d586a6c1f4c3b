import { AccessPanel } from './AccessPanel'
import { LivePanel } from './LivePanel'
import { TickerPanel } from './TickerPanel'
import { TradesPanel } from './TradesPanel'

/** What is traded, what was traded, and who may. */
export function MarketView() {
  return (
    <main className="desk market">
      <LivePanel />
      <TickerPanel />
      <TradesPanel />
      <AccessPanel />
    </main>
  )
}
