// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'
import { AsyncBoundary } from 'rtk-rest/react'
import { mockServer } from 'rtk-rest/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { UserCard, UserResource } from './UserCard'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

/** Renders with a store of its own. An app would import the function that makes its store. */
function renderCard(id: string) {
  const rest = createRest()
  const store = configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  return render(
    <Provider store={store}>
      <AsyncBoundary fallback="Loading …">
        <UserCard id={id} />
      </AsyncBoundary>
    </Provider>,
  )
}

it('shows a user, and the new name after a rename', async () => {
  server.use(...mockServer(UserResource, [{ id: '1', name: 'Ada' }]))
  renderCard('1')
  expect(screen.getByText('Loading …')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeTruthy()
  fireEvent.click(screen.getByText('Rename'))
  expect(await screen.findByRole('heading', { name: 'Grace' })).toBeTruthy()
})

it('says that the server refused a rename, and keeps the name', async () => {
  server.use(
    http.patch('*/users/1', () => HttpResponse.json({}, { status: 409 })),
    ...mockServer(UserResource, [{ id: '1', name: 'Ada' }]),
  )
  renderCard('1')
  fireEvent.click(await screen.findByText('Rename'))
  expect(await screen.findByText('Not renamed.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Ada' })).toBeTruthy()
})
