import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDemo } from '../../../demo/server/startDemo'
import { launchBrowser } from '../../support/launchBrowser'
import { Api } from './Api'
import { reportViolations } from './Complaints'
import { Desk } from './Desk'
import { newDatabase } from './newDatabase'
import { StatementPace } from './StatementPace'

const laptop = { width: 1280, height: 860 }

/** A test in a browser: one demo and one browser for each file, a fresh page for each test, and a silent console. */
export const it = test
  .extend('statements', { scope: 'file' }, () => new StatementPace())
  .extend('stage', { scope: 'file' }, async ({ statements }, { onCleanup }) => {
    const { dataDir, remove } = await newDatabase()
    const demo = await startDemo({ port: 0, dataDir, page: 'built', pace: statements.pace })
    const browser = await launchBrowser()
    onCleanup(() => browser.close().then(demo.close).then(remove))
    return { browser, demo }
  })
  .extend('api', ({ stage }, { onCleanup }) => {
    const api = new Api(stage.demo.url)
    // Each member of a test before would make all later pages slower.
    onCleanup(() => api.deleteAdded())
    return api
  })
  // A new sign-in ends the session before it, so tests that run at once do not share a user.
  .extend('user', async ({ stage, task }) => {
    const user = `desk-${task.id}`
    await stage.demo.addUser(user)
    return user
  })
  // Of `api`, so that it is closed before its members are deleted.
  .extend('desk', ({ stage, api, user }, { onCleanup }) =>
    openDesk(stage.browser, api.origin, user, onCleanup),
  )
  // The same user in another browser.
  .extend('elsewhere', ({ stage, api, user }, { onCleanup }) =>
    openDesk(stage.browser, api.origin, user, onCleanup),
  )

async function openDesk(
  browser: Browser,
  url: string,
  user: string,
  onCleanup: (cleanup: () => Promise<void>) => void,
): Promise<Desk> {
  // What moves costs more than all else, and what fades in has other colors on its way.
  const context = await browser.newContext({ viewport: laptop, reducedMotion: 'reduce' })
  await context.addInitScript(reportViolations)
  const desk = new Desk(await context.newPage(), url, user)
  onCleanup(async () => {
    const complaints = await desk.complaints.take()
    await context.close()
    expect(complaints, 'complaints of the browser').toEqual([])
  })
  return desk
}
