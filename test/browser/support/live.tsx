import { type Action, configureStore, type Middleware } from '@reduxjs/toolkit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { Collection, createRest, Entity, RestEndpoint } from 'rtk-rest'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { eventSource, webSocket } from 'rtk-rest/streams'

// A page whose prices come by a WebSocket, and whose orders are read and then come by server-sent events.

class Price extends Entity {
  symbol = ''
  value = 0
  static override key = 'Price'
  override pk(): string {
    return this.symbol
  }
}

class Order extends Entity {
  id = ''
  static override key = 'Order'
}

const getPrice = new RestEndpoint({
  path: '/prices/:symbol',
  schema: Price,
  live: webSocket(() => `ws://${location.host}/prices`, {
    pushOnly: true,
    subscribe: ({ symbol }: { symbol: string }) => ({ subscribe: symbol }),
    message: (price: Partial<Price>, live) => live.set(Price, price),
  }),
})

const orders = new Collection([Order])
const getOrders = new RestEndpoint({
  path: '/orders',
  schema: orders,
  live: eventSource('/events', {
    events: ['order'],
    message: (order: Partial<Order>, live) => live.set(orders.push, order),
  }),
})

const rest = createRest()
let commits = 0
const count: Middleware = () => (next) => (action) => {
  if ((action as Action).type === 'rest/live/set') commits += 1
  return next(action)
}
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) => defaults().concat(count, rest.middleware),
})

function Prices() {
  const bitcoin = useSuspense(getPrice, { symbol: 'BTC' })
  const ether = useSuspense(getPrice, { symbol: 'ETH' })
  return <b>{`${bitcoin.value} ${ether.value}`}</b>
}

function Orders() {
  return (
    <i>
      {useSuspense(getOrders)
        .map(({ id }) => id)
        .join(' ')}
    </i>
  )
}

const root = createRoot(document.body.appendChild(document.createElement('main')))
root.render(
  <StrictMode>
    <Provider store={store}>
      <AsyncBoundary fallback={<p>loading</p>}>
        <Prices />
      </AsyncBoundary>
      <AsyncBoundary fallback={<p>loading</p>}>
        <Orders />
      </AsyncBoundary>
    </Provider>
  </StrictMode>,
)

const live = {
  /** How many commits the messages made. */
  commits: (): number => commits,
  unmount: (): void => root.unmount(),
}

declare global {
  interface Window {
    live: typeof live
  }
}

window.live = live
