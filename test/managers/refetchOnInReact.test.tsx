import { act, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { useSelector } from 'react-redux'
import { Endpoint, Entity } from 'rtk-rest'
import { useCache, useDLE, useSuspense } from 'rtk-rest/react'
import { never, onReconnect, refetchOn, type RefetchOptions } from 'rtk-rest/refetch'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePresence } from '../support/fakePresence'
import { modes, renderApp } from '../support/renderApp'
import { createStore } from '../support/world'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function weather(options: object = {}) {
  const server = { count: 0, error: undefined as Error | undefined }
  const getWeather = new Endpoint(
    async (place: string) => {
      server.count += 1
      if (server.error !== undefined) throw server.error
      return `${place} ${server.count}`
    },
    { name: 'getWeather', ...options },
  )
  return { server, getWeather }
}

type Weather = ReturnType<typeof weather>['getWeather']

function createApp(options: RefetchOptions = { reconnect: true }, isOnline = true) {
  const { presence, change } = fakePresence({ isOnline })
  const world = createStore({ managers: [refetchOn({ ...options, presence })] })
  const set = async (next: Parameters<typeof change>[0]) => {
    await act(async () => change(next))
    await wait(0)
  }
  return { world, set }
}

/** What `useDLE` and `selectRequest` say of a call. */
function Flags({ endpoint, place = 'Oslo' }: { endpoint: Weather; place?: string }): ReactNode {
  const { data, loading, isFetching, isPaused, refetch } = useDLE(endpoint, place)
  const flags = { loading, isFetching, isPaused }
  const names = Object.entries(flags).flatMap(([name, is]) => (is ? [name] : []))
  return (
    <p>
      <output>{[data, ...names].filter(Boolean).join(', ')}</output>
      <button onClick={() => void refetch()}>refetch</button>
    </p>
  )
}

const text = () => screen.getByRole('status').textContent

describe.each(modes)('without a network, %s', (_, Mode) => {
  it('readers without data wait, say so, and go on by themselves', async () => {
    const { server, getWeather } = weather()
    const { world, set } = createApp({ reconnect: true }, false)
    renderApp(Mode, <Flags endpoint={getWeather} />, world)
    await wait(MINUTE)
    expect(text()).toBe('loading, isPaused')
    const { selectRequest } = world.rest.selectors
    const view = () => selectRequest(world.store.getState(), getWeather, 'Oslo')
    expect(view()).toMatchObject({ isPaused: true, isLoading: false, isFetching: false })
    expect(view()).toBe(view())
    expect(server.count).toBe(0)
    await set({ isOnline: true })
    expect(text()).toBe('Oslo 1')
    expect(view()).toMatchObject({ isPaused: false, data: 'Oslo 1' })
    expect(server.count).toBe(1)
  })

  it('an endpoint that brings it notes the outage after React has rendered', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const world = createStore()
    const { getWeather } = weather()
    const { getWeather: getLater } = weather({ name: 'getLater', refetchOn: onReconnect })
    const IsOffline = () => {
      const { data } = useDLE(getWeather, 'Oslo')
      const state = useSelector(world.rest.selectSlice)
      return <b>{`${data} ${Boolean(state.managers['offline'])}`}</b>
    }
    const Later = () => useSuspense(getLater, 'Rome')
    const Page = () => {
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <IsOffline />
          {isOpen && <Later />}
          <button onClick={() => setOpen(true)}>open</button>
        </>
      )
    }
    renderApp(Mode, <Page />, world)
    await wait(0)
    await act(async () => screen.getByText('open').click())
    await wait(0)
    expect(world.store.getState().rest.managers['offline']).toBeTruthy()
    expect(console.error).not.toHaveBeenCalled()
  })

  it('`useSuspense` suspends, and goes on when it is back', async () => {
    const { server, getWeather } = weather()
    const { world, set } = createApp({ reconnect: true }, false)
    const Page = () => <output>{useSuspense(getWeather, 'Oslo')}</output>
    renderApp(Mode, <Page />, world)
    await wait(MINUTE)
    expect(screen.getByText('loading')).toBeDefined()
    const state = world.store.getState()
    expect(world.rest.selectors.selectRequest(state, getWeather, 'Oslo').isPaused).toBe(true)
    await set({ isOnline: true })
    expect(text()).toBe('Oslo 1')
    expect(server.count).toBe(1)
  })

  it('`useSuspense` goes on waiting where what it may not show stale is fresh again', async () => {
    class Place extends Entity {
      id = ''
      static override key = 'Place'
    }
    const options = { schema: Place, dataExpiryLength: 100 }
    const getPlace = new Endpoint(async (place: { id: string }) => place, {
      ...options,
      name: 'getPlace',
      invalidIfStale: true,
    })
    const getFirst = new Endpoint(async () => ({ id: '1' }), { ...options, name: 'getFirst' })
    const { world, set } = createApp()
    world.controller.setResponse(getFirst, { id: '1' })
    await wait(MINUTE)
    await set({ isOnline: false })
    const Page = () => <output>{useSuspense(getPlace, { id: '1' }).id}</output>
    renderApp(Mode, <Page />, world)
    await wait(0)
    await act(async () => world.controller.setResponse(getFirst, { id: '1' }))
    await wait(0)
    expect(screen.getByText('loading')).toBeDefined()
    await set({ isOnline: true })
    expect(text()).toBe('1')
  })

  it('stale data is shown as paused, and fresh data is not', async () => {
    const { server, getWeather } = weather()
    const { world, set } = createApp()
    await world.controller.fetch(getWeather, 'Rome')
    await wait(MINUTE)
    await world.controller.fetch(getWeather, 'Oslo')
    await act(async () => world.store.dispatch({ type: '__rtkq/offline' }))
    const Page = () => (
      <>
        <Flags endpoint={getWeather} />
        <Flags endpoint={getWeather} place="Rome" />
      </>
    )
    renderApp(Mode, <Page />, world)
    await wait(0)
    const texts = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(texts()).toEqual(['Oslo 2', 'Rome 1, isPaused'])
    await act(async () => world.controller.expire(getWeather, 'Oslo'))
    expect(texts()).toEqual(['Oslo 2, isPaused', 'Rome 1, isPaused'])
    await set({ isOnline: true })
    expect(texts().toSorted()).toEqual(['Oslo 3', 'Rome 4'])
    expect(server.count).toBe(4)
  })

  it('what a user asks for is sent at once', async () => {
    const { server, getWeather } = weather()
    const { world } = createApp({ reconnect: true }, false)
    renderApp(Mode, <Flags endpoint={getWeather} />, world)
    await wait(0)
    await act(async () => screen.getByText('refetch').click())
    expect(text()).toBe('Oslo 1')
    expect(server.count).toBe(1)
  })

  it('the retry of an error boundary is sent at once', async () => {
    const { server, getWeather } = weather()
    const { world, set } = createApp()
    server.error = new Error('broken')
    const Page = () => <output>{useSuspense(getWeather, 'Oslo')}</output>
    renderApp(Mode, <Page />, world)
    await wait(0)
    expect(screen.getByRole('alert').textContent).toMatch('broken')
    await set({ isOnline: false })
    server.error = undefined
    await act(async () => screen.getByText('Retry').click())
    await wait(0)
    expect(text()).toBe('Oslo 2')
  })

  it('a reader that goes while it waits has sent nothing', async () => {
    const { server, getWeather } = weather()
    const { world, set } = createApp({ reconnect: true }, false)
    const { unmount } = renderApp(Mode, <Flags endpoint={getWeather} />, world)
    await wait(0)
    unmount()
    await set({ isOnline: true })
    await wait(MINUTE)
    expect(server.count).toBe(0)
  })
})

describe('isPaused', () => {
  it('is false, and nothing waits, without the manager, or without `reconnect`', async () => {
    const { server, getWeather } = weather()
    const worlds = [createStore(), createApp({ focus: true }, false).world]
    for (const world of worlds) {
      const { unmount } = renderApp(modes[0]![1], <Flags endpoint={getWeather} />, world)
      await act(async () => world.store.dispatch({ type: '__rtkq/offline' }))
      await act(async () => world.controller.expire(getWeather, 'Oslo'))
      await wait(0)
      expect(text()).toMatch(/^Oslo \d$/)
      unmount()
    }
    expect(server.count).toBeGreaterThan(2)
  })

  it('is false while a request is in flight, and of stale data that waits for no network', async () => {
    const { getWeather } = weather()
    for (const reconnect of [true, false]) {
      const { world, set } = createApp({ focus: true, reconnect })
      const held = world.controller.retain(getWeather, 'Oslo')
      const { selectRequest } = world.rest.selectors
      const view = () => selectRequest(world.store.getState(), getWeather, 'Oslo')
      await wait(MINUTE)
      await set({ isOnline: false })
      expect(view()).toMatchObject({ isPaused: reconnect, data: expect.anything() as unknown })
      const promise = world.controller.fetch(getWeather, 'Oslo')
      expect(view()).toMatchObject({ isPaused: false, isFetching: true })
      await promise
      expect(view()).toMatchObject({ isPaused: false, isFetching: false })
      held.release()
    }
  })

  it('follows the option of the endpoint', async () => {
    const some = weather({ refetchOn: onReconnect, name: 'some' })
    const none = weather({ refetchOn: never, name: 'none' })
    const { world } = createApp({ focus: true }, false)
    const { getWeather } = none
    const Page = () => (
      <>
        <Flags endpoint={some.getWeather} />
        <Flags endpoint={getWeather} />
      </>
    )
    renderApp(modes[0]![1], <Page />, world)
    await wait(0)
    const texts = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(texts).toEqual(['loading, isPaused', 'Oslo 1'])
  })

  it('of a call that is switched off is false', () => {
    const { getWeather } = weather()
    const { world } = createApp({ reconnect: true }, false)
    const { selectRequest } = world.rest.selectors
    expect(selectRequest(world.store.getState(), getWeather, null).isPaused).toBe(false)
  })

  it('is true where a lost mutation left the data in doubt', async () => {
    class Task extends Entity {
      id = ''
      title = ''
      static override key = 'Task'
    }
    const getTask = new Endpoint(async (id: string) => ({ id, title: 'a' }), {
      name: 'getTask',
      schema: Task,
    })
    const rename = new Endpoint(
      async (id: string): Promise<{ id: string; title: string }> => {
        throw Object.assign(new TypeError(`lost ${id}`), { code: 'NETWORK' })
      },
      { name: 'rename', schema: Task, sideEffect: true },
    )
    const { world, set } = createApp()
    const held = world.controller.retain(getTask, '1')
    await wait(0)
    await set({ isOnline: false })
    const { selectRequest } = world.rest.selectors
    const view = () => selectRequest(world.store.getState(), getTask, '1')
    expect(view().isPaused).toBe(false)
    await world.controller.fetch(rename, '1').catch(() => undefined)
    await wait(MINUTE)
    expect(view()).toMatchObject({ isPaused: true, isFetching: false })
    await set({ isOnline: true })
    expect(view()).toMatchObject({ isPaused: false, isSuccess: true })
    held.release()
  })
})

describe('a component that only reads the cache', () => {
  it('fetches nothing when the page is looked at again', async () => {
    const { server, getWeather } = weather()
    const { world, set } = createApp({ focus: true, reconnect: true, every: MINUTE })
    await world.controller.fetch(getWeather, 'Oslo')
    function Page() {
      const cached = useCache(getWeather, 'Oslo')
      const selected = useSelector((state: ReturnType<typeof world.store.getState>) =>
        world.rest.selectors.selectData(state, getWeather, 'Oslo'),
      )
      return <output>{`${String(cached)}, ${String(selected)}`}</output>
    }
    renderApp(modes[0]![1], <Page />, world)
    await wait(2 * MINUTE)
    await set({ isVisible: false })
    await set({ isVisible: true, isOnline: false })
    await set({ isOnline: true })
    expect(text()).toBe('Oslo 1, Oslo 1')
    expect(server.count).toBe(1)
  })
})
