import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a request may still take once the server stops, in ms. */
const grace = 500

/** The web sockets of each server, also those that nobody took: the server itself knows them no more. */
const webSockets = new WeakMap<Server, Set<Duplex>>()

/** Listens on a port of this machine only and resolves to the URL; rejects when the port is taken. */
export function listen(server: Server, port: number): Promise<string> {
  const sockets = new Set<Duplex>()
  webSockets.set(server, sockets)
  server.on('upgrade', (_request, socket) => {
    // A connection of before the stop may ask for one after it, and would hold the server.
    if (!server.listening) return void socket.destroy()
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

/** Ends web sockets at once, and lets running requests finish for a moment, before it ends every connection. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  webSockets.get(server)?.forEach((socket) => socket.destroy())
  const timer = setTimeout(() => server.closeAllConnections(), grace)
  await closed
  clearTimeout(timer)
}
