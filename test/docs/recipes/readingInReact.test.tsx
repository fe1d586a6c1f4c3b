import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, type MockResponse, received, respond } from './api'
import { readEmbeddedFilm } from './reading/embedded'
import { FilmReviews } from './reading/FilmReviews'
import { Films } from './reading/Films'
import { Station } from './reading/Station'
import { StationBoard } from './reading/StationBoard'
import { StationSearch } from './reading/StationSearch'
import { TaskResource, Tasks } from './reading/Tasks'
import { TaskResource as WholeTasks } from './reading/wholeTasks'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
    </Provider>
  )
}

const sent = () => received.map(({ method, path }) => `${method} ${path}`)

describe('the recipe for summaries and details', () => {
  it('shows what the list had, and fetches the rest once', async () => {
    respond(({ path }) => ({
      json:
        path === '/tasks'
          ? [{ id: '1', title: 'Write' }]
          : { id: '1', title: 'Write', text: 'With examples.' },
    }))
    render(<Tasks />, { wrapper })
    fireEvent.click(await screen.findByRole('button', { name: 'Write' }))
    expect(screen.getByRole('heading').textContent).toBe('Write')
    expect(await screen.findByText('Loading the text …')).toBeTruthy()
    expect(await screen.findByText('With examples.')).toBeTruthy()
    await act(() => controller.fetch(TaskResource.getList))
    expect(screen.getByText('With examples.')).toBeTruthy()
    expect(sent()).toEqual(['GET /tasks', 'GET /tasks/1', 'GET /tasks'])
  })

  it('waits for the whole task where its class requires all fields', async () => {
    respond(({ path }) => ({
      json:
        path === '/tasks'
          ? [{ id: '1', title: 'Write' }]
          : { id: '1', title: 'Write', text: 'With examples.' },
    }))
    await controller.fetch(WholeTasks.getList)
    const Text = () => <p>{useSuspense(WholeTasks.get, { id: '1' }).text}</p>
    render(<Text />, { wrapper })
    expect(screen.getByText('loading')).toBeTruthy()
    expect(await screen.findByText('With examples.')).toBeTruthy()
  })
})

/** Has the server respond to the path when the test says so, and to all others at once. */
function hold(held: string, json: (path: string) => unknown) {
  let release: (response: MockResponse) => void
  const arrival = new Promise<void>((resolve) => {
    respond(({ path }) => {
      if (path !== held) return { json: json(path) }
      resolve()
      return new Promise<MockResponse>((respondNow) => (release = respondNow))
    })
  })
  return async () => {
    await arrival
    await act(async () => release({ json: json(held) }))
  }
}

describe('the recipe for tabs', () => {
  const trains = (path: string) =>
    path.endsWith('1') ? [{ id: '1', to: 'Bergen', platform: '1' }] : [{ id: '2', to: 'Oslo' }]
  const section = () => screen.getByText(/Bergen|Oslo/).closest('section')
  const PATH = '/trains?platform=2'

  it.each([
    ['a transition', Station, () => fireEvent.click(screen.getByText('Platform 2'))],
    [
      'a deferred value',
      StationSearch,
      () => fireEvent.change(screen.getByLabelText('Platform'), { target: { value: '2' } }),
    ],
    ['useDLE', StationBoard, () => fireEvent.click(screen.getByText('Platform 2'))],
  ])('shows the old data until there is new data, with %s', async (_name, Page, openTab) => {
    const seen = new Set<string>()
    const release = hold(PATH, trains)
    render(<Page />, { wrapper })
    await screen.findByText('Bergen')
    const observer = new MutationObserver(() => seen.add(section()?.textContent ?? 'nothing'))
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    openTab()
    await vi.waitFor(() => expect(section()?.getAttribute('aria-busy')).toBe('true'))
    expect(section()?.textContent).toBe('Bergen')
    await release()
    await screen.findByText('Oslo')
    await vi.waitFor(() => expect(section()?.getAttribute('aria-busy')).toBe('false'))
    observer.disconnect()
    expect([...seen].filter((text) => text !== 'Bergen')).toEqual(['Oslo'])
    expect(sent()).toEqual(['GET /trains?platform=1', 'GET /trains?platform=2'])
  })
})

describe('the recipe for prefetching', () => {
  it('requests the data of a page in parallel before it opens, and then nothing', async () => {
    respond(({ path }) => ({
      json: path.endsWith('reviews') ? ['Good.'] : { id: '7', title: 'Solaris' },
    }))
    render(<Films ids={['7']} />, { wrapper })
    fireEvent.pointerEnter(screen.getByText('Film 7'))
    await act(() => controller.allSettled())
    fireEvent.focus(screen.getByText('Film 7'))
    fireEvent.click(screen.getByText('Film 7'))
    expect(screen.getByRole('heading').textContent).toBe('Solaris, 1 reviews')
    await act(() => controller.allSettled())
    expect(sent().toSorted()).toEqual(['GET /films/7', 'GET /films/7/reviews'])
  })

  it('joins a request that has not ended, and a failed one is no unhandled rejection', async () => {
    respond(() => ({ status: 503 }))
    render(<Films ids={['7']} />, { wrapper })
    fireEvent.pointerEnter(screen.getByText('Film 7'))
    await act(() => controller.allSettled())
    const release = hold('/films/7', (path) =>
      path.endsWith('reviews') ? [] : { id: '7', title: 'Solaris' },
    )
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    fireEvent.pointerEnter(screen.getByText('Film 7'))
    fireEvent.click(screen.getByText('Film 7'))
    expect(screen.getByText('Loading …')).toBeTruthy()
    await release()
    expect((await screen.findByRole('heading')).textContent).toBe('Solaris, 0 reviews')
    expect(received).toHaveLength(4)
  })

  it('sends the requests of one component in parallel, with useFetch', async () => {
    const release = hold('/films/7', (path) =>
      path.endsWith('reviews') ? [] : { id: '7', title: 'Solaris' },
    )
    await act(async () => render(<FilmReviews id="7" />, { wrapper }))
    await vi.waitFor(() => expect(received).toHaveLength(2))
    await release()
    expect((await screen.findByRole('heading')).textContent).toBe('Solaris, 0 reviews')
  })

  it('stores what the page contains, which is then not requested', async () => {
    respond(() => ({ json: [] }))
    document.body.innerHTML =
      '<script id="film" type="application/json">{ "id": "7", "title": "Solaris" }</script>'
    readEmbeddedFilm('7')
    await act(async () => render(<FilmReviews id="7" />, { wrapper }))
    expect((await screen.findByRole('heading')).textContent).toBe('Solaris, 0 reviews')
    expect(sent()).toEqual(['GET /films/7/reviews'])
  })
})
