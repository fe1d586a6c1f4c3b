import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** The HTML of a page, as a server streams it. */
export function stream(page: ReactNode): Promise<string> {
  let html = ''
  const target = new Writable({
    write(chunk, _, done) {
      html += String(chunk)
      done()
    },
  })
  return new Promise((resolve, reject) => {
    target.on('finish', () => resolve(html))
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => void pipe(target),
      onError: reject,
    })
  })
}
