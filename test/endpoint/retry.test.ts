// @vitest-environment node
import {
  backoff,
  type BackoffOptions,
  NetworkError,
  RestEndpoint,
  type RestGenerics,
  type RestOptions,
  type RunContext,
} from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { sendJson, startServer } from './startServer'

const server = startServer()
const soon = { retries: 3, minDelay: 1, maxDelay: 1_000 }
const retry = backoff(soon)
const retryWith = (options: BackoffOptions) => ({ retry: backoff(options) })

function endpointWith(options: Partial<RestGenerics> & RestOptions): RestEndpoint {
  return new RestEndpoint({ path: '/x', urlPrefix: server.url, ...options })
}

/** Responds with these statuses in order, and with 200 afterwards. */
function respondWith(statuses: readonly number[], headers: Record<string, string> = {}): void {
  const left = [...statuses]
  server.respond((_, response) => {
    const status = left.shift()
    if (status === undefined) sendJson(response, 'here')
    else response.writeHead(status, headers).end()
  })
}

describe('the retry option made by backoff', () => {
  it('is off by default', async () => {
    respondWith([503])
    await expect(endpointWith({})()).rejects.toMatchObject({ status: 503 })
    expect(server.requests).toHaveLength(1)
  })

  it.each([408, 425, 429, 500, 502, 503, 504])('retries after status %i', async (status) => {
    respondWith([status, status])
    expect(await endpointWith({ retry })()).toBe('here')
    expect(server.requests).toHaveLength(3)
  })

  it.each([400, 401, 403, 404, 409, 422, 501])('does not retry after status %i', async (status) => {
    respondWith([status])
    await expect(endpointWith({ retry })()).rejects.toMatchObject({ status })
    expect(server.requests).toHaveLength(1)
  })

  it('rejects with the last error after the given number of retries', async () => {
    respondWith([503, 503, 502])
    const call = endpointWith({ retry: backoff({ ...soon, retries: 2 }) })()
    await expect(call).rejects.toBeInstanceOf(NetworkError)
    await expect(call).rejects.toMatchObject({ status: 502 })
    expect(server.requests).toHaveLength(3)
  })

  it('retries after a failed connection', async () => {
    server.respond((request, response) => {
      if (server.requests.length < 3) request.socket.destroy()
      else sendJson(response, 'here')
    })
    expect(await endpointWith({ retry })()).toBe('here')
  })

  it('retries after a body that broke off', async () => {
    server.respond((request, response) => {
      if (server.requests.length > 1) return sendJson(response, 'here')
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"a":', () => request.socket.destroy())
    })
    expect(await endpointWith({ retry })()).toBe('here')
  })

  it('gives each try the whole timeout', async () => {
    server.respond((_, response) => {
      if (server.requests.length > 2) sendJson(response, 'here')
    })
    expect(await endpointWith({ retry, timeout: 100 })()).toBe('here')
    expect(server.requests).toHaveLength(3)
  })

  it('does not retry if a step of the endpoint throws', async () => {
    let calls = 0
    const broken = endpointWith({
      retry,
      getHeaders() {
        calls += 1
        throw new TypeError('no such token')
      },
    })
    await expect(broken()).rejects.toThrow('no such token')
    expect(calls).toBe(1)
  })

  it('calls getHeaders for each try', async () => {
    respondWith([503, 503])
    let token = 0
    await endpointWith({
      retry,
      getHeaders: (headers) => ({ ...headers, try: `${++token}` }),
    })()
    expect(server.requests.map(({ headers }) => headers['try'])).toEqual(['1', '2', '3'])
  })
})

describe('a request that is retried by default', () => {
  it.each(['GET', 'PUT', 'DELETE'])('has the method %s', async (method) => {
    respondWith([503])
    expect(await endpointWith({ retry, method, body: undefined })()).toBe('here')
  })

  it.each(['POST', 'PATCH'])('does not have the method %s', async (method) => {
    respondWith([503])
    const call = endpointWith({ retry, method })({ a: 1 })
    await expect(call).rejects.toMatchObject({ status: 503 })
    expect(server.requests).toHaveLength(1)
  })

  it('is a POST if `methods` contains it, or if the endpoint is a read', async () => {
    respondWith([503])
    expect(
      await endpointWith({ retry: backoff({ ...soon, methods: ['POST'] }), method: 'POST' })({}),
    ).toBe('here')
    respondWith([503])
    expect(await endpointWith({ retry, method: 'POST', sideEffect: false })({})).toBe('here')
  })

  it('has no stream as its body', async () => {
    respondWith([503])
    const put = endpointWith({
      retry,
      method: 'PUT',
      requestInit: { duplex: 'half' } as object,
    })
    const body = new Blob(['bytes']).stream()
    await expect(put(body)).rejects.toMatchObject({ status: 503 })
    expect(server.requests).toHaveLength(1)
  })
})

describe('the options of backoff', () => {
  it('select the status codes', async () => {
    respondWith([404])
    expect(await endpointWith({ retry: backoff({ ...soon, statuses: [404] }) })()).toBe('here')
    respondWith([503])
    await expect(
      endpointWith({ retry: backoff({ ...soon, statuses: [404] }) })(),
    ).rejects.toMatchObject({
      status: 503,
    })
  })

  it('can decide with `shouldRetry`, which is called with the error and the number of tries', async () => {
    respondWith([418, 418, 418])
    const seen: [number | undefined, number][] = []
    const shouldRetry = async (error: NetworkError, tries: number) => {
      seen.push([error.status, tries])
      return tries < 2
    }
    await expect(
      endpointWith({ retry: backoff({ ...soon, shouldRetry }) })(),
    ).rejects.toMatchObject({
      status: 418,
    })
    expect(seen).toEqual([
      [418, 1],
      [418, 2],
    ])
  })
})

describe('a function as the retry option', () => {
  it('gets the error, the number of tries and the method, and gives the wait or nothing', async () => {
    respondWith([503, 502, 404])
    const seen: unknown[] = []
    const call = endpointWith({
      retry: (error: NetworkError, tries, method) => {
        seen.push([error.status, tries, method])
        return tries < 3 ? 1 : undefined
      },
    })()
    await expect(call).rejects.toMatchObject({ status: 404 })
    expect(seen).toEqual([
      [503, 1, 'GET'],
      [502, 2, 'GET'],
      [404, 3, 'GET'],
    ])
  })

  it('may be async, and gets GET as the method of a read that is sent by POST', async () => {
    respondWith([503])
    const seen: string[] = []
    const later = async (_error: unknown, tries: number, method: string) => {
      seen.push(method)
      return tries < 2 ? 1 : undefined
    }
    expect(await endpointWith({ retry: later, method: 'POST', sideEffect: false })({})).toBe('here')
    respondWith([503])
    expect(await endpointWith({ retry: later, method: 'POST' })({})).toBe('here')
    expect(seen).toEqual(['GET', 'POST'])
  })

  it.each([3, 0, { retries: 3 }])(
    'is required: %j throws an error that names backoff',
    (number) => {
      const options = { retry: number as never }
      expect(() => endpointWith(options)).toThrow(
        /^GET \/x: .*write `retry: backoff\(\{ retries: 3 \}\)`/,
      )
      expect(() => endpointWith({}).extend(options)).toThrow(TypeError)
    },
  )
})

describe('a repeated try', () => {
  it('waits for beforeRetry of the context, and has the same idempotencyKey', async () => {
    respondWith([503, 503])
    const events: string[] = []
    const endpoint = endpointWith({
      retry,
      getHeaders(headers, { idempotencyKey }) {
        events.push(`sent ${idempotencyKey}`)
        return headers
      },
    })
    const context: RunContext = {
      idempotencyKey: 'a',
      beforeRetry: async () => {
        await new Promise((resolve) => void setImmediate(resolve))
        events.push('online')
      },
    }
    expect(await endpoint.run([], context)).toBe('here')
    expect(events).toEqual(['sent a', 'online', 'sent a', 'online', 'sent a'])
  })
})

describe('the delay before a retry', () => {
  const fake = () =>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })

  /** Calls without a server, so that the clock is ours. */
  function callOffline(
    options: Partial<RestGenerics> & RestOptions,
    refusals: readonly Response[],
  ) {
    const times: number[] = []
    const left = [...refusals]
    const start = Date.now()
    const fetchFn: typeof fetch = async () => {
      times.push(Date.now() - start)
      return left.shift() ?? Response.json('here')
    }
    return { times, promise: endpointWith(options).run([], { fetchFn }) }
  }

  const refusal = (headers: Record<string, string> = {}) =>
    new Response(null, { status: 503, headers })

  it('grows exponentially, with a random part', async () => {
    fake()
    const { times, promise } = callOffline({ retry: backoff({ minDelay: 100 }) }, [
      refusal(),
      refusal(),
      refusal(),
    ])
    await vi.waitFor(async () => {
      await vi.runAllTimersAsync()
      expect(times).toHaveLength(4)
    })
    expect(await promise).toBe('here')
    const waits = times.slice(1).map((time, index) => time - times[index]!)
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(100 * 2 ** index)
      expect(wait).toBeLessThanOrEqual(200 * 2 ** index)
    }
  })

  it('is never longer than maxDelay', async () => {
    fake()
    const options = { minDelay: 100, factor: 10, maxDelay: 150 }
    const { times, promise } = callOffline(retryWith(options), [refusal(), refusal(), refusal()])
    await vi.waitFor(async () => {
      await vi.runAllTimersAsync()
      expect(times).toHaveLength(4)
    })
    expect(await promise).toBe('here')
    const waits = times.slice(1).map((time, index) => time - times[index]!)
    expect(Math.max(...waits)).toBeLessThanOrEqual(150)
    expect(waits.slice(1)).toEqual([150, 150])
  })

  it('does not start if the call is aborted during `shouldRetry`', async () => {
    const call = new AbortController()
    const fetchFn = vi.fn<typeof fetch>(async () => refusal())
    const shouldRetry = async () => {
      call.abort(new Error('not needed any more'))
      return true
    }
    const endpoint = endpointWith({ retry: backoff({ minDelay: 20_000, shouldRetry }) })
    const promise = endpoint.run([], { fetchFn, signal: call.signal })
    // Signals of React Native have no reason.
    await expect(promise).rejects.toThrow(/^(not needed any more|Aborted)$/)
    expect(fetchFn).toHaveBeenCalledOnce()
  })

  it.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(Date.now() + 7_000).toUTCString()],
  ])('follows the retry-after header, as %s', async (_, after) => {
    fake()
    vi.setSystemTime(1_000_000)
    const { times, promise } = callOffline({ retry: backoff({ minDelay: 1 }) }, [
      refusal({ 'retry-after': after() }),
    ])
    await vi.waitFor(async () => {
      await vi.runAllTimersAsync()
      expect(times).toHaveLength(2)
    })
    expect(await promise).toBe('here')
    expect(times[1]).toBeGreaterThanOrEqual(7_000)
    expect(times[1]).toBeLessThan(8_000)
  })

  it('is replaced by an error if retry-after is longer than maxDelay', async () => {
    const { times, promise } = callOffline({ retry: backoff({ maxDelay: 5_000 }) }, [
      refusal({ 'retry-after': '3600' }),
    ])
    await expect(promise).rejects.toMatchObject({ status: 503 })
    expect(times).toHaveLength(1)
  })

  it('ignores a malformed retry-after header', async () => {
    const { times, promise } = callOffline({ retry }, [refusal({ 'retry-after': 'soon' })])
    expect(await promise).toBe('here')
    expect(times).toHaveLength(2)
  })

  it.each([{}, { 'retry-after': '20' }])(
    'ends when the signal of the call aborts: %j',
    async (headers) => {
      const call = new AbortController()
      respondWith([503], headers)
      const endpoint = endpointWith({ retry: backoff({ minDelay: 20_000 }) })
      const promise = endpoint.run([], { signal: call.signal })
      await vi.waitFor(() => expect(server.requests).toHaveLength(1))
      const reason = new Error('not needed any more')
      call.abort(reason)
      await expect(promise).rejects.toBe(reason)
      expect(server.requests).toHaveLength(1)
    },
  )
})
