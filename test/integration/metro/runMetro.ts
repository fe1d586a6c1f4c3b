import { deepStrictEqual } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createContext, runInContext } from 'node:vm'
import { globals } from '../reactNative/globals'
import { createApi } from './app/api'
import { checkMissing, compileByHermes, runOnHermes } from './hermes'

const BUNDLES = ['development', 'exports', 'fields']

/** What the app gives wherever it runs. */
const EXPECTED = {
  retried: 'Ada',
  one: 'Ada Lovelace',
  red: ['Ada Lovelace', 'Cy'],
  blue: [],
  all: 2,
  status: 'fulfilled',
  isRemembered: true,
  path: '/L-1/x',
  isKeySorted: true,
  shape: 'response["größe 1"].user: expected an object or an id, found an array',
  lazy: 'object',
  hooks: ['function', 'function'],
}

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

/**
 * Bundles the app with Metro, by `exports` in development and for production, and without `exports`. Runs the bundles in Node
 * with the globals of React Native, and on Hermes.
 */
export async function runMetro(folder: string): Promise<string> {
  for (const name of ['addresses', 'NativeForm']) {
    copyFileSync(`test/integration/reactNative/${name}.ts`, join(folder, `${name}.ts`))
  }
  execFileSync(process.execPath, ['bundle.mjs'], { cwd: folder, stdio: 'pipe' })
  checkMissing(folder)
  for (const name of BUNDLES) {
    const path = join(folder, `${name}.js`)
    check(`${name} in Node`, await withServer((url) => runBundle(path, url)))
    compileByHermes(folder, path)
    check(`${name} on Hermes`, runOnHermes(folder, path))
  }
  return 'the app runs in Node and on Hermes 0.12, and compiles for both versions of Hermes'
}

function check(name: string, result: string): void {
  let found: unknown
  try {
    found = JSON.parse(result)
  } catch {
    found = result
  }
  deepStrictEqual(found, EXPECTED, `${name}: ${result}`)
}

async function withServer<Result>(run: (url: string) => Promise<Result>): Promise<Result> {
  const respond = createApi()
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '' } = request
      const { status, body } = respond(method, url, await text(request))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function runBundle(path: string, url: string): Promise<string> {
  const phone: Record<string, unknown> = { ...globals, ...OTHERS, API: url }
  Object.assign(phone, { global: phone, window: phone })
  runInContext(readFileSync(path, 'utf8'), createContext(phone))
  return phone['result'] as Promise<string>
}
