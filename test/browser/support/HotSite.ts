import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Browser, Page, Request } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { launchBrowser } from '../../support/launchBrowser'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const html = `<!doctype html><link rel="icon" href="data:,"><div id="root"></div>
<script type="module">
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  import { App } from './App'
  window.loads = Number(sessionStorage.loads ?? 0) + 1
  sessionStorage.loads = window.loads
  createRoot(document.getElementById('root')).render(createElement(App))
</script>`

/** A copy of some sources, which Vite's development server serves to a real browser, and reloads when they are edited. */
export class HotSite {
  readonly page: Page
  /** What scripts of the page have requested. */
  readonly requests: string[] = []
  /** Warnings, errors and exceptions. */
  readonly complaints: string[] = []
  readonly #folder: string
  readonly #server: ViteDevServer
  readonly #browser: Browser
  readonly #inFlight = new Set<Request>()

  private constructor(folder: string, server: ViteDevServer, browser: Browser, page: Page) {
    this.#folder = folder
    this.#server = server
    this.#browser = browser
    this.page = page
    page.on('request', (request) => this.#note(request))
    page.on('requestfinished', (request) => this.#inFlight.delete(request))
    page.on('requestfailed', (request) => this.#inFlight.delete(request))
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) this.complaints.push(message.text())
    })
  }

  /**
   * @param sources a folder with an `App.tsx`
   * @param bodies the responses by path
   */
  static async start(sources: URL, bodies: Readonly<Record<string, unknown>>): Promise<HotSite> {
    const folder = await mkdtemp(join(tmpdir(), 'hot-'))
    await cp(sources, folder, { recursive: true })
    await writeFile(join(folder, 'index.html'), html)
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const [server, browser] = await Promise.all([serve(folder), launchBrowser()])
    server.middlewares.stack.unshift({
      route: '',
      handle: (request: { url: string }, response: ServerResponse, next: () => void) => {
        if (!Object.hasOwn(bodies, request.url)) return next()
        return response.end(JSON.stringify(bodies[request.url]))
      },
    } as never)
    const site = new HotSite(folder, server, browser, await browser.newPage())
    await site.page.goto(server.resolvedUrls?.local[0] ?? '')
    return site
  }

  /** Replaces texts of a file, all at once. */
  async edit(file: string, ...changes: readonly [before: string, after: string][]): Promise<void> {
    const path = join(this.#folder, file)
    let source = await readFile(path, 'utf8')
    for (const [before, after] of changes) {
      if (!source.includes(before)) throw new Error(`${file} has no ${before}`)
      source = source.replace(before, after)
    }
    await writeFile(path, source)
  }

  /** Resolves once the page has rendered and nothing is in flight: what it shows next it would have requested. */
  async settle(): Promise<void> {
    do await this.page.evaluate(renderTwice)
    while (this.#inFlight.size > 0)
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
    await rm(this.#folder, { recursive: true })
  }

  #note(request: Request): void {
    this.#inFlight.add(request)
    if (!['fetch', 'xhr'].includes(request.resourceType())) return
    const { pathname, search } = new URL(request.url())
    this.requests.push(`${request.method()} ${pathname}${search}`)
  }
}

/** Runs in the page. */
async function renderTwice(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

async function serve(folder: string): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    root: folder,
    cacheDir: join(folder, '.vite'),
    plugins: [react()],
    server: {
      host: '127.0.0.1',
      port: 0,
      fs: { strict: false },
      // Else a file that is still empty is read, and what changes again within 50 ms is overlooked.
      watch: { awaitWriteFinish: { stabilityThreshold: 30, pollInterval: 10 } },
    },
    resolve: {
      alias: { 'rtk-rest/react': `${root}src/react/index.ts`, 'rtk-rest': `${root}src/index.ts` },
      dedupe: ['react', 'react-dom', 'react-redux', '@reduxjs/toolkit'],
    },
    optimizeDeps: {
      include: [
        'react',
        'react/jsx-dev-runtime',
        'react-dom/client',
        'react-redux',
        '@reduxjs/toolkit',
        'reselect',
      ],
    },
  })
  return server.listen()
}
