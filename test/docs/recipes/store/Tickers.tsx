import { Collection, Entity, Invalidate, RestEndpoint } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { webSocket } from 'rtk-rest/streams'
import { API } from '../api'

class Ticker extends Entity {
  id = ''
  symbol = ''
  price = 0
  static override key = 'Ticker'
}

const tickers = new Collection([Ticker])

type Message =
  | { readonly type: 'listed' | 'changed'; readonly ticker: Partial<Ticker> }
  | { readonly type: 'delisted'; readonly id: string }

export const getTickers = new RestEndpoint({
  urlPrefix: API,
  path: '/tickers',
  schema: tickers,
  live: webSocket(`${API.replace('http', 'ws')}/stream`, {
    subscribe: () => ({ subscribe: 'tickers' }),
    unsubscribe: () => ({ unsubscribe: 'tickers' }),
    message(message: Message, live) {
      if (message.type === 'changed') live.patch(Ticker, message.ticker)
      if (message.type === 'listed') live.set(tickers.push, message.ticker)
      if (message.type === 'delisted') live.set(new Invalidate(Ticker), { id: message.id })
    },
  }),
})

export function Tickers() {
  return (
    <ul>
      {useSuspense(getTickers).map(({ id, symbol, price }) => (
        <li key={id}>{`${symbol} ${price}`}</li>
      ))}
    </ul>
  )
}
