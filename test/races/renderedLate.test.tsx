import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { ErrorBoundary, useSuspense } from 'rtk-rest/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { modes } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

/** More than an outcome is fresh to readers that come. */
const LATE = 5_000

let skipped = 0

beforeEach(() => {
  // As in an app: `act` has a scheduler of its own.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', undefined)
  skipped = 0
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + skipped)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each(modes)('a component that renders long after its response %s', (_, Mode) => {
  /** A page on a slow machine: each outcome of its call is rendered late. */
  function renderSlowly(options: object) {
    const world = createStore()
    const read = holdRead('read', options)
    world.store.subscribe(() => {
      const { requests } = world.store.getState().rest
      if (JSON.stringify(requests).includes('"landed"')) skipped += LATE
    })
    const Detail = () => <p>{String(useSuspense(read.endpoint))}</p>
    const page = document.createElement('div')
    const root = createRoot(page, { onCaughtError: () => undefined })
    const show = (isShown: boolean): void =>
      root.render(
        <Mode>
          <Provider store={world.store}>
            {isShown && (
              <ErrorBoundary>
                <Suspense fallback="loading">
                  <Detail />
                </Suspense>
              </ErrorBoundary>
            )}
          </Provider>
        </Mode>,
      )
    show(true)
    return { ...world, ...read, page, show, unmount: () => root.unmount() }
  }

  it('shows the error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { page, calls, unmount } = renderSlowly({})
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    calls[0]?.reject(new Error('down'))
    await vi.waitFor(() => expect(page.textContent).toBe('down'))
    await turns(10)
    expect(calls).toHaveLength(1)
    unmount()
  })

  it('shows data that must not be shown when it is stale', async () => {
    const { page, calls, unmount } = renderSlowly({ invalidIfStale: true, dataExpiryLength: 1_000 })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    calls[0]?.resolve('new')
    await vi.waitFor(() => expect(page.textContent).toBe('new'))
    unmount()
  })
})
