import { configureStore } from '@reduxjs/toolkit'
import { act, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createRest, type Manager } from 'rtk-rest'
import { persistence, type PersistenceApi } from 'rtk-rest/persistence'
import { useDLE } from 'rtk-rest/react'
import { expect, it } from 'vitest'
import { API, respond } from './api'
import { afterHydration, Hydrated } from './store/hydrated'
import { TodoResource } from './store/persistence'

const milk = { id: '1', title: 'Buy milk' }

function openWith(manager: Manager<PersistenceApi>) {
  const rest = createRest({ managers: [manager] })
  const store = configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  return { rest, store }
}

function Todos() {
  const { data, loading } = useDLE(TodoResource.getList)
  return <p>{loading ? 'loading' : data?.map(({ title }) => title).join()}</p>
}

it('a page that a server rendered is hydrated as it is, and then shows what was stored', async () => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  respond(() => ({ json: [milk] }))
  const before = openWith(persistence({ key: 'my-app', storage: () => localStorage }))
  await before.store.dispatch(before.rest.rehydrated())
  await before.store.dispatch(before.rest.fetch(TodoResource.getList)).unwrap()
  window.dispatchEvent(new Event('pagehide'))
  before.rest.dispose(before.store)

  const { rest, store } = openWith(afterHydration)
  const page = (
    <StrictMode>
      <Provider store={store}>
        <Hydrated />
        <Todos />
      </Provider>
    </StrictMode>
  )
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(page)
  const item = screen.getByText('loading')
  // The browser has long read the storage when React begins.
  await new Promise((resolve) => setTimeout(resolve))
  const errors: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: (error) => void errors.push(error) }),
  )
  expect(await screen.findByText('Buy milk')).toBe(item)
  expect(errors).toEqual([])
  act(() => root.unmount())
  rest.dispose(store)
  container.remove()
  localStorage.clear()
})
