import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, received, respond } from './api'
import { Articles } from './reading/Articles'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <Provider store={store}>{children}</Provider>
)

/** A server with pages of ten articles. */
function serveArticles(count: number): void {
  const articles = Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    title: `Number ${at}`,
  }))
  respond(({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, API)
    if (method === 'DELETE') {
      articles.splice(
        articles.findIndex(({ id }) => pathname.endsWith(`/${id}`)),
        1,
      )
      return { status: 204 }
    }
    if (method === 'POST') {
      const created = { ...(JSON.parse(body) as { title: string }), id: 'new' }
      articles.unshift(created)
      return { json: created }
    }
    const first = (Number(searchParams.get('page')) - 1) * 10
    return { json: { items: articles.slice(first, first + 10), total: articles.length } }
  })
}

const titles = () =>
  screen.queryAllByText(/^(Number|New)/).map(({ textContent }) => textContent?.split(' Delete')[0])
const click = (name: string) => fireEvent.click(screen.getByText(name))
const settled = () => act(() => controller.allSettled())
const sent = () => received.map(({ method, path }) => `${method} ${path}`)

describe('the recipe for page numbers', () => {
  it('shows a page until the next one has loaded', async () => {
    serveArticles(12)
    render(<Articles />, { wrapper })
    await screen.findByText(/Page 1 of 2/)
    click('Next')
    expect(screen.getByText(/Page 1 of 2/)).toBeTruthy()
    await screen.findByText(/Page 2 of 2/)
    expect(titles()).toEqual(['Number 10', 'Number 11'])
    click('Previous')
    await screen.findByText(/Page 1 of 2/)
    expect(sent()).toEqual(['GET /articles?page=1', 'GET /articles?page=2'])
  })

  it('fetches the page again after a new article, and other pages when they open', async () => {
    serveArticles(20)
    render(<Articles />, { wrapper })
    await screen.findByText(/Page 1 of 2/)
    click('Next')
    await screen.findByText(/Page 2 of 2/)
    click('Add')
    await screen.findByText(/Page 2 of 3/)
    expect(titles()[0]).toBe('Number 9')
    click('Previous')
    await vi.waitFor(() => expect(titles()[0]).toBe('New'))
    await settled()
    expect(sent().slice(2)).toEqual([
      'POST /articles',
      'GET /articles?page=2',
      'GET /articles?page=1',
    ])
  })

  it('opens the page before if the last one is empty', async () => {
    serveArticles(11)
    render(<Articles />, { wrapper })
    await screen.findByText(/Page 1 of 2/)
    click('Next')
    await screen.findByText('Number 10')
    click('Delete')
    await screen.findByText(/Page 1 of 1/)
    await vi.waitFor(() => expect(titles()).toHaveLength(10))
  })
})
