import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { createRest, type RestState } from 'rtk-rest'
import { useCache, useDLE, useQuery, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes } from '../support/renderApp'
import { API, server } from '../support/server'
import { User, UserResource } from '../support/world'

// A lazy page injects the reducer while it loads, and renders before any other action gives the slice its state.

const Suspending = () => <p>{useSuspense(UserResource.get, { id: '1' }).name}</p>
const Loading = () => {
  const { data, error } = useDLE(UserResource.get, { id: '1' })
  return <p>{error?.message ?? data?.name ?? 'loading'}</p>
}
const Cached = () => {
  const cached = useCache(UserResource.get, { id: '1' })
  const queried = useQuery(User, { id: '1' })
  return (
    <>
      <p>{cached?.name ?? queried?.name ?? 'nothing'}</p>
      <Loading />
    </>
  )
}

describe.each(modes)('a page with an injected reducer, rendered %s', (_, Mode) => {
  it.each([
    ['useSuspense', Suspending],
    ['useDLE', Loading],
    ['useCache and useQuery', Cached],
  ])('loads data with %s', async (_name, Page) => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
    const rest = createRest()
    const reducer = combineSlices({ other: () => 1 }).withLazyLoadedSlices<{ rest: RestState }>()
    const store = configureStore({
      reducer,
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    rest.injectInto(reducer)
    render(
      <Mode>
        <Provider store={store}>
          <Suspense fallback={<p>loading</p>}>
            <Page />
          </Suspense>
        </Provider>
      </Mode>,
    )
    expect((await screen.findAllByText('Ada')).length).toBeGreaterThan(0)
    expect(store.getState().rest?.requests).toHaveProperty(['GET http://api.test/users/1'])
  })
})
