import { configureStore } from '@reduxjs/toolkit'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { App } from './devtools/App'
import { openDevtools, shop } from './devtools/openDevtools'
import { Users } from './devtools/Users'

async function findPanel() {
  await waitFor(() =>
    expect(
      document.querySelector('.rtk-rest-devtools')?.shadowRoot?.firstElementChild,
    ).toBeTruthy(),
  )
  const panel = document.querySelector('.rtk-rest-devtools')?.shadowRoot?.firstElementChild
  return within(panel as HTMLElement)
}

describe('docs/devtools.md', () => {
  it('has a panel that floats, and shows the first request', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([{ id: '1', name: 'Ada' }])))
    render(
      <App>
        <Users />
      </App>,
    )
    await screen.findByText('Ada')
    const panel = await findPanel()
    fireEvent.click(panel.getByRole('button', { name: 'Show what happens' }))
    expect(await panel.findByText('/users')).toBeTruthy()
    expect(await panel.findByText('rest/User.getList/fulfilled')).toBeTruthy()
    localStorage.clear()
  })

  it('has one of an instance, which calls what was clicked by its test id', async () => {
    const store = configureStore({
      reducer: { [shop.reducerPath]: shop.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(shop.middleware),
    })
    const element = document.body.appendChild(document.createElement('div'))
    render(<button data-testid="buy">Buy</button>)
    act(() => openDevtools(element, store))
    const panel = await findPanel()
    fireEvent.click(screen.getByText('Buy'))
    act(() => void store.dispatch({ type: 'cart/added' }))
    expect(await panel.findByText('Click: buy')).toBeTruthy()
  })
})
