import { configureStore } from '@reduxjs/toolkit'
import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { rows } from 'rtk-rest'
import { beforeEach, expect, it } from 'vitest'
import { API, received, respond } from './api'
import { makeStore } from './store/makeStore'
import { HYDRATE, rest } from './store/nextReduxWrapper'
import Page from './store/page'
import { Recipes } from './store/Recipes'
import { renderPage } from './store/server'
import { StoreProvider } from './store/StoreProvider'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
})

const soup = { id: '1', title: 'Soup </script>' }
const stateIn = (page: string) => /json">(.*)<\/script>\n/.exec(page)?.[1] ?? ''

it('the recipe for server rendering sends data along, and requests nothing that is fresh', async () => {
  respond(() => ({ json: [soup] }))
  // The test runs the script of the browser itself.
  document.body.innerHTML = (await renderPage()).replace(/<script type="module".*/, '')
  expect(screen.getByRole('listitem').textContent).toBe(soup.title)
  const item = screen.getByRole('listitem')
  const { root, takeOver } = await act(() => import('./store/client'))
  expect(screen.getByRole('listitem')).toBe(item)

  respond(() => ({ json: [soup, { id: '2', title: 'Bread' }] }))
  const next = await renderPage()
  act(() => takeOver(stateIn(next)))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(received).toHaveLength(2)
  act(() => root.unmount())
})

it('the recipe for Next.js sends the data with the page, and requests it once', async () => {
  respond(() => ({ json: [soup] }))
  const page = await Page()
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(page)
  const item = screen.getByRole('listitem')
  expect(item.textContent).toBe(soup.title)
  const { unmount } = render(page, { container, hydrate: true })
  expect(screen.getByRole('listitem')).toBe(item)
  expect(received).toHaveLength(1)
  unmount()
  container.remove()
})

it('the recipe for Next.js has one store in a browser that got no data, and requests it once', async () => {
  respond(() => ({ json: [soup] }))
  render(
    <StoreProvider state={makeStore().getState()}>
      <Recipes />
    </StoreProvider>,
  )
  expect((await screen.findByRole('listitem')).textContent).toBe(soup.title)
  expect(received).toHaveLength(1)
})

it('the recipe for next-redux-wrapper takes over the state of its action', async () => {
  respond(() => ({ json: [soup] }))
  const payload: unknown = JSON.parse(stateIn(await renderPage()))
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
  })
  store.dispatch({ type: HYDRATE, payload })
  expect(rows(store.getState().rest.entities['Recipe'])).toHaveLength(1)
  expect(makeStore().getState().rest.requests).toEqual({})
})
