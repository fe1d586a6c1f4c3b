import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Json } from './Database'
import { FAULT, type Fault, type World } from './World'

/** A real HTTP server with many worlds, each below a path of its own. */
export class WorldServer {
  readonly #server: Server
  readonly #worlds = new Map<string, World>()
  /** How many requests were redirected. */
  redirected = 0
  #count = 0
  #origin = ''

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
    // A client closes what it does not use. If both did, a busy client would send into what the server has just closed.
    this.#server.keepAliveTimeout = 0
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve))
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Opens a world, and gives the address that its paths follow. */
  open(world: World): { readonly urlPrefix: string; close(): void } {
    this.#count += 1
    const name = `w${this.#count}`
    this.#worlds.set(name, world)
    return { urlPrefix: `${this.#origin}/${name}`, close: () => void this.#worlds.delete(name) }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const [, name = '', path = '/'] = /^\/(\w+)(\/.*)$/.exec(url) ?? []
    const sent = await text(request)
    const world = this.#worlds.get(name)
    if (world === undefined) return void response.writeHead(410).end()
    const [address = '', query] = path.split('?')
    if (world.features.hasSlashes && !address.endsWith('/')) {
      this.redirected += 1
      const location = `/${name}${address}/${query === undefined ? '' : `?${query}`}`
      return void response.writeHead(301, { location }).end()
    }
    const body = sent === '' ? undefined : (JSON.parse(sent) as Json)
    const modelResponse = await world.handle(
      { method, path, body },
      headers[FAULT] as Fault | undefined,
    )
    if (modelResponse === undefined) return void response.destroy()
    if (modelResponse.body === undefined)
      return void response.writeHead(modelResponse.status, modelResponse.headers).end()
    response.writeHead(modelResponse.status, {
      ...modelResponse.headers,
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(modelResponse.body))
  }
}
