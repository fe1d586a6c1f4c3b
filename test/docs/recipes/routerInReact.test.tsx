import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, type MockResponse, received, respond } from './api'
import { routes } from './reading/routes'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

const sent = () => received.map(({ method, path }) => `${method} ${path}`)
const ada = { id: '1', title: 'Ada' }

function open(path: string): void {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
    { onCaughtError: () => undefined },
  )
}

/** Responds when the test says so. */
function holdBook(): (response: MockResponse) => Promise<void> {
  let release: ((response: MockResponse) => void) | undefined
  respond(({ path }) =>
    path === '/books/1' ? new Promise((resolve) => (release = resolve)) : { json: [ada] },
  )
  return async (response) => {
    await vi.waitFor(() => expect(release).toBeDefined())
    await act(async () => release?.(response))
    release = undefined
  }
}

describe('the recipe for React Router', () => {
  it('keeps the page until the next one has its data, and sends one request for it', async () => {
    const release = holdBook()
    open('/books')
    await screen.findByText('Ada')
    controller.reset()
    fireEvent.click(screen.getByText('Ada'))
    await vi.waitFor(() => expect(sent()).toContain('GET /books/1'))
    expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
    await release({ json: ada })
    expect((await screen.findByRole('heading')).textContent).toBe('Ada')
    expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('false')
    expect(sent().filter((request) => request === 'GET /books/1')).toHaveLength(1)
  })

  it('passes search parameters on', async () => {
    respond(() => ({ json: [ada] }))
    open('/books?genre=logic')
    await screen.findByText('Ada')
    expect(sent()).toEqual(['GET /books?genre=logic'])
  })

  it('goes to the list after a deletion, which fetches nothing that is deleted', async () => {
    respond(({ method, path }) =>
      method === 'DELETE' ? { status: 204 } : { json: path === '/books/1' ? ada : [] },
    )
    open('/books/1')
    fireEvent.click(await screen.findByText('Delete'))
    await vi.waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    await vi.waitFor(() => expect(sent()).toContain('GET /books'))
    await act(() => controller.allSettled())
    expect(sent()).toEqual(['GET /books/1', 'DELETE /books/1', 'GET /books'])
  })

  it('shows an error in place of the page, until another page is opened', async () => {
    respond(({ path }) => (path === '/books/1' ? { status: 404 } : { json: [ada] }))
    open('/books/1')
    await screen.findByText('There is no such book.')
    fireEvent.click(screen.getByText('All books'))
    expect(await screen.findByText('Ada')).toBeTruthy()
  })

  it('tries again after an error', async () => {
    respond(() => ({ status: 503 }))
    open('/books/1')
    await screen.findByRole('alert')
    respond(() => ({ json: ada }))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    fireEvent.click(screen.getByText('Try again'))
    expect((await screen.findByRole('heading')).textContent).toBe('Ada')
  })
})
