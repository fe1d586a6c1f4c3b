import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { launchBrowser } from '../../support/launchBrowser'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const source = (path: string): string => `${root}src/${path}`

/** A real server, with a page that has the library, in a real browser. */
export class Site {
  readonly url: string
  /** The same handlers at another port: another origin for a browser. */
  readonly otherUrl: string
  /** Without those for the page itself. */
  readonly requests: IncomingMessage[] = []
  /** The script of the page, for pages that a handler sends. */
  readonly script: string
  readonly #servers: readonly Server[]
  readonly #browser: Browser
  #handler: RequestListener = (_, response) => response.end()
  #context: BrowserContext | undefined

  private constructor(own: Server, other: Server, browser: Browser, script: string) {
    this.#servers = [own, other]
    this.#browser = browser
    this.script = script
    this.url = urlOf(own)
    this.otherUrl = urlOf(other)
    const page = `<!doctype html><link rel="icon" href="data:,"><body><script>${script}</script>`
    const handle: RequestListener = (request, response) => {
      if (request.url === '/page') {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page)
        return
      }
      this.requests.push(request)
      this.#handler(request, response)
    }
    for (const server of this.#servers) server.on('request', handle)
  }

  /** @param entry the file that the page runs, relative to this one */
  static async start(entry: string): Promise<Site> {
    const [own, other] = await Promise.all([listen(), listen()])
    const [browser, script] = await Promise.all([launchBrowser(), bundle(entry)])
    return new Site(own, other, browser, script)
  }

  /** The server of the page, for what is no request: sockets. */
  get server(): Server {
    return this.#servers[0] as Server
  }

  respond(handler: RequestListener): void {
    this.#handler = handler
  }

  /** Opens a page in a context of its own, one at a time; `commit` waits for no more than the start of its HTML. */
  async open(path = '/page', waitUntil: 'load' | 'commit' = 'load'): Promise<Page> {
    await this.#context?.close()
    this.requests.length = 0
    this.#context = await this.#browser.newContext()
    const page = await this.#context.newPage()
    await page.goto(`${this.url}${path}`, { waitUntil })
    return page
  }

  async close(): Promise<void> {
    await this.#browser.close()
    for (const server of this.#servers) {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    }
  }
}

async function listen(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return server
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** One script, as an app has the library. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    resolve: {
      alias: {
        'rtk-rest/devtools': source('devtools/index.ts'),
        'rtk-rest/garbage': source('garbage.ts'),
        'rtk-rest/hydration': source('hydration.ts'),
        'rtk-rest/optimistic': source('optimistic.ts'),
        'rtk-rest/persistence': source('persistence.ts'),
        'rtk-rest/react': source('react/index.ts'),
        'rtk-rest/refetch': source('refetch.ts'),
        'rtk-rest/streams': source('streams.ts'),
        'rtk-rest/xhr': source('xhr/index.ts'),
        'rtk-rest': source('index.ts'),
      },
    },
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(entry, import.meta.url)),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const [chunk] = (result as { output: readonly { readonly code: string }[] }).output
  if (chunk === undefined) throw new Error('There is no bundle.')
  return chunk.code.replaceAll('</script', '<\\/script')
}
