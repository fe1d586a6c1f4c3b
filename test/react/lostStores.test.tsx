import { configureStore } from '@reduxjs/toolkit'
import { act, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { type ReactNode, Suspense, useState } from 'react'
import { Provider } from 'react-redux'
import { createRest, RestEndpoint } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { expect, it, vi } from 'vitest'
import { modes } from '../support/renderApp'
import { API, server } from '../support/server'

function makeStore() {
  const rest = createRest()
  return configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
}

function Count({ path }: { readonly path: string }) {
  return <p>{JSON.stringify(useSuspense(new RestEndpoint({ urlPrefix: API, path })))}</p>
}

function Own({ children }: { readonly children: ReactNode }) {
  const [store] = useState(makeStore)
  return <Provider store={store}>{children}</Provider>
}

/** Responds to some requests, and then to none. */
function respondTo(most: number): { readonly count: number } {
  const requests = { count: 0 }
  server.use(
    http.get(`${API}/*`, () => {
      requests.count += 1
      return requests.count > most ? new Promise<never>(() => undefined) : HttpResponse.json(5)
    }),
  )
  return requests
}

it.each(modes)('a store that React makes again and again is named, once %s', async (name, Mode) => {
  const warn = vi.mocked(console.warn)
  const requests = respondTo(9)
  await act(async () =>
    render(
      <Mode>
        <Suspense fallback="waits">
          <Own>
            <Count path={`/lost/${encodeURIComponent(name)}`} />
          </Own>
        </Suspense>
      </Mode>,
    ),
  )
  await vi.waitFor(() => expect(requests.count).toBeGreaterThan(9))
  expect(screen.getByText('waits')).toBeTruthy()
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringMatching(/^GET .*\/lost\/.* was requested by \d stores that React has dropped/),
  ])
  warn.mockClear()
})

it.each(modes)('nothing is said of a store below which there is a boundary %s', async (_, Mode) => {
  respondTo(Infinity)
  for (const page of [1, 2, 3, 4, 5, 6, 7]) {
    const { unmount } = render(
      <Mode>
        <Own>
          <Suspense fallback="waits">
            <Count path="/kept" />
          </Suspense>
        </Own>
      </Mode>,
    )
    expect((await screen.findByText('5')).tagName, `page ${page}`).toBe('P')
    unmount()
  }
})
