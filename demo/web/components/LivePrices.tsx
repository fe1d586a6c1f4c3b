import { memo } from 'react'
import { useSuspense } from 'rtk-rest/react'
import { formatDecimal } from '../formatDecimal'
import { getLivePrices } from '../resources/Quote'
import type { Quote } from '../resources/Quote'

/** The prices as they move: a message changes one row, and renders one of these, and its card in the ticker. */
export function LivePrices() {
  const quotes = useSuspense(getLivePrices)
  return (
    <ul className="live">
      {quotes.map((quote) => (
        <LivePrice key={quote.symbol} quote={quote} />
      ))}
    </ul>
  )
}

const LivePrice = memo(function LivePrice({ quote }: { quote: Quote }) {
  const { symbol, price, decimals } = quote
  return (
    <li className="live__price">
      <span className="live__symbol">{symbol}</span>{' '}
      <span className="number">{formatDecimal(price, decimals)}</span>
    </li>
  )
})
