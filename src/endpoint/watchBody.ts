/** Who wants to know how a body comes in. */
export interface BodyWatcher {
  onBytes?(count: number): void
  /** The body was read to its end, broke off, or is not wanted any more. */
  onEnd?(): void
}

/** Where a response has no body; Chromium gives an empty stream, of which no response can be made again. */
const NULL_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/** The same response, whose body tells how it is read; nothing is buffered. */
export function watchBody(response: Response, watcher: BodyWatcher): Response {
  // React Native has no streams, and a polyfill of `fetch` may have bodies without them.
  const body = response.body as Response['body'] | undefined
  const isWatchable = typeof ReadableStream === 'function' && !NULL_BODY.has(response.status)
  if (body === null || body === undefined || !isWatchable) return response
  const { status, statusText, headers, url, redirected, type } = response
  const watched = new Response(watchStream(body, watcher), { status, statusText, headers })
  // A response that was made by hand has none of these.
  for (const [name, value] of Object.entries({ url, redirected, type })) {
    Object.defineProperty(watched, name, { value, configurable: true })
  }
  return watched
}

function watchStream(
  body: ReadableStream<Uint8Array>,
  watcher: BodyWatcher,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) {
          watcher.onBytes?.(value.byteLength)
          controller.enqueue(value)
          return
        }
        watcher.onEnd?.()
        controller.close()
      } catch (error) {
        watcher.onEnd?.()
        controller.error(error)
        await reader.cancel(error).catch(() => {})
      }
    },
    async cancel(reason) {
      watcher.onEnd?.()
      await reader.cancel(reason)
    },
  }
  // Without a buffer of its own, so that it reads what it is asked for and no more.
  return new ReadableStream(source, { highWaterMark: 0 })
}
