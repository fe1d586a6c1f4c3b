import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Browser, Page } from 'playwright-core'
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
  readonly requests: string[]
  readonly #folder: string
  readonly #server: ViteDevServer
  readonly #browser: Browser

  private constructor(
    folder: string,
    server: ViteDevServer,
    browser: Browser,
    page: Page,
    requests: string[],
  ) {
    this.#folder = folder
    this.#server = server
    this.#browser = browser
    this.page = page
    this.requests = requests
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
    const requests: string[] = []
    const [server, browser] = await Promise.all([serve(folder), launchBrowser()])
    server.middlewares.stack.unshift({
      route: '',
      handle: (request: { url: string }, response: ServerResponse, next: () => void) => {
        if (!Object.hasOwn(bodies, request.url)) return next()
        requests.push(request.url)
        return response.end(JSON.stringify(bodies[request.url]))
      },
    } as never)
    const page = await browser.newPage()
    const site = new HotSite(folder, server, browser, page, requests)
    await page.goto(server.resolvedUrls?.local[0] ?? '')
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

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
    await rm(this.#folder, { recursive: true })
  }
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
