import { backoff, NetworkError } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { arrived, received, respond } from './api'
import { getRates, sendOrder } from './requests/timeoutsAndRetries'
import * as signals from './requests/signals'
import { controller } from './store'

describe('the recipe for timeout and retry', () => {
  /** Lets waits pass at once, however long they are; those of a server and of sockets are none of ours. */
  function fakeWaits() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    return async (ms: number) => vi.advanceTimersByTimeAsync(ms)
  }

  /** All timers there are then are waits. */
  const getWithoutTimeout = getRates.extend({ timeout: undefined })

  it('rejects with a timeout error if the server does not respond', async () => {
    const pass = fakeWaits()
    respond(() => new Promise(() => {}))
    const getOnce = getRates.extend({ retry: undefined })
    const refused = expect(getOnce({ day: '1' })).rejects.toMatchObject({
      name: 'NetworkError',
      code: 'TIMEOUT',
    })
    await arrived(1)
    await pass(5_000)
    await refused
  })

  it('retries three times with growing delays after status 503', async () => {
    const pass = fakeWaits()
    const times: number[] = []
    respond(() => {
      times.push(Date.now())
      return times.length < 4 ? { status: 503 } : { json: { EUR: 1 } }
    })
    const rates = getWithoutTimeout({ day: '1' })
    await passUntilArrived(pass, 4)
    expect(await rates).toEqual({ EUR: 1 })
    for (const [index, wait] of [300, 600, 1_200].entries()) {
      const waited = (times[index + 1] ?? 0) - (times[index] ?? 0)
      expect(waited).toBeGreaterThanOrEqual(wait)
      expect(waited).toBeLessThanOrEqual(2 * wait + 50)
    }
  })

  it('retries no more than three times', async () => {
    const pass = fakeWaits()
    respond(() => ({ status: 503 }))
    const refused = expect(getWithoutTimeout({ day: '1' })).rejects.toMatchObject({ status: 503 })
    await passUntilArrived(pass, 4)
    await refused
    expect(received).toHaveLength(4)
  })

  it('does not retry after status 404', async () => {
    respond(() => ({ status: 404 }))
    await expect(getRates({ day: '1' })).rejects.toMatchObject({ status: 404 })
    expect(received).toHaveLength(1)
  })

  it('waits for the retry-after header', async () => {
    const pass = fakeWaits()
    respond(() =>
      received.length === 1
        ? { status: 429, headers: { 'retry-after': '20' } }
        : { json: { EUR: 1 } },
    )
    const rates = getWithoutTimeout({ day: '1' })
    await arrived(1)
    const start = Date.now()
    await passUntilArrived(pass, 2)
    expect(Date.now() - start).toBeGreaterThanOrEqual(20_000)
    expect(await rates).toEqual({ EUR: 1 })
  })

  it('retries a POST only with the option `methods`', async () => {
    const pass = fakeWaits()
    respond(() => (received.length % 2 === 1 ? { status: 503 } : { status: 201, json: {} }))
    const order = { id: 'o1', amount: 5 }
    const sent = sendOrder(order)
    await passUntilArrived(pass, 2)
    expect(await sent).toEqual({})
    expect(received.map(({ body }) => body)).toEqual([JSON.stringify(order), JSON.stringify(order)])

    const sendOnce = sendOrder.extend({ retry: backoff({ retries: 5 }) })
    await expect(sendOnce(order)).rejects.toBeInstanceOf(NetworkError)
    expect(received).toHaveLength(3)
  })

  async function passUntilArrived(pass: (ms: number) => Promise<unknown>, count: number) {
    while (received.length < count) {
      if (vi.getTimerCount() > 0) await pass(50)
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }
})

describe('the recipe for abort signals', () => {
  it('aborts all calls with the signal of the endpoint, and one with the signal of a call', async () => {
    respond(() => new Promise(() => {}))
    const charts = ['1', '2'].map((id) => controller.fetch(signals.getChart, { id }))
    const { result, stop } = signals.startSearch('x')
    await arrived(3)
    signals.leavePage()
    for (const chart of charts) await expect(chart).rejects.toMatchObject({ name: 'AbortError' })
    stop()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    await expect(signals.getChart({ id: '3' })).rejects.toMatchObject({ name: 'AbortError' })
    expect(received).toHaveLength(3)
  })

  it('creates a signal for each call with a function', async () => {
    const ends: AbortController[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      ends.push(new AbortController())
      return (ends.at(-1) as AbortController).signal
    })
    respond(({ path }) => (path === '/tickers/1' ? new Promise(() => {}) : { json: 2 }))
    const [one, other] = [signals.getTicker({ id: '1' }), signals.getTicker({ id: '2' })]
    await arrived(2)
    ends[0]?.abort()
    await expect(one).rejects.toMatchObject({ name: 'AbortError' })
    expect(await other).toBe(2)
  })
})
