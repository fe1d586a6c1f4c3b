import { useSuspense } from 'rtk-rest/react'
import { formatDecimal } from '../formatDecimal'
import { getLivePrices } from '../resources/Quote'

/** The prices as they move: a message changes one row, and renders one of these, and its card in the ticker. */
export function LivePrices() {
  const quotes = useSuspense(getLivePrices)
  return (
    <ul className="live">
      {quotes.map(({ symbol, price, decimals }) => (
        <li key={symbol} className="live__price">
          <span className="live__symbol">{symbol}</span>{' '}
          <span className="number">{formatDecimal(price, decimals)}</span>
        </li>
      ))}
    </ul>
  )
}
