import { memo, useRef } from 'react'
import { useController, useLoading, useSuspense } from 'rtk-rest/react'
import { formatDecimal } from '../formatDecimal'
import { formatInstant } from '../formatTime'
import { getTrades } from '../resources/Trade'
import type { Trade } from '../resources/Trade'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'

/** The trades that were read so far, and the way to older ones as long as there are any. */
export function Trades() {
  const { items, next } = useSuspense(getTrades)
  const end = useRef<HTMLParagraphElement>(null)
  if (items.length === 0) return <p className="empty">Nothing has been traded yet.</p>
  return (
    <div className="trades">
      <ol>
        {items.map((trade) => (
          <TradeItem key={trade.id} trade={trade} />
        ))}
      </ol>
      {/* Always there: the button goes with the last page, and the keyboard stays here. */}
      <p ref={end} className="trades__end quiet" tabIndex={-1}>
        {next === '' ? `These are all ${items.length} trades.` : `${items.length} trades so far.`}
      </p>
      {next !== '' && <LoadMore cursor={next} onDone={() => end.current?.focus()} />}
    </div>
  )
}

interface LoadMoreProps {
  readonly cursor: string
  readonly onDone: () => void
}

function LoadMore({ cursor, onDone }: LoadMoreProps) {
  const controller = useController()
  const announce = useAnnounce()
  const [load, isLoading, error] = useLoading(async () => {
    const { items, next } = await controller.fetch(getTrades.getPage, { cursor })
    announce(`${items.length} trades are shown.`)
    if (next === '') onDone()
  })
  return (
    <div className="trades__more">
      <button
        type="button"
        className="button"
        aria-disabled={isLoading}
        onClick={() => !isLoading && void load()}
      >
        Load more
      </button>
      <Refusal refused={useRefusal(error)} />
    </div>
  )
}

const TradeItem = memo(function TradeItem({ trade }: { trade: Trade }) {
  const { symbol, side, quantity, price, value, decimals, tradedAt } = trade
  return (
    <li className="trade">
      <span className="trade__what">
        <span className={`tag tag--${side}`}>{side}</span>{' '}
        <span className="number">{quantity}</span> <strong>{symbol}</strong>
      </span>
      <span className="trade__price number">at {formatDecimal(price, decimals)}</span>
      <span className="trade__value number">{formatDecimal(value, decimals)}</span>
      <time className="trade__time quiet number" dateTime={tradedAt.toString()}>
        {formatInstant(tradedAt)}
      </time>
    </li>
  )
})
