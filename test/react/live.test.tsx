import { act, fireEvent, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { Endpoint, LogoutManager, rows } from 'rtk-rest'
import { useCache, useDLE, useLive, useSubscription, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { createStore, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

function ticker() {
  const source = { count: 0, fails: false }
  const getPrice = new Endpoint(
    async (pair: string) => {
      source.count += 1
      if (source.fails) throw new Error('down')
      return `${pair} ${source.count}`
    },
    { name: 'getPrice', pollFrequency: 1_000 },
  )
  return { source, getPrice }
}

/** The duration of a request: automatic requests have landed by then. */
async function roundTrip(): Promise<void> {
  server.use(http.get(`${API}/ping`, () => HttpResponse.json({})))
  await fetch(`${API}/ping`)
  await fetch(`${API}/ping`)
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe.each(modes)('useLive %s', (_, Mode) => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  it('returns the data of each poll without a fallback in between', async () => {
    const { source, getPrice } = ticker()
    const Ticker = () => <p>{useLive(getPrice, 'BTC')}</p>
    const { unmount } = renderApp(Mode, <Ticker />)
    expect(screen.getByText('loading')).toBeTruthy()
    await wait(0)
    expect(screen.getByText('BTC 1')).toBeTruthy()
    await wait(1_000)
    expect(screen.getByText('BTC 2')).toBeTruthy()
    source.fails = true
    await wait(1_000)
    expect(screen.getByText('BTC 2')).toBeTruthy()
    source.fails = false
    await wait(2_000)
    expect(screen.getByText('BTC 4')).toBeTruthy()
    unmount()
    await wait(10_000)
    expect(source.count).toBe(4)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('follows its arguments, and does not poll for null', async () => {
    const { source, getPrice } = ticker()
    function Ticker() {
      const [pair, setPair] = useState<string | null>('BTC')
      const price = useLive(getPrice, pair)
      return (
        <p>
          <b>{price ?? 'nothing'}</b>
          <button onClick={() => setPair('ETH')}>ETH</button>
          <button onClick={() => setPair(null)}>rest</button>
        </p>
      )
    }
    renderApp(Mode, <Ticker />)
    await wait(0)
    fireEvent.click(screen.getByText('ETH'))
    await wait(0)
    expect(screen.getByText('ETH 2')).toBeTruthy()
    await wait(1_000)
    expect(screen.getByText('ETH 3')).toBeTruthy()
    fireEvent.click(screen.getByText('rest'))
    expect(screen.getByText('nothing')).toBeTruthy()
    await wait(10_000)
    expect(source.count).toBe(3)
  })

  it('pauses while the page is hidden', async () => {
    const { source, getPrice } = ticker()
    const Ticker = () => <p>{useLive(getPrice, 'BTC')}</p>
    renderApp(Mode, <Ticker />)
    await wait(0)
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    window.dispatchEvent(new Event('visibilitychange'))
    await wait(5_000)
    expect(source.count).toBe(1)
    state.mockReturnValue('visible')
    window.dispatchEvent(new Event('visibilitychange'))
    await wait(0)
    expect(source.count).toBe(2)
  })
})

describe.each(modes)('useSubscription %s', (_, Mode) => {
  it('requests missing data that other hooks show', async () => {
    vi.useFakeTimers()
    const { source, getPrice } = ticker()
    function Ticker() {
      useSubscription(getPrice, 'BTC')
      return <p>{useCache(getPrice, 'BTC') ?? 'nothing'}</p>
    }
    renderApp(Mode, <Ticker />)
    expect(screen.getByText('nothing')).toBeTruthy()
    await wait(0)
    expect(screen.getByText('BTC 1')).toBeTruthy()
    await wait(1_000)
    expect(screen.getByText('BTC 2')).toBeTruthy()
    expect(source.count).toBe(2)
  })
})

describe.each(modes)('stale data of an endpoint with invalidIfStale %s', (_, Mode) => {
  const strict = UserResource.get.extend({ invalidIfStale: true })
  let name = 'Ada'
  beforeEach(() => {
    name = 'Ada'
    server.use(
      http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name })),
      http.get(`${API}/users`, () => HttpResponse.json([{ id: '1', name }])),
    )
    vi.useFakeTimers({ toFake: ['Date'] })
  })

  it('is not shown at mount, but the new data is', async () => {
    const world = createStore()
    await world.controller.fetch(strict, { id: '1' })
    name = 'Bob'
    vi.setSystemTime(Date.now() + 60_001)
    const Detail = () => <p>{useSuspense(strict, { id: '1' }).name}</p>
    renderApp(Mode, <Detail />, world)
    expect(screen.getByText('loading')).toBeTruthy()
    expect(await screen.findByText('Bob')).toBeTruthy()
  })

  it('is not shown at mount if only other responses contain it', async () => {
    const world = createStore()
    await world.controller.fetch(UserResource.getList)
    name = 'Bob'
    vi.setSystemTime(Date.now() + 60_001)
    const seen: string[] = []
    const Detail = () => {
      const user = useSuspense(strict, { id: '1' })
      seen.push(user.name)
      return <p>{user.name}</p>
    }
    renderApp(Mode, <Detail />, world)
    expect(await screen.findByText('Bob')).toBeTruthy()
    expect(new Set(seen)).toEqual(new Set(['Bob']))
  })

  it('is hidden by expireAll', async () => {
    const Strict = () => <p>strict {useSuspense(strict, { id: '1' }).name}</p>
    const { controller } = renderApp(Mode, <Strict />)
    await screen.findByText('strict Ada')
    name = 'Bob'
    act(() => controller.expireAll(strict))
    expect(screen.getByText('loading')).toBeTruthy()
    expect(await screen.findByText('strict Bob')).toBeTruthy()
  })

  it('is hidden by useCache', async () => {
    const world = createStore()
    await world.controller.fetch(strict, { id: '1' })
    vi.setSystemTime(Date.now() + 60_001)
    const Cached = () => <p>{useCache(strict, { id: '1' })?.name ?? 'nothing'}</p>
    renderApp(Mode, <Cached />, world)
    expect(screen.getByText('nothing')).toBeTruthy()
  })
})

describe.each(modes)('expireAll %s', (_, Mode) => {
  it('refetches calls in use once, and keeps showing their data', async () => {
    let count = 0
    server.use(
      http.get(`${API}/users/1`, () => {
        count += 1
        return HttpResponse.json({ id: '1', name: `Ada ${count}` })
      }),
    )
    const Detail = () => <p>{useSuspense(UserResource.get, { id: '1' }).name}</p>
    const { controller } = renderApp(
      Mode,
      <>
        <Detail />
        <Detail />
      </>,
    )
    await screen.findAllByText('Ada 1')
    act(() => controller.expireAll(UserResource.get))
    expect(screen.getAllByText('Ada 1')).toHaveLength(2)
    expect(await screen.findAllByText('Ada 2')).toHaveLength(2)
    expect(count).toBe(2)
  })
})

describe.each(modes)('a response with an expiry length of 0 %s', (_, Mode) => {
  const getFleeting = UserResource.get.extend({ dataExpiryLength: 0 })

  it('is shown while a reader is mounted, and removed afterwards', async () => {
    let count = 0
    server.use(
      http.get(`${API}/users/1`, () => {
        count += 1
        return HttpResponse.json(ada)
      }),
    )
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const Detail = () => <p>{useSuspense(getFleeting, { id: '1' }).name}</p>
    const { store, unmount } = renderApp(Mode, <Detail />)
    await screen.findByText('Ada')
    await wait(20_000)
    expect(screen.getByText('Ada')).toBeTruthy()
    expect(count).toBe(1)
    expect(rows(store.getState().rest.requests)).toHaveLength(1)
    unmount()
    await wait(0)
    expect(rows(store.getState().rest.requests)).toHaveLength(0)
  })

  it('is removed after ten seconds if the suspended reader never mounts', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const Detail = () => <p>{useSuspense(getFleeting, { id: '1' }).name}</p>
    const { store, unmount, controller } = renderApp(Mode, <Detail />)
    unmount()
    await controller.allSettled()
    await wait(9_000)
    expect(rows(store.getState().rest.requests)).toHaveLength(1)
    await wait(2_000)
    expect(rows(store.getState().rest.requests)).toHaveLength(0)
  })
})

describe.each(modes)('a logout while a page is mounted %s', (_, Mode) => {
  function refusing() {
    const requests: string[] = []
    const session = { isOver: false }
    server.use(
      http.get(`${API}/users/:id`, ({ params: { id } }) => {
        requests.push(String(id))
        const status = session.isOver ? 401 : 200
        return HttpResponse.json({ id, name: `user ${String(id)}` }, { status })
      }),
    )
    return { requests, session }
  }

  const Detail = ({ id }: { id: string }) => {
    const { data, loading, error } = useDLE(UserResource.get, { id })
    return <p>{loading ? `busy ${id}` : (error?.name ?? data?.name)}</p>
  }

  it('shows the error in all readers, and sends no request again', async () => {
    const { requests, session } = refusing()
    const world = createStore({ managers: [new LogoutManager()] })
    renderApp(
      Mode,
      <>
        <Detail id="1" />
        <Detail id="2" />
      </>,
      world,
    )
    await screen.findByText('user 1')
    await screen.findByText('user 2')
    session.isOver = true
    requests.length = 0
    await act(() => world.controller.fetch(UserResource.get, { id: '1' }).catch(() => undefined))
    expect(screen.getAllByText('NetworkError')).toHaveLength(2)
    await act(roundTrip)
    expect(requests).toEqual(['1'])
    // The next user signs in, which expires all data.
    session.isOver = false
    act(() => world.controller.reset())
    expect(await screen.findByText('user 1')).toBeTruthy()
    expect(await screen.findByText('user 2')).toBeTruthy()
  })

  it('shows the error in suspended readers, which send one request each', async () => {
    const { requests, session } = refusing()
    session.isOver = true
    const Suspended = ({ id }: { id: string }) => (
      <p>{useSuspense(UserResource.get, { id }).name}</p>
    )
    const world = createStore({ managers: [new LogoutManager()], errorExpiryLength: 0 })
    renderApp(Mode, <Suspended id="1" />, world)
    expect((await screen.findByRole('alert')).textContent).toMatch(/Unauthorized/)
    await act(roundTrip)
    expect(requests).toEqual(['1'])
    session.isOver = false
    fireEvent.click(screen.getByText('Retry'))
    expect(await screen.findByText('user 1')).toBeTruthy()
  })

  it('sends requests for other keys and for new readers', async () => {
    const { requests, session } = refusing()
    const world = createStore({ managers: [new LogoutManager()] })
    function Page() {
      const [id, setId] = useState('1')
      return (
        <>
          <Detail id={id} />
          <button onClick={() => setId('3')}>other</button>
        </>
      )
    }
    renderApp(Mode, <Page />, world)
    await screen.findByText('user 1')
    session.isOver = true
    await act(() => world.controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined))
    session.isOver = false
    requests.length = 0
    fireEvent.click(screen.getByText('other'))
    expect(await screen.findByText('user 3')).toBeTruthy()
    render(
      <Provider store={world.store}>
        <Detail id="1" />
      </Provider>,
    )
    expect((await screen.findAllByText('user 1')).length).toBeGreaterThan(0)
    expect(requests).toEqual(['3', '1'])
  })
})
