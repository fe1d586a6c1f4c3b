import { Suspense, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { useSuspense } from 'rtk-rest/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { modes } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

/** So long React waits after a fallback came before it commits what it rendered in its place. */
const THROTTLE = 300

let skipped = 0

beforeEach(() => {
  // As in an app: `act` has a clock and a scheduler of its own.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', undefined)
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skipped)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function Fallback({ onShown }: { onShown?: (() => void) | undefined }) {
  useLayoutEffect(() => onShown?.(), [onShown])
  return <p>loading</p>
}

function skipThrottle(): void {
  skipped += THROTTLE
}

describe.each(modes)('useSuspense %s', (_, Mode) => {
  it('does not render repeatedly while two boundaries wait one after the other', async () => {
    const { store, controller } = createStore()
    const reads = ['one', 'two'].map((name) => holdRead(name))
    for (const { endpoint } of reads) controller.setResponse(endpoint, 'old')
    let renders = 0
    function Detail({ at }: { at: number }) {
      renders += 1
      return <li>{String(useSuspense(reads[at]!.endpoint))}</li>
    }
    const page = document.createElement('div')
    const root = createRoot(page)
    root.render(
      <Mode>
        <Provider store={store}>
          <Suspense fallback={<Fallback />}>
            <Detail at={0} />
          </Suspense>
          <Suspense fallback={<Fallback onShown={skipThrottle} />}>
            <Detail at={1} />
          </Suspense>
        </Provider>
      </Mode>,
    )
    await vi.waitFor(() => expect(page.textContent).toBe('oldold'))
    for (const [at, { endpoint }] of reads.entries()) {
      controller.invalidate(endpoint)
      await vi.waitFor(() => expect(page.querySelectorAll('p')).toHaveLength(at + 1))
    }
    await turns(10)
    const before = renders
    await turns(20)
    expect(renders).toBe(before)
    for (const { calls } of reads) calls[0]?.resolve('new')
    await vi.waitFor(() => expect(page.textContent).toBe('newnew'))
    root.unmount()
  })
})
