import { http, HttpResponse } from 'msw'
import { Entity, resource } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  title = ''
  status = ''
  tags: readonly string[] = []
  static override key = 'Task'
}

const TaskResource = resource({ path: '/tasks/:id', urlPrefix: API, schema: Task })
const { getList } = TaskResource

type Params = Record<string, string | undefined>

beforeEach(() => {
  vi.mocked(console.warn).mockImplementation(() => undefined)
})

/** A server of tasks, and a store that has lists of them. */
async function storing(rows: readonly Partial<Task>[], lists: readonly Params[]) {
  const tasks = new Map(rows.map((it) => [it.id, it]))
  const listed = (params: URLSearchParams) =>
    [...tasks.values()].filter((task) =>
      [...params].every(([name, value]) =>
        [Object(task)[name] as unknown].flat().some((it) => it === value),
      ),
    )
  server.use(
    http.get(`${API}/tasks`, ({ request }) =>
      HttpResponse.json(listed(new URL(request.url).searchParams)),
    ),
    http.get(`${API}/tasks/:id`, ({ params }) =>
      HttpResponse.json(tasks.get(params['id'] as string)),
    ),
    http.patch(`${API}/tasks/:id`, async ({ params, request }) => {
      const id = params['id'] as string
      tasks.set(id, { ...tasks.get(id), ...((await request.json()) as object) })
      return HttpResponse.json(tasks.get(id))
    }),
  )
  const world = createStore()
  const { controller } = world
  for (const params of lists) await controller.fetch(getList, params)
  const idsOf = (params: Params) =>
    controller.getResponse(getList, params).data?.map(({ id }) => id)
  return { ...world, tasks, idsOf }
}

describe('one of many lists', () => {
  const columns = Array.from({ length: 200 }, (_, at) => ({ status: `s${at}` }))
  const rows = columns.map(({ status }, at) => ({ id: `${at}`, title: `task ${at}`, status }))

  it('is left and joined by a task that moves, whatever was joined before', async () => {
    const { controller, idsOf } = await storing(rows, columns)
    await controller.fetch(TaskResource.partialUpdate, { id: '7' }, { status: 's8' })
    await controller.fetch(TaskResource.partialUpdate, { id: '7' }, { status: 's9' })
    await controller.fetch(TaskResource.partialUpdate, { id: '9' }, { status: 's7' })
    const lists = columns.slice(6, 11).map((it) => idsOf(it))
    expect(lists).toEqual([['6'], ['9'], ['8'], ['7'], ['10']])
  })

  it('is left by a task that a read has found elsewhere', async () => {
    const { controller, tasks, idsOf } = await storing(rows, columns)
    // Another client moves it, and only one list is asked for again.
    tasks.set('7', { ...tasks.get('7'), status: 's8' })
    await controller.fetch(getList, { status: 's8' })
    await controller.fetch(TaskResource.partialUpdate, { id: '7' }, { status: 's9' })
    const lists = columns.slice(7, 10).map((it) => idsOf(it))
    expect(lists).toEqual([[], ['8'], ['9', '7']])
  })

  it('is left and joined after a reset, and in a state of before', async () => {
    const { controller, store, rest, idsOf } = await storing(rows, columns)
    const before = store.getState()
    await controller.fetch(TaskResource.partialUpdate, { id: '7' }, { status: 's8' })
    store.dispatch(rest.reset())
    const some = [6, 8, 9].map((at) => columns[at] as Params)
    for (const it of some) await controller.fetch(getList, it)
    await controller.fetch(TaskResource.partialUpdate, { id: '7' }, { status: 's9' })
    expect(some.map((it) => idsOf(it))).toEqual([['6'], ['8'], ['9', '7']])
    const { data } = rest.selectors.selectRequest(before, getList, { status: 's7' })
    expect(data?.map(({ id }) => id)).toEqual(['7'])
  })

  it('is joined by its place in a list of scalars', async () => {
    const tagged = rows.map(({ id }, at) => ({ id, title: '', status: '', tags: [`t${at}`] }))
    const lists = tagged.map(({ tags: [tag] }) => ({ tags: tag }))
    const { controller, idsOf } = await storing(tagged, lists)
    await controller.fetch(TaskResource.partialUpdate, { id: '7' }, { tags: ['t7', 't8'] as never })
    expect(lists.slice(6, 9).map((it) => idsOf(it))).toEqual([['6'], ['7'], ['8', '7']])
  })
})

it('a change of which no list can tell has each reader ask once, and is forgotten by no list', async () => {
  const searches = Array.from({ length: 150 }, (_, at) => ({ q: `q${at}` }))
  const { controller, store, rest } = await storing([{ id: '1', title: 'a', status: 's' }], [{}])
  const sent: string[] = []
  server.use(
    http.get(`${API}/tasks`, ({ request }) => {
      sent.push(new URL(request.url).search)
      return HttpResponse.json([{ id: '1', title: 'a', status: 's' }])
    }),
  )
  for (const it of searches) await controller.fetch(getList, it)
  const held = store.dispatch(rest.retain(getList, { q: 'q3' }))
  sent.length = 0
  for (const title of ['b', 'c']) {
    await controller.fetch(TaskResource.partialUpdate, { id: '1' }, { title })
    await vi.waitFor(() => expect(rest.selectors.selectIsFetching(store.getState())).toBe(false))
  }
  await vi.waitFor(() => expect(sent).toContain('?q=q3'))
  expect(new Set(sent)).toEqual(new Set(['?q=q3']))
  held.release()
  const next = store.dispatch(rest.retain(getList, { q: 'q100' }))
  await vi.waitFor(() => expect(sent).toContain('?q=q100'))
  next.release()
  // Development says once what to write.
  vi.mocked(console.warn).mockClear()
})

describe('a message of a task that a read has found elsewhere', () => {
  const columns = ['todo', 'doing'].map((status) => ({ status }))
  const rows = ['1', '2', '3'].map((id) => ({
    id,
    title: '',
    status: id === '3' ? 'doing' : 'todo',
  }))

  it.each([
    ['the task', Task],
    ['a move', getList.schema.move],
  ])('is %s, which leaves its list', async (_, schema) => {
    const { controller, store, rest, tasks, idsOf } = await storing(rows, columns)
    const moved = { ...rows[0], status: 'doing' }
    tasks.set('1', moved)
    await controller.fetch(getList, { status: 'doing' })
    expect(columns.map((it) => idsOf(it))).toEqual([
      ['1', '2'],
      ['1', '3'],
    ])
    const held = columns.map((it) => store.dispatch(rest.retain(getList, it)))
    controller.set(schema as typeof Task, { id: '1' }, moved)
    await vi.waitFor(() => expect(columns.map((it) => idsOf(it))).toEqual([['2'], ['1', '3']]))
    for (const it of held) it.release()
  })
})
