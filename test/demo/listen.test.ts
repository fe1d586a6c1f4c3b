import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { listen, stopListening } from '../../demo/server/listen'

const upgrade = [
  'GET / HTTP/1.1',
  'host: desk.example',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
]

it('stops although a connection asks for a web socket while it stops', async ({
  onTestFinished,
}) => {
  const server = createServer()
  const { port } = new URL(await listen(server, 0))
  const sockets = new WebSocketServer({ noServer: true })
  onTestFinished(() => sockets.clients.forEach((socket) => socket.terminate()))
  server.on('upgrade', (...given) => sockets.handleUpgrade(...given, () => undefined))
  const connected = once(server, 'connection')
  const late = connect(Number(port), '127.0.0.1')
  const ended = once(late, 'close')
  await connected
  const stopped = stopListening(server)
  late.write(`${upgrade.join('\r\n')}\r\n\r\n`)
  await Promise.all([stopped, ended])
  expect(sockets.clients.size).toBe(0)
})
