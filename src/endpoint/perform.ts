import type { Progress, RunContext } from './contract'
import { checkedHeaders, withoutHeader } from './checkedHeaders'
import { checkOptions, isBinary } from './checkOptions'
import { Deadline } from './Deadline'
import { isStream } from './encodeBody'
import { NetworkError } from './NetworkError'
import type { Content } from './parseResponse'
import { progressOf } from './progressOf'
import { type RetryOptions, retryPolicy, withRetries } from './retry'
import { abortReason, anySignal } from './signals'
import { watchBody } from './watchBody'

/** What is asked of an endpoint to perform a request of it. */
interface Performer {
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
  getRequestInit(body: unknown, context: RunContext): RequestInit | Promise<RequestInit>
  fetchResponse(input: string, init: RequestInit): Promise<Response>
  parseResponse(response: Response): unknown
}

/** Sends a request and reads its answer, for as long and as often as the endpoint has patience. */
export async function perform(endpoint: Performer, url: string, body: unknown): Promise<unknown> {
  // Again, as class fields were not there yet when the endpoint was made.
  checkOptions(endpoint)
  const signal = anySignal(signalOf(endpoint), endpoint.context?.signal)
  const attempt = (): Promise<unknown> => tryOnce(endpoint, url, body, signal)
  const options = retryPolicy(endpoint.retry)
  return options !== undefined && mayRepeat(endpoint, options, body)
    ? withRetries(attempt, options, signal)
    : attempt()
}

async function tryOnce(
  endpoint: Performer,
  url: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    const init = await endpoint.getRequestInit(body, { ...endpoint.context, signal })
    // What was aborted while a token was asked for is not sent, whether or not `fetch` heeds signals.
    if (signal?.aborted === true) throw abortReason(signal)
    const deadline = deadlineOf(endpoint)
    const reading = read(endpoint, url, withSignal(endpoint, init, signal, deadline), deadline)
    return await (deadline === undefined ? reading : deadline.race(reading))
  } catch (error) {
    throw withoutHeader(endpoint.name, error)
  }
}

async function read(
  endpoint: Performer,
  url: string,
  init: RequestInit,
  deadline: Deadline | undefined,
): Promise<unknown> {
  let isStreaming = false
  try {
    endpoint.context?.onStage?.('sending')
    const response = await endpoint.fetchResponse(url, init)
    const value = await endpoint.parseResponse(watched(endpoint, response, deadline))
    // A stream has its time, too; whoever reads it does so later.
    isStreaming = endpoint.content === 'stream' && response.body !== null
    return value
  } finally {
    if (!isStreaming) deadline?.end()
  }
}

/** The response, told of as far as anybody wants to know. */
function watched(
  endpoint: Performer,
  response: Response,
  deadline: Deadline | undefined,
): Response {
  const { onProgress, isProgressHeard } = endpoint.context ?? {}
  // Whoever shares a long download may come to it when its bytes do already.
  const isHeard = isProgressHeard?.() !== false || isBinary(endpoint.content)
  const heard = isHeard ? onProgress : undefined
  const listeners = [endpoint.onDownloadProgress?.bind(endpoint), heard]
  const told = listeners.filter((listener) => listener !== undefined)
  const isTimedStream = deadline !== undefined && endpoint.content === 'stream'
  if (told.length === 0 && !isTimedStream) return response
  return watchBody(response, {
    onBytes: progressOf(response, (progress) => {
      for (const tell of told) tell(progress)
    }),
    onEnd: () => {
      if (isTimedStream) deadline.end()
    },
  })
}

function deadlineOf({ name, timeout }: Performer): Deadline | undefined {
  if (timeout === undefined) return undefined
  return new Deadline(timeout, () => {
    const message = `${name}: no complete answer within ${timeout} ms, its \`timeout\`.`
    return new NetworkError(undefined, message, 504, { code: 'TIMEOUT' })
  })
}

function withSignal(
  { name }: Performer,
  init: RequestInit,
  signal: AbortSignal | undefined,
  deadline: Deadline | undefined,
): RequestInit {
  const ending = anySignal(init.signal, signal, deadline?.signal)
  return {
    ...init,
    ...(init.headers && { headers: checkedHeaders(name, init.headers) }),
    ...(ending && { signal: ending }),
  }
}

function signalOf(endpoint: Performer): AbortSignal | undefined {
  const { signal } = endpoint
  return typeof signal === 'function' ? signal.call(endpoint) : signal
}

/** Whether doing it twice does no harm, and what is sent can be sent twice. */
function mayRepeat(
  { method, sideEffect }: Performer,
  { methods }: { readonly methods: readonly string[] },
  body: unknown,
): boolean {
  return (sideEffect === false || methods.includes(method)) && !isStream(body)
}
