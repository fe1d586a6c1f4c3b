import { Writable } from 'node:stream'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { serializeState } from 'rtk-rest/hydration'
import { stream } from '../../support/streamPage'
import type { createApp } from './app'

/** How a server makes a page: of what it has requested before, or of what components request as they render. */
export type Way = 'fetch' | 'stream'

/** What the server sends: the page, and the state as text that may stand within a script. */
export async function renderPage(
  { rest, UserResource, createStore, pageOf, signedIn }: ReturnType<typeof createApp>,
  way: Way,
  visitor: string,
): Promise<string> {
  const store = createStore()
  store.dispatch(signedIn(visitor))
  try {
    if (way === 'fetch') await store.dispatch(rest.fetch(UserResource.getList)).unwrap()
    const page = pageOf(store)
    const html = way === 'fetch' ? renderToString(page) : await stream(page)
    const state = serializeState(store.getState())
    return `<main>${html}</main><script id="state" type="application/json">${state}</script>`
  } finally {
    rest.dispose(store)
  }
}

/** Sends a page as it comes: what is shown while components wait, then these, and at last the state. */
export function sendPage(
  { rest, createStore, pageOf, signedIn }: ReturnType<typeof createApp>,
  visitor: string,
  target: Writable,
  end: (state: string) => void,
): Promise<void> {
  const store = createStore()
  store.dispatch(signedIn(visitor))
  const page = new Writable({
    write: (chunk, _, done) => void target.write(chunk, done),
  })
  return new Promise((resolve, reject) => {
    page.on('finish', () => {
      end(serializeState(store.getState()))
      rest.dispose(store)
      resolve()
    })
    const { pipe } = renderToPipeableStream(pageOf(store), {
      onShellReady: () => void pipe(page),
      onError: reject,
    })
  })
}
