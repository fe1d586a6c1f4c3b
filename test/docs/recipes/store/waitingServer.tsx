import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { makeStore, rest } from './makeStore'
import { App } from './Recipes'
import { pageOf } from './server'

export async function renderWhatLoads(): Promise<string> {
  const store = makeStore()
  try {
    const html = await new Promise<string>((resolve, reject) => {
      const { pipe } = renderToPipeableStream(<App store={store} />, {
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
      })
    })
    return pageOf(html, store.getState()) // after the rendering: now the state has all responses
  } finally {
    rest.dispose(store)
  }
}
