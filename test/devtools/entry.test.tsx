import { configureStore } from '@reduxjs/toolkit'
import type { Middleware } from '@reduxjs/toolkit'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'
import { RestDevtools } from 'rtk-rest/devtools'
import type { DevtoolsObserver } from 'rtk-rest/devtools'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { User, UserResource } from '../support/world'
import {
  createObservedStore,
  nextFrame,
  openTable,
  panelElement,
  panelOnPage,
  renderPanel,
} from './support/renderPanel'

afterEach(() => localStorage.clear())

const panelIsThere = () => waitFor(() => expect(panelElement()).toBeTruthy())

describe('where the panel is', () => {
  it('floats by default: a button opens it, and Escape closes it and gives the focus back', async () => {
    const { store } = createObservedStore()
    render(<RestDevtools store={store} />)
    await panelIsThere()
    const panel = panelOnPage()
    expect(panelElement().dataset).toMatchObject({ position: 'floating', open: 'false' })
    fireEvent.click(panel.getByRole('button', { name: 'Show what happens' }))
    const heading = await panel.findByRole('heading', { name: /Tables/ })
    fireEvent.keyDown(heading, { key: 'Escape' })
    const show = await panel.findByRole('button', { name: 'Show what happens' })
    expect((panelElement().getRootNode() as ShadowRoot).activeElement).toBe(show)
  })

  it('is docked with room that the page leaves, and gives it back', async () => {
    const before = document.adoptedStyleSheets.length
    const { panel } = await renderPanel(null, { position: 'docked' })
    await waitFor(() => expect(document.adoptedStyleSheets.length).toBe(before + 1))
    panel.unmount()
    await waitFor(() => expect(document.adoptedStyleSheets.length).toBe(before))
    expect(document.querySelector('.rtk-rest-devtools')).toBe(null)
  })

  it('is in the page where it stands, and always open', async () => {
    const { store } = createObservedStore()
    render(
      <main>
        <RestDevtools store={store} position="page" initialIsOpen={false} />
      </main>,
    )
    await panelIsThere()
    expect(screen.getByRole('main').querySelector('.rtk-rest-devtools')).toBeTruthy()
    expect(panelOnPage().queryByRole('button', { name: /what happens/ })).toBe(null)
    expect(panelOnPage().getByRole('heading', { name: /Tables/ })).toBeTruthy()
  })

  it('opens where nothing has styles made by script, or a width, as in jsdom', async () => {
    const without = <Root extends object>(root: Root): Root =>
      Object.defineProperty(root, 'adoptedStyleSheets', { value: undefined, configurable: true })
    const attach = Element.prototype.attachShadow
    vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
      return without(attach.call(this, init))
    })
    without(document)
    vi.stubGlobal('matchMedia', undefined)
    const { unmount } = render(
      <RestDevtools store={createObservedStore().store} position="docked" />,
    )
    await panelIsThere()
    expect(panelElement().dataset['open']).toBe('false')
    expect(console.error).not.toHaveBeenCalled()
    unmount()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(document, 'adoptedStyleSheets')
  })

  it('has its children at the top', async () => {
    await renderPanel(null, { children: <p>Read this first.</p> })
    const host = (await screen.findByText('Read this first.')).parentElement
    expect(host?.className).toBe('rtk-rest-devtools')
  })
})

function Name() {
  return <h1>{useSuspense(UserResource.get, { id: '1' }).name}</h1>
}

const withName = (devtools: ReactNode) => (
  <StrictMode>
    <AsyncBoundary fallback={<p>loading</p>}>
      <Name />
    </AsyncBoundary>
    {devtools}
  </StrictMode>
)

describe('what the panel adds to a store', () => {
  it('is nothing that the app has to register, also where requests started before it', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
    const { store } = createObservedStore()
    render(<Provider store={store}>{withName(<RestDevtools initialIsOpen />)}</Provider>)
    await screen.findByRole('heading', { name: 'Ada' })
    await panelIsThere()
    expect(await panelOnPage().findByText('rest/User.get/fulfilled')).toBeTruthy()
    expect(await panelOnPage().findByText(/^\d+ ms$/)).toBeTruthy()
    expect(document.querySelectorAll('.rtk-rest-devtools').length).toBe(1)
  })

  it('dispatches nothing', async () => {
    const seen: unknown[] = []
    const record: Middleware = () => (next) => (action) => {
      seen.push(action)
      return next(action)
    }
    const rest = createRest()
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware, record),
    })
    await renderPanel(null, { world: { rest, store } })
    act(() => void store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Ada' })))
    await panelOnPage().findByText('User 1: new')
    await openTable('User 1')
    fireEvent.click(await panelOnPage().findByRole('button', { name: '1' }))
    await act(nextFrame)
    expect(seen.length).toBe(1)
  })
})

describe('two stores', () => {
  it('have logs of their own', async () => {
    const { store, rest } = await renderPanel(null)
    const other = createObservedStore()
    act(
      () => void other.store.dispatch(other.rest.set(User, { id: '2' }, { id: '2', name: 'Bea' })),
    )
    act(() => void store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Ada' })))
    await panelOnPage().findByText('User 1: new')
    expect(panelOnPage().queryByText('User 2: new')).toBe(null)
  })
})

describe('two instances', () => {
  const createBoth = () => {
    const [shop, desk] = [createRest({ reducerPath: 'shop' }), createRest({ reducerPath: 'desk' })]
    const store = configureStore({
      reducer: { shop: shop.reducer, desk: desk.reducer },
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware().concat(shop.middleware, desk.middleware),
    })
    return { shop, desk, store }
  }

  it('have a panel for the one that is named', async () => {
    const { shop, desk, store } = createBoth()
    render(<RestDevtools store={store} rest={desk} initialIsOpen />)
    await panelIsThere()
    act(() => void store.dispatch(desk.set(User, { id: '1' }, { id: '1', name: 'Ada' })))
    act(() => void store.dispatch(shop.set(User, { id: '2' }, { id: '2', name: 'Bea' })))
    await panelOnPage().findByText('User 1: new')
    // Of the other one, it has the type.
    await panelOnPage().findByText('shop/User/set')
    expect(panelOnPage().queryByText('User 2: new')).toBe(null)
    expect(panelOnPage().getByText('state.desk')).toBeTruthy()
  })

  it('need one to be named', async () => {
    const { store } = createBoth()
    render(<RestDevtools store={store} initialIsOpen />)
    await panelIsThere()
    const alert = await panelOnPage().findByRole('alert')
    expect(alert.textContent).toContain('<RestDevtools rest={rest} />')
  })
})

describe('what goes wrong', () => {
  it('is said where there is no store', async () => {
    render(<RestDevtools initialIsOpen />)
    await panelIsThere()
    const alert = await panelOnPage().findByRole('alert')
    expect(alert.textContent).toContain('store={store}')
  })

  it('is a state of an older version, which has no tables', async () => {
    const rest = createRest()
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
      preloadedState: { rest: { version: 0, tables: 'of long ago' } as never },
    })
    // The reducer says that the state counts as empty.
    await renderPanel(null, { world: { rest, store } })
    expect(await panelOnPage().findByRole('button', { name: 'Requests 0' })).toBeTruthy()
    act(() => void store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Ada' })))
    await panelOnPage().findByRole('button', { name: 'User 1' })
    vi.mocked(console.error).mockClear()
  })

  it('is a row that cannot be shown: the panel says so, and the app goes on', async () => {
    const world = createObservedStore()
    await renderPanel(<h1>The app</h1>, { world })
    const { rest, store } = world
    act(() => void store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Ada' })))
    const stringify = vi.spyOn(JSON, 'stringify').mockImplementation(() => {
      throw new Error('No JSON today.')
    })
    await openTable('User 1')
    fireEvent.click(await panelOnPage().findByRole('button', { name: '1' }))
    await waitFor(() => expect(panelElement().getAttribute('role')).toBe('alert'))
    expect(panelElement().textContent).toContain('The panel has failed: No JSON today.')
    stringify.mockRestore()
    fireEvent.click(panelOnPage().getByRole('button', { name: 'Try again' }))
    await panelOnPage().findByRole('heading', { name: /Tables/ })
    expect(screen.getByRole('heading', { name: 'The app' })).toBeTruthy()
    vi.mocked(console.error).mockClear()
  })

  it('is an observer that throws: the app goes on without the panel', async () => {
    const { store } = createObservedStore()
    const observer: DevtoolsObserver = {
      observe() {
        throw new Error('I cannot observe.')
      },
    }
    render(
      <>
        <h1>The app</h1>
        <RestDevtools store={store} observers={[observer]} />
      </>,
    )
    await waitFor(() => expect(console.error).toHaveBeenCalled())
    expect(screen.getByRole('heading', { name: 'The app' })).toBeTruthy()
    vi.mocked(console.error).mockClear()
  })
})

describe('in production', () => {
  it('there is no panel, unless it is wanted', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.resetModules()
    const production = await import('rtk-rest/devtools')
    vi.unstubAllEnvs()
    const { store } = createObservedStore()
    const { container } = render(<production.RestDevtools store={store} position="page" />)
    expect(container.innerHTML).toBe('')
    expect(production.RestDevtools).not.toBe(production.RestDevtoolsInProduction)
    expect(RestDevtools).not.toBe(production.RestDevtools)
  })
})
