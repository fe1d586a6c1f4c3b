import { once } from 'node:events'
import { describe, expect } from 'vitest'
import { WebSocket } from 'ws'
import { it as baseIt, proxied } from './support/apiTest'

interface QuoteJson {
  readonly symbol: string
  readonly price: string
}

const feedOf = (url: string): string => `${url.replace('http', 'ws')}/api/prices`

/** A socket of the page, as a browser opens it. */
const it = baseIt.extend('open', ({ demo }, { onCleanup }) => {
  const opened: WebSocket[] = []
  onCleanup(() => opened.forEach((socket) => socket.terminate()))
  return (origin = demo.url, path = feedOf(demo.url)) => {
    const socket = new WebSocket(path, { origin })
    opened.push(socket)
    return socket
  }
})

/** Sends a text once the socket is open. */
async function send(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState === WebSocket.CONNECTING) await once(socket, 'open')
  socket.send(text)
}

async function next(socket: WebSocket, name: 'all' | 'moved'): Promise<readonly QuoteJson[]> {
  const [data] = (await once(socket, 'message')) as [Buffer]
  const { [name]: quotes } = JSON.parse(String(data)) as Record<string, readonly QuoteJson[]>
  return quotes ?? []
}

async function refusal(socket: WebSocket): Promise<string> {
  const [error] = (await once(socket, 'error')) as [Error]
  return error.message
}

describe('the feed of prices', () => {
  it('sends all of them to who subscribes, and then each one that moves', async ({ open, api }) => {
    const socket = open()
    await send(socket, '{"subscribe":"prices"}')
    const all = await next(socket, 'all')
    expect(all.map(({ symbol }) => symbol)).toEqual(['EURNOK', 'COPPER', 'OSLPWR', 'HBRTKN'])
    const [moved] = await next(socket, 'moved')
    const before = all.find(({ symbol }) => symbol === moved?.symbol)
    expect(moved?.price).not.toBe(before?.price)
    // The ticker moves the same market.
    const { body } = await api.request<readonly QuoteJson[]>('GET', '/ticker')
    expect(body.map(({ symbol }) => symbol)).toContain(moved?.symbol)
  })

  it('ends in an outage, and refuses sockets until it is over', async ({ open, api }) => {
    const socket = open()
    await send(socket, '{"subscribe":"prices"}')
    await next(socket, 'all')
    const closed = once(socket, 'close')
    await api.request('PUT', '/outage', { on: true })
    await closed
    expect(await refusal(open())).toContain('503')
    await api.request('PUT', '/outage', { on: false })
    await once(open(), 'open')
  })

  it.for(['no JSON', '{"subscribe":"secrets"}', 'null', '[]'])(
    'closes the socket of who sends %s',
    async (text, { open }) => {
      const socket = open()
      await send(socket, text)
      const [code] = (await once(socket, 'close')) as [number]
      expect(code).toBe(1008)
    },
  )

  it('takes no long message', async ({ open }) => {
    const socket = open()
    await send(socket, 'x'.repeat(10_000))
    await once(socket, 'close')
  })

  it('is for its own page, and that of a proxy that is named', async ({ open, demo }) => {
    expect(await refusal(open('https://evil.example'))).toContain('403')
    expect(await refusal(open(proxied))).toContain('403')
    expect(await refusal(open(demo.url, `${feedOf(demo.url)}/other`))).toContain('hang up')
  })
})
