import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { HeldReaders } from './HeldReaders'
import { type ModelResponse, ModelServer, type Row } from './ModelServer'
import { Network } from './Network'
import { type Kind, type Plan, type Result, runSteps } from './runSeed'
import { Simulation } from './Simulation'
import { RealTime } from './time'
import { createApi, REQUEST_ID } from './world'

// All in ms of the machine, and shorter than in virtual time.
const DELAYS = [0, 0, 1, 2, 5, 10, 20]
const TIMEOUT = 150
const LONG_ENOUGH = 350

/** A machine that is this late lets requests time out that the model expects in time. */
const TOO_LATE = TIMEOUT / 2

/** So often a seed is run again because the machine was too late, each time with longer timeouts. */
const MOST_RUNS = 20

/** Without React, with a real server and in real time: a seed does not give the very same history each time. */
export const overHttp: Kind = {
  name: 'overHttp',
  isMounted: false,
  isExact: false,
  async run(plan) {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    for (let runs = 1; ; runs++) {
      delay.reset()
      delay.enable()
      const ways = new Ways()
      const result = await runOnce(plan, runs, ways)
      delay.disable()
      const latest = Math.max(delay.max / 1_000_000, ways.longest)
      const isTrusted = latest < TOO_LATE * runs || runs === MOST_RUNS
      if (result.findings.length === 0 || isTrusted) return result
    }
  },
}

/** How long requests are on their way: many of them are late together, although no task takes long. */
class Ways {
  longest = 0
  readonly #starts = new Map<string, number>()

  readonly fetch: typeof fetch = async (input, init) => {
    const id = new Headers(init?.headers).get(REQUEST_ID)
    this.#starts.set(String(id), performance.now())
    return await fetch(input, init)
  }

  noteArrival(requestId: string): void {
    const now = performance.now()
    this.longest = Math.max(this.longest, now - (this.#starts.get(requestId) ?? now))
  }
}

async function runOnce(
  { seed, profile, steps, isTraced = false }: Plan,
  factor: number,
  ways: Ways,
): Promise<Result> {
  const timeout = TIMEOUT * factor
  const { hasFaults, hasNoContent } = profile
  const weather = { seed, hasFaults, hasNoContent, delays: DELAYS, forever: 2 * timeout }
  const network = new Network(new ModelServer(), weather)
  const server = createServer((request, response) => {
    ways.noteArrival(String(request.headers[REQUEST_ID]))
    void serve(network, request, response)
  })
  try {
    const api = createApi(await listen(server), timeout)
    const simulation = new Simulation({
      api,
      profile,
      network,
      isTraced,
      fetchFn: ways.fetch,
      dataExpiryLength: profile.isLasting ? 60_000 : 20,
      time: new RealTime(0.02, LONG_ENOUGH * factor),
      createReaders: ({ simulated, calls }) => new HeldReaders(simulated, calls),
    })
    return await runSteps(simulation, steps)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function serve(
  network: Network,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = request
  const sent = await text(request)
  const requestId = String(headers[REQUEST_ID])
  const body = sent === '' ? undefined : (JSON.parse(sent) as Row)
  const exchange = network.send({ method, path, body, requestId }, (modelResponse) => {
    if (modelResponse === undefined) response.destroy()
    else respond(response, modelResponse)
  })
  response.on('close', () => {
    exchange.isAwaited = false
  })
}

function respond(response: ServerResponse, { status, body }: ModelResponse): void {
  if (body === undefined) return void response.writeHead(status).end()
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
