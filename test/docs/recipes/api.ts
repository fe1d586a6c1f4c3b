import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { server as mocks } from '../../support/server'

/** A request as the server got it. */
export interface Received {
  readonly method: string
  /** With the search parameters. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The response of the server; `json` is sent as JSON. */
export interface MockResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string | Uint8Array
}

/** Returns a response, or writes it itself and returns undefined. */
type Handler = (
  request: Received,
  response: ServerResponse,
) => MockResponse | undefined | Promise<MockResponse | undefined>

/** The requests of a test, in order. */
export const received: Received[] = []

let handler: Handler
const waiting = new Set<() => void>()

/** Sets the responses of the server from now on. */
export function respond(next: Handler): void {
  handler = next
}

/** Waits until the server got so many requests. */
export async function arrived(count: number): Promise<void> {
  if (received.length >= count) return
  await new Promise<void>((resolve) => waiting.add(resolve))
  await arrived(count)
}

/** The server itself, for what is no request. */
export const http = createServer((request, response) => {
  // A connection that is used again might be one that the server is closing.
  response.shouldKeepAlive = false
  void serve(request, response)
})

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: path = '', headers } = request
  const got = { method, path, headers, body: await text(request) }
  received.push(got)
  for (const resume of waiting) resume()
  waiting.clear()
  const given = await handler(got, response)
  if (given !== undefined) send(response, given)
}

function send(response: ServerResponse, { status = 200, headers, json, body }: MockResponse): void {
  const type = json === undefined ? undefined : { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, ...headers })
  response.end(json === undefined ? body : JSON.stringify(json))
}

await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))

/** The address of a real server, started before the recipes of a test file are loaded. */
export const API = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

beforeAll(() => {
  mocks.close()
})

afterEach(() => {
  received.length = 0
})

afterAll(async () => {
  http.closeAllConnections()
  await new Promise((resolve) => void http.close(resolve))
})
