import { memo } from 'react'
import { useLive } from 'rtk-rest/react'
import { formatChange, formatDecimal } from '../formatDecimal'
import { formatClock } from '../formatTime'
import { getTicker } from '../resources/Quote'
import type { Quote } from '../resources/Quote'

/** The instruments with their prices, which are polled only as long as this is on the page. */
export function Ticker() {
  const quotes = useLive(getTicker)
  return (
    <ul className="ticker">
      {quotes.map((quote) => (
        <QuoteItem key={quote.symbol} quote={quote} />
      ))}
    </ul>
  )
}

const QuoteItem = memo(function QuoteItem({ quote }: { quote: Quote }) {
  const { symbol, name, price, decimals, change, at } = quote
  const percent = change.div(quote.opening).times(100)
  return (
    <li className="quote" aria-label={symbol}>
      <span className="quote__symbol">{symbol}</span>
      <span className="quiet">{name}</span>
      <span className="quote__price number">{formatDecimal(price, decimals)}</span>
      <span className={`quote__change quote__change--${direction(change)}`}>
        <span className="number">{formatChange(change, decimals)}</span>{' '}
        <span className="number">({formatChange(percent, 2)} %)</span>
      </span>
      <time className="quiet number" dateTime={at.toString()}>
        {formatClock(at)}
      </time>
    </li>
  )
})

function direction(change: Quote['change']): 'up' | 'down' | 'none' {
  if (change.eq(0)) return 'none'
  return change.lt(0) ? 'down' : 'up'
}
