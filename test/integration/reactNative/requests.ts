import { NativeSearchParams } from './addresses.ts'
import { NativeForm } from './NativeForm.ts'

/** A signal that has `aborted`, and neither a reason nor `throwIfAborted`. */
export class NativeSignal extends EventTarget {
  aborted = false
}

export class NativeController {
  readonly signal = new NativeSignal()

  abort(): void {
    if (this.signal.aborted) return
    this.signal.aborted = true
    this.signal.dispatchEvent(new Event('abort'))
  }
}

/**
 * Sends a request by the `fetch` of Node, and resolves when the whole body has come. Its failures have no cause, and its
 * responses no stream.
 */
export async function nativeFetch(
  input: string,
  init: Omit<RequestInit, 'signal' | 'body'> & { signal?: NativeSignal; body?: unknown } = {},
): Promise<Response> {
  const { signal, body, ...others } = init
  const headers = new Headers(others.headers)
  const isSearch = body instanceof NativeSearchParams && !headers.has('content-type')
  if (isSearch) headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  const realInit: RequestInit = { ...others, headers, body: realBody(body) }
  try {
    if (signal !== undefined) realInit.signal = realSignal(signal)
    const response = await fetch(input, realInit)
    return withoutStream(response, await response.arrayBuffer())
  } catch {
    if (signal?.aborted === true) throw Object.assign(new Error('Aborted'), { name: 'AbortError' })
    throw new TypeError('Network request failed')
  }
}

function realSignal(signal: NativeSignal): AbortSignal {
  const controller = new AbortController()
  if (signal.aborted) controller.abort()
  signal.addEventListener('abort', () => controller.abort())
  return controller.signal
}

function realBody(body: unknown): BodyInit | null {
  if (body instanceof NativeSearchParams) return body.toString()
  if (!(body instanceof NativeForm)) return (body ?? null) as BodyInit | null
  const form = new FormData()
  for (const [, [name, value]] of body.entries()) form.append(name, value as string)
  return form
}

function withoutStream({ status, statusText, headers, url }: Response, bytes: ArrayBuffer) {
  const body = bytes.byteLength === 0 ? null : bytes
  const response = new Response(body, { status, statusText, headers })
  Object.defineProperty(response, 'body', { value: undefined })
  return Object.defineProperty(response, 'url', { value: url })
}
