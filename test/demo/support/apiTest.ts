import { test } from 'vitest'
import type { PageKind } from '../../../demo/server/page'
import { startDemo } from '../../../demo/server/startDemo'
import { Api } from './Api'

/** An origin that the server is told of, as that of a proxy before it. */
export const proxied = 'https://desk.example'

/** A test of the API: one server for the file, through the same door as the page. */
export const it = test
  .extend('dataDir', { scope: 'file' }, 'memory://')
  // The time that the limits go by, in ms: it passes when a test says so.
  .extend('clock', { scope: 'file' }, () => ({ now: 0 }))
  // Bundled when it is asked for, so that who asks the API alone does not wait for it.
  .extend('page', { scope: 'file' }, (): PageKind => 'built')
  .extend('demo', { scope: 'file' }, async ({ dataDir, clock, page }, { onCleanup }) => {
    const pace = () => Promise.resolve()
    const now = () => clock.now
    const allowedOrigins = [proxied]
    const demo = await startDemo({ port: 0, dataDir, page, pace, now, allowedOrigins })
    onCleanup(() => demo.close())
    return demo
  })
  .extend('api', ({ demo }) => new Api(demo.url))
