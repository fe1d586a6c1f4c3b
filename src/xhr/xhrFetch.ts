import { isStream } from '../endpoint/body'
import type { Progress, ProgressInit } from '../endpoint/contract'
import { asNetworkFailure } from '../endpoint/NetworkError'
import { abortReason } from '../endpoint/signals'
import { pick } from '../util/record'
import { checkInit, FIXED_OPTIONS } from './checkInit'
import { toResponse } from './toResponse'

/**
 * `fetch` over `XMLHttpRequest`, which reports how much of a body is sent and received: for
 * `createRest({ fetchFn: xhrFetch })`, or as the `fetchResponse` of an endpoint. Where there is no `XMLHttpRequest`, as in Node,
 * it is `fetch` itself. It resolves when the whole response has come.
 *
 * @param init as for `fetch`, with the listeners `onUploadProgress` and `onDownloadProgress`
 * @throws TypeError where the server cannot be reached, or the connection is lost
 * @throws Error where an option has another value than its default that `XMLHttpRequest` cannot apply: `cache`,
 * `integrity`, `keepalive`, `mode`, `redirect`, `referrer` and `referrerPolicy`, and `credentials: 'omit'` for the own origin
 *
 * @example
 * const rest = createRest({ fetchFn: xhrFetch })
 * const request = dispatch(rest.fetch(putAvatar, { id }, file))
 * request.onUploadProgress(({ loaded, total }) => showProgress(loaded, total))
 */
export async function xhrFetch(input: RequestInfo | URL, init?: ProgressInit): Promise<Response> {
  if (typeof XMLHttpRequest !== 'function') return fetch(input, init)
  const { url, options } = await readInput(input, init)
  checkInit(url, options)
  const { body = null } = options
  // XMLHttpRequest sends no streams.
  return send(url, { ...options, body: isStream(body) ? await new Response(body).blob() : body })
}

interface Input {
  readonly url: string
  readonly options: ProgressInit
}

/** The URL and the options of a call; a `Request` has options of its own, before those of the call. */
async function readInput(input: RequestInfo | URL, init: ProgressInit = {}): Promise<Input> {
  if (typeof input === 'string' || input instanceof URL)
    return { url: String(input), options: init }
  // Firefox has no `body` here.
  const body = init.body === undefined ? await input.blob() : null
  const own = pick(input, ['method', 'headers', 'credentials', 'signal', ...FIXED_OPTIONS])
  return { url: input.url, options: { ...own, ...(body?.size && { body }), ...init } }
}

function send(url: string, init: ProgressInit): Promise<Response> {
  const { method = 'GET', body = null, credentials, signal } = init
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) throw abortReason(signal)
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.responseType = 'blob'
    xhr.withCredentials = credentials === 'include'
    new Headers(init.headers ?? {}).forEach((value, name) => xhr.setRequestHeader(name, value))
    // What an event handler throws would reject nothing.
    const fail = (error: unknown): void => {
      reject(error)
      xhr.abort()
    }
    // A browser asks another origin first whether it may report an upload, so it does so only where there is a listener.
    if (body !== null) report(xhr.upload, init.onUploadProgress, fail)
    report(xhr, init.onDownloadProgress, fail)
    const abort = (): void => xhr.abort()
    const on = (event: 'abort' | 'error' | 'load' | 'loadend', run: () => void): void =>
      xhr.addEventListener(event, run)
    signal?.addEventListener('abort', abort)
    on('loadend', () => signal?.removeEventListener('abort', abort))
    on('load', () => settle(() => resolve(toResponse(xhr, url)), reject))
    on('error', () => reject(asNetworkFailure(new TypeError('Failed to fetch'))))
    on('abort', () => reject(abortReason(signal ?? NO_SIGNAL)))
    xhr.send(body as XMLHttpRequestBodyInit | null)
  })
}

const NO_SIGNAL = {} as AbortSignal

function settle(run: () => void, fail: (error: unknown) => void): void {
  try {
    run()
  } catch (error) {
    fail(error)
  }
}

function report(
  target: XMLHttpRequestEventTarget,
  listener: ((progress: Progress) => void) | undefined,
  fail: (error: unknown) => void,
): void {
  if (listener === undefined) return
  target.addEventListener('progress', (event) => {
    const { lengthComputable, loaded, total } = event as ProgressEvent
    settle(() => listener({ loaded, total: lengthComputable ? total : undefined }), fail)
  })
}
