import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { globals } from '../reactNative/globals'

const OTHERS = {
  Blob,
  clearTimeout,
  console,
  Event,
  EventTarget,
  Headers,
  performance,
  queueMicrotask,
  Request,
  Response,
  setTimeout,
}

/** Bundles the app with Metro, by `exports` and without, and runs both bundles with the globals of React Native. */
export async function runMetro(folder: string): Promise<string> {
  execFileSync(process.execPath, ['bundle.mjs'], { cwd: folder, stdio: 'pipe' })
  let count = 0
  const api = createServer((_, response) => {
    const status = ++count % 3 === 0 ? 200 : 503
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"id":1,"name":"Ada"}')
  })
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  try {
    const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    for (const name of ['exports', 'fields']) {
      const shown = await runBundle(join(folder, `${name}.js`), url)
      if (shown !== 'Ada, function and function') throw new Error(`by ${name}: ${shown}`)
    }
  } finally {
    api.closeAllConnections()
    api.close()
  }
  return 'the app is bundled by `exports` and without, and reads, at the third try'
}

async function runBundle(path: string, url: string): Promise<string> {
  const phone: Record<string, unknown> = { ...globals, ...OTHERS, API: url }
  Object.assign(phone, { global: phone, window: phone })
  runInContext(readFileSync(path, 'utf8'), createContext(phone))
  return phone['result'] as Promise<string>
}
