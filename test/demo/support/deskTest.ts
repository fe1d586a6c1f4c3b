import { expect, test } from 'vitest'
import { startDemo } from '../../../demo/server/startDemo'
import { launchBrowser } from '../../support/launchBrowser'
import { Api } from './Api'
import { Desk } from './Desk'
import { StatementPace } from './StatementPace'

const laptop = { width: 1280, height: 860 }

/** A browser that takes longer than this for one step will never get there. */
const patience = 20_000

/** A test in a browser: one demo and one browser for each file, a fresh page for each test, and a silent console. */
export const it = test
  .extend('dataDir', { scope: 'file' }, 'memory://')
  .extend('stage', { scope: 'file' }, async ({ dataDir }, { onCleanup }) => {
    const statements = new StatementPace()
    const demo = await startDemo({ port: 0, dataDir, hmr: false, pace: statements.pace })
    const browser = await launchBrowser()
    onCleanup(() => browser.close().then(demo.close))
    return { browser, url: demo.url, statements }
  })
  .extend('statements', ({ stage }) => stage.statements)
  .extend('api', ({ stage }) => new Api(stage.url))
  .extend('desk', async ({ stage }, { onCleanup }) => {
    const context = await stage.browser.newContext({ viewport: laptop })
    context.setDefaultTimeout(patience)
    const desk = new Desk(await context.newPage(), stage.url)
    onCleanup(async () => {
      const complaints = await desk.complaints.all()
      await context.close()
      expect(complaints, 'complaints of the browser').toEqual([])
    })
    return desk
  })
