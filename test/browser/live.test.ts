import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { Site } from './support/Site'

// The WebSocket, the EventSource and the frames of a real browser, with a real server.

let site: Site
let page: Page
let sockets: WebSocketServer
const received: unknown[] = []
const opened: WebSocket[] = []
const events: ServerResponse[] = []
let count = 0

beforeAll(async () => {
  site = await Site.start('live.tsx')
  sockets = new WebSocketServer({ server: site.server })
  sockets.on('connection', (socket) => {
    opened.push(socket)
    socket.on('message', (data) => received.push(JSON.parse((data as Buffer).toString())))
  })
  site.respond((request, response) => {
    if (request.url === '/events') {
      events.push(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      response.write('retry: 10\n\n')
    } else {
      count += 1
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify([{ id: `${count}` }]))
    }
  })
  page = await site.open()
})

afterAll(async () => {
  sockets.close()
  for (const socket of sockets.clients) socket.terminate()
  await site.close()
})

const send = (...messages: readonly unknown[]) => {
  for (const it of messages) opened.at(-1)?.send(JSON.stringify(it))
}
const text = (name: string) => page.locator(name).textContent()
const shows = (name: string, expected: string) =>
  vi.waitFor(async () => expect(await text(name)).toBe(expected), { timeout: 100_000 })
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 100_000 })

describe('a page in a browser', () => {
  it('shows what a WebSocket pushes to a suspended component, one commit a frame', async () => {
    await waitFor(() => expect(received).toEqual([{ subscribe: 'BTC' }]))
    send({ symbol: 'BTC', value: 1 })
    await waitFor(() => expect(received).toHaveLength(2))
    send({ symbol: 'ETH', value: 2 })
    await shows('b', '1 2')
    const before = await page.evaluate(() => window.live.commits())
    const started = performance.now()
    for (let value = 1; value <= 2_000; value += 1) send({ symbol: 'BTC', value })
    await shows('b', '2000 2')
    const frames = Math.ceil((performance.now() - started) / 16)
    expect((await page.evaluate(() => window.live.commits())) - before).toBeLessThanOrEqual(frames)
    expect(opened).toHaveLength(1)
  })

  it('adds what an EventSource brings, and fetches once when that is back', async () => {
    await shows('i', '1')
    await waitFor(() => expect(events).toHaveLength(1))
    events[0]?.write('event: order\ndata: {"id":"a"}\n\nevent: other\ndata: {"id":"b"}\n\n')
    await shows('i', '1 a')
    events[0]?.end()
    await waitFor(() => expect(events).toHaveLength(2))
    await shows('i', '2')
    expect(count).toBe(2)
  })

  it('reconnects after a loss, and closes what nothing reads', async () => {
    opened[0]?.terminate()
    await waitFor(() => expect(opened).toHaveLength(2))
    await waitFor(() =>
      expect(received.slice(2)).toEqual([{ subscribe: 'BTC' }, { subscribe: 'ETH' }]),
    )
    send({ symbol: 'ETH', value: 3 })
    await shows('b', '2000 3')
    await page.evaluate(() => window.live.unmount())
    await waitFor(() => expect(sockets.clients.size).toBe(0))
    await waitFor(() => expect(events.every((it) => it.destroyed)).toBe(true))
  })
})
