// @vitest-environment happy-dom
import {
  Endpoint,
  type Manager,
  type ManagerHooks,
  type ManagerStore,
  RestEndpoint,
} from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { useDLE, useSuspense } from 'rtk-rest/react'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { Provider } from 'react-redux'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../support/renderApp'
import { createStore, deferred } from '../support/world'

type Gate = ReturnType<NonNullable<ManagerHooks['gate']>>

const closed = (): Gate => ({ error: new Error('closed') })
const macrotask = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A store whose gate a test opens and closes, and a counter that counts its requests. */
function createGated(more: readonly Manager[] = []) {
  const gate = { current: undefined as Gate, calls: 0, from: new Set<string>() }
  let store!: ManagerStore
  const manager: Manager = {
    name: 'gate',
    init(given) {
      store = given
      return {
        gate(_, from) {
          gate.calls += 1
          gate.from.add(from)
          return gate.current
        },
      }
    },
  }
  let count = 0
  const getCount = new Endpoint(async () => ({ count: (count += 1) }), { name: 'getCount' })
  const world = createStore({ managers: [manager, ...more] })
  const open = (): void => {
    gate.current = undefined
    store.wake()
  }
  return { ...world, gate, open, getCount, requests: () => count }
}

describe('a gate with a promise', () => {
  it('has readers without data wait until it settles', async () => {
    const until = deferred()
    const { gate, rest, store, getCount, requests } = createGated()
    gate.current = { until: until.promise }
    const held = store.dispatch(rest.retain(getCount))
    await macrotask()
    expect(requests()).toBe(0)
    gate.current = undefined
    until.resolve()
    await vi.waitFor(() => expect(requests()).toBe(1))
    held.release()
  })

  it('may settle as something else is written, which is no mistake', async () => {
    const until = deferred()
    const { gate, rest, store, controller, getCount, requests } = createGated()
    gate.current = { until: until.promise }
    const held = store.dispatch(rest.retain(getCount))
    await macrotask()
    controller.setResponse(new Endpoint(async () => 1, { name: 'getOther' }), 1)
    gate.current = undefined
    until.resolve()
    await vi.waitFor(() => expect(requests()).toBe(1))
    expect(console.error).not.toHaveBeenCalled()
    held.release()
  })

  it.each(['resolves', 'rejects'] as const)(
    'has a new reader of stale data ask when it %s',
    async (way) => {
      const settle = { resolves: () => {}, rejects: () => {} }
      const until = new Promise<void>((resolve, reject) => {
        settle.resolves = resolve
        settle.rejects = () => reject(new Error('no'))
      })
      const { gate, rest, store, controller, getCount, requests } = createGated()
      await controller.fetch(getCount)
      controller.expire(getCount)
      gate.current = { until }
      const held = store.dispatch(rest.retain(getCount))
      await macrotask()
      expect(requests()).toBe(1)
      gate.current = undefined
      settle[way]()
      await vi.waitFor(() => expect(requests()).toBe(2))
      await macrotask()
      expect(requests()).toBe(2)
      held.release()
    },
  )

  it('that settles and stays leaves time for everything else', async () => {
    const { gate, rest, store, open, getCount, requests } = createGated()
    gate.current = { until: Promise.resolve() }
    const held = store.dispatch(rest.retain(getCount))
    await macrotask()
    expect(gate.calls).toBeLessThan(20)
    open()
    await vi.waitFor(() => expect(requests()).toBe(1))
    held.release()
  })
})

describe('a gate with an error', () => {
  it('lets through what a caller asks for', async () => {
    const { gate, controller, getCount } = createGated()
    gate.current = closed()
    expect(await controller.fetch(getCount)).toEqual({ count: 1 })
  })

  it.each(['without data', 'with stale data'] as const)(
    'keeps readers %s from requests until they are woken',
    async (what) => {
      const { gate, rest, store, controller, open, getCount, requests } = createGated()
      if (what === 'with stale data') {
        await controller.fetch(getCount)
        controller.expire(getCount)
      }
      const before = requests()
      gate.current = closed()
      const held = store.dispatch(rest.retain(getCount))
      await macrotask()
      expect(requests()).toBe(before)
      open()
      await vi.waitFor(() => expect(requests()).toBe(before + 1))
      held.release()
    },
  )

  it('ends a request that would be repeated', async () => {
    const { gate, controller } = createGated()
    let tries = 0
    const failing = new RestEndpoint({
      path: '/failing',
      urlPrefix: 'http://api.test',
      retry: () => 1,
      fetchResponse() {
        tries += 1
        gate.current = closed()
        return Promise.reject(new TypeError('lost'))
      },
    })
    await expect(controller.fetch(failing)).rejects.toThrow('closed')
    expect(tries).toBe(1)
    expect(gate.from).toContain('retry')
  })

  it('holds polls back, which go on by themselves when it opens', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
    const { gate, rest, store, getCount, requests } = createGated([new PollingManager()])
    const held = store.dispatch(rest.retain(getCount.extend({ pollFrequency: 1_000 })))
    await vi.advanceTimersByTimeAsync(1_500)
    expect(requests()).toBe(2)
    gate.current = closed()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(requests()).toBe(2)
    expect(gate.from).toContain('poll')
    gate.current = undefined
    await vi.advanceTimersByTimeAsync(3_000)
    expect(requests()).toBe(5)
    held.release()
  })
})

describe('hooks behind a gate', () => {
  type World = ReturnType<typeof createGated>

  function show({ store }: World, page: ReactNode) {
    render(
      <StrictMode>
        <Provider store={store}>
          <Suspense fallback="loading">{page}</Suspense>
        </Provider>
      </StrictMode>,
    )
  }

  it('suspend without data, and show it once the gate is open', async () => {
    const world = createGated()
    const until = deferred()
    world.gate.current = { until: until.promise }
    const Page = () => <p>{useSuspense(world.getCount).count}</p>
    show(world, <Page />)
    await act(macrotask)
    expect(screen.getByText('loading')).toBeDefined()
    world.gate.current = undefined
    await act(async () => until.resolve())
    expect((await screen.findByText('1')).tagName).toBe('P')
    expect(world.requests()).toBe(1)
  })

  it('show stale data, and fetch it anew once the gate is open', async () => {
    const world = createGated()
    await world.controller.fetch(world.getCount)
    world.controller.expire(world.getCount)
    world.gate.current = closed()
    const Page = () => {
      const { data, error } = useDLE(world.getCount)
      return <p>{error?.message ?? data?.count}</p>
    }
    show(world, <Page />)
    await act(macrotask)
    expect(screen.getByText('1')).toBeDefined()
    await act(async () => world.open())
    expect((await screen.findByText('2')).tagName).toBe('P')
    expect(world.requests()).toBe(2)
  })

  it('show its error, also after a retry, until the gate is open', async () => {
    const world = createGated()
    world.gate.current = closed()
    const Page = () => <p>{useSuspense(world.getCount).count}</p>
    renderApp(StrictMode, <Page />, world)
    expect((await screen.findByRole('alert')).textContent).toMatch(/^closed/)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^closed/)
    expect(world.requests()).toBe(0)
    await act(async () => world.open())
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
    expect((await screen.findByText('1')).tagName).toBe('P')
  })
})
