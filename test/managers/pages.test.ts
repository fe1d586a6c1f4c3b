import { configureStore } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import {
  Collection,
  createRest,
  Entity,
  Invalidate,
  LogoutManager,
  pages,
  RestEndpoint,
  type RestState,
  Union,
  Values,
} from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  kind = 'task'
  title = ''
  static override key = 'Task'
}

const tasks = new Collection([Task])
const options = {
  path: '/tasks',
  urlPrefix: API,
  searchParams: {} as { team?: string },
  schema: { tasks, next: '', total: 0 },
  paginationField: [pages, 'cursor'],
} as const
const getTasks = new RestEndpoint(options)
const createTask = getTasks.push
const getTask = new RestEndpoint({ path: '/tasks/:id', urlPrefix: API, schema: Task })

interface Row {
  readonly id: string
  readonly kind: string
  readonly title: string
}

const row = (id: number, title = `Task ${id}`): Row => ({ id: String(id), kind: 'task', title })

/** A server with tasks, two on a page; a cursor is the place of the first task of a page. */
function serve(count: number) {
  const world = {
    rows: Array.from({ length: count }, (_, at) => row(at + 1)),
    sent: [] as string[],
    statuses: new Map<string, number>(),
    /** Called before each response. */
    before: async (_search: string): Promise<void> => undefined,
  }
  server.use(
    http.get(`${API}/tasks`, async ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      world.sent.push(search)
      await world.before(search)
      const status = world.statuses.get(search)
      if (status !== undefined) return HttpResponse.json({}, { status })
      const from = Number(searchParams.get('cursor') ?? 0)
      const hasNext = from + 2 < world.rows.length
      return HttpResponse.json({
        tasks: world.rows.slice(from, from + 2),
        total: world.rows.length,
        ...(hasNext && { next: String(from + 2) }),
      })
    }),
    http.get(`${API}/tasks/:id`, ({ params }) => {
      const found = world.rows.find(({ id }) => id === params['id'])
      return HttpResponse.json(found ?? {}, { status: found ? 200 : 404 })
    }),
    http.post(`${API}/tasks`, async ({ request }) => {
      const created = { ...row(world.rows.length + 1), ...((await request.json()) as object) }
      world.rows.push(created)
      return HttpResponse.json(created)
    }),
  )
  return world
}

/** A store whose list has all pages of a server. */
async function loaded(count: number, config: Parameters<typeof createStore>[0] = {}) {
  const serving = serve(count)
  const world = createStore(config)
  const { controller } = world
  let page: { readonly next?: string } = await controller.fetch(getTasks)
  while (page.next) page = await controller.fetch(getTasks.getPage, { cursor: page.next })
  serving.sent.length = 0
  const shown = () => controller.getResponse(getTasks).data
  const ids = () =>
    shown()
      ?.tasks?.map(({ id }) => id)
      .join(' ')
  return { ...world, serving, shown, ids }
}

const ALL = ['', '?cursor=2', '?cursor=4', '?cursor=6']

describe('a list of which several pages are loaded', () => {
  it('has all of them requested again by a caller, one after the other, and stored as one change', async () => {
    const { controller, serving, actions, ids, shown } = await loaded(7)
    actions.length = 0
    serving.rows[4] = row(5, 'renamed')
    serving.rows.splice(0, 1)
    await controller.fetch(getTasks)
    // The third of the pages is the last one now.
    expect(serving.sent).toEqual(ALL.slice(0, 3))
    expect(ids()).toBe('2 3 4 5 6 7')
    expect(shown()?.tasks?.[3]).toMatchObject({ title: 'renamed' })
    expect(actions.map(({ type }) => type)).toEqual([
      'rest/GET /tasks/pending',
      'rest/GET /tasks/fulfilled',
    ])
  })

  it.each<[string, (world: Awaited<ReturnType<typeof loaded>>) => void]>([
    ['expired', ({ controller }) => controller.expireAll(getTasks)],
    ['invalidated', ({ controller }) => controller.invalidateAll(getTasks)],
  ])('does not fall back to its first page when it is %s', async (_, act) => {
    const world = await loaded(7)
    const { rest, store, serving, ids } = world
    const held = store.dispatch(rest.retain(getTasks))
    act(world)
    await vi.waitFor(() => expect(serving.sent).toEqual(ALL))
    await vi.waitFor(() => expect(ids()).toBe('1 2 3 4 5 6 7'))
    held.release()
  })

  it('does not fall back to its first page in a reader that comes when it is stale', async () => {
    const { rest, store, controller, serving, ids } = await loaded(5)
    controller.expireAll(getTasks)
    const held = store.dispatch(rest.retain(getTasks))
    await vi.waitFor(() => expect(serving.sent).toEqual(ALL.slice(0, 3)))
    await vi.waitFor(() =>
      expect(rest.selectors.selectRequest(store.getState(), getTasks).isFetching).toBe(false),
    )
    expect(ids()).toBe('1 2 3 4 5')
    held.release()
  })

  it('does not fall back to its first page in a store that begins with a copy of the state', async () => {
    const { store, serving } = await loaded(5)
    const rest = createRest()
    const copy = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (defaults) => defaults().concat(rest.middleware),
      preloadedState: JSON.parse(JSON.stringify(store.getState())) as { rest: RestState },
    })
    serving.rows[2] = row(3, 'renamed')
    const { tasks: all } = await copy.dispatch(rest.fetch(getTasks)).unwrap()
    expect(all?.map(({ title }) => title)).toEqual([
      'Task 1',
      'Task 2',
      'renamed',
      'Task 4',
      'Task 5',
    ])
    rest.dispose(copy)
  })

  it('asks for all pages where one of its rows is in doubt', async () => {
    const { rest, store, controller, serving, ids } = await loaded(5)
    const held = store.dispatch(rest.retain(getTasks))
    server.use(http.patch(`${API}/tasks/:id`, () => HttpResponse.error()))
    const rename = getTask.extend({ method: 'PATCH', body: {} })
    await controller.fetch(rename, { id: '4' }, { title: 'x' }).catch(() => undefined)
    await vi.waitFor(() => expect(serving.sent).toEqual(ALL.slice(0, 3)))
    expect(ids()).toBe('1 2 3 4 5')
    held.release()
  })

  it('asks for all pages in a poll, too, while one of its rows is in doubt', async () => {
    const { rest, store, controller, serving, ids } = await loaded(5, {
      managers: [new PollingManager()],
    })
    server.use(http.patch(`${API}/tasks/:id`, () => HttpResponse.error()))
    const rename = getTask.extend({ method: 'PATCH', body: {} })
    await controller.fetch(rename, { id: '4' }, { title: 'x' }).catch(() => undefined)
    serving.rows[3] = row(4, 'x')
    const polled = getTasks.extend({ pollFrequency: 20 })
    store.dispatch(rest.subscribe(polled))
    const title = () => controller.get(Task, { id: '4' })?.title
    await vi.waitFor(() => expect(title()).toBe('x'))
    // The next ones ask for the first page alone.
    serving.sent.length = 0
    await vi.waitFor(() => expect(serving.sent.length).toBeGreaterThan(4))
    expect(serving.sent).not.toContain('?cursor=4')
    expect(ids()).toBe('1 2 3 4 5')
    store.dispatch(rest.unsubscribe(polled))
  })

  it('has all pages polled once for a row in doubt that they do not have, nested deep', async () => {
    class Team extends Entity {
      id = ''
      title = ''
      static override key = 'Team'
    }
    class Member extends Task {
      team = new Team()
      static override schema = { team: Team }
    }
    const teams = new RestEndpoint({ ...options, schema: { tasks: new Collection([Member]) } })
    const polled = teams.extend({ pollFrequency: 20 })
    const { rest, store, controller } = createStore({ managers: [new PollingManager()] })
    const serving = serve(3)
    Object.assign(serving.rows[2] ?? {}, { team: { id: 't', title: 'Team' } })
    server.use(http.patch(`${API}/teams/:id`, () => HttpResponse.error()))
    await controller.fetch(polled)
    await controller.fetch(polled.getPage, { cursor: '2' })
    // From now on the server leaves the team out.
    serving.rows[2] = row(3)
    const rename = {
      path: '/teams/:id',
      urlPrefix: API,
      method: 'PATCH',
      body: {},
      schema: Team,
    } as const
    await controller
      .fetch(new RestEndpoint(rename), { id: 't' }, { title: 'x' })
      .catch(() => undefined)
    serving.sent.length = 0
    store.dispatch(rest.subscribe(polled))
    await vi.waitFor(() => expect(serving.sent.length).toBeGreaterThan(6))
    expect(serving.sent.filter((search) => search !== '')).toEqual(['?cursor=2'])
    store.dispatch(rest.unsubscribe(polled))
  })

  it('keeps what is created while its pages are requested', async () => {
    const { controller, serving, ids } = await loaded(3)
    serving.before = async (search) => {
      if (search === '?cursor=2') await controller.fetch(createTask, {}, { title: 'new' })
    }
    await controller.fetch(getTasks)
    expect(ids()).toBe('1 2 3 4')
  })

  it('asks again where a member is deleted between two pages, which moves another past them', async () => {
    const { controller, serving, ids } = await loaded(7)
    const remove = new RestEndpoint({
      path: '/tasks/:id',
      urlPrefix: API,
      method: 'DELETE',
      schema: new Invalidate(Task),
    })
    server.use(
      http.delete(`${API}/tasks/:id`, ({ params }) => {
        serving.rows = serving.rows.filter(({ id }) => id !== params['id'])
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const reader = controller.retain(getTasks)
    serving.before = async (search) => {
      if (search === '?cursor=4' && serving.rows.length === 7) {
        await controller.fetch(remove, { id: '1' })
      }
    }
    await controller.fetch(getTasks)
    await vi.waitFor(() => expect(ids()).toBe('2 3 4 5 6 7'))
    reader.release()
  })

  it('asks where the last member of the loaded pages is deleted, or leaves it, as others follow', async () => {
    const open = new Collection([Task])
    const search: { readonly kind?: string } = {}
    const getOpen = getTasks.extend({
      searchParams: search,
      schema: { tasks: open, next: '' },
      process: ({ total: _, ...response }: { readonly total: number }) => response,
    })
    const fields: Partial<Row> = {}
    const patch = getTask.extend({ method: 'PATCH', body: fields })
    const serving = serve(5)
    server.use(
      http.delete(`${API}/tasks/:id`, ({ params }) => {
        serving.rows = serving.rows.filter(({ id }) => id !== params['id'])
        return new HttpResponse(null, { status: 204 })
      }),
      http.patch(`${API}/tasks/:id`, ({ params }) => {
        const found = serving.rows.find(({ id }) => id === params['id'])
        serving.rows = serving.rows.filter((it) => it !== found)
        return HttpResponse.json({ ...found, kind: 'note' })
      }),
    )
    const { controller } = createStore()
    const held = controller.retain(getOpen, { kind: 'task' })
    const ids = () =>
      controller.getResponse(getOpen, { kind: 'task' }).data?.tasks?.map(({ id }) => id)
    await vi.waitFor(() => expect(ids()).toEqual(['1', '2']))
    const remove = getTask.extend({ method: 'DELETE', schema: new Invalidate(Task) })
    await controller.fetch(remove, { id: '1' })
    await turns()
    expect(serving.sent).toHaveLength(1)
    await controller.fetch(remove, { id: '2' })
    await vi.waitFor(() => expect(ids()).toEqual(['3', '4']))
    await controller.fetch(patch, { id: '3' }, { kind: 'note' })
    await turns()
    expect(serving.sent).toHaveLength(2)
    await controller.fetch(patch, { id: '4' }, { kind: 'note' })
    await vi.waitFor(() => expect(ids()).toEqual(['5']))
    held.release()
  })

  it('has each member once where a page brings a member again', async () => {
    const { controller, serving, ids } = await loaded(5)
    serving.before = async (search) => {
      // What comes in front while the pages are requested moves the others on.
      if (search === '?cursor=2') serving.rows.unshift(row(9))
    }
    await controller.fetch(getTasks)
    expect(ids()).toBe('1 2 3 4 5')
  })

  it('says beside its members what the last page says', async () => {
    const { controller, serving, shown } = await loaded(5)
    expect(shown()?.next).toBeUndefined()
    serving.rows.push(row(6), row(7))
    await controller.fetch(getTasks)
    expect(shown()).toMatchObject({ next: '6', total: 7 })
  })

  it.each([404, 410, 400])('ends where a page is not there any more (%i)', async (status) => {
    const { controller, serving, ids, shown } = await loaded(7)
    serving.statuses.set('?cursor=4', status)
    await controller.fetch(getTasks)
    expect(serving.sent).toEqual(ALL.slice(0, 3))
    expect(ids()).toBe('1 2 3 4')
    expect(shown()?.next).toBe('4')
    // The page is forgotten, until somebody asks for it.
    await controller.fetch(getTasks)
    expect(serving.sent.slice(3)).toEqual(ALL.slice(0, 2))
  })

  it.each([500, 401, 403])(
    'stays as it was where a page fails with %i, and has the error',
    async (status) => {
      const { controller, serving, ids, rest, store } = await loaded(7)
      serving.statuses.set('?cursor=4', status)
      serving.rows.splice(0, 1)
      await expect(controller.fetch(getTasks)).rejects.toMatchObject({ status })
      expect(serving.sent).toEqual(ALL.slice(0, 3))
      expect(ids()).toBe('1 2 3 4 5 6 7')
      serving.statuses.clear()
      await controller.fetch(getTasks)
      expect(ids()).toBe('2 3 4 5 6 7')
      expect(rest.selectors.selectRequest(store.getState(), getTasks).error).toBeUndefined()
    },
  )

  it('signs out where a further page is refused with 401', async () => {
    const handleLogout = vi.fn()
    const { controller, serving } = await loaded(5, {
      managers: [new LogoutManager({ handleLogout })],
    })
    serving.statuses.set('?cursor=2', 401)
    await expect(controller.fetch(getTasks)).rejects.toMatchObject({ status: 401 })
    expect(handleLogout).toHaveBeenCalledOnce()
  })

  it('has an error that hides the data where its first page fails so', async () => {
    const { controller, serving, ids } = await loaded(5)
    serving.statuses.set('', 403)
    await expect(controller.fetch(getTasks)).rejects.toMatchObject({ status: 403 })
    expect(controller.getError(getTasks)).toMatchObject({ status: 403 })
    expect(ids()).toBe('1 2 3 4 5')
  })

  it('requests no more pages once its caller has gone', async () => {
    const { rest, store, serving, ids } = await loaded(7)
    const request = store.dispatch(rest.fetch(getTasks))
    serving.before = async (search) => {
      if (search === '?cursor=2') request.abort()
    }
    serving.rows.splice(0, 1)
    await expect(request.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(serving.sent).toEqual(ALL.slice(0, 2)))
    expect(ids()).toBe('1 2 3 4 5 6 7')
    serving.before = async () => undefined
    await store.dispatch(rest.fetch(getTasks)).unwrap()
    expect(serving.sent).toEqual([...ALL.slice(0, 2), ...ALL.slice(0, 3)])
  })

  it('has at most 20 pages', async () => {
    const { controller, serving, ids } = await loaded(50)
    expect(ids()?.split(' ')).toHaveLength(50)
    await controller.fetch(getTasks)
    expect(serving.sent).toHaveLength(20)
    expect(ids()?.split(' ')).toHaveLength(40)
  })

  it('is requested by itself after a reset', async () => {
    const { controller, serving } = await loaded(5)
    controller.reset()
    await controller.fetch(getTasks)
    expect(serving.sent).toEqual([''])
  })
})

describe('a page', () => {
  it('without a next cursor ends a loop over all pages', async () => {
    const { serving, ids, shown } = await loaded(5)
    expect(serving.sent).toEqual([])
    expect(ids()).toBe('1 2 3 4 5')
    expect(shown()).toMatchObject({ total: 5 })
  })
})

describe('a poll of a list of which several pages are loaded', () => {
  const polled = getTasks.extend({ pollFrequency: 5_000 })

  it('requests the first page alone, whose members come in front of the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const { rest, store, serving, ids, shown } = await loaded(7, {
      managers: [new PollingManager()],
    })
    const held = store.dispatch(rest.retain(polled))
    serving.rows.unshift(row(9))
    serving.rows[1] = row(1, 'renamed')
    await vi.advanceTimersByTimeAsync(5_001)
    await vi.waitFor(() => expect(ids()).toBe('9 1 2 3 4 5 6 7'))
    expect(serving.sent).toEqual([''])
    expect(shown()?.tasks?.[1]).toMatchObject({ title: 'renamed' })
    expect(shown()?.next).toBeUndefined()
    held.release()
  })

  it('requests all pages of a list of several kinds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const list = new Collection([new Union({ task: Task }, 'kind')])
    const getAny = polled.extend({ schema: { tasks: list, next: '' } })
    const serving = serve(3)
    const { rest, store, controller } = createStore({ managers: [new PollingManager()] })
    await controller.fetch(getAny)
    await controller.fetch(getAny.getPage, { cursor: '2' })
    const held = store.dispatch(rest.retain(getAny))
    serving.rows.unshift(row(9))
    await vi.advanceTimersByTimeAsync(5_001)
    const ids = () => controller.getResponse(getAny).data?.tasks?.map(({ id }) => id)
    await vi.waitFor(() => expect(ids()).toEqual(['9', '1', '2', '3']))
    held.release()
  })
})

describe('a map of which several pages are loaded', () => {
  it('has all of them requested again', async () => {
    const getMap = new RestEndpoint({
      path: '/map',
      urlPrefix: API,
      schema: new Collection(new Values(Task)),
      paginationField: [pages, 'after'],
    })
    const sent: string[] = []
    server.use(
      http.get(`${API}/map`, ({ request }) => {
        const { search } = new URL(request.url)
        sent.push(search)
        return HttpResponse.text(
          search === ''
            ? JSON.stringify({ a: row(1) })
            : `{ "__proto__": ${JSON.stringify(row(2))} }`,
        )
      }),
    )
    const { controller } = createStore()
    await controller.fetch(getMap)
    await controller.fetch(getMap.getPage, { after: 'a' })
    const all = await controller.fetch(getMap)
    expect(Object.keys(all)).toEqual(['a', '__proto__'])
    expect(sent).toEqual(['', '?after=a', '', '?after=a'])
  })
})

describe('`paginationField` as a plain text', () => {
  it('is refused with what to write', () => {
    expect(() => new RestEndpoint({ ...options, paginationField: 'cursor' as never })).toThrow(
      /paginationField: \[pages, '…'\]/,
    )
  })
})

describe('`paginationField`', () => {
  it.each([
    ['a value in place of the function', [pages, 'cursor', 'next']],
    ['a direction that there is not', [pages, { before: 'front' }]],
  ])('with %s is refused', (_, paginationField) => {
    const wrong = { ...options, paginationField: paginationField as never }
    expect(() => new RestEndpoint(wrong)).toThrow(/the option `paginationField` must be \[pages, /)
  })
})
