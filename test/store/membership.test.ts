import { http, HttpResponse } from 'msw'
import { Collection, Entity, resource, RestEndpoint } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'
import { turns } from '../support/turns'

class Task extends Entity {
  id = ''
  title = ''
  status = ''
  points = 0
  done = false
  tags: readonly string[] = []
  static override key = 'Task'
}

const make = () => resource({ path: '/tasks/:id', urlPrefix: API, schema: Task })
type Params = Record<string, string | number | boolean | undefined>

beforeEach(() => {
  vi.mocked(console.warn).mockImplementation(() => undefined)
})

/** A store that shows one list, and a server that responds to mutations with what the test says. */
async function showing(params: Params, ids: readonly string[], rows: readonly object[]) {
  const TaskResource = make()
  let response: object = {}
  let created = 0
  const listed = new Set(ids)
  const sent: string[] = []
  server.use(
    http.get(`${API}/all`, () => HttpResponse.json(rows)),
    http.get(`${API}/tasks`, ({ request }) => {
      sent.push(new URL(request.url).search)
      return HttpResponse.json(rows.filter((it) => listed.has((it as { id: string }).id)))
    }),
    http.all(`${API}/tasks/:id?`, () =>
      HttpResponse.json({ id: `new ${(created += 1)}`, ...response }),
    ),
  )
  const world = createStore()
  const { controller, store, rest } = world
  // Everything is known: also what is not on the list.
  await controller.fetch(TaskResource.get.extend({ path: '/all', schema: [Task] }))
  const held = store.dispatch(rest.retain(TaskResource.getList, params))
  const settled = async () => {
    await turns()
    await vi.waitFor(() => expect(rest.selectors.selectIsFetching(store.getState())).toBe(false))
    await turns()
  }
  await settled()
  expect(sent).toHaveLength(1)
  sent.length = 0
  const shown = () =>
    controller.getResponse(TaskResource.getList, params).data?.map(({ id }) => id) ?? []
  const before = shown()
  const act = async (mutation: RestEndpoint, args: readonly unknown[], it: object) => {
    response = it
    const { id } = it as { id: string }
    const wasOn = before.includes(id)
    await controller.fetch(mutation, ...(args as []))
    const isOn = shown().includes(id)
    await settled()
    held.release()
    vi.mocked(console.warn).mockClear()
    expect(sent.length).toBeLessThanOrEqual(1)
    const place = isOn === wasOn ? 'same' : isOn ? 'on' : 'off'
    return sent.length === 0 ? place : place === 'same' ? 'asked' : `${place}, asked`
  }
  return { TaskResource, act, shown, sent, ...world }
}

interface Case {
  readonly params: Params
  /** The ids that are on the list: of 1 and 2. */
  readonly on: readonly string[]
  /** What the server has. */
  readonly rows: readonly [object, object]
  /** What the body of a change of 1 names. */
  readonly change: object
  /** What the server responds for a new task. */
  readonly created: object
  readonly expected: Readonly<Record<'create' | 'update' | 'move' | 'delete', string>>
}

const one = { id: '1', title: 'a' }
const two = { id: '2', title: 'b' }

/** What the server has: 1 and 2, with some fields. */
const both = (first: object, second: object): [object, object] => [
  { ...one, ...first },
  { ...two, ...second },
]

const CASES: Readonly<Record<string, Case>> = {
  'a field that becomes equal': {
    params: { status: 'open' },
    on: ['2'],
    rows: both({ status: 'done' }, { status: 'open' }),
    change: { status: 'open' },
    created: { status: 'open' },
    expected: { create: 'on', update: 'on', move: 'on', delete: 'same' },
  },
  'a field that becomes different': {
    params: { status: 'open' },
    on: ['1', '2'],
    rows: both({ status: 'open' }, { status: 'open' }),
    change: { status: 'done' },
    created: { status: 'done' },
    expected: { create: 'same', update: 'off', move: 'off', delete: 'off' },
  },
  'a field that the response lacks': {
    params: { status: 'open', owner: 'ada' },
    on: ['2'],
    rows: both({ status: 'done' }, { status: 'open' }),
    change: { status: 'open' },
    created: { status: 'open' },
    expected: { create: 'asked', update: 'asked', move: 'asked', delete: 'same' },
  },
  'a field that did not change': {
    params: { status: 'open' },
    on: ['1', '2'],
    rows: both({ status: 'open' }, { status: 'open' }),
    change: { title: 'x' },
    created: { title: 'x', status: 'open' },
    expected: { create: 'on', update: 'same', move: 'same', delete: 'off' },
  },
  'a number': {
    params: { points: 5 },
    on: ['2'],
    rows: both({ points: 1 }, { points: 5 }),
    change: { points: 5 },
    created: { points: 5 },
    expected: { create: 'on', update: 'on', move: 'on', delete: 'same' },
  },
  'a number that becomes another': {
    params: { points: '5' },
    on: ['1', '2'],
    rows: both({ points: 5 }, { points: 5 }),
    change: { points: 6 },
    created: { points: 6 },
    expected: { create: 'same', update: 'off', move: 'off', delete: 'off' },
  },
  'a boolean': {
    params: { done: true },
    on: ['2'],
    rows: both({ done: false }, { done: true }),
    change: { done: true },
    created: { done: true },
    expected: { create: 'on', update: 'on', move: 'on', delete: 'same' },
  },
  'one of a list of texts': {
    params: { tags: 'red' },
    on: ['1', '2'],
    rows: both({ tags: ['red'] }, { tags: ['blue', 'red'] }),
    change: { tags: ['blue'] },
    created: { tags: ['green', 'red'] },
    expected: { create: 'on', update: 'off', move: 'off', delete: 'off' },
  },
  'a range': {
    params: { minPoints: 3 },
    on: ['2'],
    rows: both({ points: 1 }, { points: 5 }),
    change: { points: 4 },
    created: { points: 4 },
    expected: { create: 'asked', update: 'asked', move: 'asked', delete: 'same' },
  },
  'a search text': {
    params: { q: 'b' },
    on: ['2'],
    rows: [one, two],
    change: { title: 'bb' },
    created: { title: 'bbb' },
    expected: { create: 'asked', update: 'asked', move: 'asked', delete: 'same' },
  },
  'a field and a search text': {
    params: { status: 'open', q: 'b' },
    on: ['1', '2'],
    rows: both({ status: 'open' }, { status: 'open' }),
    change: { status: 'done' },
    created: { status: 'done' },
    expected: { create: 'same', update: 'off', move: 'off', delete: 'off' },
  },
  'an order': {
    params: { sort: 'title', status: 'open' },
    on: ['2'],
    rows: both({ status: 'done' }, { status: 'open' }),
    change: { status: 'open' },
    created: { status: 'open' },
    expected: { create: 'on, asked', update: 'on, asked', move: 'on, asked', delete: 'same' },
  },
  'a page': {
    params: { page: 2 },
    on: ['1', '2'],
    rows: [one, two],
    change: { title: 'x' },
    created: { title: 'y' },
    expected: { create: 'asked', update: 'same', move: 'same', delete: 'off, asked' },
  },
  'a limit that is full': {
    params: { limit: 2 },
    on: ['1', '2'],
    rows: [one, two],
    change: { title: 'x' },
    created: { title: 'y' },
    expected: { create: 'asked', update: 'same', move: 'same', delete: 'off, asked' },
  },
  'a limit that is not full': {
    params: { limit: 3 },
    on: ['1', '2'],
    rows: [one, two],
    change: { title: 'x' },
    created: { title: 'y' },
    expected: { create: 'on', update: 'same', move: 'same', delete: 'off' },
  },
  'a limit that is no number': {
    params: { limit: 'all' },
    on: ['1', '2'],
    rows: [one, two],
    change: { title: 'x' },
    created: { title: 'y' },
    expected: { create: 'asked', update: 'same', move: 'same', delete: 'off, asked' },
  },
  'no parameter': {
    params: {},
    on: ['1', '2'],
    rows: [one, two],
    change: { title: 'x' },
    created: { title: 'y' },
    expected: { create: 'on', update: 'same', move: 'same', delete: 'off' },
  },
}

describe.each(Object.entries(CASES))('a list that is named by %s', (_, given) => {
  const { params, on, rows, change, created, expected } = given

  it(`has ${expected.create} for what is created`, async () => {
    const { TaskResource, act } = await showing(params, on, rows)
    const body = { title: 'new' }
    expect(await act(TaskResource.create, [{}, body], { id: '9', ...body, ...created })).toBe(
      expected.create,
    )
  })

  it.each(['update', 'partialUpdate'] as const)(
    `has ${expected.update} for what %s changes`,
    async (member) => {
      const { TaskResource, act } = await showing(params, on, rows)
      const response = { ...rows[0], ...change }
      const sent = member === 'update' ? response : change
      expect(await act(TaskResource[member], [{ id: '1' }, sent], response)).toBe(expected.update)
    },
  )

  it(`has ${expected.move} for what is moved`, async () => {
    const { TaskResource, act } = await showing(params, on, rows)
    const response = { ...rows[0], ...change }
    expect(await act(TaskResource.getList.move, [{ id: '1' }, change], response)).toBe(
      expected.move,
    )
  })

  it(`has ${expected.delete} for what is deleted`, async () => {
    const { TaskResource, act } = await showing(params, on, rows)
    expect(await act(TaskResource.delete, [{ id: '1' }], { id: '1' })).toBe(expected.delete)
  })
})

describe('what cannot be decided', () => {
  it('is said once for each argument of an address, with what to write', async () => {
    const warn = vi.mocked(console.warn)
    class Item extends Task {
      static override key = 'Item'
    }
    const ItemResource = resource({ path: '/tasks/:id', urlPrefix: API, schema: Item })
    const { controller } = await showing({ q: 'b' }, ['2'], [one, two])
    await controller.fetch(ItemResource.getList, { q: 'b' })
    await controller.fetch(ItemResource.create, { title: 'x' })
    await controller.fetch(ItemResource.getList.unshift, { title: 'y' })
    await controller.fetch(ItemResource.getList, { text: 'b' })
    await controller.fetch(ItemResource.create, { title: 'z' })
    expect(warn.mock.calls).toEqual(
      ['q', 'text'].map((name) => [
        expect.stringMatching(
          `\\[Item\\] at /tasks with \`${name}\` .*filters: { ${name}: \\(entity, ${name}\\) =>`,
        ),
      ]),
    )
    warn.mockClear()
  })

  it.each([
    ['another field', { title: 'new' }],
    ['the field of that name', { status: 'done' }],
  ])('is asked for without advice where the app says so: %s changes', async (_, change) => {
    const schema = new Collection([Task], { filters: { q: 'server', status: 'server' } })
    const search: { readonly q?: string; readonly status?: string } = {}
    const getTasks = new RestEndpoint({
      path: '/tasks',
      urlPrefix: API,
      searchParams: search,
      schema,
    })
    let isDone = false
    let sent = 0
    server.use(
      http.get(`${API}/tasks`, () => {
        sent += 1
        return HttpResponse.json(isDone ? [] : [{ ...one, status: 'open' }])
      }),
      http.patch(`${API}/tasks/1`, () => {
        isDone = true
        return HttpResponse.json({ ...one, status: 'open', ...change })
      }),
    )
    const { controller } = createStore()
    const params = { q: 'a', status: 'open' }
    const held = controller.retain(getTasks, params)
    await vi.waitFor(() => expect(controller.getResponse(getTasks, params).data).toHaveLength(1))
    sent = 0
    await controller.fetch(make().partialUpdate, { id: '1' }, change)
    await vi.waitFor(() => expect(controller.getResponse(getTasks, params).data).toEqual([]))
    expect(sent).toBe(1)
    expect(console.warn).not.toHaveBeenCalled()
    held.release()
  })

  it('is asked for a few times only, whatever is pushed onto a long list', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: String(at), title: 'b' }))
    const ids = rows.map(({ id }) => id)
    const { TaskResource, store, rest, controller, sent, shown } = await showing(
      { q: 'b' },
      ids,
      rows,
    )
    const pushes = Array.from({ length: 50 }, async () =>
      controller.fetch(TaskResource.create, { title: 'x' }),
    )
    await Promise.all(pushes)
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0))
    await turns()
    await vi.waitFor(() => expect(rest.selectors.selectIsFetching(store.getState())).toBe(false))
    expect(shown()).toHaveLength(10_000)
    expect(sent.length).toBeLessThanOrEqual(2)
    vi.mocked(console.warn).mockClear()
  })

  it('is a limit that would be exceeded by several at once', async () => {
    const { TaskResource, controller, sent, shown } = await showing(
      { limit: 3 },
      ['1', '2'],
      [one, two],
    )
    server.use(http.post(`${API}/tasks`, () => HttpResponse.json([{ id: '8' }, { id: '9' }])))
    await controller.fetch(TaskResource.create, {}, [{ title: 'x' }, { title: 'y' }])
    expect(shown()).toEqual(['1', '2'])
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  })

  it('is no field whose name only begins as an order does', async () => {
    const world = await showing({ orderId: '5' }, ['1'], [{ ...one, orderId: '5' }, two])
    const { TaskResource, act } = world
    expect(await act(TaskResource.create, [{}, {}], { id: '9', orderId: '7' })).toBe('same')
    expect(
      await act(TaskResource.partialUpdate, [{ id: '1' }, { orderId: '7' }], {
        ...one,
        orderId: '7',
      }),
    ).toBe('off')
  })

  it('is an argument that members contradict, whatever the body of a creation names', async () => {
    const rows = both({ status: 'open' }, { status: 'done' })
    const { TaskResource, act } = await showing({ status: 'all' }, ['1', '2'], rows)
    const body = { title: 'new', status: 'open' }
    expect(await act(TaskResource.create, [body], { id: '9', ...body })).toBe('asked')
  })

  it('is decided by a filter of the own, which is not called for a row that is not there', async () => {
    const tasks = new Collection([Task], {
      filters: (task, { status = '' }) => ['', task.status.toLowerCase()].includes(status),
    })
    const getTasks = new RestEndpoint({ path: '/tasks', urlPrefix: API, schema: tasks })
    const { controller } = await showing({}, ['2'], [one, { ...two, status: 'open' }])
    server.use(http.post(`${API}/tasks`, () => HttpResponse.json({ id: '9', status: 'OPEN' })))
    await controller.fetch(getTasks)
    expect(await controller.fetch(getTasks.push, {})).toMatchObject({ id: '9' })
  })

  it('is who follows in a list with a limit that a deletion has left', async () => {
    const four = both({ status: 'open' }, { status: 'open' })
    const three = { ...four[1], id: '3' }
    const { TaskResource, controller, shown } = await showing(
      { limit: 2 },
      ['1', '2'],
      [...four, three],
    )
    const getOpen = TaskResource.getList.extend({
      schema: new Collection([Task], {
        filters: { limit: 'window', status: (it) => it.status !== '' },
      }),
    })
    await controller.fetch(getOpen, { limit: 2 })
    server.use(
      http.get(`${API}/tasks`, async () => new Promise<never>(() => undefined)),
      http.patch(`${API}/tasks/3`, () => HttpResponse.json({ ...three, status: 'doing' })),
      http.delete(`${API}/tasks/1`, () => new HttpResponse(null, { status: 204 })),
    )
    await controller.fetch(TaskResource.delete, { id: '1' })
    await controller.fetch(TaskResource.partialUpdate, { id: '3' }, { status: 'doing' })
    expect(shown()).toEqual(['2'])
  })

  it('does not hide what is decided: the path of a list may be named as the primary key is', async () => {
    const TaskResource = resource({ path: '/users/:id/tasks/:task', urlPrefix: API, schema: Task })
    const bodies: Record<string, object> = { 5: [{ id: '1' }], 6: [{ id: '2' }] }
    server.use(
      http.get(`${API}/users/:id/tasks`, ({ params }) =>
        HttpResponse.json(bodies[String(params['id'])]),
      ),
      http.post(`${API}/users/:id/tasks`, () => HttpResponse.json({ id: '6', title: 'x' })),
    )
    const { controller } = createStore()
    await controller.fetch(TaskResource.getList, { id: '5' })
    await controller.fetch(TaskResource.getList, { id: '6' })
    await controller.fetch(TaskResource.create, { id: '5' }, { title: 'x' })
    const idsOf = (id: string) =>
      controller.getResponse(TaskResource.getList, { id }).data?.map((it) => it.id)
    expect([idsOf('5'), idsOf('6')]).toEqual([['1', '6'], ['2']])
  })
})

class Person extends Entity {
  id = ''
  login = ''
  static override key = 'Person'
}

class Issue extends Entity {
  id = ''
  assignee: Person | null = null
  static override key = 'Issue'
  static override schema = { assignee: Person }
}

describe('a list of what is assigned to somebody, by a name', () => {
  const issues = resource({
    path: '/issues/:id',
    urlPrefix: API,
    schema: Issue,
    searchParams: undefined as unknown as { readonly assignee?: string },
  })
  const ada = { id: 'u1', login: 'ada' }
  const byAda = { assignee: 'ada' }

  it.each([
    ['leaves out what is created for nobody', { id: '3', assignee: null }, ['1', '2']],
    ['has what is created for her', { id: '3', assignee: ada }, ['1', '2', '3']],
    ['leaves out what is assigned to nobody', { id: '2', assignee: null }, ['1']],
  ] as const)('%s, without a request', async (_, issue, expected) => {
    const { controller } = createStore()
    server.use(
      http.get(`${API}/issues`, () =>
        HttpResponse.json(['1', '2'].map((id) => ({ id, assignee: ada }))),
      ),
      http.all(`${API}/issues/:id?`, () => HttpResponse.json(issue)),
    )
    await controller.fetch(issues.getList, byAda)
    if (issue.id === '3') await controller.fetch(issues.create, {})
    else await controller.fetch(issues.partialUpdate, { id: issue.id }, { assignee: null })
    const { data } = controller.getResponse(issues.getList, byAda)
    expect(data?.map(({ id }) => id)).toEqual(expected)
    expect(controller.fetchIfStale(issues.getList, byAda)).not.toBeInstanceOf(Promise)
  })
})

class Label extends Entity {
  id = ''
  name = ''
  static override key = 'Label'
}

class Report extends Entity {
  id = ''
  labels: readonly Label[] = []
  static override key = 'Report'
  static override schema = { labels: [Label] }
}

describe('a list of what has a label, by the name of the label', () => {
  it.each([
    ['has what is created with it', [{ id: 'b', name: 'bug' }], ['1', '2']],
    ['leaves out what is created with another', [{ id: 'd', name: 'docs' }], ['1']],
    ['leaves out what is created without one', [], ['1']],
  ])('%s, without a request', async (_, labels, expected) => {
    const reports = resource({ path: '/reports/:id', urlPrefix: API, schema: Report })
    const { controller } = createStore()
    server.use(
      http.get(`${API}/reports`, () =>
        HttpResponse.json([{ id: '1', labels: [{ id: 'b', name: 'bug' }] }]),
      ),
      http.post(`${API}/reports`, () => HttpResponse.json({ id: '2', labels })),
    )
    const byBug = { labels: 'bug' }
    await controller.fetch(reports.getList, byBug)
    await controller.fetch(reports.create, {})
    const { data } = controller.getResponse(reports.getList, byBug)
    expect(data?.map(({ id }) => id)).toEqual(expected)
    expect(controller.fetchIfStale(reports.getList, byBug)).not.toBeInstanceOf(Promise)
  })
})

class Shoe extends Entity {
  id = ''
  name = ''
  size = 0
  static override key = 'Shoe'
}

describe('a list by a field that is called as a page size is', () => {
  it.each([
    ['a number', { size: 42 }],
    ['a text', { size: '42' }],
  ])('filters by it, without a request, where the argument is %s', async (_, params) => {
    const shoes = resource({ path: '/shoes/:id', urlPrefix: API, schema: Shoe })
    const rows = [
      { id: '1', name: 'Boot', size: 42 },
      { id: '2', name: 'Clog', size: 41 },
    ]
    const sent: string[] = []
    server.use(
      http.get(`${API}/shoes`, ({ request }) => {
        const { search, searchParams } = new URL(request.url)
        sent.push(`GET /shoes${search}`)
        return HttpResponse.json(
          rows.filter(({ size }) => size === Number(searchParams.get('size'))),
        )
      }),
      http.post(`${API}/shoes`, async ({ request }) => {
        const row = { id: `${rows.length + 1}`, ...((await request.json()) as { size: number }) }
        rows.push({ name: '', ...row })
        return HttpResponse.json(rows.at(-1))
      }),
      http.patch(`${API}/shoes/1`, async ({ request }) =>
        HttpResponse.json(Object.assign(rows[0] as Shoe, await request.json())),
      ),
    )
    const { controller, rest, store } = createStore()
    store.dispatch(rest.retain(shoes.getList, params))
    await turns()
    await controller.allSettled()
    const shown = () => controller.getResponse(shoes.getList, params).data?.map(({ id }) => id)
    expect(shown()).toEqual(['1'])
    await controller.fetch(shoes.create, { name: 'Pump', size: 43 })
    expect(shown()).toEqual(['1'])
    await controller.fetch(shoes.create, { name: 'Mule', size: 42 })
    expect(shown()).toEqual(['1', '4'])
    await controller.fetch(shoes.partialUpdate, { id: '1' }, { size: 43 })
    expect(shown()).toEqual(['4'])
    await turns()
    await controller.allSettled()
    expect(sent).toEqual(['GET /shoes?size=42'])
  })
})

class Ticket extends Entity {
  id = ''
  status = ''
  static override key = 'Ticket'
}

describe('an empty list whose argument may be a word of the server', () => {
  const open = { status: 'open' }
  const done = { id: '9', status: 'done' }

  it.each([
    ['is asked for after a creation by its body', 'all', [open], 2],
    ['is asked for after a creation by its body, beside parameters', 'all', [{}, open], 2],
    ['has all that equals its argument', 'open', [open], 1],
    ['lacks a creation where a stored entity has its argument', 'done', [open], 1],
  ])('%s', async (_, status, args, expected) => {
    let requests = 0
    server.use(
      http.get(`${API}/tickets/9`, () => HttpResponse.json(done)),
      http.get(`${API}/tickets`, () => {
        requests += 1
        return HttpResponse.json([])
      }),
      http.post(`${API}/tickets`, () => HttpResponse.json({ id: '1', ...open })),
    )
    const { controller } = createStore()
    const { get, getList } = resource({ path: '/tickets/:id', urlPrefix: API, schema: Ticket })
    await controller.fetch(get, { id: '9' })
    await controller.fetch(getList, { status })
    await controller.fetch(getList.push, ...(args as [typeof open]))
    await controller.fetchIfStale(getList, { status })
    expect(requests).toBe(expected)
    vi.mocked(console.warn).mockClear()
  })
})
