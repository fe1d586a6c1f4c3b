import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app'
import { openDatabase } from './database'
import type { Database } from './database'
import { createDoor, refuseForeignSocket } from './door'
import { Feed } from './feed'
import { listen, stopListening } from './listen'
import { createMarket } from './market'
import { Origins } from './Origins'
import { createOutage } from './outage'
import { createPage } from './page'
import type { PageKind, PageServer } from './page'
import { addUser } from './seedUsers'
import { unhurried } from './statement'
import type { Pace } from './statement'

/** How to start the demo; the defaults are those of `npm run demo`. */
export interface DemoOptions {
  /** 0 takes any free port. Default 5173. */
  readonly port?: number
  /** A folder, or `memory://` for a database that ends with the process. Default `.data/` at the root. */
  readonly dataDir?: string
  /** Whether the open page follows changes of its files. Default: `changing`, it does. */
  readonly page?: PageKind
  /** How fast statements are sent. Default: so slowly that a person sees it. */
  readonly pace?: Pace
  /** Origins of the page besides those of this machine, such as `https://desk.example`. Default: none. */
  readonly allowedOrigins?: readonly string[]
  /** The clock of the limits, in ms. Default: that of the process. */
  readonly now?: () => number
}

/** A running demo. */
export interface Demo {
  readonly url: string
  /** Adds a user with the password of the demo. A user has one session, so each page that stays signed in needs its own. */
  addUser(name: string): Promise<void>
  close(): Promise<void>
}

interface Parts {
  readonly server: Server
  database?: Database
  feed?: Feed
  page?: PageServer
}

/** Everything that stands behind the port. */
interface Opened {
  readonly sql: PGlite
  readonly handler: RequestListener
}

const defaultDataDir = fileURLToPath(new URL('../../.data', import.meta.url))

/** Starts database, API and page in this process, on one port; when a part cannot start, the others are closed again. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const parts: Parts = { server: createServer() }
  // The port comes first, so that a taken one is reported at once and not after the database has started.
  const url = await listen(parts.server, options.port ?? 5173)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeParts(parts))
  try {
    const opening = openParts(parts, url, options)
    respondWhenReady(parts.server, opening)
    const { sql } = await opening
    return { url, addUser: (name) => addUser(sql, name), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openParts(parts: Parts, url: string, options: DemoOptions): Promise<Opened> {
  const { allowedOrigins, pace = unhurried, now = () => performance.now() } = options
  const origins = new Origins(Number(new URL(url).port || 80), allowedOrigins)
  // Before the page listens for sockets too.
  parts.server.on('upgrade', refuseForeignSocket(origins))
  const { sql } = (parts.database = await openDatabase(options.dataDir ?? defaultDataDir))
  parts.page = await createPage(parts.server, options.page ?? 'changing')
  const [market, outage] = [createMarket(sql), createOutage()]
  const feed = (parts.feed = new Feed({ market, origins, outage }))
  parts.server.on('upgrade', (...given) => feed.upgrade(...given))
  const app = createApp(sql, { origins, market, outage, pace, now })
  const handleApi = getRequestListener(app.fetch)
  const api: RequestListener = (request, response) => void handleApi(request, response)
  return { sql, handler: createDoor(origins, api, parts.page.handler) }
}

/** Ends a web socket. */
function endSocket(_request: IncomingMessage, socket: Duplex): void {
  socket.destroy()
}

/** Requests wait until all is there. Web sockets end, because nobody takes them yet: the page tries again. */
function respondWhenReady(server: Server, opening: Promise<Opened>): void {
  server.on('upgrade', endSocket)
  const stop = () => void server.off('upgrade', endSocket)
  opening.then(stop, stop)
  server.on('request', (request, response) => {
    opening.then(
      ({ handler }) => handler(request, response),
      () => response.destroy(),
    )
  })
}

async function closeParts({ server, database, feed, page }: Parts): Promise<void> {
  // What has open web sockets goes first, because they would hold the server; the database last because requests need it.
  feed?.close()
  await page?.close()
  await stopListening(server)
  await database?.close()
}
