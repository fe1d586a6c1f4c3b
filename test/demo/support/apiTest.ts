import { test } from 'vitest'
import { startDemo } from '../../../demo/server/startDemo'
import { Api } from './Api'

/** A test of the API: one server for the file, through the same door as the page. */
export const it = test
  .extend('dataDir', { scope: 'file' }, 'memory://')
  .extend('api', { scope: 'file' }, async ({ dataDir }, { onCleanup }) => {
    const pace = () => Promise.resolve()
    const demo = await startDemo({ port: 0, dataDir, hmr: false, pace })
    onCleanup(() => demo.close())
    return new Api(demo.url)
  })
