import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../support/launchBrowser'
import { filesOf } from '../filesOf'

const NAMES: Readonly<Record<string, string>> = { 1: 'Ada', 2: 'Grace', 3: 'Alan' }

const PAGE = 'docs/recipes/store/server-rendering.md'

/** Builds the app and the files of the recipe with Next.js, and looks at its pages: as they are sent, and in a browser. */
export async function runNext(folder: string): Promise<string> {
  writeRecipe(join(folder, 'app'))
  const requests: string[] = []
  const api = await startApi(requests)
  const { port } = api.address() as AddressInfo
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_PUBLIC_API: `http://127.0.0.1:${port}`,
  }
  const next = 'node_modules/next/dist/bin/next'
  try {
    await finish(spawn(process.execPath, [next, 'build'], { cwd: folder, env }))
    const app = spawn(process.execPath, [next, 'start', '--port', '0'], { cwd: folder, env })
    try {
      const url = await addressOf(app)
      await checkMarkup(url, ['Grace in a server component', 'Ada in a client component'])
      await checkMarkup(`${url}/about`, ['Alan in a client component'])
      await checkInBrowser(url, async (page) => {
        await page.getByRole('button', { name: 'Ada' }).click()
        await page.getByRole('button', { name: 'Countess of Lovelace' }).waitFor()
      })
      await checkMarkup(`${url}/recipes`, ['<li>Soup</li>'])
      requests.length = 0
      await checkInBrowser(`${url}/recipes`, hydrated)
      if (requests.join() !== '/recipes') throw new Error(`The recipe requests ${requests.join()}.`)
    } finally {
      app.kill()
    }
  } finally {
    api.closeAllConnections()
    api.close()
  }
  return 'it builds, sends its pages, and takes over in a browser; so does the recipe, with one request'
}

/** Writes all files that the recipe prints, and `api.ts`, which is in its text. */
function writeRecipe(app: string): void {
  const recipe = readFileSync(PAGE, 'utf8')
  const [, api = ''] = /`app\/api\.ts`[^`]*`([^`]+)`/.exec(recipe) ?? []
  writeFileSync(join(app, 'api.ts'), api)
  mkdirSync(join(app, 'recipes'))
  for (const [name, code] of filesOf(recipe)) writeFileSync(join(app, 'recipes', name), code)
}

/** The API that the app reads from, on the server and in the browser. */
async function startApi(requests: string[]): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    const id = url.slice(url.lastIndexOf('/') + 1)
    response.writeHead(200, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    })
    response.end(
      JSON.stringify(url === '/recipes' ? [{ id, title: 'Soup' }] : { id, name: NAMES[id] }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Waits for the end of a process. @throws Error with its output where it fails */
async function finish(child: ChildProcess): Promise<void> {
  let output = ''
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`Next.js ended with ${code}.\n${output}`)
}

/** The address of the started app, which it prints. */
async function addressOf(app: ChildProcess): Promise<string> {
  if (app.stdout === null) throw new Error('Next.js has no output.')
  for await (const line of createInterface(app.stdout)) {
    const [url] = /http:\/\/localhost:\d+/.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('Next.js did not start.')
}

async function checkMarkup(url: string, expected: readonly string[]): Promise<void> {
  const response = await fetch(url)
  // React separates neighbouring texts by comments.
  const markup = (await response.text()).replaceAll('<!-- -->', '')
  for (const text of expected) {
    if (!markup.includes(text)) throw new Error(`${url} is sent without "${text}":\n${markup}`)
  }
}

/** Looks at a page, whose console must be silent. */
async function checkInBrowser(url: string, look: (page: Page) => Promise<unknown>): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await look(page)
    if (problems.length > 0) throw new Error(`The browser has errors: ${problems.join('\n')}`)
  } finally {
    await browser.close()
  }
}

/** Waits until React has taken over the rows that the server sent. */
const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('li') ?? {}).some((key) => key.startsWith('__react')),
  )
