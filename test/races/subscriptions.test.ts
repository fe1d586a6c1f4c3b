import { PollingManager } from 'rtk-rest/polling'
import { Endpoint } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../support/world'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** One key that two endpoints poll, one of them ten times as often. */
function polled() {
  const server = { count: 0 }
  const often = new Endpoint(
    async () => {
      server.count += 1
      return server.count
    },
    { name: 'getPrice', pollFrequency: 1_000 },
  )
  const seldom = often.extend({ pollFrequency: 10_000 })
  return { ...createStore({ managers: [new PollingManager()] }), server, often, seldom }
}

describe('unsubscribe', () => {
  it.each([
    ['first', ['often', 'seldom']],
    ['last', ['seldom', 'often']],
  ] as const)(
    'ends the subscription of its endpoint, if that was %s',
    async (_, [first, second]) => {
      const world = polled()
      const { controller, server, often, seldom } = world
      controller.subscribe(world[first])
      controller.subscribe(world[second])
      await wait(3_000)
      expect(server.count).toBe(4)
      controller.unsubscribe(often)
      await wait(9_000)
      expect(server.count).toBe(4)
      await wait(1_000)
      expect(server.count).toBe(5)
      controller.unsubscribe(seldom)
      await wait(60_000)
      expect(server.count).toBe(5)
    },
  )

  it.each([
    ['first', ['often', 'seldom']],
    ['last', ['seldom', 'often']],
  ] as const)(
    'keeps the subscription of the other endpoint, if that was %s',
    async (_, [first, second]) => {
      const world = polled()
      const { controller, server, often, seldom } = world
      controller.subscribe(world[first])
      controller.subscribe(world[second])
      await wait(0)
      controller.unsubscribe(seldom)
      await wait(3_000)
      expect(server.count).toBe(4)
      controller.unsubscribe(often)
      await wait(60_000)
      expect(server.count).toBe(4)
    },
  )

  it('keeps a retained call polling', async () => {
    const { store, rest, controller, server, often } = polled()
    const held = store.dispatch(rest.retain(often))
    controller.subscribe(often)
    await wait(0)
    controller.unsubscribe(often)
    await wait(3_000)
    expect(server.count).toBe(4)
    held.release()
    await wait(60_000)
    expect(server.count).toBe(4)
  })
})
