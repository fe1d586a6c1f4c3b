import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a request may still take once the server stops, in ms. */
const grace = 2_000

/** The connections of each server, web sockets too, which a server itself does not end. */
const connections = new WeakMap<Server, Set<Socket>>()

/** Listens on a port of this machine only and resolves to the URL; rejects when the port is taken. */
export function listen(server: Server, port: number): Promise<string> {
  const sockets = new Set<Socket>()
  connections.set(server, sockets)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      const actualPort = typeof address === 'object' && address ? address.port : port
      // Not `localhost`: a browser may take that for ::1, where another server may have the same port.
      resolve(`http://127.0.0.1:${actualPort}`)
    })
  })
}

/** Lets running requests finish, then ends every connection. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const endAll = (): void => connections.get(server)?.forEach((socket) => socket.destroy())
  const timer = setTimeout(endAll, grace)
  await closed
  clearTimeout(timer)
}
