import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { InlineConfig, ViteDevServer } from 'vite'

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
const cacheHome = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** The page's own server, which needs an HTTP server to answer for. */
export interface PageServer {
  readonly middlewares: ViteDevServer['middlewares']
  close(): Promise<void>
}

/** Creates the Vite server of the page as a middleware of `server`, on whose port its web socket runs too. */
export function createPage(server: Server, hmr: boolean): Promise<PageServer> {
  return hmr ? createVite(server, {}) : createStill(server)
}

/** A page that stays as it is. Several of them may run at once, beside one that a person works on. */
async function createStill(server: Server): Promise<PageServer> {
  await mkdir(cacheHome, { recursive: true })
  // Vite rewrites a cache that another Vite server filled in its own way, also while that one reads it.
  const cacheDir = await mkdtemp(`${cacheHome}/vite-demo-`)
  const removeCache = () => rm(cacheDir, { recursive: true, force: true, maxRetries: 3 })
  try {
    const vite = await createVite(server, {
      cacheDir,
      // Without HMR the socket stays, because Vite's client logs an error where it cannot connect.
      server: { hmr: false, watch: null },
      // The listed ones are all there are. They are bundled before this goes on, and nothing is written later.
      optimizeDeps: { noDiscovery: true },
    })
    return { middlewares: vite.middlewares, close: () => vite.close().then(removeCache) }
  } catch (error) {
    await removeCache()
    throw error
  }
}

function createVite(server: Server, own: InlineConfig): Promise<ViteDevServer> {
  const onServer = { middlewareMode: true, ws: { server } }
  return createServer({ configFile, ...own, server: { ...onServer, ...own.server } })
}
