import { readFileSync } from 'node:fs'
import * as query from '@reduxjs/toolkit/query/react'
import { configureStore } from '@reduxjs/toolkit'
import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Provider } from 'react-redux'
import { useSuspense } from 'rtk-rest/react'
import { mockServer, renderDataHook } from 'rtk-rest/testing'
import { describe, expect, it, vi } from 'vitest'
import { server } from '../support/server'
import { createStore } from '../support/world'
import { getStats, TaskResource } from './migrating/afterMutations'
import * as dataClient from './migrating/dataClientAfter'
import * as rtkQuery from './migrating/rtkQueryAfter'
import * as rtkQueryBefore from './migrating/rtkQueryBefore'
import * as rtkQueryMutationsAfter from './migrating/rtkQueryMutationsAfter'
import * as rtkQueryMutationsBefore from './migrating/rtkQueryMutationsBefore'
import { StoredUserName, UserName } from './migrating/words'

const API = 'https://api.example.com'

/** A server with two tasks, and what was requested of it. */
function serveTasks(): string[] {
  const requests: string[] = []
  server.use(
    http.all(`${API}/*`, ({ request }) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
    }),
    ...mockServer(rtkQuery.TaskResource, [
      { id: '1', title: 'Write', done: false },
      { id: '2', title: 'Ship', done: false },
    ]),
  )
  return requests
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the example of docs/migrating/rtk-query.md', () => {
  /** Opens a task, finishes it, deletes it, and adds another one; returns what was requested. */
  async function useBoard(App: ComponentType): Promise<string[]> {
    const requests = serveTasks()
    render(<App />)
    expect(screen.getByText('Loading …')).toBeTruthy()
    await vi.waitFor(() => expect(items()).toEqual(['☐ Write', '☐ Ship']))
    click('Write')
    await screen.findByRole('heading', { name: 'Write' })
    click('Finish')
    await screen.findByRole('heading', { name: 'Write (done)' })
    await vi.waitFor(() => expect(items()).toEqual(['☑ Write', '☐ Ship']))
    click('Delete')
    await vi.waitFor(() => expect(items()).toEqual(['☐ Ship']))
    await vi.waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    click('Add')
    await vi.waitFor(() => expect(items()).toEqual(['☐ Ship', '☐ New task']))
    return requests
  }

  it('renders the same with RTK Query (nine requests) and rtk-rest (four requests)', async () => {
    const before = await useBoard(rtkQueryBefore.App)
    expect(before).toHaveLength(9)
    cleanup()
    const after = await useBoard(rtkQuery.App)
    expect(after).toEqual(['GET /tasks', 'PATCH /tasks/1', 'DELETE /tasks/1', 'POST /tasks'])
  })

  it.each([
    ['RTK Query', rtkQueryMutationsBefore.App, ['/stats', '/tasks']],
    ['rtk-rest', rtkQueryMutationsAfter.App, ['/stats']],
  ])('shows changes at once and takes back failed ones, with %s', async (_, App, refetched) => {
    const held: ((response: Response) => void)[] = []
    const reads: string[] = []
    let open = 2
    server.use(
      http.get(`${API}/*`, ({ request }) => void reads.push(new URL(request.url).pathname)),
      http.get(`${API}/stats`, () => HttpResponse.json({ open })),
      http.get(`${API}/tasks`, () =>
        HttpResponse.json([
          { id: '1', title: 'Write', done: open === 1 },
          { id: '2', title: 'Ship', done: false },
        ]),
      ),
      http.patch(`${API}/tasks/1`, () => new Promise<Response>((resolve) => held.push(resolve))),
    )
    render(<App />)
    const respond = async (json: object, status = 200) => {
      await vi.waitFor(() => expect(held).toHaveLength(1))
      held.pop()?.(HttpResponse.json(json, { status }))
    }
    const row = () => screen.getAllByRole('listitem')[0]
    await screen.findByLabelText('2 open')
    await screen.findByRole('button', { name: 'Write' })
    click('Write')
    await vi.waitFor(() => expect(row()?.textContent).toBe('Write done'))
    expect(row()?.getAttribute('aria-busy')).toBe('true')
    await respond({ reason: 'locked' }, 409)
    await vi.waitFor(() => expect(row()?.textContent).toMatch(/^Write Not saved: locked/))
    click('Try again')
    open = 1
    reads.length = 0
    await respond({ id: '1', title: 'Write', done: true })
    await screen.findByLabelText('1 open')
    await vi.waitFor(() => expect(row()?.textContent).toBe('Write done'))
    expect(reads.toSorted()).toEqual(refetched)
  })

  it('shows values that only the server computes, and accepts empty responses', async () => {
    const stats = { open: 2 }
    server.use(
      http.get(`${API}/stats`, () => HttpResponse.json(stats)),
      http.patch(`${API}/tasks/1`, () => {
        stats.open = 1
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { result, controller } = renderDataHook(() => useSuspense(getStats))
    await vi.waitFor(() => expect(result.current).toEqual({ open: 2 }))
    controller.setResponse(TaskResource.get, { id: '1' }, { id: '1', title: 'Write' })
    await controller.fetch(TaskResource.partialUpdate, { id: '1' }, { done: true })
    expect(controller.getResponse(TaskResource.get, { id: '1' }).data).toMatchObject({
      title: 'Write',
      done: true,
    })
    await vi.waitFor(() => expect(result.current).toEqual({ open: 1 }))
  })
})

describe('the example of docs/migrating/data-client.md', () => {
  it('renders, and its manager reports a failed refetch', async () => {
    serveTasks()
    render(<dataClient.App />)
    expect(screen.getByText('Loading …')).toBeTruthy()
    await screen.findByRole('heading', { name: '2 open' })
    click('Write')
    await screen.findByRole('heading', { name: '1 open' })
    expect(items()).toEqual(['☑ WriteDelete Write', '☐ ShipDelete Ship'])
    click('Delete Ship')
    await screen.findByRole('heading', { name: '0 open' })
    click('Add')
    await screen.findByRole('heading', { name: '1 open' })
    cleanup()

    const reported = vi.mocked(console.warn).mockImplementation(() => undefined)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    server.use(http.get(`${API}/tasks`, () => new HttpResponse(null, { status: 503 })))
    render(<dataClient.App />)
    await vi.waitFor(() => expect(reported.mock.calls).toMatchObject([[{ status: 503 }]]))
    expect(items()).toEqual(['☑ WriteDelete Write', '☐ New taskDelete New task'])
    reported.mockClear()
  })

  it('has the same components with data-client and rtk-rest', () => {
    const [before, after] = ['Before', 'After'].map((when) =>
      readFileSync(`test/docs/migrating/dataClient${when}.tsx`, 'utf8').split('// Components\n'),
    )
    expect(before?.[1]).toBe(after?.[1])
  })
})

describe('the example of docs/migrating/words.md', () => {
  it('fetches with useSuspense, and never with useQuery', async () => {
    const sent: string[] = []
    server.use(
      http.get(`${API}/users/1`, ({ request }) => {
        sent.push(new URL(request.url).pathname)
        return HttpResponse.json({ id: '1', name: 'Ada' })
      }),
    )
    const { store, controller } = createStore()
    const show = (page: ReactNode) =>
      render(
        <Provider store={store}>
          <Suspense>{page}</Suspense>
        </Provider>,
      )
    show(<StoredUserName id="1" />)
    expect(screen.getByText('not stored')).toBeTruthy()
    await controller.allSettled()
    expect(sent).toEqual([])
    show(<UserName id="1" />)
    await vi.waitFor(() => expect(screen.getAllByText('Ada')).toHaveLength(2))
    expect(sent).toEqual(['/users/1'])
  })
})

const pages = ['data-client', 'rtk-query'].map((name) => `docs/migrating/${name}.md`)
const [dataClientPage = '', rtkQueryPage = ''] = pages

describe('the tables of docs/migrating', () => {
  /** The rows of all tables of a page, with the heading that they are under. */
  function rowsOf(page: string) {
    const sections = readFileSync(page, 'utf8').split(/^#+ /m)
    return sections.flatMap((section) =>
      [...section.matchAll(/^\| (.*?) +\| (.*?) *\|$/gm)].map(([, theirs = '', ours = '']) => ({
        heading: section.split('\n')[0],
        theirs,
        ours,
        names: [...theirs.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      })),
    )
  }

  const entries = ['index', 'types', 'dataClient', 'react/index', 'testing/index']
  const exported = new Set(entries.flatMap((entry) => exportsOf(`src/${entry}.ts`)))

  function exportsOf(entry: string): string[] {
    const blocks = readFileSync(entry, 'utf8').matchAll(/export (?:type )?\{([^}]*)\}/g)
    return [...blocks].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.replace(/^.* as /s, '').trim()),
    )
  }

  it('say "the same" only for exported names', () => {
    const { controller } = createStore()
    const same = rowsOf(dataClientPage).filter(({ ours }) => /^\[?the same/.test(ours))
    const plain = same.filter(({ theirs }) => /^(`\w+`(, )?)+$/.test(theirs))
    const missing = plain.flatMap(({ heading, names }) =>
      names.filter(
        (name) => !exported.has(name) && !(heading === 'Controller' && name in controller),
      ),
    )
    expect(plain.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })

  it('say "none yet" only for names that are not exported', () => {
    const waiting = pages.flatMap(rowsOf).filter(({ ours }) => ours.startsWith('none yet'))
    const there = waiting.flatMap(({ names }) => names.filter((name) => exported.has(name)))
    expect(waiting.length).toBeGreaterThan(0)
    expect(there).toEqual([])
  })

  it('list every export of RTK Query', () => {
    const api = query.createApi({
      baseQuery: query.fakeBaseQuery(),
      endpoints: (build) => ({
        one: build.query<number, void>({ queryFn: () => ({ data: 1 }) }),
        change: build.mutation<number, void>({ queryFn: () => ({ data: 1 }) }),
        many: build.infiniteQuery<number, void, number>({
          infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: () => 1 },
          queryFn: () => ({ data: 1 }),
        }),
      }),
    })
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
    })
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    )
    const { one, change, many } = api.endpoints
    const { result } = renderHook(
      () => [
        one.useQuery(undefined, { skip: true }),
        change.useMutation()[1],
        many.useInfiniteQuery(undefined, { skip: true }),
      ],
      { wrapper },
    )
    const generated = /^(_|use(Lazy)?(One|Change|Many))/
    const names = [query, api, api.util, one, change, many, ...result.current]
      .flatMap((it) => Object.keys(it))
      .filter((name) => !generated.test(name))
    const page = readFileSync(rtkQueryPage, 'utf8')
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([])
  })
})
