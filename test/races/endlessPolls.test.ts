import { PollingManager } from 'rtk-rest/polling'
import { Endpoint } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../support/world'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

// More requests than any of these tests sends; an endless loop stops here.
const TOO_MANY = 30

/** An endpoint that is polled once a minute; `respond` receives the number of the request. */
function polled(respond: (count: number) => unknown, options: object = {}) {
  const source = { count: 0 }
  const getPrice = new Endpoint(
    async () => {
      source.count += 1
      return source.count > TOO_MANY ? new Promise(() => undefined) : await respond(source.count)
    },
    { name: 'getPrice', key: () => 'price', pollFrequency: 60_000, ...options },
  )
  return { ...createStore({ managers: [new PollingManager()] }), source, getPrice }
}

type Polled = ReturnType<typeof polled>

describe('a poll whose endpoint aborts its own request', () => {
  const outdate: readonly (readonly [string, (it: Polled) => unknown])[] = [
    ['invalidate', ({ controller, getPrice }) => controller.invalidate(getPrice)],
    ['expireAll', ({ controller }) => controller.expireAll({ testKey: () => true })],
    ['reset', ({ controller }) => controller.reset()],
  ]

  function abortedFrom(first: number) {
    return polled((count) => {
      if (count >= first) throw new DOMException('own', 'AbortError')
      return count
    })
  }

  it.each(outdate)('is sent again after %s as one that failed', async (_, call) => {
    const it = abortedFrom(2)
    const { controller, getPrice, source } = it
    controller.subscribe(getPrice)
    await wait(10)
    call(it)
    await wait(1_000)
    expect(source.count).toBe(2)
    await wait(120_000)
    expect(source.count).toBe(3)
    await wait(240_000)
    expect(source.count).toBe(4)
    controller.unsubscribe(getPrice)
  })

  it.each(outdate)('is sent again at once if %s follows later', async (_, call) => {
    const it = abortedFrom(2)
    const { controller, getPrice, source } = it
    controller.subscribe(getPrice)
    await wait(60_000)
    expect(source.count).toBe(2)
    call(it)
    await wait(1_000)
    expect(source.count).toBe(3)
    controller.unsubscribe(getPrice)
  })
})

describe('a poll with an expiry length of 0', () => {
  const outdate: readonly (readonly [string, (it: Polled) => unknown])[] = [
    ['invalidate', ({ controller, getPrice }) => controller.invalidate(getPrice)],
    ['expireAll', ({ controller }) => controller.expireAll({ testKey: () => true })],
    ['reset', ({ controller }) => controller.reset()],
    ['fetch', async ({ controller, getPrice }) => await controller.fetch(getPrice)],
  ]

  function neverFresh() {
    const respond = (count: number) =>
      new Promise((resolve) => {
        setTimeout(() => resolve(count), 3)
      })
    return polled(respond, { dataExpiryLength: 0 })
  }

  it.each(outdate)('is sent once more after %s, and keeps the response', async (_, call) => {
    const it = neverFresh()
    const { controller, getPrice, source } = it
    controller.subscribe(getPrice)
    await wait(10)
    expect(source.count).toBe(1)
    void call(it)
    await wait(1_000)
    expect(source.count).toBe(2)
    expect(controller.getResponse(getPrice).data).toBe(2)
    await wait(60_000)
    expect(source.count).toBe(3)
    controller.unsubscribe(getPrice)
  })

  it('loses its response when the last subscription ends, a second after it came', async () => {
    const { controller, getPrice } = neverFresh()
    controller.subscribe(getPrice)
    controller.subscribe(getPrice)
    await wait(10)
    controller.invalidate(getPrice)
    await wait(10)
    controller.unsubscribe(getPrice)
    await wait(0)
    expect(controller.getResponse(getPrice).data).toBe(2)
    controller.unsubscribe(getPrice)
    await wait(980)
    expect(controller.getResponse(getPrice).data).toBe(2)
    await wait(20)
    expect(controller.getResponse(getPrice).data).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})
