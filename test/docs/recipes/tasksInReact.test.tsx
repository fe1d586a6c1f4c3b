import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { Invalidate } from 'rtk-rest'
import { AsyncBoundary } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, type MockResponse, received, respond } from './api'
import { CitySearch } from './reading/CitySearch'
import { Comment, Comments } from './reading/Comments'
import { getPlayerWithTeam } from './reading/embeddedTeam'
import { EndlessAlbum } from './reading/EndlessAlbum'
import { Album, getPhotos } from './reading/Feed'
import { loadPlayer } from './reading/loadPlayer'
import { TicketBoard, TicketResource } from './reading/OpenTickets'
import { PlayerLine, PlayerPage, TeamResource } from './reading/Player'
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

const sent = () => received.splice(0).map(({ method, path }) => `${method} ${path}`)
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

/** Two pages of two photos, and a server that can fail. */
function servePhotos() {
  const server = { isUp: true }
  respond(({ path }) => {
    if (!server.isUp) return { status: 503 }
    const isLast = path.includes('cursor=b')
    const photos = (isLast ? ['3', '4'] : ['1', '2']).map((id) => ({ id, title: `Photo ${id}` }))
    return { json: { photos, next: isLast ? '' : 'b' } }
  })
  return server
}

describe('the recipe for endless lists', () => {
  it('loads the next page with a button, as long as there is one', async () => {
    const server = servePhotos()
    render(<Album album="sea" />, { wrapper })
    const more = await screen.findByText('Load more')
    expect(items()).toEqual(['Photo 1', 'Photo 2'])
    server.isUp = false
    fireEvent.click(more)
    expect(await screen.findByRole('alert')).toBeTruthy()
    server.isUp = true
    fireEvent.click(screen.getByText('Load more'))
    await screen.findByText('Photo 4')
    expect(items()).toEqual(['Photo 1', 'Photo 2', 'Photo 3', 'Photo 4'])
    expect(screen.queryByText('Load more')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sent()).toEqual([
      'GET /photos?album=sea',
      'GET /photos?album=sea&cursor=b',
      'GET /photos?album=sea&cursor=b',
    ])
  })

  it('fetches all pages of a list that is fetched again, and shows them until then', async () => {
    servePhotos()
    render(<Album album="sea" />, { wrapper })
    fireEvent.click(await screen.findByText('Load more'))
    await screen.findByText('Photo 4')
    sent()
    act(() => controller.expire(getPhotos, { album: 'sea' }))
    expect(items()).toHaveLength(4)
    await act(() => controller.allSettled())
    expect(items()).toHaveLength(4)
    expect(sent()).toEqual(['GET /photos?album=sea', 'GET /photos?album=sea&cursor=b'])
  })

  it('loads pages by their numbers until all are there, also after a deletion', async () => {
    const ids = Array.from({ length: 22 }, (_, index) => `${index + 1}`)
    respond(({ path }) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1)
      const items = ids.slice((page - 1) * 10, page * 10).map((id) => ({ id, text: `No. ${id}` }))
      return { json: { items, total: ids.length } }
    })
    render(<Comments photo="7" />, { wrapper })
    fireEvent.click(await screen.findByText('Load more'))
    await screen.findByText('No. 20')
    ids.shift()
    act(() => void controller.set(new Invalidate(Comment), { id: '1' }))
    expect(items()).toHaveLength(19)
    fireEvent.click(screen.getByText('Load more'))
    await screen.findByText('No. 21')
    fireEvent.click(screen.getByText('Load more'))
    await screen.findByText('No. 22')
    expect(items()).toHaveLength(21)
    expect(screen.queryByText('Load more')).toBeNull()
    expect(sent()).toEqual([
      'GET /comments?photo=7',
      'GET /comments?page=2&photo=7',
      'GET /comments?page=2&photo=7',
      'GET /comments?page=3&photo=7',
    ])
  })

  it('loads the next page when the end of the list comes into view', async () => {
    servePhotos()
    const seen: (() => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
          seen.push(() => callback([{ isIntersecting: true }]))
        }
        observe() {}
        disconnect() {}
      },
    )
    render(<EndlessAlbum album="sea" />, { wrapper })
    await screen.findByText('Loading …')
    await vi.waitFor(() => expect(seen).not.toEqual([]))
    await act(async () => seen.at(-1)?.())
    expect(await screen.findByText('The end.')).toBeTruthy()
    expect(items()).toHaveLength(4)
    expect(sent()).toHaveLength(2)
    vi.unstubAllGlobals()
  })
})

describe('the recipe for dependent requests', () => {
  const team = { id: '1', name: 'Red' }
  const player = { id: '7', name: 'Ada', teamId: '1' }
  const servePlayer = () =>
    respond(({ path }): MockResponse => {
      if (path === '/players/7?include=team') return { json: { id: '7', name: 'Ada', team } }
      return { json: path === '/teams/1' ? team : player }
    })

  it('shows the first response, and sends the second request when it is there', async () => {
    servePlayer()
    render(<PlayerPage id="7" />, { wrapper })
    await screen.findByRole('heading', { name: 'Ada' })
    expect(await screen.findByText('Red')).toBeTruthy()
    expect(sent()).toEqual(['GET /players/7', 'GET /teams/1'])
  })

  it('does the same in one component without Suspense', async () => {
    servePlayer()
    render(<PlayerLine id="7" />, { wrapper })
    expect(screen.getByText('…, …')).toBeTruthy()
    expect(await screen.findByText('Ada, Red')).toBeTruthy()
    expect(sent()).toEqual(['GET /players/7', 'GET /teams/1'])
  })

  it('does the same outside of components, and requests nothing that is fresh', async () => {
    servePlayer()
    expect(await loadPlayer('7')).toEqual({ player, team })
    await loadPlayer('7')
    expect(sent()).toEqual(['GET /players/7', 'GET /teams/1'])
  })

  it('needs one request where the server embeds the team', async () => {
    servePlayer()
    const ada = await controller.fetch(getPlayerWithTeam, { id: '7', include: 'team' })
    expect(ada.team.name).toBe('Red')
    expect(await controller.fetchIfStale(getPlayerWithTeam, { id: '7', include: 'team' })).toBe(ada)
    expect(controller.getResponse(TeamResource.get, { id: '1' }).data).toBeDefined()
    expect(sent()).toEqual(['GET /players/7?include=team'])
  })
})

describe('the recipe for search as you type', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })

  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText('City'), { target: { value } })

  it('sends one request when the user pauses, and shows the results of the last one', async () => {
    respond(({ path }) => ({
      json: path === '/cities?q=ber' ? [{ id: '1', name: 'Berlin' }] : [],
    }))
    render(<CitySearch />, { wrapper })
    expect(screen.getByText('Type a name.')).toBeTruthy()
    for (const text of ['b', 'be', 'ber']) {
      type(text)
      await pass(100)
    }
    expect(sent()).toEqual([])
    await pass(200)
    await vi.waitFor(() => expect(screen.getByText('Berlin')).toBeTruthy())
    type('berx')
    expect(screen.getByText('Berlin')).toBeTruthy()
    await pass(300)
    await vi.waitFor(() => expect(screen.getByText('There is no berx.')).toBeTruthy())
    type('ber')
    await pass(300)
    expect(screen.getByText('Berlin')).toBeTruthy()
    expect(sent()).toEqual(['GET /cities?q=ber', 'GET /cities?q=berx'])
    type('')
    await pass(300)
    expect(screen.getByText('Type a name.')).toBeTruthy()
  })

  it('shows nothing of an earlier search whose response is late', async () => {
    const late: ((response: MockResponse) => void)[] = []
    respond(async ({ path }) =>
      path === '/cities?q=a'
        ? await new Promise<MockResponse>((resolve) => late.push(resolve))
        : { json: [{ id: '2', name: 'Aachen' }] },
    )
    render(<CitySearch />, { wrapper })
    type('a')
    await pass(300)
    await vi.waitFor(() => expect(late).toHaveLength(1))
    type('aa')
    await pass(300)
    await vi.waitFor(() => expect(screen.getByText('Aachen')).toBeTruthy())
    await act(async () => late[0]?.({ json: [{ id: '3', name: 'Aalen' }] }))
    await pass(100)
    expect(screen.queryByText('Aalen')).toBeNull()
  })
})

describe('the recipe for derived data', () => {
  it('computes from the stored list, follows its changes, and requests nothing else', async () => {
    const tickets = [
      { id: '1', title: 'Door', owner: 'Ada', isOpen: true },
      { id: '2', title: 'Alarm', owner: 'Ada', isOpen: true },
      { id: '3', title: 'Roof', owner: 'Bob', isOpen: false },
    ]
    respond(({ method, body }) =>
      method === 'PATCH'
        ? { json: { ...tickets[2], ...(JSON.parse(body) as object) } }
        : { json: tickets },
    )
    render(<TicketBoard word="" />, { wrapper })
    await screen.findByText('Ada: 2')
    expect(items()).toEqual(['Alarm', 'Door'])
    await act(() => controller.fetch(TicketResource.partialUpdate, { id: '3' }, { isOpen: true }))
    expect(screen.getByText('Bob: 1')).toBeTruthy()
    expect(items()).toEqual(['Alarm', 'Door', 'Roof'])
    expect(within(document.body).queryByText('Ada: 3')).toBeNull()
    expect(sent()).toEqual(['GET /tickets', 'PATCH /tickets/3'])
  })
})
