import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startDemo } from '../../demo/server/startDemo'
import { listen, stopListening } from '../../demo/server/listen'
import { launchBrowser } from '../support/launchBrowser'
import { deferred } from '../support/world'
import { Api } from './support/Api'
import { sendRequest } from './support/sendRequest'
import { reportViolations } from './support/Complaints'
import { Desk } from './support/Desk'
import { newDatabase } from './support/newDatabase'
import { runDemo } from './support/runDemo'
import type { DemoProcess } from './support/runDemo'

const it = test.extend('folder', async ({ task }, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), `rtk-rest-demo-${task.id}-`))
  onCleanup(() => rm(folder, { recursive: true }))
  return folder
})

describe.concurrent('the data of the demo', () => {
  it('is stored across a restart', async ({ folder }) => {
    const options = { port: 0, dataDir: folder, page: 'built' } as const
    const first = await startDemo(options)
    const member = await new Api(first.url).addMember('Piet Persistent')
    await new Api(first.url).addNote(member.id, 'Still there.')
    await first.close()
    const second = await startDemo(options)
    try {
      const api = new Api(second.url)
      const { body } = await api.request('GET', `/members/${member.id}`)
      expect(body).toEqual({ ...member, noteCount: 1 })
      expect((await api.request<unknown[]>('GET', '/members')).body).toHaveLength(13)
    } finally {
      await second.close()
    }
  })
})

describe.concurrent('npm run demo', () => {
  it('prints one sentence if the port is in use', async () => {
    const server = createServer()
    await listen(server, 0)
    const { port } = server.address() as AddressInfo
    const demo = runDemo({ PORT: String(port), DATA_DIR: 'memory://' })
    expect(await demo.exit).toEqual({ code: 1, signal: null })
    expect(demo.output.error).toBe(
      `Port ${port} is taken: stop what uses it, or choose another one with \`PORT=${port + 1} npm run demo\`.\n`,
    )
    await stopListening(server)
  })

  it('responds until SIGTERM, and then exits with code 0', async () => {
    const ALLOWED_ORIGINS = 'https://desk.example, http://desk:8080'
    const demo = runDemo({ PORT: '0', DATA_DIR: 'memory://', ALLOWED_ORIGINS })
    const [, url = ''] = await demo.waitFor(/is open: (\S+)/)
    const page = await fetch(url)
    expect(await page.text()).toContain('<title>Harbour Street exchange desk</title>')
    expect((await new Api(url).request<unknown[]>('GET', '/members')).body).toHaveLength(12)
    for (const host of ['desk.example', 'desk:8080']) {
      expect((await sendRequest(`${url}/api/outage`, { headers: { host } })).status).toBe(200)
    }
    demo.kill('SIGTERM')
    expect(await demo.exit).toEqual({ code: 0, signal: null })
    expect(demo.output.error).toBe('')
  })

  it('exits at once if it is stopped again while it closes', async ({ folder }) => {
    const demo = runDemo({ PORT: '0', DATA_DIR: folder })
    await demo.waitFor(/Starting/)
    // Two of one kind may count as one.
    demo.kill('SIGINT')
    demo.kill('SIGTERM')
    expect(await demo.exit).toEqual({ code: 130, signal: null })
  })

  it('prints one sentence if ALLOWED_ORIGINS is invalid', async () => {
    const demo = runDemo({ ALLOWED_ORIGINS: 'desk.example' })
    expect(await demo.exit).toEqual({ code: 1, signal: null })
    expect(demo.output.error).toBe(
      'ALLOWED_ORIGINS must hold origins such as https://desk.example, not "desk.example".\n',
    )
  })

  it('exits with code 0 if stopped while starting', async ({ folder }) => {
    const demo = runDemo({ PORT: '0', DATA_DIR: folder })
    await demo.waitFor(/Starting/)
    demo.kill('SIGTERM')
    expect(await demo.exit).toEqual({ code: 0, signal: null })
    expect(demo.output.error).toBe('')
  })
})

describe('the pages of a server that stops and comes back', () => {
  it('say that it cannot be reached, and go on by themselves', async ({ onTestFinished }) => {
    const { dataDir, remove } = await newDatabase()
    onTestFinished(remove)
    const first = await startDemo({ port: 0, dataDir, page: 'built' })
    onTestFinished(first.close)
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const open = async () => new Desk(await browser.newPage(), first.url, 'desk')
    const [desk, market, orders] = [await open(), await open(), await open()]
    await desk.open()
    await market.openMarket()
    await orders.openOrders()
    const feed = market.newFeed()
    await first.close()
    await desk.row('Amara Okafor').click()
    await desk.list.getByRole('button', { name: 'Refresh' }).click()
    await market.market('Trades').getByRole('button', { name: 'Refresh trades' }).click()
    await orders
      .column('Open')
      .getByRole('button', { name: / to Working$/ })
      .first()
      .click()
    const refused = 'The desk could not be reached.'
    for (const part of [desk.notes, desk.list, market.market('Trades'), orders.column('Open')]) {
      await part.getByText(refused).first().waitFor()
    }
    expect(await errorsOf(desk)).toEqual([{ code: 'NETWORK' }])
    const port = Number(new URL(first.url).port)
    const second = await startDemo({ port, dataDir, page: 'built' })
    onTestFinished(second.close)
    for (const { page } of [desk, market, orders]) {
      await page.waitForFunction(() => document.querySelector('.error, .stale') === null)
    }
    await desk.notes.getByRole('listitem').first().waitFor()
    await feed
    const live = market.market('Live prices')
    const before = await live.textContent()
    await live.filter({ hasNotText: before ?? '' }).waitFor()
  })
})

/** The kinds of errors that the page has of its requests. */
function errorsOf({ page }: Desk): Promise<unknown[]> {
  return page.evaluate(() => {
    const { requests = {} } = globalThis.demo?.store.getState().rest ?? {}
    const errors = Object.values(requests).flatMap(({ error }) => (error ? [error] : []))
    const kinds = errors.map(({ status, code }) => JSON.stringify({ status, code }))
    return [...new Set(kinds)].map((kind) => JSON.parse(kind) as unknown)
  })
}

/** Resolves when the page follows its files: the server of Vite has responded on the socket. */
function waitForConnection(page: Page): Promise<unknown> {
  const { promise, resolve } = deferred()
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"connected"')) resolve()
    })
  })
  return promise
}

/** Stops a demo as Ctrl+C does; says so where it waited in vain for something to close. */
async function interrupt(demo: DemoProcess): Promise<void> {
  demo.kill('SIGINT')
  expect(await demo.exit).toEqual({ code: 0, signal: null })
  expect(demo.output.error).toBe('')
}

// Not at once with the others, which may still bundle what the page imports.
describe('the page of npm run demo', () => {
  it('does not hold a demo that is stopped, and goes on with the next one', async ({
    onTestFinished,
  }) => {
    const { dataDir, remove } = await newDatabase()
    onTestFinished(remove)
    const first = runDemo({ PORT: '0', DATA_DIR: dataDir })
    const [, url = ''] = await first.waitFor(/is open: (\S+)/)
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.goto(`${url}/#market`)
    const prices = page.locator('.live__price')
    await prices.first().waitFor()
    // What nobody takes has to end too: the page opens such a socket while it waits for the next demo.
    const untaken = request(`${url}/nowhere`, {
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    })
    const ended = once(untaken, 'error')
    untaken.end()
    // The server has it once it has a later request.
    await once(untaken, 'finish')
    await fetch(url)
    await interrupt(first)
    await ended
    const reloaded = page.waitForEvent('domcontentloaded')
    const second = runDemo({ PORT: new URL(url).port, DATA_DIR: dataDir })
    onTestFinished(() => second.kill('SIGKILL'))
    await second.waitFor(/is open/)
    await reloaded
    await prices.first().waitFor()
    await interrupt(second)
  })

  it('reloads changed files, and logs no errors under its content security policy', async ({
    onTestFinished,
  }) => {
    const { dataDir, remove } = await newDatabase()
    const demo = runDemo({ PORT: '0', DATA_DIR: dataDir })
    onTestFinished(async () => {
      demo.kill('SIGTERM')
      await demo.exit
      await remove()
    })
    const [, url = ''] = await demo.waitFor(/is open: (\S+)/)
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const context = await browser.newContext()
    await context.addInitScript(reportViolations)
    const desk = new Desk(await context.newPage(), url, 'desk')
    const connection = waitForConnection(desk.page)
    await desk.open()
    await connection
    expect(await desk.page.locator('script:not([src])').count()).toBe(1)
    await desk.signIn({ keep: true })
    await desk.goTo('Market')
    expect(await desk.complaints.take()).toEqual([])
    // The sockets of the open page do not hold it.
    await interrupt(demo)
  })
})
