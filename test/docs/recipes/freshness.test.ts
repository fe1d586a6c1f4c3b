import { ExpiryStatus } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { received, respond } from './api'
import { createStore, getNews, getQuote, rest } from './requests/freshness'

const btc = { pair: 'BTC' }
const news = { topic: 'web' }
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const settled = async (promise: unknown) => Promise.allSettled([promise])

let isUp = true

function world() {
  const store = createStore()
  return { store, controller: rest.getController(store) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  isUp = true
  respond(({ path }) => {
    if (!isUp) return { status: 404 }
    return {
      json: path.startsWith('/news') ? received.length : { pair: 'BTC', price: received.length },
    }
  })
})

describe('the recipe for freshness:', () => {
  it('data is fresh for dataExpiryLength of the endpoint, or of the store', async () => {
    const { controller } = world()
    await controller.fetch(getQuote, btc)
    await controller.fetch(getNews, news)
    later(9_999)
    expect(controller.fetchIfStale(getQuote, btc)).toMatchObject({ price: 1 })
    later(1)
    await controller.fetchIfStale(getQuote, btc)
    expect(received).toHaveLength(3)
    later(5 * 60_000 - 10_001)
    expect(controller.fetchIfStale(getNews, news)).toBe(2)
    later(1)
    await controller.fetchIfStale(getNews, news)
    expect(received).toHaveLength(4)
  })

  it('an error is fresh for errorExpiryLength of the endpoint, or of the store', async () => {
    isUp = false
    const { controller } = world()
    await settled(controller.fetch(getQuote, btc))
    await settled(controller.fetch(getNews, news))
    later(1_999)
    await settled(controller.fetchIfStale(getNews, news))
    expect(received).toHaveLength(2)
    later(1)
    await settled(controller.fetchIfStale(getNews, news))
    expect(received).toHaveLength(3)
    later(27_999)
    await settled(controller.fetchIfStale(getQuote, btc))
    expect(received).toHaveLength(3)
    later(1)
    await settled(controller.fetchIfStale(getQuote, btc))
    expect(received).toHaveLength(4)
  })

  it('stale data is hidden with invalidIfStale only', async () => {
    const { controller } = world()
    await controller.fetch(getQuote, btc)
    await controller.fetch(getNews, news)
    later(24 * 60 * 60_000)
    expect(controller.getResponse(getQuote, btc).expiryStatus).toBe(ExpiryStatus.InvalidIfStale)
    expect(controller.getResponse(getNews, news).expiryStatus).toBe(ExpiryStatus.Valid)
    expect(controller.getResponse(getNews, news).data).toBe(2)
  })

  it('a soft error of a refetch keeps the data, and a hard error hides it', async () => {
    const { controller } = world()
    const getHard = getNews.extend({ errorPolicy: () => 'hard' })
    await controller.fetch(getNews, news)
    isUp = false
    await settled(controller.fetch(getNews, news))
    expect(controller.getResponse(getNews, news).data).toBe(1)
    expect(controller.getError(getNews, news)).toBeUndefined()
    await settled(controller.fetch(getHard, news))
    expect(controller.getError(getHard, news)).toMatchObject({ status: 404 })
  })

  it('invalidate hides data, and expireAll keeps it until the response lands', async () => {
    const { store, controller } = world()
    const held = store.dispatch(rest.retain(getNews, news))
    await controller.allSettled()
    controller.invalidate(getNews, news)
    expect(controller.getResponse(getNews, news).data).toBeUndefined()
    await vi.waitFor(() => expect(controller.getResponse(getNews, news).data).toBe(2))
    controller.expireAll(getNews)
    expect(controller.getResponse(getNews, news).data).toBe(2)
    await vi.waitFor(() => expect(controller.getResponse(getNews, news).data).toBe(3))
    controller.expireAll({ testKey: (key) => key.includes('/news/') })
    await vi.waitFor(() => expect(controller.getResponse(getNews, news).data).toBe(4))
    controller.invalidateAll(getNews)
    await vi.waitFor(() => expect(controller.getResponse(getNews, news).data).toBe(5))
    held.release()
    controller.invalidateAll(getNews)
    await controller.allSettled()
    expect(received).toHaveLength(5)
  })

  it('an expiry length may be 0 or Infinity', async () => {
    const { controller } = world()
    const getOnce = getNews.extend({ dataExpiryLength: Infinity })
    await controller.fetch(getOnce, news)
    later(1_000_000_000_000)
    expect(controller.fetchIfStale(getOnce, news)).toBe(1)
    const getAnew = getNews.extend({ path: '/news/:topic/now', dataExpiryLength: 0 })
    await controller.fetchIfStale(getAnew, news)
    await new Promise((resolve) => void setImmediate(resolve))
    later(1)
    await controller.fetchIfStale(getAnew, news)
    expect(received).toHaveLength(3)
  })
})
