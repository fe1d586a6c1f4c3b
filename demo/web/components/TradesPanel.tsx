import { useState } from 'react'
import { useCache, useController, useLoading } from 'rtk-rest/react'
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
        <Trades isRefreshing={isRefreshing} />
      </Reading>
    </section>
  )
}

/**
 * Requests as many pages again as there were: the first one replaces them all. A first page that fails leaves all of them, with
 * a notice of its own; a later one leaves a shorter list, which is explained until the page is loaded after all.
 */
function useRefresh() {
  const controller = useController()
  const announce = useAnnounce()
  const [requested, setRequested] = useState('')
  const [refresh, isRefreshing, error] = useLoading(async () => {
    const shown = controller.getResponse(getTrades).data?.items?.length ?? 0
    setRequested('')
    let { items, next } = await controller.fetch(getTrades)
    while (items.length < shown && next !== '') {
      setRequested(next)
      ;({ items, next } = await controller.fetch(getTrades.getPage, { cursor: next }))
    }
    announce('The trades are up to date.')
  })
  const refused = useRefusal(error)
  const isMissing = useCache(getTrades)?.next === requested
  const failure =
    refused && isMissing ? `The older trades were not loaded. ${refused.message}` : undefined
  return [refresh, isRefreshing, failure] as const
}
