import { configureStore } from '@reduxjs/toolkit'
import { fireEvent, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Provider } from 'react-redux'
import { createRest, Endpoint } from 'rtk-rest'
import { useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { deferred, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

describe.each(modes)('an aborted request %s', (_, Mode) => {
  it('shows an error if the signal of its endpoint aborts it, and is not repeated', async () => {
    let signal = AbortSignal.abort()
    const fetchAda = vi.fn(async () => {
      signal.throwIfAborted()
      return ada
    })
    const getAda = new Endpoint(fetchAda, { name: 'getAda' })
    const Detail = () => <p>{useSuspense(getAda).name}</p>
    renderApp(Mode, <Detail />)
    expect((await screen.findByRole('alert')).textContent).toMatch(/abort/i)
    expect(fetchAda).toHaveBeenCalledTimes(1)
    signal = new AbortController().signal
    fireEvent.click(screen.getByText('Retry'))
    expect(await screen.findByText('Ada')).toBeTruthy()
  })

  it('shows an error in useDLE', async () => {
    const getAda = new Endpoint(async () => Promise.reject(AbortSignal.abort().reason), {
      name: 'getAda',
    })
    const Detail = () => {
      const { loading, error } = useDLE(getAda)
      return <p>{loading ? 'loading' : error?.name}</p>
    }
    renderApp(Mode, <Detail />)
    expect(await screen.findByText('AbortError')).toBeTruthy()
  })

  it('continues for a suspended component if another caller aborts it', async () => {
    const response = deferred()
    server.use(
      http.get(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.json(ada)
      }),
    )
    const Detail = () => <p>{useSuspense(UserResource.get, { id: '1' }).name}</p>
    const { store, rest } = renderApp(Mode, <Detail />)
    const promise = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    promise.abort()
    await expect(promise.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    response.resolve()
    expect(await screen.findByText('Ada')).toBeTruthy()
  })
})

describe.each(modes)('a request of a hook %s', (_, Mode) => {
  it('has the extra argument of the store', async () => {
    const rest = createRest()
    const store = configureStore({
      reducer: { [rest.reducerPath]: rest.reducer },
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware({ thunk: { extraArgument: 'from the store' } }).concat(
          rest.middleware,
        ),
    })
    const getExtra = new Endpoint(
      async function (this: { context?: { extra?: string } }) {
        return this.context?.extra
      },
      { name: 'getExtra' },
    )
    const Extra = () => <p>{useDLE(getExtra).data}</p>
    render(
      <Mode>
        <Provider store={store}>
          <Extra />
        </Provider>
      </Mode>,
    )
    expect(await screen.findByText('from the store')).toBeTruthy()
  })
})
