import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { build } from 'vite'
import { launchBrowser } from '../test/support/launchBrowser'

// The app of README in a browser, with 1,000 users and a server on this machine: the median time from the response of a rename
// to the page that shows it.
// On the built package, as a production build.
//
//   npm run build && node --import tsx bench/readmeApp.ts

const USERS = 1_000
const ROUNDS = 30

const [, app = ''] = /```tsx\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? []
const apps = {
  'as it is': app,
  'with memo around UserItem': `import { memo } from 'react'
    ${app.replace('function UserItem(', 'function PlainItem(')}
    const UserItem = memo(PlainItem)`,
}
const users = Array.from({ length: USERS }, (_, at) => ({ id: `${at}`, name: `User ${at}` }))
let script = ''

const server = createServer((request, response) => {
  void serve(request.url ?? '', request.method ?? '', text(request), response)
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const browser = await launchBrowser(true)
try {
  for (const [name, source] of Object.entries(apps)) {
    script = await bundle(source)
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await page.getByText(`User ${USERS - 1}`).waitFor()
    const times = await page.evaluate(measureRenames, ROUNDS)
    const [median = 0] = times.toSorted((one, other) => one - other).slice(ROUNDS / 2)
    process.stdout.write(`${name}: ${median.toFixed(1)} ms from the response to the page\n`)
    await page.close()
  }
} finally {
  await browser.close()
  server.close()
}

function fileOf(name: string): string {
  return new URL(`../dist/${name}.js`, import.meta.url).pathname
}

async function bundle(code: string): Promise<string> {
  const entry = '/entry.tsx'
  const source = `${code.replace('https://api.example.com', '')}
    import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')).render(<App />)`
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    resolve: { alias: { 'rtk-rest/react': fileOf('react/index'), 'rtk-rest': fileOf('index') } },
    build: { write: false, modulePreload: false, rolldownOptions: { input: 'entry' } },
  })
  const { output } = result as { readonly output: readonly { readonly code?: string }[] }
  return output[0]?.code ?? ''
}

async function serve(
  url: string,
  method: string,
  body: Promise<string>,
  response: ServerResponse,
): Promise<void> {
  const isApi = url.startsWith('/users')
  response.setHeader('content-type', isApi ? 'application/json' : 'text/html')
  if (!isApi) {
    response.end(`<!doctype html><div id="root"></div><script type="module">${script}</script>`)
    return
  }
  const id = url.split('/')[2]
  if (method === 'PATCH') response.end(JSON.stringify({ ...JSON.parse(await body), id }))
  else response.end(JSON.stringify(users))
}

/** In the page: clicks “Rename” of one user after the other; the time from the response in `fetch` to the new name in the page. */
async function measureRenames(rounds: number): Promise<number[]> {
  const send = window.fetch
  let responded = 0
  window.fetch = async (...args) => {
    const response = await send(...args)
    responded = performance.now()
    return response
  }
  const times: number[] = []
  const rows = [...document.querySelectorAll('li')]
  for (const row of rows.slice(0, rounds)) {
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!row.textContent.startsWith('Grace')) return
        times.push(performance.now() - responded)
        observer.disconnect()
        resolve()
      })
      observer.observe(row, { subtree: true, childList: true, characterData: true })
      row.querySelector('button')?.click()
    })
  }
  return times
}
