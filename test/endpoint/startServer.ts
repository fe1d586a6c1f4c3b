import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { server as mocks } from '../support/server'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A real server on this machine, for a whole file; each test sets its responses. */
export interface RealServer {
  readonly url: string
  /** The requests, in order. */
  readonly requests: IncomingMessage[]
  respond(handler: Handler): void
}

/** Starts a real server before the tests of a file, in place of the mocks. */
export function startServer(): RealServer {
  let handler: Handler = (_, response) => response.end()
  const requests: IncomingMessage[] = []
  const http = createServer((request, response) => {
    requests.push(request)
    // A connection that is used again might be one that a test has broken.
    response.shouldKeepAlive = false
    handler(request, response)
  })
  let url = ''
  beforeAll(async () => {
    mocks.close()
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  })
  afterEach(() => {
    requests.length = 0
  })
  afterAll(async () => {
    http.closeAllConnections()
    await new Promise((resolve) => void http.close(resolve))
  })
  return {
    get url() {
      return url
    },
    requests,
    respond(next) {
      handler = next
    },
  }
}

/** Responds with JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
