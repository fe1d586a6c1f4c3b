import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { webSocket } from 'rtk-rest/streams'
import { API } from '../api'
import { fetchTicket } from './ticket'

class Trade extends Entity {
  id = ''
  symbol = ''
  amount = 0
  static override key = 'Trade'
}

const trades = new Collection([Trade])
const addTrade = trades.addWith((shown: readonly string[], added: readonly string[]) =>
  [...added, ...shown].slice(0, 50),
)

type Message =
  | { readonly symbol: string; readonly all: readonly Trade[] }
  | { readonly symbol: string; readonly trade: Trade }

export const getTrades = new RestEndpoint({
  urlPrefix: API,
  path: '/trades/:symbol',
  schema: trades,
  live: webSocket(async () => `${API.replace('http', 'ws')}/trades?ticket=${await fetchTicket()}`, {
    pushOnly: true, // no request is sent: the socket brings all of it
    subscribe: ({ symbol }: { symbol: string }) => ({ subscribe: symbol }),
    unsubscribe: ({ symbol }: { symbol: string }) => ({ unsubscribe: symbol }),
    message(message: Message, live) {
      const { symbol } = message
      if ('all' in message) live.setResponse(getTrades, { symbol }, message.all)
      else live.set(addTrade, { symbol }, message.trade)
    },
  }),
})

export function Trades({ symbol }: { readonly symbol: string }) {
  return (
    <ol>
      {useSuspense(getTrades, { symbol }).map(({ id, amount }) => (
        <li key={id}>{amount}</li>
      ))}
    </ol>
  )
}
