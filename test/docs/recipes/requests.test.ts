import type { ServerResponse } from 'node:http'
import { NetworkError, ResetError, rows, type Progress } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deferred } from '../../support/world'
import { answer, arrived, received } from './api'
import { getArchive } from './requests/ArchiveButton'
import * as logout from './requests/logout'
import { getRates, sendOrder } from './requests/patience'
import { download, withProgress } from './requests/progress'
import * as signals from './requests/signals'
import { createUser as createWithAvatar, putAvatar } from './requests/uploads'
import { createUser, getUser, User } from './requests/validation'
import { controller, store } from './store'

beforeEach(() => {
  controller.resetEntireStore()
})

/** Writes bytes, and ends when it is told to. */
function trickle(response: ServerResponse, size: number, end: Promise<void>): undefined {
  response.writeHead(200, { 'content-length': String(size) })
  response.write(new Uint8Array(1_000))
  void end.then(() => response.end(new Uint8Array(size - 1_000)))
}

describe('progress', () => {
  it('is told of one call', async () => {
    const end = deferred()
    answer((_, response) => trickle(response, 5_000, end.promise))
    const seen: Progress[] = []
    const blob = await download('1', (progress) => {
      seen.push(progress)
      end.resolve()
    })
    expect(blob.size).toBe(5_000)
    expect(seen[0]).toEqual({ loaded: 1_000, total: 5_000 })
    expect(seen.at(-1)).toEqual({ loaded: 5_000, total: 5_000 })
  })

  it('is told of each call of an endpoint, which has no total where the server does not say', async () => {
    answer((_, response) => {
      response.write('some')
      response.end('thing')
      return undefined
    })
    const seen: Progress[] = []
    await withProgress((progress) => seen.push(progress))({ id: '1' })
    expect(seen.at(-1)).toEqual({ loaded: 9, total: undefined })
  })

  it('of bytes that are gone is told again: nothing is kept', async () => {
    answer(() => ({ body: 'zip' }))
    await controller.fetch(getArchive, { id: '2' })
    await controller.fetch(getArchive, { id: '2' })
    expect(received).toHaveLength(2)
    await vi.waitFor(() => expect(rows(store.getState().rest.requests)).toEqual([]))
  })
})

describe('an upload', () => {
  const ada = { id: '1', name: 'Ada', avatarUrl: '/1.png' }

  it('of a form has the boundary that fetch chose', async () => {
    answer(() => ({ json: ada }))
    const file = new File(['pixels'], 'ada.png', { type: 'image/png' })
    expect(await createWithAvatar('Ada', file)).toMatchObject(ada)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const [, boundary = '?'] =
      headers['content-type']?.split('multipart/form-data; boundary=') ?? []
    expect(body.startsWith(`--${boundary}`)).toBe(true)
    expect(body).toContain('name="name"\r\n\r\nAda')
    expect(body).toContain('name="avatar"; filename="ada.png"\r\nContent-Type: image/png')
  })

  it('of a file alone has the type of the file', async () => {
    answer(() => ({ json: ada }))
    await controller.fetch(putAvatar, { id: '1' }, new Blob(['pixels'], { type: 'image/webp' }))
    expect(received).toMatchObject([
      { method: 'PUT', headers: { 'content-type': 'image/webp' }, body: 'pixels' },
    ])
    expect(JSON.stringify(store.getState())).not.toContain('pixels')
  })
})

describe('a logout', () => {
  it('is one, and brings nothing back of what was there or under way', async () => {
    const late = deferred()
    const controller = logout.rest.getController(logout.store)
    answer(async ({ path, headers }) => {
      if (path === '/users/slow') await late.promise
      const isKnown = headers.authorization === 'Bearer good'
      return isKnown ? { json: { id: path.replace('/users/', ''), name: 'Ada' } } : { status: 401 }
    })
    logout.session.token = 'good'
    await controller.fetch(logout.UserResource.get, { id: '1' })
    const slow = controller.fetch(logout.UserResource.get, { id: 'slow' })
    const outcome = expect(slow).rejects.toBeInstanceOf(ResetError)
    await arrived(2)

    logout.session.token = 'expired'
    const held = logout.store.dispatch(logout.rest.retain(logout.UserResource.get, { id: '2' }))
    await vi.waitFor(() => expect(logout.session.isOnLoginPage).toBe(true))
    late.resolve()
    await outcome
    await controller.allSettled()
    expect(logout.session.token).toBe('')
    expect(logout.store.getState().rest.entities).toEqual({})
    expect(received.map(({ path }) => path)).toEqual(['/users/1', '/users/slow', '/users/2'])

    logout.session.token = 'good'
    expect(await controller.fetch(logout.UserResource.get, { id: '2' })).toMatchObject({ id: '2' })
    held.release()
  })
})

describe('patience', () => {
  /** Lets waits pass at once, however long they are; those of a server and of sockets are none of ours. */
  function fakeWaits() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    return async (ms: number) => vi.advanceTimersByTimeAsync(ms)
  }

  /** All timers there are then are waits. */
  const getPatiently = getRates.extend({ timeout: undefined })

  it('gives up on a server that takes too long', async () => {
    const pass = fakeWaits()
    answer(() => new Promise(() => {}))
    const getOnce = getRates.extend({ retry: 0 })
    const refused = expect(getOnce({ day: '1' })).rejects.toMatchObject({
      name: 'NetworkError',
      code: 'TIMEOUT',
      status: 504,
    })
    await arrived(1)
    await pass(5_000)
    await refused
  })

  it('tries again what may pass, three times, after longer and longer waits', async () => {
    const pass = fakeWaits()
    const times: number[] = []
    answer(() => {
      times.push(Date.now())
      return times.length < 4 ? { status: 503 } : { json: { EUR: 1 } }
    })
    const rates = getPatiently({ day: '1' })
    await passUntilArrived(pass, 4)
    expect(await rates).toEqual({ EUR: 1 })
    for (const [index, wait] of [300, 600, 1_200].entries()) {
      const waited = (times[index + 1] ?? 0) - (times[index] ?? 0)
      expect(waited).toBeGreaterThanOrEqual(wait)
      expect(waited).toBeLessThanOrEqual(2 * wait + 50)
    }
  })

  it('does so no more than three times', async () => {
    const pass = fakeWaits()
    answer(() => ({ status: 503 }))
    const refused = expect(getPatiently({ day: '1' })).rejects.toMatchObject({ status: 503 })
    await passUntilArrived(pass, 4)
    await refused
    expect(received).toHaveLength(4)
  })

  it('does not try again what will not pass', async () => {
    answer(() => ({ status: 404 }))
    await expect(getRates({ day: '1' })).rejects.toMatchObject({ status: 404 })
    expect(received).toHaveLength(1)
  })

  it('waits for as long as the server says', async () => {
    const pass = fakeWaits()
    answer(() =>
      received.length === 1
        ? { status: 429, headers: { 'retry-after': '20' } }
        : { json: { EUR: 1 } },
    )
    const rates = getPatiently({ day: '1' })
    await arrived(1)
    const start = Date.now()
    await passUntilArrived(pass, 2)
    expect(Date.now() - start).toBeGreaterThanOrEqual(20_000)
    expect(await rates).toEqual({ EUR: 1 })
  })

  it('of a POST has to be asked for', async () => {
    const pass = fakeWaits()
    answer(() => (received.length % 2 === 1 ? { status: 503 } : { status: 201, json: {} }))
    const order = { id: 'o1', amount: 5 }
    const sent = sendOrder(order)
    await passUntilArrived(pass, 2)
    expect(await sent).toEqual({})
    expect(received.map(({ body }) => body)).toEqual([JSON.stringify(order), JSON.stringify(order)])

    const sendOnce = sendOrder.extend({ retry: 5 })
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

describe('a signal', () => {
  it('of an endpoint ends all of its calls, that of a call ends one', async () => {
    answer(() => new Promise(() => {}))
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

  it('may be made for each call', async () => {
    const ends: AbortController[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      ends.push(new AbortController())
      return (ends.at(-1) as AbortController).signal
    })
    answer(({ path }) => (path === '/tickers/1' ? new Promise(() => {}) : { json: 2 }))
    const [one, other] = [signals.getTicker({ id: '1' }), signals.getTicker({ id: '2' })]
    await arrived(2)
    ends[0]?.abort()
    await expect(one).rejects.toMatchObject({ name: 'AbortError' })
    expect(await other).toBe(2)
  })
})

describe('validation', () => {
  it('keeps what does not fit out of the store, and says all that is wrong', async () => {
    answer(() => ({ json: { id: '1', name: 7, age: -1 } }))
    const before = store.getState().rest.entities
    const refused = controller.fetch(getUser, { id: '1' })
    await expect(refused).rejects.toMatchObject({
      name: 'ValidationError',
      code: 'INVALID_RESPONSE',
      status: 400,
      issues: [{ path: ['name'] }, { path: ['age'] }],
    })
    expect(store.getState().rest.entities).toBe(before)
    expect(controller.get(User, { id: '1' })).toBeUndefined()
    expect(controller.getError(getUser, { id: '1' })).toMatchObject({ status: 400 })
  })

  it('keeps what does not fit from being sent', async () => {
    answer(({ body }) => ({ json: { id: '1', ...JSON.parse(body) } }))
    await expect(controller.fetch(createUser, { name: ' ', age: 1.5 })).rejects.toMatchObject({
      code: 'INVALID_BODY',
      issues: [{ path: ['name'] }, { path: ['age'] }],
    })
    expect(received).toEqual([])
    expect(await controller.fetch(createUser, { name: ' Ada ', age: 36 })).toBeInstanceOf(User)
    expect(received).toMatchObject([{ body: '{"name":"Ada","age":36}' }])
  })

  it('stores what the schema made of the answer', async () => {
    answer(() => ({ json: { id: '2', name: ' Bob ', age: 3, secret: 's' } }))
    expect(await controller.fetch(getUser, { id: '2' })).toMatchObject({ name: 'Bob' })
    expect(JSON.stringify(store.getState())).not.toContain('secret')
  })
})
