import { isStream } from '../endpoint/body'
import type { UploadInit } from '../endpoint/contract'
import { mergeHeaders } from '../endpoint/headers'
import { asNetworkFailure } from '../endpoint/NetworkError'
import { abortReason } from '../endpoint/transport'
import { pick } from '../util/record'
import { checkInit, FIXED_OPTIONS, refusal } from './checkInit'
import { toResponse } from './toResponse'

/**
 * `fetch` over `XMLHttpRequest`, which reports how much of a body is sent: for `createRest({ fetchFn: xhrFetch })`, or as
 * the `fetchResponse` of an endpoint. Where there is no `XMLHttpRequest`, as in Node, it is `fetch` itself.
 *
 * It resolves when the whole response has come, so that a download reports its progress at its end only.
 *
 * @param init as for `fetch`, with `onUploadProgress`, which the option of that name and
 * `dispatch(rest.fetch(…)).onUploadProgress(…)` set
 * @throws TypeError where the server cannot be reached, or the connection is lost
 * @throws TypeError where an option has another value than its default that `XMLHttpRequest` cannot apply: `cache`,
 * `integrity`, `keepalive`, `mode`, `redirect`, `referrer` and `referrerPolicy`, and `credentials: 'omit'` for the own origin
 *
 * @example
 * const rest = createRest({ fetchFn: xhrFetch })
 * const request = dispatch(rest.fetch(putAvatar, { id }, file))
 * request.onUploadProgress(({ loaded, total }) => showProgress(loaded, total))
 */
export async function xhrFetch(input: RequestInfo | URL, init?: UploadInit): Promise<Response> {
  if (typeof XMLHttpRequest !== 'function') return fetch(input, init)
  const { url, options } = await readInput(input, init)
  checkInit(url, options)
  const { body = null } = options
  // XMLHttpRequest sends no streams.
  return send(url, { ...options, body: isStream(body) ? await new Response(body).blob() : body })
}

interface Input {
  readonly url: string
  readonly options: UploadInit
}

/** The URL and the options of a call; a `Request` has options of its own, before those of the call. */
async function readInput(input: RequestInfo | URL, init: UploadInit = {}): Promise<Input> {
  if (typeof input === 'string' || input instanceof URL)
    return { url: String(input), options: init }
  // Firefox has no `body` here.
  const body = init.body === undefined ? await input.blob() : null
  const own = pick(input, ['method', 'headers', 'credentials', 'signal', ...FIXED_OPTIONS])
  return { url: input.url, options: { ...own, ...(body?.size && { body }), ...init } }
}

function send(url: string, init: UploadInit): Promise<Response> {
  const { method = 'GET', body = null, credentials, signal } = init
  const headers = mergeHeaders('xhrFetch', init.headers ?? {})
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) throw abortReason(signal)
    const xhr = new XMLHttpRequest()
    open(xhr, method, url)
    xhr.responseType = 'blob'
    xhr.withCredentials = credentials === 'include'
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    if (body !== null) reportUpload(xhr, init, reject)
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

/** What an event handler throws would reject nothing. */
function settle(run: () => void, reject: (error: unknown) => void): void {
  try {
    run()
  } catch (error) {
    reject(error)
  }
}

/** `fetch` rejects with a TypeError where XMLHttpRequest throws an error of its own. */
function open(xhr: XMLHttpRequest, method: string, url: string): void {
  try {
    xhr.open(method, url)
  } catch (cause) {
    throw refusal(`the method or the URL is not valid (${(cause as Error).name})`)
  }
}

/** A browser asks another origin first whether it may report the progress, so this is done only where there is a listener. */
function reportUpload(
  xhr: XMLHttpRequest,
  { onUploadProgress }: UploadInit,
  reject: (error: unknown) => void,
): void {
  if (onUploadProgress === undefined) return
  const fail = (error: unknown): void => {
    reject(error)
    xhr.abort()
  }
  xhr.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) =>
    settle(() => onUploadProgress({ loaded, total: lengthComputable ? total : undefined }), fail),
  )
}
