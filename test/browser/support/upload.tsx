import { configureStore } from '@reduxjs/toolkit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createRest, type Progress, RestEndpoint } from 'rtk-rest'
import { useMutation } from 'rtk-rest/react'
import { xhrFetch } from 'rtk-rest/xhr'

// A page that uploads, as an app bundles it.

const rest = createRest({ fetchFn: xhrFetch })
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) => defaults().concat(rest.middleware),
})
const putFile = new RestEndpoint({ path: '/files', method: 'PUT', body: {} as Blob })

/** What the component shows at one of its renders. */
interface Shown {
  readonly status: string
  readonly progress: Progress | undefined
}

const shown: Shown[] = []
let last: ReturnType<typeof send> | undefined
let send: ReturnType<typeof useMutation<typeof putFile>>[0]
let reset: () => void

function Upload() {
  const [run, result] = useMutation(putFile)
  const { status, progress } = result
  send = run
  reset = result.reset
  shown.push({ status, progress })
  return <progress value={progress?.loaded ?? 0} max={progress?.total ?? 1} />
}

const root = createRoot(document.body.appendChild(document.createElement('main')))
root.render(
  <StrictMode>
    <Provider store={store}>
      <Upload />
    </Provider>
  </StrictMode>,
)

const upload = {
  shown,
  /** Uploads so many bytes. */
  start(size: number): void {
    last = send(new Blob([new Uint8Array(size)]))
  },
  /** The response to the last upload. */
  response: async (): Promise<unknown> => last?.unwrap(),
  abort: (): void => last?.abort(),
  reset: (): void => reset(),
  unmount: (): void => root.unmount(),
}

declare global {
  interface Window {
    upload: typeof upload
  }
}

window.upload = upload
