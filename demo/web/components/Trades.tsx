import { memo, useRef } from 'react'
import { useController, useLoading, useSuspense } from 'rtk-rest/react'
import { formatDecimal } from '../formatDecimal'
import { formatNumber } from '../formatNumber'
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
      <table className="trades__table">
        <TradesHead />
        <tbody>
          {items.map((trade) => (
            <TradeRow key={trade.id} trade={trade} />
          ))}
        </tbody>
      </table>
      {/* Always there: the button goes with the last page, and the keyboard stays here. */}
      <p ref={end} className="trades__end quiet" tabIndex={-1}>
        {next === ''
          ? `These are all ${formatNumber(items.length)} trades.`
          : `${formatNumber(items.length)} trades so far.`}
      </p>
      {next !== '' && <LoadMore cursor={next} onDone={() => end.current?.focus()} />}
    </div>
  )
}

function TradesHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Side</th>
        <th scope="col" className="amount">
          Quantity
        </th>
        <th scope="col">Symbol</th>
        <th scope="col" className="amount">
          Price
        </th>
        <th scope="col" className="amount">
          Value
        </th>
        <th scope="col" className="amount">
          Time
        </th>
      </tr>
    </thead>
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
    announce(`${formatNumber(items.length)} trades are shown.`)
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

const TradeRow = memo(function TradeRow({ trade }: { trade: Trade }) {
  const { symbol, side, quantity, price, value, decimals, tradedAt } = trade
  return (
    <tr className="trade">
      <td>
        <span className={`tag tag--${side}`}>{side}</span>
      </td>
      <td className="trade__quantity amount">{formatNumber(quantity)}</td>
      <td className="trade__symbol">{symbol}</td>
      <td className="trade__price amount">{formatDecimal(price, decimals)}</td>
      <td className="trade__value amount">{formatDecimal(value, decimals)}</td>
      <td className="trade__time amount">
        <time dateTime={tradedAt.toString()}>{formatInstant(tradedAt)}</time>
      </td>
    </tr>
  )
})
