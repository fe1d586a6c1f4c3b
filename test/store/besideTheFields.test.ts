import { http, HttpResponse } from 'msw'
import { Collection, Entity, resource, RestEndpoint, Values } from 'rtk-rest'
import { afterEach, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

// Lists whose server filters by more than the fields that are known of their members.

class Task extends Entity {
  id = ''
  title = ''
  status = ''
  project = ''
  static override key = 'Task'
}

interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

interface SearchFor {
  readonly q?: string
}

const search: SearchFor = {}

const windows: Readonly<Record<string, string>> = {}

interface Request {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** A server that responds as told, and a store whose mounted readers ask it; and `sent`, the requests. */
function connect(respond: (request: Request) => object) {
  const sent: string[] = []
  server.use(
    http.all(`${API}/*`, async ({ request }) => {
      const { pathname, searchParams, search } = new URL(request.url)
      sent.push(`${request.method} ${pathname}${search}`)
      const text = await request.text()
      const response = respond({
        method: request.method,
        path: pathname,
        query: Object.fromEntries(searchParams),
        body: text === '' ? {} : (JSON.parse(text) as Request['body']),
      })
      return HttpResponse.json(response)
    }),
  )
  const { controller, store, rest } = createStore()
  return { controller, store, rest, sent }
}

/** Waits until readers have asked, and have been answered. */
async function settle({ controller }: ReturnType<typeof connect>): Promise<void> {
  for (let at = 0; at < 20; at += 1) await turns()
  await controller.allSettled()
}

const idsOf = (rows: readonly { readonly id?: string }[] | undefined) => rows?.map(({ id }) => id)

const options = { urlPrefix: API }
const tasks = resource({ ...options, path: '/tasks/:id', schema: Task })

// Development says once of each list why it asks; other tests are about that.
afterEach(() => {
  vi.mocked(console.warn).mockClear()
})

it.each(['that shares them', 'with rules of its own'])(
  'rules of arguments put nobody on the list of another address %s',
  async (whose) => {
    const filters = { q: ({ title }: Task, q: string) => title.includes(q) }
    const users = resource({
      ...options,
      path: '/users/:id',
      schema: Task,
      searchParams: search,
      filters,
    })
    const schema =
      whose === 'that shares them' ? users.getList.schema : new Collection([Task], { filters })
    const blocked = users.getList.extend({ path: '/blocked', name: 'blocked', schema })
    const rows: Row[] = [{ id: '1', title: 'ada' }]
    const app = connect(({ method, path, body }) => {
      if (method === 'GET') return path === '/users' ? rows : []
      if (method === 'PATCH') return Object.assign(rows[0] as Row, body)
      const row = { id: '2', ...body }
      rows.push(row)
      return row
    })
    const { controller, store, rest } = app
    for (const args of [{}, { q: 'a' }]) store.dispatch(rest.retain(blocked, args))
    await settle(app)
    const shown = () =>
      [{}, { q: 'a' }].map((args) => idsOf(controller.getResponse(blocked, args).data))
    await controller.fetch(users.create, { title: 'alan' })
    expect(shown()).toEqual([[], []])
    await controller.fetch(users.partialUpdate, { id: '1' }, { title: 'adam' })
    expect(shown()).toEqual([[], []])
    controller.set(Task, { id: '3' }, { id: '3', title: 'amy' })
    expect(shown()).toEqual([[], []])
  },
)

it('a message that changes what an address filters by has its list asked for, in spite of a rule of an argument', async () => {
  class Person extends Entity {
    id = ''
    login = ''
    blocked = false
    static override key = 'Person'
  }
  const filters = { q: ({ login }: Person, q: string) => login.includes(q) }
  const blocked = new RestEndpoint({
    ...options,
    path: '/blocked',
    searchParams: search,
    schema: new Collection([Person], { filters }),
  })
  const getPerson = new RestEndpoint({ ...options, path: '/people/:id', schema: Person })
  const grace = { id: '3', login: 'grace', blocked: false }
  let rows: Row[] = []
  const app = connect(({ path }) => (path === '/blocked' ? rows : grace))
  const { controller, store, rest, sent } = app
  await controller.fetch(getPerson, { id: '3' })
  store.dispatch(rest.retain(blocked, { q: 'a' }))
  store.dispatch(rest.retain(blocked, { q: 'z' }))
  await settle(app)
  expect(sent.length).toBe(3)
  const person = { ...grace, blocked: true }
  rows = [person]
  controller.set(Person, { id: '3' }, person)
  await settle(app)
  expect(idsOf(controller.getResponse(blocked, { q: 'a' }).data)).toEqual(['3'])
  // The rule says that this person is not on the other list.
  expect(sent.length).toBe(4)
})

it('the id in a path is the one of the owner, also where a member has the same', async () => {
  const ofProject = new RestEndpoint({
    ...options,
    path: '/projects/:id/tasks',
    schema: new Collection([Task]),
  })
  const rows: Row[] = [{ id: '1', project: '1' }]
  const app = connect(({ method, path, body }) => {
    const project = path.split('/')[2]
    if (method === 'GET') return rows.filter((row) => row['project'] === project)
    const row = { ...body, id: '2', project }
    rows.push(row)
    return row
  })
  const { controller, sent } = app
  await controller.fetch(ofProject, { id: '1' })
  await controller.fetch(ofProject, { id: '2' })
  await controller.fetch(ofProject.push, { id: '1' }, { title: 'Second' })
  expect(idsOf(controller.getResponse(ofProject, { id: '1' }).data)).toEqual(['1', '2'])
  expect(controller.getResponse(ofProject, { id: '2' }).data).toEqual([])
  expect(sent.length).toBe(3)
})

it('a list in an entity, named by the id of its owner, asks who joined it', async () => {
  class Project extends Entity {
    id = ''
    tasks: Task[] = []
    static override key = 'Project'
    static override schema = { tasks: new Collection([Task]) }
  }
  const getProject = new RestEndpoint({ ...options, path: '/projects/:id', schema: Project })
  const rows: Row[] = [
    { id: '1', project: 'a' },
    { id: '2', project: 'b' },
  ]
  const app = connect(({ method, path, body }) => {
    const id = path.split('/')[2] ?? ''
    if (method === 'GET') return { id, tasks: rows.filter((row) => row['project'] === id) }
    if (method === 'PATCH') return Object.assign(rows[0] as Row, body)
    const row = { id: '9', ...body }
    rows.push(row)
    return row
  })
  const { controller, store, rest } = app
  const read = (id: string) => idsOf(controller.getResponse(getProject, { id }).data?.tasks)
  for (const id of ['a', 'b']) store.dispatch(rest.retain(getProject, { id }))
  await settle(app)
  await controller.fetch(tasks.create, { project: 'a' })
  await settle(app)
  expect([read('a'), read('b')]).toEqual([['1', '9'], ['2']])
  await controller.fetch(tasks.partialUpdate, { id: '1' }, { project: 'b' })
  await settle(app)
  expect([read('a'), read('b')]).toEqual([['9'], ['1', '2']])
})

const summaryOf = ({ id, title }: Row) => ({ id, title })

const doClose = new RestEndpoint({
  ...options,
  path: '/tasks/:id/close',
  method: 'POST',
  body: undefined,
  schema: Task,
})

/** A server that lists summaries of open tasks, and a reader of them. */
async function readSummaries() {
  const rows: Row[] = ['1', '2'].map((id) => ({ id, title: id, status: 'open' }))
  const list = tasks.getList.extend({ searchParams: {} as { status: string } })
  const app = connect(({ method }) => {
    if (method === 'GET') return rows.filter((row) => row['status'] === 'open').map(summaryOf)
    return Object.assign(rows[0] as Row, { status: 'closed' })
  })
  app.store.dispatch(app.rest.retain(list, { status: 'open' }))
  await settle(app)
  const shown = () => idsOf(app.controller.getResponse(list, { status: 'open' }).data)
  expect(shown()).toEqual(['1', '2'])
  return { app, list, rows, shown }
}

it('a field that a list of summaries lacks may have changed by a mutation without a body', async () => {
  const { app, shown } = await readSummaries()
  await app.controller.fetch(doClose, { id: '1' })
  await settle(app)
  expect(shown()).toEqual(['2'])
})

it.each(['entity', 'move'])(
  'a field that summaries lack may have changed by a message: %s',
  async (kind) => {
    const { app, list, rows, shown } = await readSummaries()
    const closed = Object.assign(rows[0] as Row, { status: 'closed' })
    if (kind === 'entity') app.controller.set(Task, { id: '1' }, { ...closed })
    else app.controller.set(list.schema.move, {}, { ...closed })
    await settle(app)
    expect(shown()).toEqual(['2'])
  },
)

it('a field that summaries lack has not changed where a body names another one', async () => {
  const { app, shown } = await readSummaries()
  app.sent.length = 0
  await app.controller.fetch(tasks.update, { id: '1' }, { id: '1', title: 'One', status: 'open' })
  await settle(app)
  expect(shown()).toEqual(['2'])
  app.sent.length = 0
  await app.controller.fetch(tasks.partialUpdate, { id: '2' }, { title: 'Two' })
  await settle(app)
  expect(app.sent).toEqual(['PATCH /tasks/2'])
})

it('lists at other addresses ask where a mutation without a body brings what summaries lack', async () => {
  const ofProject = new RestEndpoint({
    ...options,
    path: '/projects/:project/tasks',
    schema: new Collection([Task]),
  })
  const move = new RestEndpoint({
    ...options,
    path: '/tasks/:id/move',
    method: 'POST',
    body: {} as { to: string },
    schema: Task,
  })
  const rows: Row[] = [
    { id: '1', project: 'a' },
    { id: '2', project: 'a' },
    { id: '3', project: 'b' },
  ]
  const app = connect(({ method, path, body }) => {
    if (method === 'POST') return Object.assign(rows[0] as Row, { project: body['to'] })
    return rows.filter((row) => row['project'] === path.split('/')[2]).map(summaryOf)
  })
  const { controller, store, rest } = app
  const projects = ['a', 'b'].map((project) => ({ project }))
  for (const project of projects) store.dispatch(rest.retain(ofProject, project))
  await settle(app)
  await controller.fetch(move, { id: '1' }, { to: 'b' })
  await settle(app)
  expect(projects.map((it) => idsOf(controller.getResponse(ofProject, it).data))).toEqual([
    ['2'],
    ['1', '3'],
  ])
})

it.each([
  ['a day', { before: '2024-01-10' }],
  ['an operator', { size: 'gt.1' }],
  ['a word', { results: 'won' }],
])(
  'an argument that is called like a window asks where its value is %s',
  async (_kind, query: Record<string, string>) => {
    const list = tasks.getList.extend({ searchParams: windows })
    const rows: Row[] = [
      { id: '1', status: 'won' },
      { id: '2', status: 'won' },
    ]
    const app = connect(({ method, body }) =>
      method === 'GET'
        ? rows.filter((row) => row['status'] === 'won')
        : Object.assign(rows[0] as Row, body),
    )
    app.store.dispatch(app.rest.retain(list, query))
    await settle(app)
    await app.controller.fetch(tasks.partialUpdate, { id: '1' }, { status: 'lost' })
    await settle(app)
    expect(idsOf(app.controller.getResponse(list, query).data)).toEqual(['2'])
  },
)

it('a map by keys of the server asks under which key a task has joined it', async () => {
  const byKey = new RestEndpoint({
    ...options,
    path: '/tasks',
    searchParams: {} as { status: string },
    schema: new Collection(new Values(Task)),
  })
  const rows: Row[] = ['1', '2'].map((id) => ({ id, status: 'open' }))
  const app = connect(({ method, query, body }) => {
    if (method === 'PATCH') return Object.assign(rows[0] as Row, body)
    const found = rows.filter((row) => row['status'] === query['status'])
    return Object.fromEntries(found.map((it) => [`task-${it.id}`, it]))
  })
  const { controller, store, rest } = app
  const all = ['open', 'done'].map((status) => ({ status }))
  for (const it of all) store.dispatch(rest.retain(byKey, it))
  await settle(app)
  await controller.fetch(tasks.partialUpdate, { id: '1' }, { status: 'done' })
  await settle(app)
  const keysOf = (it: { status: string }) =>
    Object.keys(controller.getResponse(byKey, it).data ?? {})
  expect(all.map(keysOf)).toEqual([['task-2'], ['task-1']])
})

it('a list that filters by the name of an entity in its members asks when the name changes', async () => {
  class Label extends Entity {
    id = ''
    name = ''
    static override key = 'Label'
  }
  class Issue extends Entity {
    id = ''
    labels: Label[] = []
    static override key = 'Issue'
    static override schema = { labels: [Label] }
  }
  const labels = resource({ ...options, path: '/labels/:id', schema: Label })
  const getIssues = new RestEndpoint({
    ...options,
    path: '/issues',
    searchParams: {} as { labels: string },
    schema: new Collection([Issue]),
  })
  const label: Row = { id: 'b', name: 'bug' }
  const app = connect(({ method, query, body }) => {
    if (method === 'PATCH') return Object.assign(label, body)
    return query['labels'] === label['name'] ? [{ id: '1', labels: [label] }] : []
  })
  const { controller, store, rest, sent } = app
  const all = ['bug', 'defect', 'other'].map((name) => ({ labels: name }))
  for (const it of all) store.dispatch(rest.retain(getIssues, it))
  await settle(app)
  sent.length = 0
  await controller.fetch(labels.partialUpdate, { id: 'b' }, { name: 'defect' })
  await settle(app)
  expect(all.map((it) => idsOf(controller.getResponse(getIssues, it).data))).toEqual([
    [],
    ['1'],
    [],
  ])
  sent.length = 0
  await controller.fetch(labels.partialUpdate, { id: 'b' }, { name: 'defect' })
  expect(sent).toEqual(['PATCH /labels/b'])
})

it.each([
  ['is deleted', 'DELETE', []],
  ['has another key', 'PATCH', ['1']],
] as const)(
  'lists that filter by the name of an entity in their members ask when that %s',
  async (_, method, renamed) => {
    class Label extends Entity {
      name = ''
      static override key = 'Label'

      override pk() {
        return this.name
      }
    }
    class Issue extends Entity {
      id = ''
      labels: Label[] = []
      static override key = 'Issue'
      static override schema = { labels: [Label] }
    }
    const labels = resource({ ...options, path: '/labels/:name', schema: Label })
    const hasLabel = (issue: Issue, name: string) => issue.labels.some((it) => it.name === name)
    const listOf = (filters?: { readonly labels: typeof hasLabel }) =>
      new RestEndpoint({
        ...options,
        path: filters ? '/ruled' : '/issues',
        searchParams: {} as { labels: string },
        schema: new Collection([Issue], filters && { filters }),
      })
    const lists = [listOf(), listOf({ labels: hasLabel })]
    let names = ['bug', 'ui']
    const app = connect((request) => {
      if (request.method !== 'GET') {
        names = ['ui', ...(request.method === 'PATCH' ? ['defect'] : [])]
        return { name: 'defect' }
      }
      const { labels: name = '' } = request.query
      const issue = { id: '1', labels: names.map((it) => ({ name: it })) }
      return names.includes(name) ? [issue] : []
    })
    const { controller } = app
    const all = lists.flatMap((list) =>
      ['bug', 'defect', 'ui'].map((name) => [list, { labels: name }] as const),
    )
    const held = all.map(([list, params]) => controller.retain(list, params))
    await settle(app)
    if (method === 'DELETE') await controller.fetch(labels.delete, { name: 'bug' })
    else await controller.fetch(labels.partialUpdate, { name: 'bug' }, { name: 'defect' })
    await settle(app)
    const shown = all.map(([list, params]) => idsOf(controller.getResponse(list, params).data))
    expect(shown).toEqual([[], renamed, ['1'], [], renamed, ['1']])
    for (const it of held) it.release()
  },
)
