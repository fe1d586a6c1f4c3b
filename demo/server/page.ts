import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener, Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { InlineConfig, ViteDevServer } from 'vite'
import { noncePlaceholder, respondWithIndex } from './respondWithIndex'
import { createBuilt } from './builtPage'

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
const cacheHome = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** The page's own server, which needs the HTTP server that it responds for. */
export interface PageServer {
  readonly handler: RequestListener
  close(): Promise<void>
}

/** Whether the page follows its files, stays as they were, or is bundled first. */
export type PageKind = 'changing' | 'still' | 'built'

/** Creates the page; a Vite server of it responds for `server`, and its web socket runs on the same port. */
export async function createPage(server: Server, kind: PageKind): Promise<PageServer> {
  if (kind === 'built') return createBuilt()
  return kind === 'still' ? createStill(server) : createChanging(server)
}

/** A page that follows its files. */
async function createChanging(server: Server): Promise<PageServer> {
  const vite = await createVite(server, {})
  return { handler: createPageListener(vite), close: () => vite.close() }
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
    return { handler: createPageListener(vite), close: () => vite.close().then(removeCache) }
  } catch (error) {
    await removeCache()
    throw error
  }
}

function createVite(server: Server, own: InlineConfig): Promise<ViteDevServer> {
  return createServer({
    configFile,
    // Custom, because the HTML needs a nonce of its own in each response.
    appType: 'custom',
    html: { cspNonce: noncePlaceholder },
    ...own,
    server: {
      middlewareMode: true,
      ws: { server },
      // No other origin reads the page's files, not even another port of this machine, as Vite would let it.
      cors: false,
      // The door has checked the host before, and the port with it.
      allowedHosts: true,
      ...own.server,
    },
  })
}

/** Vite responds for the files, and the HTML is what is left. */
function createPageListener(vite: ViteDevServer): RequestListener {
  return (request, response) => {
    vite.middlewares(request, response, () => void respondWithIndex(vite, request, response))
  }
}
