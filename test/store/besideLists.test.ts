import { configureStore } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import {
  Collection,
  counted,
  createRest,
  Entity,
  Invalidate,
  kept,
  pages,
  RestEndpoint,
  type RestState,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it, vi } from 'vitest'
import { holdServer } from '../support/holdServer'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  done = false
  static override key = 'Task'
}

interface Row {
  readonly id: string
  readonly done?: boolean
}

const tasks = new Collection([Task])
const options = { path: '/tasks', urlPrefix: API } as const
const params: { readonly limit?: number } = {}

const getTasks = new RestEndpoint({ ...options, schema: { results: tasks, count: 0 } })
const deleteTask = new RestEndpoint({
  path: '/tasks/:id',
  urlPrefix: API,
  method: 'DELETE',
  schema: new Invalidate(Task),
})

/** A server with tasks, and what it says beside them. */
function serve(beside: (rows: readonly Row[]) => object = (rows) => ({ count: rows.length })) {
  const world = {
    rows: [{ id: '1' }, { id: '2' }, { id: '3' }] as Row[],
    sent: [] as string[],
    beside,
  }
  server.use(
    http.get(`${API}/tasks`, ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      world.sent.push(`GET ${search}`)
      const from = Number(searchParams.get('offset') ?? 0)
      const limit = Number(searchParams.get('limit') ?? 100)
      const results = world.rows.slice(from, from + limit)
      return HttpResponse.json({ results, ...world.beside(world.rows) })
    }),
    http.post(`${API}/tasks`, async ({ request }) => {
      const created = { id: String(world.rows.length + 1), ...((await request.json()) as object) }
      world.rows.push(created)
      return HttpResponse.json(created)
    }),
    http.delete(`${API}/tasks/:id`, ({ params: { id } }) => {
      world.rows = world.rows.filter((row) => row.id !== id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return world
}

/** A page that shows a list, and does something with it. */
async function shown(endpoint: RestEndpoint, world = serve(), ...args: readonly unknown[]) {
  const store = createStore()
  const held = store.store.dispatch(store.rest.retain(endpoint, ...args))
  await store.controller.fetch(endpoint, ...args)
  await settled()
  world.sent.length = 0
  const data = (): Shown | undefined => store.controller.getResponse(endpoint, ...args).data
  const shows = () => ({
    ids: data()
      ?.results?.map(({ id }) => id)
      .join(' '),
    ...rest(data()),
  })
  return { ...store, world, held, data, shows }
}

interface Shown {
  readonly results?: readonly Row[]
}

function rest({ results: _, ...others }: Shown = {}): object {
  return others
}

/** Nothing is in flight any more. */
async function settled(): Promise<void> {
  for (let at = 0; at < 20; at += 1) await turns()
}

describe.each([
  ['after', false],
  ['before', true],
])('a number %s its list that is named so, as articlesCount of articles,', (_, isFirst) => {
  const getNamed = getTasks.extend({
    schema: { tasks: new Collection([Task]), tasksCount: 0 },
    process: ({ results, count }: { readonly results: Row[]; readonly count: number }) =>
      isFirst ? { tasksCount: count, tasks: results } : { tasks: results, tasksCount: count },
  })
  const finishTask = new RestEndpoint({
    path: '/tasks/:id/done',
    urlPrefix: API,
    method: 'POST',
    body: undefined,
    schema: Task,
  })

  it('is not asked for where a member changes', async () => {
    const { controller, world, data } = await shown(getNamed)
    server.use(http.post(`${API}/tasks/1/done`, () => HttpResponse.json({ id: '1', done: true })))
    await controller.fetch(finishTask, { id: '1' })
    await settled()
    expect(data()).toMatchObject({ tasks: [{ id: '1', done: true }, {}, {}], tasksCount: 3 })
    expect(world.sent).toEqual([])
  })

  it('is asked for once where a member is deleted', async () => {
    const { controller, world, data } = await shown(getNamed)
    await controller.fetch(deleteTask, { id: '2' })
    await vi.waitFor(() => expect(data()).toMatchObject({ tasksCount: 2 }))
    await settled()
    expect(world.sent).toEqual(['GET '])
  })
})

describe('a number beside a list that is shown', () => {
  it('is asked for once after a creation, and after a deletion', async () => {
    const { controller, world, shows } = await shown(getTasks)
    await controller.fetch(getTasks.push, {})
    await vi.waitFor(() => expect(shows()).toEqual({ ids: '1 2 3 4', count: 4 }))
    await settled()
    expect(world.sent).toEqual(['GET '])
    await controller.fetch(deleteTask, { id: '2' })
    await vi.waitFor(() => expect(shows()).toEqual({ ids: '1 3 4', count: 3 }))
    await settled()
    expect(world.sent).toEqual(['GET ', 'GET '])
  })

  it('is asked for after a message that changes the list', async () => {
    const { controller, world, shows } = await shown(getTasks)
    world.rows.push({ id: '9' })
    controller.set(tasks.push, {}, { id: '9' })
    await vi.waitFor(() => expect(shows()).toEqual({ ids: '1 2 3 9', count: 4 }))
    world.rows.pop()
    controller.set(new Invalidate(Task), { id: '9' })
    await vi.waitFor(() => expect(shows()).toEqual({ ids: '1 2 3', count: 3 }))
    await settled()
    expect(world.sent).toEqual(['GET ', 'GET '])
  })

  it('is not asked for where a message changes no member', async () => {
    const { controller, world } = await shown(getTasks)
    controller.set(tasks.push, {}, { id: '3', done: true })
    controller.set(Task, { id: '1' }, { id: '1', done: true })
    await settled()
    expect(world.sent).toEqual([])
  })

  it.each<[string, object, object]>([
    [
      'a number deep in the response',
      { meta: { page: { total: 0 } } },
      { meta: { page: { total: 3 } } },
    ],
    ['a list', { facets: [] }, { facets: ['done'] }],
    ['an object without a schema', { facets: {} }, { facets: { done: 'one' } }],
    ['an entity', { newest: Task }, { newest: { id: '3' } }],
    ['a number that no schema has', {}, { total: 3 }],
  ])('is no other than %s', async (_, schema, beside) => {
    const endpoint = new RestEndpoint({ ...options, schema: { results: tasks, ...schema } })
    const { controller, world } = await shown(
      endpoint,
      serve(() => beside),
    )
    controller.set(tasks.push, {}, { id: '9' })
    await vi.waitFor(() => expect(world.sent).toEqual(['GET ']))
    await settled()
    expect(world.sent).toEqual(['GET '])
  })

  it('is asked for after an optimistic creation when that has landed', async () => {
    const { controller, world, shows } = await shown(getTasks)
    const create = getTasks.push.extend({
      getOptimisticResponse: [optimistic, () => ({ id: 'new' })],
    })
    const created = controller.fetch(create, {})
    await settled()
    await created
    await vi.waitFor(() => expect(shows()).toEqual({ ids: '1 2 3 4', count: 4 }))
    await settled()
    expect(world.sent).toEqual(['GET '])
  })
})

describe('what follows from fields of the members', () => {
  const open = (rows: readonly Row[]): number => rows.filter(({ done }) => done !== true).length
  const facets = (rows: readonly Row[]) => ({
    meta: { facets: { open: open(rows), all: rows.length } },
  })
  const getFacets = new RestEndpoint({
    ...options,
    schema: { results: tasks, meta: { facets: { open: 0, all: 0 } } },
  })
  const patchTask = new RestEndpoint({
    path: '/tasks/:id',
    urlPrefix: API,
    method: 'PATCH',
    schema: Task,
  })
  /** A server that takes changes of tasks. */
  const serveChanges = (beside: (rows: readonly Row[]) => object) => {
    const world = serve(beside)
    world.rows = world.rows.map((row) => ({ ...row, done: false }))
    server.use(
      http.patch(`${API}/tasks/:id`, async ({ request, params: { id } }) => {
        const body = (await request.json()) as object
        world.rows = world.rows.map((row) => (row.id === id ? { ...row, ...body } : row))
        return HttpResponse.json(world.rows.find((row) => row.id === id))
      }),
    )
    return world
  }

  it('is asked for once after an update, and not because of its echo', async () => {
    const { controller, world, shows } = await shown(getFacets, serveChanges(facets))
    await controller.fetch(patchTask, { id: '2' }, { done: true })
    await vi.waitFor(() => expect(shows()).toMatchObject(facets(world.rows)))
    controller.set(Task, { id: '2' }, { id: '2', done: true })
    await controller.fetch(patchTask, { id: '2' }, { done: true })
    await settled()
    expect(world.sent).toEqual(['GET '])
    expect(shows()).toMatchObject({ meta: { facets: { open: 2, all: 3 } } })
  })

  it('is asked for once after a message, and after an optimistic update when that has landed', async () => {
    const { controller, world, shows } = await shown(getFacets, serveChanges(facets))
    world.rows = world.rows.map((row) => (row.id === '1' ? { ...row, done: true } : row))
    controller.set(Task, { id: '1' }, { id: '1', done: true })
    await vi.waitFor(() => expect(shows()).toMatchObject({ meta: { facets: { open: 2 } } }))
    const optimisticPatch = patchTask.extend({
      getOptimisticResponse: [
        optimistic,
        (_, { id }: { id: string | number }) => ({ id: String(id), done: true }),
      ],
    })
    await controller.fetch(optimisticPatch, { id: '2' }, { done: true })
    await vi.waitFor(() => expect(shows()).toMatchObject({ meta: { facets: { open: 1 } } }))
    await settled()
    expect(world.sent).toEqual(['GET ', 'GET '])
  })

  it.each<[string, object]>([
    ['a number of some members', { openCount: 3 }],
    ['a sum that is called total', { total: 59.9 }],
    ['a total of something else', { total: 60 }],
    ['a list', { labels: ['bug'] }],
    ['an object without a schema', { facets: { done: 'one' } }],
  ])('is no other than %s', async (_, beside) => {
    const endpoint = new RestEndpoint({ ...options, schema: { results: tasks } })
    const world = serveChanges(() => beside)
    const { controller } = await shown(endpoint, world)
    await controller.fetch(patchTask, { id: '2' }, { done: true })
    await vi.waitFor(() => expect(world.sent).toEqual(['GET ']))
    await settled()
    expect(world.sent).toEqual(['GET '])
  })

  it.each<[string, object]>([
    ['a number of all members', { total: 3 }],
    ['numbers of pages', { count: 3, page: 1, per_page: 20, totalPages: 1, nextOffset: 20 }],
    ['texts and booleans', { next: 'b', ok: true }],
  ])('is not %s, for which nothing is asked', async (_, beside) => {
    const endpoint = new RestEndpoint({ ...options, schema: { results: tasks } })
    const { controller, world } = await shown(
      endpoint,
      serveChanges(() => beside),
    )
    await controller.fetch(patchTask, { id: '2' }, { done: true })
    await settled()
    expect(world.sent).toEqual([])
  })

  it.each<[string, object, object, readonly unknown[]]>([
    ['a total of a list with a limit', { searchParams: params }, { total: 3 }, [{ limit: 2 }]],
    ['a total of pages', { paginationField: [pages, 'offset'] }, { total: 30 }, []],
    ['what is kept', { schema: { results: tasks, facets: kept } }, { facets: { open: 3 } }, []],
  ])('is not %s, for which nothing is asked', async (_, more, beside, args) => {
    const given = { ...options, schema: { results: tasks }, ...more }
    const endpoint = new RestEndpoint(given) as unknown as RestEndpoint
    const world = serveChanges(() => beside)
    const { controller } = await shown(endpoint, world, ...args)
    await controller.fetch(patchTask, { id: '2' }, { done: true })
    await settled()
    expect(world.sent).toEqual([])
  })

  it('is stale where nobody shows it, also in a store that begins with a copy of the state', async () => {
    serveChanges(facets)
    const { controller, store } = createStore()
    await controller.fetch(getFacets)
    await controller.fetch(patchTask, { id: '2' }, { done: true })
    expect(controller.getResponse(getFacets).expiresAt).toBe(0)
    const copied = createRest()
    const copy = configureStore({
      reducer: { rest: copied.reducer },
      middleware: (defaults) => defaults().concat(copied.middleware),
      preloadedState: JSON.parse(JSON.stringify(store.getState())) as { rest: RestState },
    })
    expect(copied.getController(copy).getResponse(getFacets).expiresAt).toBe(0)
    copied.dispose(copy)
    await controller.fetch(getFacets)
    expect(controller.getResponse(getFacets).expiresAt).toBeGreaterThan(0)
  })
})

describe('a text or a boolean beside a list', () => {
  it('stays, and nothing is asked, whatever messages change the list', async () => {
    const endpoint = new RestEndpoint({
      ...options,
      schema: { results: tasks, next: '', meta: { hasMore: true, cursor: '' } },
    })
    const beside = { next: 'b', ok: true, meta: { hasMore: true, cursor: 'b' }, previous: null }
    const { controller, world, shows } = await shown(
      endpoint,
      serve(() => beside),
    )
    controller.set(tasks.push, {}, { id: '9' })
    await controller.fetch(getTasks.push, {})
    await controller.fetch(deleteTask, { id: '2' })
    await settled()
    expect(world.sent).toEqual([])
    expect(shows()).toEqual({ ids: '1 3 9 4', ...beside })
  })
})

describe('a list with a number beside it that nobody shows', () => {
  it('is stale by selectors, and fetched where it is needed', async () => {
    const world = serve()
    const { controller, rest, store } = createStore()
    await controller.fetch(getTasks)
    expect(await controller.fetchIfStale(getTasks)).toMatchObject({ count: 3 })
    controller.set(tasks.push, {}, { id: '9' })
    expect(controller.getResponse(getTasks).expiresAt).toBe(0)
    expect(rest.selectors.selectRequest(store.getState(), getTasks).expiresAt).toBe(0)
    world.rows.push({ id: '9' })
    expect(await controller.fetchIfStale(getTasks)).toMatchObject({ count: 4 })
    expect(rest.selectors.selectRequest(store.getState(), getTasks).expiresAt).toBeGreaterThan(0)
    expect(world.sent).toEqual(['GET ', 'GET '])
  })

  it('stays so where another call brings the list alone', async () => {
    const world = serve()
    const { controller } = createStore()
    const getAlone = new RestEndpoint({
      ...options,
      schema: { results: tasks },
      process: ({ results }: { results: Row[] }) => ({ results }),
      name: 'alone',
      key: () => 'alone',
    })
    await controller.fetch(getTasks)
    controller.set(tasks.push, {}, { id: '9' })
    world.rows.push({ id: '9' })
    await controller.fetch(getAlone)
    expect(await controller.fetchIfStale(getTasks)).toMatchObject({ count: 4 })
  })

  it('stays so in a store that begins with a copy of the state', async () => {
    serve()
    const { controller, store } = createStore()
    await controller.fetch(getTasks)
    controller.set(tasks.push, {}, { id: '9' })
    const copied = createRest()
    const copy = configureStore({
      reducer: { rest: copied.reducer },
      middleware: (defaults) => defaults().concat(copied.middleware),
      preloadedState: JSON.parse(JSON.stringify(store.getState())) as { rest: RestState },
    })
    const read = copied.getController(copy)
    expect(read.getResponse(getTasks).expiresAt).toBe(0)
    await read.fetch(getTasks)
    expect(read.getResponse(getTasks).expiresAt).toBeGreaterThan(0)
    copied.dispose(copy)
  })

  it('is asked for where the list changed while it was read', async () => {
    const world = serve()
    const { controller } = createStore()
    await controller.fetch(getTasks)
    world.beside = () => {
      controller.set(tasks.push, {}, { id: '9' })
      return { count: 3 }
    }
    await controller.fetch(getTasks)
    expect(controller.getResponse(getTasks).expiresAt).toBe(0)
  })
})

describe('a list with a limit and a number beside it', () => {
  it('asks where something is deleted that it does not have', async () => {
    const getFirst = getTasks.extend({ searchParams: params })
    const { controller, world, shows } = await shown(getFirst, serve(), { limit: 2 })
    await controller.fetch(deleteTask, { id: '3' })
    await vi.waitFor(() => expect(shows()).toEqual({ ids: '1 2', count: 2 }))
    await settled()
    expect(world.sent).toEqual(['GET ?limit=2'])
  })
})

describe('a list of pages with a number beside it', () => {
  it('asks for its first page alone, and keeps the cursor of the last one', async () => {
    const getPaged = new RestEndpoint({
      ...options,
      searchParams: { limit: 2 },
      schema: { results: tasks, count: 0, next: '', next_offset: 0 },
      paginationField: [pages, 'offset'],
    })
    let next = 'b'
    const world = serve((rows) => ({ count: rows.length, next, next_offset: next === 'b' ? 2 : 4 }))
    world.rows = ['1', '2', '3', '4', '5', '6'].map((id) => ({ id }))
    const { controller, held, shows } = await shown(getPaged, world, { limit: 2 })
    next = 'c'
    await controller.fetch(getPaged.getPage, { limit: 2, offset: 2 })
    next = 'b'
    world.sent.length = 0
    await controller.fetch(deleteTask, { id: '6' })
    controller.set(tasks.remove, { limit: 2 }, { id: '4' })
    world.rows = world.rows.filter(({ id }) => id !== '4')
    await vi.waitFor(() => expect(shows()).toMatchObject({ ids: '1 2 3', count: 4 }))
    await settled()
    expect(new Set(world.sent)).toEqual(new Set(['GET ?limit=2']))
    expect(shows()).toMatchObject({ next: 'c' })
    // The list has changed while it was requested: after a pause its reader would ask once more.
    held.release()
  })

  it('asks for its first page where something is deleted that no page has brought', async () => {
    const getPaged = new RestEndpoint({
      ...options,
      searchParams: params,
      schema: { results: tasks, count: 0 },
      paginationField: [pages, 'offset'],
      process: ({ results, count }: { results: Row[]; count: number }) => ({
        results: results.slice(0, 2),
        count,
      }),
    })
    const { controller, world, shows } = await shown(getPaged)
    await controller.fetch(deleteTask, { id: '3' })
    await vi.waitFor(() => expect(shows()).toEqual({ ids: '1 2', count: 2 }))
    await settled()
    expect(world.sent).toEqual(['GET '])
  })

  it('asks nothing because of a page', async () => {
    const getPaged = new RestEndpoint({
      ...options,
      searchParams: params,
      schema: { results: tasks, count: 0 },
      paginationField: [pages, 'offset'],
    })
    const { controller, world, shows } = await shown(getPaged, serve(), { limit: 2 })
    await controller.fetch(getPaged.getPage, { limit: 2, offset: 2 })
    await settled()
    expect(shows()).toEqual({ ids: '1 2 3', count: 3 })
    expect(world.sent).toEqual(['GET ?limit=2&offset=2'])
  })
})

describe('`counted`', () => {
  const getCounted = new RestEndpoint({ ...options, schema: { count: counted, results: tasks } })

  it('follows the list, and nothing is asked', async () => {
    const { controller, world, shows } = await shown(
      getCounted,
      serve(() => ({ count: 30 })),
    )
    expect(shows()).toEqual({ ids: '1 2 3', count: 30 })
    await controller.fetch(getTasks.push, {})
    expect(shows()).toEqual({ ids: '1 2 3 4', count: 31 })
    controller.set(tasks.push, {}, [{ id: '8' }, { id: '9' }])
    expect(shows()).toEqual({ ids: '1 2 3 4 8 9', count: 33 })
    await controller.fetch(deleteTask, { id: '2' })
    controller.set(tasks.remove, {}, { id: '8' })
    expect(shows()).toEqual({ ids: '1 3 4 9', count: 31 })
    controller.set(Task, { id: '2' }, { id: '2' })
    expect(shows()).toEqual({ ids: '1 2 3 4 9', count: 32 })
    await settled()
    expect(world.sent).toEqual([])
    world.beside = () => ({ count: 50 })
    await controller.fetch(getCounted)
    expect(shows()).toMatchObject({ count: 50 })
  })

  it('follows what is only expected, and back', async () => {
    const { controller, world, shows } = await shown(
      getCounted,
      serve(() => ({ count: 30 })),
    )
    const create = getTasks.push.extend({
      getOptimisticResponse: [optimistic, () => ({ id: 'new' })],
    })
    const remove = deleteTask.extend({
      getOptimisticResponse: [
        optimistic,
        (_, { id }: { id: string | number }) => ({ id: String(id) }),
      ],
    })
    const created = controller.fetch(create, {})
    expect(shows()).toMatchObject({ count: 31 })
    const removed = controller.fetch(remove, { id: '1' })
    expect(shows()).toMatchObject({ count: 30 })
    await Promise.all([created, removed])
    expect(shows()).toMatchObject({ count: 30 })
    server.use(http.post(`${API}/tasks`, () => HttpResponse.json({}, { status: 409 })))
    const refused = controller.fetch(create, {})
    expect(shows()).toMatchObject({ count: 31 })
    await refused.catch(() => undefined)
    expect(shows()).toMatchObject({ count: 30 })
    await settled()
    expect(world.sent).toEqual([])
  })

  it('counts what pages have not brought yet', async () => {
    const getPaged = new RestEndpoint({
      ...options,
      searchParams: params,
      schema: { results: tasks, meta: { total: counted } },
      paginationField: [pages, 'offset'],
    })
    const world = serve((rows) => ({ meta: { total: rows.length } }))
    const { controller, data } = await shown(getPaged, world, { limit: 2 })
    const total = () => (data() as { meta?: { total?: number } } | undefined)?.meta?.total
    expect(total()).toBe(3)
    await controller.fetch(getPaged.getPage, { limit: 2, offset: 2 })
    expect(total()).toBe(3)
    controller.set(tasks.remove, { limit: 2 }, { id: '3' })
    expect(total()).toBe(2)
  })

  it('is asked for once where the list changed while the number was on its way', async () => {
    const { controller, world, shows } = await shown(getCounted)
    world.beside = (rows) => {
      if (rows.length === 3) {
        world.rows.push({ id: '9' })
        controller.set(tasks.push, {}, { id: '9' })
        return { count: 3 }
      }
      return { count: rows.length }
    }
    await controller.fetch(getCounted)
    await vi.waitFor(() => expect(shows()).toEqual({ ids: '1 2 3 9', count: 4 }))
    await settled()
    expect(world.sent).toEqual(['GET ', 'GET '])
  })

  it('is asked for once where the list changed while its first response was on its way', async () => {
    const held = holdServer()
    const { controller, rest, store } = createStore()
    const schema = { results: new Collection([Task]), count: counted }
    const getAll = getCounted.extend({ path: '/all', schema })
    store.dispatch(rest.retain(getAll))
    const read = await held.take('GET /all')
    controller.set(schema.results.push, {}, { id: '9' })
    read.respond({ results: [{ id: '1' }], count: 1 })
    ;(await held.take('GET /all')).respond({ results: [{ id: '1' }, { id: '9' }], count: 2 })
    await settled()
    expect(controller.getResponse(getAll).data).toMatchObject({ count: 2 })
    expect(held.sent).toEqual(['GET /all', 'GET /all'])
  })

  it('is asked for once where it counts what was deleted before it came', async () => {
    const held = holdServer()
    const { controller, rest, store } = createStore()
    // At an address that no list of pages has.
    const getAll = getCounted.extend({
      path: '/all',
      schema: { results: new Collection([Task]), count: counted },
    })
    store.dispatch(rest.retain(getAll))
    const all = [{ id: '1' }, { id: '2' }, { id: '3' }]
    ;(await held.take('GET /all')).respond({ results: all, count: 3 })
    await settled()
    void controller.fetch(getAll)
    const read = await held.take('GET /all')
    const remove = deleteTask.extend({
      getOptimisticResponse: [
        optimistic,
        (_, { id }: { id: string | number }) => ({ id: String(id) }),
      ],
    })
    void controller.fetch(remove, { id: '2' })
    ;(await held.take('DELETE /tasks/2')).respond({})
    await settled()
    read.respond({ results: all, count: 3 })
    const again = await held.take('GET /all')
    again.respond({ results: all.filter(({ id }) => id !== '2'), count: 2 })
    await settled()
    expect(controller.getResponse(getAll).data).toMatchObject({ count: 2 })
    expect(held.sent).toEqual(['GET /all', 'GET /all', 'DELETE /tasks/2', 'GET /all'])
  })

  it('counts the nearest of several lists', async () => {
    const done = new Collection([Task], { argsKey: () => ({ done: 'true' }) })
    const schema = {
      open: { results: new Collection([Task]), count: counted },
      done: { results: done, count: counted },
    }
    server.use(
      http.get(`${API}/board`, () =>
        HttpResponse.json({
          open: { results: [{ id: '1', done: false }], count: 1 },
          done: { results: [{ id: '2', done: true }], count: 7 },
        }),
      ),
    )
    const getBoard = new RestEndpoint({ path: '/board', urlPrefix: API, schema })
    const { controller } = createStore()
    await controller.fetch(getBoard)
    controller.set(
      done.addWith(
        (all: string[], more: string[]) => [...all, ...more],
        () => (list) => list['done'] === 'true',
      ),
      {},
      { id: '3', done: true },
    )
    expect(controller.getResponse(getBoard).data).toMatchObject({
      open: { count: 1 },
      done: { count: 8 },
    })
    const wrong = getBoard.extend({
      schema: { ...schema, total: counted },
      process: (it) => ({ ...(it as object), total: 8 }),
    })
    await expect(controller.fetch(wrong)).rejects.toThrow(
      'response.total: expected one list that `counted` can count, found several that are as near',
    )
  })

  it('refuses what is no number, with the path', async () => {
    serve(() => ({ count: 'many' }))
    const { controller } = createStore()
    await expect(controller.fetch(getCounted)).rejects.toThrow(
      'response.count: expected a number, found a string of length 4',
    )
  })

  it('goes on in a store that begins with a copy of the state', async () => {
    const { controller, store } = await shown(
      getCounted,
      serve(() => ({ count: 30 })),
    )
    controller.set(tasks.push, {}, { id: '9' })
    const copied = createRest()
    const copy = configureStore({
      reducer: { rest: copied.reducer },
      middleware: (defaults) => defaults().concat(copied.middleware),
      preloadedState: JSON.parse(JSON.stringify(store.getState())) as { rest: RestState },
    })
    const read = copied.getController(copy)
    expect(read.getResponse(getCounted).data).toMatchObject({ count: 31 })
    read.set(tasks.push, {}, { id: '10' })
    expect(read.getResponse(getCounted).data).toMatchObject({ count: 32 })
    expect(read.getResponse(getCounted).expiresAt).toBeGreaterThan(0)
    copied.dispose(copy)
  })
})

describe('`kept`', () => {
  it('stays as the last response said, and nothing is asked', async () => {
    const endpoint = new RestEndpoint({
      ...options,
      schema: { results: tasks, viewer: kept, pinned: kept(Task), size: kept(0) },
    })
    const beside = { viewer: { name: 'Ada', teams: [1] }, pinned: { id: '1' }, size: 20 }
    const { controller, world, shows } = await shown(
      endpoint,
      serve(() => beside),
    )
    await controller.fetch(getTasks.push, {})
    await settled()
    expect(world.sent).toEqual([])
    expect(shows()).toMatchObject({ ...beside, ids: '1 2 3 4' })
    controller.set(Task, { id: '1' }, { id: '1', done: true })
    expect(shows()).toMatchObject({ pinned: { done: true } })
  })
})
