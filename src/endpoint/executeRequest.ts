import type { Retry, RetryRefused } from './backoff'
import { isStream } from './body'
import { checkOptions } from './checkOptions'
import type { Progress, ProgressInit, RunContext } from './contract'
import { NetworkError, publicUrl } from './NetworkError'
import type { Content } from './parseResponse'
import { abortReason, anySignal } from './signals'

/** An endpoint, as far as the execution of its requests depends on it. */
interface Requester {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly sideEffect: boolean | undefined
  readonly schema: unknown
  readonly content: Content | undefined
  readonly sensitive: boolean | undefined
  readonly signal: AbortSignal | (() => AbortSignal | undefined) | undefined
  readonly timeout: number | undefined
  readonly retry: Retry | RetryRefused | undefined
  readonly context: RunContext | undefined
  onDownloadProgress?(progress: Progress): void
  onUploadProgress?(progress: Progress): void
  getRequestInit(body: unknown, context: RunContext): RequestInit | Promise<RequestInit>
  fetchResponse(input: string, init: RequestInit): Promise<Response>
  checkResponse(response: Response): Promise<Response>
  parseResponse(response: Response): unknown
}

/** What was read of a response. */
interface Received {
  readonly value: unknown
  /** Whether the status says that there is no content. */
  readonly isEmpty: boolean
}

/** Sends a request and reads its response, within the `timeout` of the endpoint and as often as its `retry` wants. */
export async function executeRequest(
  endpoint: Requester,
  url: string,
  body: unknown,
): Promise<Received> {
  // Again, as class fields were not there yet when the endpoint was made.
  if (process.env.NODE_ENV !== 'production') checkOptions(endpoint)
  const { context, signal: own, sideEffect, method } = endpoint
  const ownSignal = typeof own === 'function' ? own.call(endpoint) : own
  const signal = anySignal(ownSignal, context?.signal)
  const retry = isStream(body) ? undefined : (endpoint.retry as Retry | undefined)
  for (let tries = 1; ; tries += 1) {
    try {
      return await attemptOnce(endpoint, url, body, signal)
    } catch (error) {
      // Of an error whose body breaks off with the abort, only the status is known.
      throwIfAborted(signal)
      const wait = await retry?.call(endpoint, error, tries, sideEffect === false ? 'GET' : method)
      if (wait === undefined) throw error
      await pause(wait, signal)
      await context?.beforeRetry?.()
    }
  }
}

async function attemptOnce(
  endpoint: Requester,
  url: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const init = await endpoint.getRequestInit(body, { ...endpoint.context, signal })
  // A call that was aborted while it waited for a token is not sent, whether or not `fetch` heeds signals.
  throwIfAborted(signal)
  return withTimeout(endpoint, url, async (deadline) => {
    const joined = anySignal(init.signal, signal, deadline)
    const sent = { ...init, ...(joined && { signal: joined }), ...listenersOf(endpoint) }
    endpoint.context?.onStage?.('sending')
    const response = await endpoint.checkResponse(await endpoint.fetchResponse(url, sent))
    const isEmpty = response.status === 204 || response.status === 205
    return { value: await endpoint.parseResponse(response), isEmpty }
  })
}

/**
 * Runs a request, which is aborted when its time is over. The time rejects the promise as well, as the request may not
 * listen to the signal. A stream is read later, and has the rest of the time for it.
 */
async function withTimeout(
  { timeout, content, sensitive }: Requester,
  url: string,
  run: (deadline?: AbortSignal) => Promise<Received>,
): Promise<Received> {
  if (timeout === undefined) return run()
  const deadline = new AbortController()
  let timer
  const isOver = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `No complete response within ${timeout} ms`
      const shown = sensitive === true ? '' : publicUrl(url)
      const details = { code: 'TIMEOUT', url: shown }
      const error = new NetworkError(undefined, message, undefined, details)
      reject(error)
      deadline.abort(error)
    }, timeout)
  })
  try {
    return await Promise.race([run(deadline.signal), isOver])
  } finally {
    if (content !== 'stream') clearTimeout(timer)
  }
}

/** The listeners of the endpoint and of the context, for a `fetchFn` that reports progress. */
function listenersOf(endpoint: Requester): ProgressInit {
  const init: ProgressInit = {}
  for (const name of ['onUploadProgress', 'onDownloadProgress'] as const) {
    const listener = endpoint.context?.[name]
    if (endpoint[name] === undefined && listener === undefined) continue
    init[name] = (progress) => {
      endpoint[name]?.(progress)
      listener?.(progress)
    }
  }
  return init
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortReason(signal)
}

/** Waits; an abort ends it. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal)
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
  throwIfAborted(signal)
}
