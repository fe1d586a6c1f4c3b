import { configureStore } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { Collection, createRest, Entity, pages, RestEndpoint, type RestState } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { describe, expect, it, vi } from 'vitest'
import { said } from '../support/said'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  rank = 0
  static override key = 'Task'
}

const tasks = new Collection([Task])
const options = { path: '/tasks', urlPrefix: API, schema: { tasks } } as const

const params: { readonly team?: string } = {}

type Params = Readonly<Record<string, string>>
interface Row {
  readonly id: string
  readonly rank: number
}

const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id: `t${id}`, rank: 100 - id }))
const numbered = (...ids: number[]): Row[] => ids.map((id) => ({ id: String(id), rank: 0 }))
const idsOf = (rows: readonly { readonly id: string }[] = []): string =>
  rows.map(({ id }) => id).join(' ')

/** A server with tasks, which responds a page by its parameters. */
function serve(respond: (params: Params, rows: readonly Row[]) => object | undefined) {
  const world = { rows: rowsOf(1, 2, 3, 4, 5, 6, 7, 8), sent: [] as string[] }
  server.use(
    http.get(`${API}/tasks`, ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      world.sent.push(search)
      const found = respond(Object.fromEntries(searchParams), world.rows)
      return found === undefined ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json(found)
    }),
  )
  return world
}

/** The tasks behind one, three of them. */
function behind(rows: readonly Row[], id: string | undefined): readonly Row[] {
  const from = id === undefined ? 0 : rows.findIndex((row) => row.id === id) + 1
  return rows.slice(from, from + 3)
}

/** The opaque cursor of a page is the next task's rank, written as a text. */
function byCursor(cursor: string | undefined, rows: readonly Row[]) {
  const from = cursor === undefined ? 0 : rows.findIndex(({ rank }) => `c${rank}` === cursor)
  const next = rows[from + 3]
  return { page: rows.slice(from, from + 3), next: next && `c${next.rank}` }
}

describe('a refetch of a list of cursor pages after another client has created a task in front', () => {
  const grown = 't100 t1 t2 t3 t4 t5'

  it('goes along the key of the last member', async () => {
    const getTasks = new RestEndpoint({ ...options, paginationField: [pages, 'after'] })
    const world = serve(({ after }, rows) => ({ tasks: behind(rows, after) }))
    const { controller } = createStore()
    await controller.fetch(getTasks)
    await controller.fetch(getTasks.getPage, { after: 't3' })
    world.rows.unshift(...rowsOf(100))
    world.sent.length = 0
    await controller.fetch(getTasks)
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe(grown)
    expect(world.sent).toEqual(['', '?after=t2'])
    // And again, along the cursors of now.
    world.rows.unshift(...rowsOf(101))
    await controller.fetch(getTasks)
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe('t101 t100 t1 t2 t3 t4')
  })

  it('goes along a field of the last member that the app names', async () => {
    const getTasks = new RestEndpoint({
      ...options,
      paginationField: [pages, 'below', ({ tasks: [, , last] }) => last?.rank],
    })
    const world = serve(({ below = '101' }, rows) => ({
      tasks: rows.filter(({ rank }) => rank < Number(below)).slice(0, 3),
    }))
    const { controller } = createStore()
    await controller.fetch(getTasks)
    await controller.fetch(getTasks.getPage, { below: 97 })
    world.rows.unshift({ id: 't100', rank: 100 })
    await controller.fetch(getTasks)
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe(grown)
  })

  const envelopes: [string, (next: string | undefined) => object][] = [
    ['a value beside the list', (next) => ({ next })],
    ['a value deeper in the response', (next) => ({ meta: { next_cursor: next } })],
    [
      'the whole address of the next page',
      (next) => ({ links: { next: next && `${API}/tasks?limit=3&cursor=${next}#top` } }),
    ],
    [
      'an address without an origin',
      (next) => ({ next: next ? `/tasks?cursor=${next}` : null, previous: null }),
    ],
  ]

  it.each(envelopes)('goes along %s', async (_, envelope) => {
    const getTasks = new RestEndpoint({ ...options, paginationField: [pages, 'cursor'] })
    const world = serve(({ cursor }, rows) => {
      const { page, next } = byCursor(cursor, rows)
      return { tasks: page, ...envelope(next) }
    })
    const { controller } = createStore()
    await controller.fetch(getTasks)
    await controller.fetch(getTasks.getPage, { cursor: 'c96' })
    world.rows.unshift({ id: 't100', rank: 100 })
    world.sent.length = 0
    await controller.fetch(getTasks)
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe(grown)
    expect(world.sent).toEqual(['', '?cursor=c97'])
  })

  it('does so after the state was copied into another store', async () => {
    const getTasks = new RestEndpoint({ ...options, paginationField: [pages, 'after'] })
    const world = serve(({ after }, rows) => ({ tasks: behind(rows, after) }))
    const { controller, store } = createStore()
    await controller.fetch(getTasks)
    await controller.fetch(getTasks.getPage, { after: 't3' })
    world.rows.unshift(...rowsOf(100))
    const rest = createRest()
    const copy = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (defaults) => defaults().concat(rest.middleware),
      preloadedState: JSON.parse(JSON.stringify(store.getState())) as { rest: RestState },
    })
    const found = await copy.dispatch(rest.fetch(getTasks)).unwrap()
    expect(idsOf(found.tasks)).toBe(grown)
    rest.dispose(copy)
  })

  it('ends where the fresh responses name no further page', async () => {
    const getTasks = new RestEndpoint({ ...options, paginationField: [pages, 'cursor'] })
    const world = serve(({ cursor }, rows) => {
      const { page, next = null } = byCursor(cursor, rows)
      return { tasks: page, next }
    })
    const { controller } = createStore()
    await controller.fetch(getTasks)
    for (const cursor of ['c96', 'c93']) await controller.fetch(getTasks.getPage, { cursor })
    world.rows.splice(0, 4)
    world.sent.length = 0
    await controller.fetch(getTasks)
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe('t5 t6 t7 t8')
    expect(world.sent).toEqual(['', '?cursor=c92'])
  })
})

describe('a refetch of pages that numbers name', () => {
  it('asks for page numbers in their own order, in whatever order they came', async () => {
    const getTasks = new RestEndpoint({ ...options, paginationField: [pages, 'page'] })
    const world = serve(({ page = '1' }, rows) => ({
      tasks: rows.slice(3 * Number(page) - 3, 3 * Number(page)),
    }))
    const { controller } = createStore()
    await controller.fetch(getTasks)
    for (const page of [3, 2]) await controller.fetch(getTasks.getPage, { page })
    world.sent.length = 0
    await controller.fetch(getTasks)
    expect(world.sent).toEqual(['', '?page=2', '?page=3'])
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe(idsOf(world.rows))
  })

  it.each(['nextStart', 'cursor', 'start'])(
    'goes along a number that is called `%s`',
    async (beside) => {
      const getTasks = new RestEndpoint({ ...options, paginationField: [pages, 'start'] })
      const world = serve(({ start = '4' }, rows) => {
        // Ranks fall: a page has those below the number.
        const page = rows.filter(({ rank }) => rank < Number(start)).slice(0, 2)
        return { tasks: page, total: 2, [beside]: page[1]?.rank }
      })
      world.rows = [3, 2, 1, 0].map((rank) => ({ id: String(rank), rank }))
      const { controller } = createStore()
      await controller.fetch(getTasks)
      await controller.fetch(getTasks.getPage, { start: 2 })
      world.rows.splice(0, 1)
      await controller.fetch(getTasks)
      expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe('2 1 0')
      expect(said()).toEqual([])
    },
  )

  it.each(['offset', 'skip'])(
    'loses no task where `%s` was the length of a list that has changed',
    async (name) => {
      const getTasks = new RestEndpoint({ ...options, paginationField: [pages, name] })
      const world = serve((params, rows) => {
        const from = Number(params[name] ?? 0)
        return { tasks: rows.slice(from, from + 3) }
      })
      server.use(
        http.post(`${API}/tasks`, () => {
          world.rows.push(...rowsOf(9))
          return HttpResponse.json(world.rows[8])
        }),
      )
      const { controller } = createStore()
      await controller.fetch(getTasks)
      await controller.fetch(getTasks.push, {})
      await controller.fetch(getTasks.getPage, { [name]: 4 } as never)
      world.sent.length = 0
      await controller.fetch(getTasks)
      expect(world.sent).toEqual(['', `?${name}=3`])
      expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe('t1 t2 t3 t4 t5 t6')
    },
  )

  it('asks for an offset as it was where it was not the length of the list', async () => {
    const getTasks = new RestEndpoint({ ...options, paginationField: [pages, 'offset'] })
    const world = serve(({ offset = '0' }, rows) => ({
      // One of each page is not for this user.
      tasks: rows.slice(Number(offset) + 1, Number(offset) + 4),
    }))
    // The key of the last task is 4, too.
    world.rows = numbered(1, 2, 3, 4, 5, 6, 7, 8)
    const { controller } = createStore()
    await controller.fetch(getTasks)
    await controller.fetch(getTasks.getPage, { offset: 4 })
    world.rows.unshift(...rowsOf(100))
    world.sent.length = 0
    await controller.fetch(getTasks)
    expect(world.sent).toEqual(['', '?offset=4'])
  })
})

describe('the function in `paginationField`', () => {
  /** Its pages are named by a parameter of which the response says nothing by that name. */
  const load = async (
    next: (response: { readonly tasks: readonly Row[] }, params?: { p?: number }) => unknown,
    list: Params = {},
  ) => {
    const getTasks = new RestEndpoint({
      ...options,
      searchParams: params,
      paginationField: [pages, 'p', next as never],
    })
    const world = serve(({ p = '1' }, rows) => ({
      tasks: rows.slice(3 * Number(p) - 3, 3 * Number(p)),
    }))
    const store = createStore()
    await store.controller.fetch(getTasks, list)
    await store.controller.fetch(getTasks.getPage, { ...list, p: 2 })
    world.sent.length = 0
    const refetch = () => store.controller.fetch(getTasks, list)
    const ids = () => idsOf(store.controller.getResponse(getTasks, list).data?.tasks)
    return { ...store, world, refetch, ids }
  }

  const forms: [string, Parameters<typeof load>[0], string][] = [
    ['a value', (_response, { p = 1 } = {}) => p + 1, '?p=2&team=a'],
    ['an object of parameters', () => ({ p: 2, size: 3 }), '?p=2&size=3&team=a'],
    ['a list of arguments', () => [{ p: 2 }], '?p=2'],
    ['an address', () => `${API}/tasks?team=a&p=2`, '?p=2&team=a'],
    ['a path with search parameters', () => '/tasks?p=2', '?p=2&team=a'],
  ]

  it.each(forms)('gives %s', async (_, next, sent) => {
    const { world, refetch, ids } = await load(next, { team: 'a' })
    world.rows.unshift(...rowsOf(100))
    await refetch()
    expect(world.sent).toEqual(['?team=a', sent])
    expect(ids()).toBe('t100 t1 t2 t3 t4 t5')
  })

  it.each([[''], [null], [undefined], [false], [{ p: undefined }]])(
    'ends the list by %j',
    async (nothing) => {
      const { world, refetch, ids } = await load(() => nothing)
      await refetch()
      expect(world.sent).toEqual([''])
      expect(ids()).toBe('t1 t2 t3')
    },
  )

  it.each([
    ['true', () => true],
    ['a promise', async () => 2],
  ])('that gives %s is refused, and the list stays as it was', async (found, next) => {
    const { refetch, ids } = await load(next)
    await expect(refetch()).rejects.toThrow(`the function in \`paginationField\` gave ${found}`)
    expect(ids()).toBe('t1 t2 t3 t4 t5 t6')
  })

  it('that throws leaves the list as it was', async () => {
    const { refetch, ids } = await load(() => {
      throw new Error('no cursor')
    })
    await expect(refetch()).rejects.toThrow('no cursor')
    expect(ids()).toBe('t1 t2 t3 t4 t5 t6')
  })
})

describe('a refetch of pages of which nothing says where they come from', () => {
  it('brings the first page alone, and says once what to write', async () => {
    const getTasks = new RestEndpoint({
      ...options,
      name: 'getUnseen',
      paginationField: [pages, 'start'],
    })
    const world = serve(({ start = '0' }, rows) => ({
      tasks: rows.slice(Number(start), Number(start) + 3),
    }))
    const { controller } = createStore()
    await controller.fetch(getTasks)
    await controller.fetch(getTasks.getPage, { start: 3 })
    await controller.fetch(getTasks)
    await controller.fetch(getTasks.getPage, { start: 3 })
    await controller.fetch(getTasks)
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe('t1 t2 t3')
    expect(world.sent).toEqual(['', '?start=3', '', '?start=3', ''])
    expect(said()).toEqual([
      "getUnseen: a refetch brings the first page alone, as it was not seen where `start` of the others comes from. Write it: paginationField: [pages, 'start', (response) => response.next].",
    ])
  })

  const ranked = [0, 2, 4, 6].map((rank, at) => ({ id: `t${at + 1}`, rank }))

  it.each<[string, string, Row[], string]>([
    ['a number of pages beside the list', 'p', rowsOf(1, 2, 3, 4), 't100 t1'],
    ['a key that is the number of members, too,', 'start', numbered(1, 2, 3, 4), 't100 1'],
    ['a field of the last member', 'start', ranked, 't100 t1'],
  ])('does not take %s for the cursor', async (title, name, rows, first) => {
    const getTasks = new RestEndpoint({
      ...options,
      name: `without ${title}`,
      paginationField: [pages, name],
    })
    const world = serve(({ p = '1', start = 2 * Number(p) - 2 }, all) => ({
      tasks: all.slice(Number(start), Number(start) + 2),
      ...(name === 'p' && { totalPages: Math.ceil(all.length / 2) }),
    }))
    world.rows = rows
    const { controller } = createStore()
    await controller.fetch(getTasks)
    await controller.fetch(getTasks.getPage, { [name]: 2 } as never)
    world.rows.unshift(...rowsOf(100))
    world.sent.length = 0
    await controller.fetch(getTasks)
    expect(world.sent).toEqual([''])
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe(first)
    expect(said()).toHaveLength(1)
  })
})

describe('the key of the last member that is a number, where the parameter is called `after`', () => {
  it.each<[string, number[], number[], string]>([
    ['although it equals a count beside the list', [2, 3, 4, 5, 6], [3], '9 2 3 4'],
    ['although it equals the number of members', [1, 2, 3, 4, 5], [2], '9 1 2 3'],
  ])('is the cursor, %s', async (_, ids, cursors, shown) => {
    const getTasks = new RestEndpoint({ ...options, paginationField: [pages, 'after'] })
    const world = serve(({ after }, all) => {
      const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
      return { tasks: all.slice(from, from + 2), count: 3 }
    })
    world.rows = numbered(...ids)
    const { controller } = createStore()
    await controller.fetch(getTasks)
    for (const after of cursors) await controller.fetch(getTasks.getPage, { after })
    world.rows.unshift(...numbered(9))
    await controller.fetch(getTasks)
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toBe(shown)
  })
})

describe('a cursor that goes in a circle', () => {
  it.each([
    ['that comes again', () => 'b'],
    ['that goes back to an earlier one', (cursor: string) => (cursor === 'b' ? 'c' : 'b')],
  ])('%s ends a refetch, with one message', async (title, after) => {
    const getTasks = new RestEndpoint({
      ...options,
      name: `getCircle ${title}`,
      paginationField: [pages, 'cursor'],
    })
    let next = (cursor: string) => String.fromCharCode(cursor.charCodeAt(0) + 1)
    const world = serve(({ cursor = 'a' }, rows) => {
      const from = 2 * (cursor.charCodeAt(0) - 97)
      return { tasks: rows.slice(from, from + 2), next: next(cursor) }
    })
    const { controller } = createStore()
    await controller.fetch(getTasks)
    for (const cursor of ['b', 'c', 'd']) await controller.fetch(getTasks.getPage, { cursor })
    next = (cursor) => (cursor === 'a' ? 'b' : after(cursor))
    world.sent.length = 0
    await controller.fetch(getTasks)
    expect(world.sent.length).toBeLessThan(4)
    expect(new Set(world.sent).size).toBe(world.sent.length)
    expect(idsOf(controller.getResponse(getTasks).data?.tasks)).toMatch(/^t1 t2 t3 t4/)
    expect(said().filter((text) => text.includes('its pages go in a circle'))).toHaveLength(1)
  })
})

describe('pages in front of a list', () => {
  /** The newest three of a chat, or three before one of them; the oldest comes first. */
  const respond = ({ before, after }: Params, rows: readonly Row[]) => {
    if (after !== undefined) return { tasks: behind(rows, after) }
    const end = before === undefined ? rows.length : rows.findIndex(({ id }) => id === before)
    return { tasks: rows.slice(Math.max(0, end - 3), end) }
  }
  const getChat = new RestEndpoint({
    ...options,
    paginationField: [pages, { before: 'backwards', after: 'forwards' }],
  })
  const load = async (config: Parameters<typeof createStore>[0] = {}) => {
    const world = serve(respond)
    const store = createStore(config)
    const { controller } = store
    await controller.fetch(getChat)
    const ids = () => idsOf(controller.getResponse(getChat).data?.tasks)
    return { ...store, world, ids }
  }

  it('stand there, and in a refetch as well', async () => {
    const { controller, world, ids } = await load()
    await controller.fetch(getChat.getPage, { before: 't6' })
    expect(ids()).toBe('t3 t4 t5 t6 t7 t8')
    await controller.fetch(getChat.getPage, { before: 't3' })
    expect(ids()).toBe('t1 t2 t3 t4 t5 t6 t7 t8')
    world.rows.push(...rowsOf(9))
    world.sent.length = 0
    await controller.fetch(getChat)
    expect(world.sent).toEqual(['', '?before=t7', '?before=t4'])
    expect(ids()).toBe('t1 t2 t3 t4 t5 t6 t7 t8 t9')
  })

  it('go together with pages behind', async () => {
    const { controller, world, ids } = await load()
    await controller.fetch(getChat.getPage, { before: 't6' })
    world.rows.push(...rowsOf(9, 10))
    await controller.fetch(getChat.getPage, { after: 't8' })
    expect(ids()).toBe('t3 t4 t5 t6 t7 t8 t9 t10')
    world.sent.length = 0
    await controller.fetch(getChat)
    expect(world.sent).toEqual(['', '?before=t8', '?after=t10'])
    expect(ids()).toBe('t5 t6 t7 t8 t9 t10')
  })

  it('stay in front of what a poll brings', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const { controller, rest, store, world, ids } = await load({ managers: [new PollingManager()] })
    await controller.fetch(getChat.getPage, { before: 't6' })
    const held = store.dispatch(rest.retain(getChat.extend({ pollFrequency: 5_000 })))
    world.rows = [...world.rows.filter(({ id }) => id !== 't7'), ...rowsOf(9)]
    world.sent.length = 0
    await vi.advanceTimersByTimeAsync(5_001)
    await vi.waitFor(() => expect(ids()).toBe('t3 t4 t5 t6 t8 t9'))
    expect(world.sent).toEqual([''])
    held.release()
  })
})
