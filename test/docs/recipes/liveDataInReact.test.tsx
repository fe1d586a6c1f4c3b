import { render, screen, waitFor } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary } from 'rtk-rest/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { fakeEventSources } from '../../support/fakeSockets'
import { API, http, received, respond } from './api'
import { getNotices } from './store/notices'
import { getTickers, Tickers } from './store/Tickers'
import { Trades } from './store/Trades'
import { controller, store } from './store'

const sockets = new WebSocketServer({ server: http })
const subscriptions: unknown[] = []
const addresses: (string | undefined)[] = []

beforeAll(() => {
  vi.stubGlobal('WebSocket', WebSocket)
  sockets.on('connection', (socket, { url }) => {
    addresses.push(url)
    socket.on('message', (data) => subscriptions.push(JSON.parse((data as Buffer).toString())))
  })
})

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
  subscriptions.length = 0
})

afterAll(() => {
  for (const socket of sockets.clients) socket.terminate()
  sockets.close()
  vi.unstubAllGlobals()
})

function send(...messages: readonly unknown[]): void {
  for (const socket of sockets.clients) {
    for (const it of messages) socket.send(JSON.stringify(it))
  }
}

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <Provider store={store}>
    <AsyncBoundary fallback={<p>loading</p>}>{children}</AsyncBoundary>
  </Provider>
)
const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const shows = (...texts: readonly string[]) => waitFor(() => expect(items()).toEqual(texts))

describe('the recipe for live data', () => {
  it('fetches a list, and keeps it up to date by messages', async () => {
    respond(() => ({ json: [{ id: '1', symbol: 'BTC', price: 1 }] }))
    const { unmount } = render(<Tickers />, { wrapper })
    await shows('BTC 1')
    await waitFor(() => expect(subscriptions).toEqual([{ subscribe: 'tickers' }]))
    send(
      { type: 'changed', ticker: { id: '1', price: 2 } },
      { type: 'changed', ticker: { id: '9', price: 2 } },
      { type: 'listed', ticker: { id: '2', symbol: 'ETH', price: 3 } },
    )
    await shows('BTC 2', 'ETH 3')
    send({ type: 'delisted', id: '1' })
    await shows('ETH 3')
    expect(controller.getResponse(getTickers).data).toHaveLength(1)
    expect(received).toHaveLength(1)
    unmount()
    await waitFor(() => expect(subscriptions).toContainEqual({ unsubscribe: 'tickers' }))
  })

  it('waits for a socket alone, whose address has a ticket, and keeps the last 50', async () => {
    respond(() => ({ body: 'one-time' }))
    const { unmount } = render(<Trades symbol="BTC" />, { wrapper })
    await waitFor(() => expect(subscriptions).toEqual([{ subscribe: 'BTC' }]))
    expect(addresses.at(-1)).toBe('/trades?ticket=one-time')
    send({ symbol: 'BTC', all: [{ id: '0', amount: 0 }] })
    await shows('0')
    const more = Array.from({ length: 60 }, (_, at) => ({ id: `${at + 1}`, amount: at + 1 }))
    send(...more.map((trade) => ({ symbol: 'BTC', trade })))
    await waitFor(() => expect(items()[0]).toBe('60'))
    expect(items()).toHaveLength(50)
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /ticket'])
    unmount()
  })

  it('adds what an event source brings', async () => {
    const { EventSource, sources } = fakeEventSources()
    vi.stubGlobal('EventSource', EventSource)
    respond((_, response: ServerResponse) => {
      response.setHeader('content-type', 'application/json').end('[{"id":"1","text":"old"}]')
      return undefined
    })
    const held = controller.retain(getNotices)
    await waitFor(() => expect(sources).toHaveLength(1))
    await controller.allSettled()
    sources[0]?.accept()
    sources[0]?.deliver({ id: '2', text: 'new' })
    sources[0]?.deliver({ id: '1', text: 'changed' }, 'changed')
    await waitFor(() =>
      expect(controller.getResponse(getNotices).data?.map(({ text }) => text)).toEqual([
        'new',
        'changed',
      ]),
    )
    held.release()
  })
})
