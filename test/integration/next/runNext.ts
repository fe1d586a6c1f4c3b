import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { launchBrowser } from '../../support/launchBrowser'

const NAMES: Readonly<Record<string, string>> = { 1: 'Ada', 2: 'Grace', 3: 'Alan' }

/** Builds the app with Next.js, starts it, and looks at its pages: as they are sent, and in a browser. */
export async function runNext(folder: string): Promise<string> {
  const api = await startApi()
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
      await checkInBrowser(url)
    } finally {
      app.kill()
    }
  } finally {
    api.closeAllConnections()
    api.close()
  }
  return 'it builds, sends its pages, and takes over in a browser'
}

/** The API that the app reads from, on the server and in the browser. */
async function startApi(): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const id = url.slice(url.lastIndexOf('/') + 1)
    response.writeHead(200, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    })
    response.end(JSON.stringify({ id, name: NAMES[id] }))
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

/** Whether the page is hydrated: a click changes it, and the console is silent. */
async function checkInBrowser(url: string): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Ada' }).click()
    await page.getByRole('button', { name: 'Countess of Lovelace' }).waitFor()
    if (problems.length > 0) throw new Error(`The browser has errors: ${problems.join('\n')}`)
  } finally {
    await browser.close()
  }
}
