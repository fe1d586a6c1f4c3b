import { act, screen, waitFor } from '@testing-library/react'
import { memo, type ReactNode, useState } from 'react'
import { Collection, Endpoint, Entity, RestEndpoint } from 'rtk-rest'
import { useCache, useDLE, useLive, useSuspense } from 'rtk-rest/react'
import { webSocket } from 'rtk-rest/streams'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { fakeSockets } from '../support/fakeSockets'
import { modes, renderApp } from '../support/renderApp'
import { server as mocks } from '../support/server'
import { StreamServer } from '../support/StreamServer'

class Trade extends Entity {
  id = ''
  price = 0
  static override key = 'Trade'
}

const trades = new Collection([Trade])
type Event =
  | { readonly type: 'all'; readonly trades: readonly Partial<Trade>[] }
  | { readonly type: 'new' | 'changed'; readonly trade: Partial<Trade> }

let server: StreamServer

beforeAll(async () => {
  mocks.close()
  server = await StreamServer.start()
})

afterEach(() => server.clear())
afterAll(() => server.close())

/** The trades, of which all comes by a stream. */
function createTrades() {
  const getTrades = new RestEndpoint({
    urlPrefix: server.url,
    path: '/trades',
    schema: trades,
    live: webSocket(server.socketUrl, {
      WebSocket,
      pushOnly: true,
      subscribe: () => 'trades',
      message(event: Event, live) {
        if (event.type === 'all') live.setResponse(getTrades, event.trades as Trade[])
        else if (event.type === 'new') live.set(trades.push, event.trade)
        else live.patch(Trade, event.trade)
      },
    }),
  })
  return getTrades
}

describe.each(modes)('a stream %s', (_, Mode) => {
  it('fills what is suspended, grows a list, and renders the row that it changes', async () => {
    const getTrades = createTrades()
    const renders: string[] = []
    const Row = memo(function Row({ trade }: { readonly trade: Trade }): ReactNode {
      renders.push(trade.id)
      return <li>{`${trade.id}: ${trade.price}`}</li>
    })
    const List = () => (
      <ul>
        {useSuspense(getTrades).map((trade) => (
          <Row key={trade.id} trade={trade} />
        ))}
      </ul>
    )
    const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
    const { unmount } = renderApp(Mode, <List />)
    expect(screen.getByText('loading')).toBeTruthy()
    await server.opened()
    expect(await server.got(1)).toEqual(['trades'])
    const all = [1, 2, 3].map((id) => ({ id: `${id}`, price: 10 * id }))
    act(() => server.send({ type: 'all', trades: all }))
    await waitFor(() => expect(items()).toEqual(['1: 10', '2: 20', '3: 30']))
    server.send({ type: 'new', trade: { id: '4', price: 40 } })
    await waitFor(() => expect(items()).toHaveLength(4))
    renders.length = 0
    server.send({ type: 'changed', trade: { id: '2', price: 21 } })
    await waitFor(() => expect(items()[1]).toBe('2: 21'))
    expect(new Set(renders)).toEqual(new Set(['2']))
    expect(server.sockets).toHaveLength(1)
    expect(server.requests).toEqual([])
    unmount()
    await server.opened(0)
  })

  it('says that it loads in useDLE, and opens nothing for useCache', async () => {
    const getTrades = createTrades()
    const Cached = () => <p>{useCache(getTrades)?.length ?? 'none'}</p>
    const Page = () => {
      const { data, loading } = useDLE(getTrades)
      return <b>{loading ? 'waits' : data?.length}</b>
    }
    const Switch = () => {
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <Cached />
          {isOpen && <Page />}
          <button onClick={() => setOpen(true)}>open</button>
        </>
      )
    }
    renderApp(Mode, <Switch />)
    await act(async () => new Promise((resolve) => void setTimeout(resolve)))
    expect(server.sockets).toHaveLength(0)
    act(() => screen.getByText('open').click())
    expect(screen.getByText('waits')).toBeTruthy()
    await server.opened()
    server.send({ type: 'all', trades: [{ id: '1' }] })
    await waitFor(() => expect(screen.getAllByText('1')).toHaveLength(2))
    expect(server.sockets).toHaveLength(1)
  })

  it('shows an error where there is none, as on a server that renders', async () => {
    vi.stubGlobal('WebSocket', undefined)
    const getTrades = createTrades().extend({
      live: webSocket(server.socketUrl, { pushOnly: true, message() {} }),
    })
    const List = () => <p>{useLive(getTrades).length}</p>
    renderApp(Mode, <List />)
    expect((await screen.findByRole('alert')).textContent).toMatch(/^There is no WebSocket here\./)
    vi.unstubAllGlobals()
  })

  it('opens where a component goes on with an endpoint of the same key that has one', async () => {
    vi.useFakeTimers()
    const { WebSocket: Fake, sockets } = fakeSockets()
    const getPlain = new Endpoint(async () => [], { name: 'getTrades', schema: trades })
    const getLive = getPlain.extend({
      live: webSocket('ws://trades.test', { WebSocket: Fake, message: () => undefined }),
    })
    const Page = () => {
      const [isLive, setLive] = useState(false)
      const { data } = useDLE(isLive ? getLive : getPlain)
      return <button onClick={() => setLive(!isLive)}>{data?.length}</button>
    }
    renderApp(Mode, <Page />)
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const toggle = () => act(() => screen.getByRole('button').click())
    await wait(100)
    expect(sockets).toHaveLength(0)
    toggle()
    await wait(100)
    expect(sockets).toHaveLength(1)
    toggle()
    await wait(1_000)
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true])
  })

  /** A page of what is only pushed, by sockets that the test opens. */
  function renderTrade() {
    vi.useFakeTimers()
    const { WebSocket: Fake, sockets } = fakeSockets()
    const getTrade = new RestEndpoint({
      path: '/trades/:id',
      schema: Trade,
      live: webSocket('ws://trades.test', {
        WebSocket: Fake,
        pushOnly: true,
        message: (trade: Partial<Trade>, live) => live.set(Trade, trade),
      }),
    })
    const Page = () => <p>{useSuspense(getTrade, { id: '1' }).price}</p>
    const { unmount } = renderApp(Mode, <Page />)
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    return { sockets, unmount, wait }
  }

  it('ends where a component was left that was suspended', async () => {
    const { sockets, unmount, wait } = renderTrade()
    await wait(0)
    sockets[0]?.accept()
    unmount()
    await wait(90_000)
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stays open as long as a component is suspended, and ends with it', async () => {
    const { sockets, unmount, wait } = renderTrade()
    for (let minute = 0; minute < 10; minute += 1) await wait(60_000)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.isClosed).toBe(false)
    sockets[0]?.accept()
    sockets[0]?.deliver({ id: '1', price: 5 })
    await wait(50)
    expect(screen.getByText('5')).toBeTruthy()
    unmount()
    await wait(1_000)
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true])
  })
})
