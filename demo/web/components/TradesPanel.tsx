import { useController, useLoading } from 'rtk-rest/react'
import { getTrades } from '../resources/Trade'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { Reading } from './Reading'
import { Alert } from './Refusal'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'
import { Trades } from './Trades'

const call = { endpoint: getTrades }

/** What was traded, the newest first. */
export function TradesPanel() {
  const [refresh, isRefreshing, failure] = useRefresh()
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
          aria-disabled={isRefreshing}
          onClick={() => !isRefreshing && void refresh()}
        >
          Refresh
        </button>
      </div>
      <Alert text={failure} />
      <Reading of={call} fallback={<Skeleton label="trades" shape="trade" rows={12} />}>
        <Trades />
      </Reading>
    </section>
  )
}

/** Requests all pages again that there are. One that fails leaves what was there, with a notice. */
function useRefresh() {
  const controller = useController()
  const announce = useAnnounce()
  const [refresh, isRefreshing, error] = useLoading(async () => {
    await controller.fetch(getTrades)
    announce('The trades are up to date.')
  })
  const refused = useRefusal(error)
  const failure = refused && `The trades were not refreshed. ${refused.message}`
  return [refresh, isRefreshing, failure] as const
}
