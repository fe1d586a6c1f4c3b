import { checkOptions } from './checkOptions'
import type { Progress, RunContext, UploadInit } from './contract'
import { isStream } from './body'
import { mergeHeaders, withoutHeaderValue } from './headers'
import { NetworkError } from './NetworkError'
import { type Content, isBinary } from './parseResponse'
import { type RetryOptions, retryPolicy, withRetries } from './retry'
import { abortReason, anySignal } from './transport'
import { watchBody } from './watchBody'

/** An endpoint, as far as the execution of its requests depends on it. */
interface Requester {
  readonly name: string
  readonly method: string
  readonly sideEffect: boolean | undefined
  readonly schema: unknown
  readonly content: Content | undefined
  readonly signal: AbortSignal | (() => AbortSignal | undefined) | undefined
  readonly timeout: number | undefined
  readonly retry: number | RetryOptions | undefined
  readonly context: RunContext | undefined
  onDownloadProgress?(progress: Progress): void
  onUploadProgress?(progress: Progress): void
  getRequestInit(body: unknown, context: RunContext): RequestInit | Promise<RequestInit>
  fetchResponse(input: string, init: RequestInit): Promise<Response>
  checkResponse(response: Response): Promise<Response>
  parseResponse(response: Response): unknown
}

/** Sends a request and reads its response, within the `timeout` of the endpoint and as often as its `retry` allows. */
export async function executeRequest(
  endpoint: Requester,
  url: string,
  body: unknown,
): Promise<unknown> {
  // Again, as class fields were not there yet when the endpoint was made.
  if (process.env.NODE_ENV !== 'production') checkOptions(endpoint)
  const own = endpoint.signal
  const ownSignal = typeof own === 'function' ? own.call(endpoint) : own
  const signal = anySignal(ownSignal, endpoint.context?.signal)
  const attempt = (): Promise<unknown> => attemptOnce(endpoint, url, body, signal)
  const policy = retryPolicy(endpoint.retry)
  const isRepeatable = endpoint.sideEffect === false || policy.methods.includes(endpoint.method)
  return isRepeatable && !isStream(body) ? withRetries(attempt, policy, signal) : attempt()
}

async function attemptOnce(
  endpoint: Requester,
  url: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { name } = endpoint
  try {
    const init = await endpoint.getRequestInit(body, { ...endpoint.context, signal })
    // A call that was aborted while it waited for a token is not sent, whether or not `fetch` heeds signals.
    if (signal?.aborted === true) throw abortReason(signal)
    const headers = init.headers && mergeHeaders(name, init.headers)
    return await withTimeout(endpoint, (deadline) => {
      const joined = anySignal(init.signal, signal, deadline)
      const report = reporter(endpoint, 'onUploadProgress', endpoint.context?.onUploadProgress)
      return sendAndRead(endpoint, url, {
        ...init,
        ...(headers && { headers }),
        ...(joined && { signal: joined }),
        ...(report && { onUploadProgress: report }),
      })
    })
  } catch (error) {
    // Of an error whose body breaks off with the abort, only the status is known.
    throw signal?.aborted === true ? abortReason(signal) : withoutHeaderValue(name, error)
  }
}

async function sendAndRead(endpoint: Requester, url: string, init: UploadInit): Promise<unknown> {
  endpoint.context?.onStage?.('sending')
  const response = await endpoint.checkResponse(await endpoint.fetchResponse(url, init))
  return endpoint.parseResponse(withProgress(endpoint, response))
}

/**
 * Runs a request, which is aborted when its time is over. The time rejects the promise as well, as the request may not
 * listen to the signal. A stream is read later, and has the rest of the time for it.
 */
function withTimeout(
  { name, timeout, content }: Requester,
  run: (deadline?: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  if (timeout === undefined) return run()
  const deadline = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = `${name}: no complete response within ${timeout} ms, its \`timeout\`.`
      const error = new NetworkError(undefined, message, 504, { code: 'TIMEOUT' })
      reject(error)
      deadline.abort(error)
    }, timeout)
    const end = (): void => {
      if (content !== 'stream') clearTimeout(timer)
      // A stream may be read before its time is over; the timer must not keep a Node process alive for that.
      else (timer as Partial<NodeJS.Timeout>).unref?.()
    }
    run(deadline.signal).finally(end).then(resolve, reject)
  })
}

/** The response, whose progress is reported where there is a listener. */
function withProgress(endpoint: Requester, response: Response): Response {
  const { onProgress, isProgressHeard } = endpoint.context ?? {}
  // A long download may get its listener when its bytes are already on the way.
  const isHeard = isBinary(endpoint.content) || isProgressHeard?.() !== false
  const report = reporter(endpoint, 'onDownloadProgress', isHeard ? onProgress : undefined)
  return report ? watchBody(response, report) : response
}

/** Calls the listener of the endpoint, and that of the store; `undefined` where there is neither. */
function reporter(
  endpoint: Requester,
  option: 'onDownloadProgress' | 'onUploadProgress',
  listener: ((progress: Progress) => void) | undefined,
): ((progress: Progress) => void) | undefined {
  if (endpoint[option] === undefined && listener === undefined) return undefined
  return (progress) => {
    endpoint[option]?.(progress)
    listener?.(progress)
  }
}
