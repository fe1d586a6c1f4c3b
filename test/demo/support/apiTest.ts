import { test } from 'vitest'
import type { PageKind } from '../../../demo/server/page'
import { startDemo } from '../../../demo/server/startDemo'
import { Api } from './Api'
import { newDatabase } from './newDatabase'

/** An origin in the configuration of the server, like that of a proxy before it. */
export const proxied = 'https://desk.example'

/** A test of the API: one server for the file, through the same door as the page. */
export const it = test
  // The clock of the limits, in ms, which the tests advance.
  .extend('clock', { scope: 'file' }, () => ({ now: 0 }))
  // Bundled at the first request, so that tests of the API alone do not wait for it.
  .extend('page', { scope: 'file' }, (): PageKind => 'built')
  .extend('demo', { scope: 'file' }, async ({ clock, page }, { onCleanup }) => {
    const { dataDir, remove } = await newDatabase()
    const pace = () => Promise.resolve()
    const now = () => clock.now
    const allowedOrigins = [proxied]
    const demo = await startDemo({ port: 0, dataDir, page, pace, now, allowedOrigins })
    onCleanup(() => demo.close().then(remove))
    return demo
  })
  .extend('api', ({ demo }) => new Api(demo.url))
