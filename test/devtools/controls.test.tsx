import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Collection } from 'rtk-rest'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { deferred, User, UserResource } from '../support/world'
import { SLICE } from '../../src/devtools/useSearch'
import { openTable, panelOnPage, renderPanel } from './support/renderPanel'

function Detail() {
  return <h1>{useSuspense(UserResource.get, { id: '1' }).name}</h1>
}

const App = () => (
  <AsyncBoundary fallback={<p>loading</p>}>
    <Detail />
  </AsyncBoundary>
)

const Names = () => (
  <p>
    {useSuspense(UserResource.getList)
      .map(({ name }) => name)
      .join(' ')}
  </p>
)

const names = ['Ada', 'Bea', 'Cleo']

/** A page whose user has another name each time that it is requested. */
async function open() {
  let requests = 0
  server.use(
    http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: names[requests++] })),
  )
  const world = await renderPanel(<App />)
  await screen.findByRole('heading', { name: 'Ada' })
  return { ...world, requests: () => requests }
}

const row = (name: RegExp) => panelOnPage().findByRole('row', { name })

/** Opens a row of the open table. */
async function openRow(name: RegExp): Promise<void> {
  fireEvent.click(within(await row(name)).getByRole('button'))
}

const click = async (name: string | RegExp) =>
  fireEvent.click(await panelOnPage().findByRole('button', { name }))

describe('the requests', () => {
  it('are a table, in which what is in flight and what is stale are marked', async () => {
    const { store, rest } = await open()
    const response = deferred()
    server.use(
      http.get(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.json({ id: '1', name: 'Bea' })
      }),
    )
    await openTable('Requests 1')
    expect((await row(/GET \/users\/1/)).textContent).not.toMatch(/stale|in flight/)
    act(() => void store.dispatch(rest.expire(UserResource.get, { id: '1' })))
    await row(/GET \/users\/1 in flight stale/)
    response.resolve()
    await waitFor(async () =>
      expect((await row(/GET \/users\/1/)).textContent).not.toMatch(/stale|in flight/),
    )
  })

  it('marks a request that failed', async () => {
    const { store, rest } = await open()
    server.use(http.get(`${API}/users/9`, () => HttpResponse.json({}, { status: 404 })))
    await act(() =>
      store.dispatch(rest.fetch(UserResource.get, { id: '9' })).catch(() => undefined),
    )
    await openTable('Requests 2')
    expect(await row(/GET \/users\/9 failed/)).toBeTruthy()
  })

  it('can be requested again, and invalidated', async () => {
    const { requests } = await open()
    await openTable('Requests 1')
    await openRow(/GET \/users\/1/)
    await click('Refetch Requests GET /users/1')
    await screen.findByRole('heading', { name: 'Bea' })
    await click('Invalidate Requests GET /users/1')
    await screen.findByRole('heading', { name: 'Cleo' })
    expect(requests()).toBe(3)
  })

  it('are stale after a refetch where nothing reads them', async () => {
    const { store, rest } = await renderPanel(null)
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
    await act(() => store.dispatch(rest.fetch(UserResource.get, { id: '1' })))
    await openTable('Requests 1')
    await openRow(/GET \/users\/1/)
    await click('Refetch Requests GET /users/1')
    expect(await row(/GET \/users\/1 stale/)).toBeTruthy()
  })
})

describe('a row', () => {
  it('is requested again with all calls in use that show it', async () => {
    const { requests } = await open()
    await openTable('User 1')
    await openRow(/^1 Ada/)
    await click('Refetch User 1')
    await screen.findByRole('heading', { name: 'Bea' })
    expect(requests()).toBe(2)
  })

  it('is requested again by its readers once it is invalidated', async () => {
    const { requests } = await open()
    await openTable('User 1')
    await openRow(/^1 Ada/)
    await click('Invalidate User 1')
    await screen.findByRole('heading', { name: 'Bea' })
    expect(requests()).toBe(2)
    await panelOnPage().findByText('rest/invalidateRow')
  })

  it('is requested again with the lists that showed it once it is invalidated', async () => {
    const lists = [deferred<readonly object[]>(), deferred<readonly object[]>()]
    let requests = 0
    server.use(
      http.get(`${API}/users`, async () => HttpResponse.json(await lists[requests++]?.promise)),
    )
    await renderPanel(
      <AsyncBoundary fallback={<p>loading</p>}>
        <Names />
      </AsyncBoundary>,
    )
    const bea = { id: '2', name: 'Bea' }
    lists[0]?.resolve([{ id: '1', name: 'Ada' }, bea])
    await screen.findByText('Ada Bea')
    await openTable('User 2')
    await openRow(/^1 Ada/)
    await click('Invalidate User 1')
    await screen.findByText('Bea')
    lists[1]?.resolve([{ id: '1', name: 'Cleo' }, bea])
    await screen.findByText('Cleo Bea')
    expect(requests).toBe(2)
  })

  it('is marked as stale when its time has come', async () => {
    const { store, rest } = await renderPanel(null)
    const getBriefly = UserResource.get.extend({ dataExpiryLength: 300 })
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
    await act(() => store.dispatch(rest.fetch(getBriefly, { id: '1' })))
    await openTable('User 1')
    expect(await row(/^1 stale Ada/)).toBeTruthy()
  })

  it.each(Array.from({ length: 12 }, (_, at) => at))(
    'is marked as stale also where that time comes while the panel renders: %i',
    async (at) => {
      const { store, rest } = await renderPanel(null)
      const getBriefly = UserResource.get.extend({ dataExpiryLength: 100 + 40 * at })
      server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
      // A machine on which each look at the clock takes 40 ms.
      const { now } = Date
      let looks = 0
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 40 * (looks += 1))
      await act(() => store.dispatch(rest.fetch(getBriefly, { id: '1' })))
      await openTable('User 1')
      expect(await row(/^1 stale Ada/)).toBeTruthy()
    },
  )

  it('is marked as doubtful after requests that overlapped', async () => {
    const { store, rest } = await renderPanel(null)
    const response = deferred()
    server.use(
      http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })),
      http.patch(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.error()
      }),
    )
    await act(() => store.dispatch(rest.fetch(UserResource.get, { id: '1' })))
    const change = store.dispatch(
      rest.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Bea' }),
    )
    response.resolve()
    await act(() => change.catch(() => undefined))
    await openTable('User 1')
    expect(await row(/^1 doubtful/)).toBeTruthy()
  })

  it('is marked as deleted', async () => {
    const { store, rest } = await renderPanel(null)
    server.use(http.delete(`${API}/users/1`, () => new HttpResponse(null, { status: 204 })))
    act(() => void store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Ada' })))
    await act(() => store.dispatch(rest.fetch(UserResource.delete, { id: '1' })))
    await openTable('User 0')
    expect(await row(/^1 deleted/)).toBeTruthy()
  })
})

describe('a search', () => {
  const many = Array.from({ length: 100_000 }, (_, id) => ({ id: `${id}`, name: `User ${id}` }))

  const type = async (text: string) =>
    fireEvent.change(await panelOnPage().findByRole('searchbox', { name: 'Search in User' }), {
      target: { value: text },
    })

  async function openMany() {
    const world = await renderPanel(null)
    const { store, rest } = world
    act(() => void store.dispatch(rest.set(new Collection([User]), {}, many)))
    await openTable('User 100,000')
    return world
  }

  it('finds a row by its data among 100,000, of which it looks through a part in each frame', async () => {
    await openMany()
    const stringify = vi.spyOn(JSON, 'stringify')
    const frames: number[] = []
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => {
      frames.push(stringify.mock.calls.length)
      stringify.mockClear()
      setTimeout(() => run(performance.now()))
      return 0
    })
    await type('user 99999')
    await row(/^99999 User 99999/)
    await panelOnPage().findByText('1 row matches.')
    expect(frames.length).toBeGreaterThanOrEqual(100_000 / SLICE - 1)
    // The rows that are shown, and those of JSON, are written too.
    expect(Math.max(...frames)).toBeLessThanOrEqual(SLICE + 500)
    stringify.mockRestore()
    frame.mockRestore()
    expect(panelOnPage().getAllByRole('row').length).toBe(2)
  })

  it('shows the first 50 of many, and none where there is none', async () => {
    await openMany()
    await type('user 9')
    await panelOnPage().findByText('The first 50 rows that match.')
    expect(panelOnPage().getAllByRole('row').length).toBe(51)
    await type('nothing like it')
    await panelOnPage().findByText('No row matches.')
    await type('')
    expect(await panelOnPage().findByText('and 99,950 more rows')).toBeTruthy()
  })

  it('finds what was added later', async () => {
    const { store, rest } = await renderPanel(null)
    const set = (id: string, name: string) =>
      act(() => void store.dispatch(rest.set(User, { id }, { id, name })))
    set('1', 'Ada')
    set('2', 'Bea')
    await type('cleo')
    await panelOnPage().findByText('No row matches.')
    set('3', 'Cleo')
    expect(await row(/^3 Cleo/)).toBeTruthy()
  })
})
