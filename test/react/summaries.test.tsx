import { act, screen } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { useState } from 'react'
import { Entity, pages, resource, RestEndpoint, Union } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useDLE, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, deferred, User } from '../support/world'

class TaskSummary extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

class Task extends TaskSummary {
  text = ''
  author: User | undefined = undefined
  static override schema = { author: User }
}

const options = { path: '/tasks/:id', urlPrefix: API, schema: Task } as const
const TaskResource = resource({ ...options, summary: TaskSummary })

const write = { id: '1', title: 'Write' }
const ship = { id: '2', title: 'Ship' }
const ada = { id: 'a', name: 'Ada' }
const details = { text: 'In plain words.', author: ada }

/** What the server was asked for. */
let sent: string[]

function respond(method: 'get' | 'post' | 'patch', path: string, body: JsonBodyType): void {
  const handler = () => {
    sent.push(`${method.toUpperCase()} ${path}`)
    return HttpResponse.json(body)
  }
  server.use(http[method](`${API}${path}`, handler))
}

beforeEach(() => {
  sent = []
  respond('get', '/tasks', [write, ship])
  respond('get', '/tasks/1', { ...write, ...details })
  respond('get', '/tasks/2', { ...ship, ...details })
})

async function listed() {
  const world = createStore()
  await world.controller.fetch(TaskResource.getList)
  return world
}

function Detail({ id = '1' }) {
  const { title, text, author } = useSuspense(TaskResource.get, { id })
  return <p>{`${title}: ${text || 'no text'} ${author?.name ?? ''}`}</p>
}

const shown = () => screen.getByText(/:/).textContent
const whole = 'Write: In plain words. Ada'

describe.each(modes)('the details of what a list of summaries has brought %s', (_, Mode) => {
  it('show what is there, and are fetched behind it, once', async () => {
    const world = await listed()
    const { unmount } = renderApp(Mode, <Detail />, world)
    expect(shown()).toBe('Write: no text ')
    expect(await screen.findByText(whole)).toBeTruthy()
    unmount()
    renderApp(Mode, <Detail />, world)
    expect(shown()).toBe(whole)
    await act(async () => await world.controller.fetch(TaskResource.getList))
    expect(shown()).toBe(whole)
    await world.controller.allSettled()
    expect(sent).toEqual(['GET /tasks', 'GET /tasks/1', 'GET /tasks'])
  })

  it('go on to show it if the server fails', async () => {
    server.use(http.get(`${API}/tasks/1`, () => new HttpResponse(null, { status: 503 })))
    const world = await listed()
    renderApp(Mode, <Detail />, world)
    await act(async () => await world.controller.allSettled())
    expect(shown()).toBe('Write: no text ')
  })

  it('show the error if there is no such task any more', async () => {
    server.use(http.get(`${API}/tasks/1`, () => new HttpResponse(null, { status: 404 })))
    renderApp(Mode, <Detail />, await listed())
    expect((await screen.findByRole('alert')).textContent).toContain('Not Found')
  })

  it('wait for the server if stale data must not be shown', async () => {
    const getWhole = TaskResource.get.extend({ invalidIfStale: true })
    const Strict = () => {
      const { data, loading } = useDLE(getWhole, { id: '1' })
      return <p>{loading ? 'loading' : `${data?.title}: ${data?.text} ${data?.author?.name}`}</p>
    }
    renderApp(Mode, <Strict />, await listed())
    expect(screen.getByText('loading')).toBeTruthy()
    expect(await screen.findByText(whole)).toBeTruthy()
  })

  it('are not fetched while the task is being created, whose response has them', async () => {
    const created = deferred()
    server.use(
      http.post(`${API}/tasks`, async () => {
        await created.promise
        return HttpResponse.json({ id: '3', title: 'New', ...details })
      }),
    )
    const Tasks = resource({ ...options, summary: TaskSummary, optimistic })
    const world = await listed()
    const creation = world.controller.fetch(Tasks.create, { title: 'New' })
    await turns()
    const id = world.controller.getResponse(Tasks.getList).data?.at(-1)?.id ?? ''
    renderApp(Mode, <Detail id={id} />, world)
    expect(shown()).toBe('New: no text ')
    await act(async () => {
      created.resolve()
      await creation
    })
    await act(async () => await world.controller.allSettled())
    expect(shown()).toBe('New: In plain words. Ada')
    expect(sent).toEqual(['GET /tasks'])
  })
})

describe.each(modes)('isPartial of useDLE %s', (_, Mode) => {
  /** The states that a page of a task goes through. */
  function createPage() {
    const seen: string[] = []
    function Page() {
      const { data, loading, isPartial, error } = useDLE(TaskResource.get, { id: '1' })
      const state = loading ? 'loading' : isPartial ? 'partial' : 'whole'
      seen.push(error ? 'error' : `${state} ${data?.text ?? ''}`.trim())
      return <p>{seen.at(-1)}</p>
    }
    return { seen, Page }
  }

  it('is true for what the list has brought, until the task itself has come', async () => {
    const { seen, Page } = createPage()
    renderApp(Mode, <Page />, await listed())
    expect(screen.getByText('partial')).toBeTruthy()
    expect(await screen.findByText('whole In plain words.')).toBeTruthy()
    expect(new Set(seen)).toEqual(new Set(['partial', 'whole In plain words.']))
  })

  it('is false while nothing is there, and for what has come whole', async () => {
    const { seen, Page } = createPage()
    const world = createStore()
    const { unmount } = renderApp(Mode, <Page />, world)
    expect(await screen.findByText('whole In plain words.')).toBeTruthy()
    await act(async () => await world.controller.fetch(TaskResource.getList))
    unmount()
    renderApp(Mode, <Page />, world)
    expect(new Set(seen)).toEqual(new Set(['loading', 'whole In plain words.']))
  })

  it('is false for what a mutation has brought whole', async () => {
    respond('patch', '/tasks/1', { ...write, ...details })
    const world = await listed()
    await world.controller.fetch(TaskResource.partialUpdate, { id: '1' }, { title: 'Write' })
    const { seen, Page } = createPage()
    renderApp(Mode, <Page />, world)
    await world.controller.allSettled()
    expect(new Set(seen)).toEqual(new Set(['whole In plain words.']))
  })

  it('stays true where the server fails', async () => {
    server.use(http.get(`${API}/tasks/1`, () => new HttpResponse(null, { status: 503 })))
    const { seen, Page } = createPage()
    const world = await listed()
    renderApp(Mode, <Page />, world)
    await act(async () => await world.controller.allSettled())
    expect(new Set(seen)).toEqual(new Set(['partial']))
  })

  it('is false where the server leaves out what is empty', async () => {
    respond('get', '/tasks/1', write)
    const { seen, Page } = createPage()
    renderApp(Mode, <Page />, await listed())
    expect(await screen.findByText('whole')).toBeTruthy()
    expect(new Set(seen)).toEqual(new Set(['partial', 'whole']))
  })

  it('is false without a summary, and where the hook is off', async () => {
    const Plain = () => <p>{`plain ${useDLE(resource(options).get, { id: '1' }).isPartial}`}</p>
    const Off = () => <p>{`off ${useDLE(TaskResource.get, null).isPartial}`}</p>
    const world = await listed()
    renderApp(Mode, [<Plain key="plain" />, <Off key="off" />], world)
    await act(async () => await world.controller.allSettled())
    expect(screen.getByText('plain false')).toBeTruthy()
    expect(screen.getByText('off false')).toBeTruthy()
  })

  it('opens an editor with the whole task', async () => {
    const opened: string[] = []
    function Form({ task }: { readonly task: Task }) {
      const [text, setText] = useState(() => {
        opened.push(task.text)
        return task.text
      })
      return <input aria-label="Text" value={text} onChange={(it) => setText(it.target.value)} />
    }
    function Editor() {
      const { data, isPartial } = useDLE(TaskResource.get, { id: '1' })
      return data === undefined || isPartial ? <p>loading</p> : <Form task={data} />
    }
    renderApp(Mode, <Editor />, await listed())
    const input = await screen.findByLabelText<HTMLInputElement>('Text')
    expect(input.value).toBe('In plain words.')
    expect(new Set(opened)).toEqual(new Set(['In plain words.']))
  })
})

describe('a resource with a summary', () => {
  it('lists summaries, and creates whole entities', async () => {
    const { controller } = await listed()
    respond('post', '/tasks', { id: '3', title: 'New', ...details })
    const [first] = controller.getResponse(TaskResource.getList).data ?? []
    expect(first).toEqual(TaskSummary.fromJS(write))
    expect(first).not.toHaveProperty('text')
    for (const endpoint of [TaskResource.create, TaskResource.getList.push]) {
      const task = await controller.fetch(endpoint, { title: 'New' })
      expect(task).toEqual(
        Task.fromJS({ id: '3', title: 'New', ...details, author: User.fromJS(ada) }),
      )
    }
    expect(controller.get(User, 'a')).toMatchObject(ada)
    const ids = controller.getResponse(TaskResource.getList).data?.map(({ id }) => id)
    expect(ids).toEqual(['1', '2', '3'])
  })

  it('fetches no details that a mutation has brought', async () => {
    const { controller } = await listed()
    respond('patch', '/tasks/1', { ...write, ...details })
    await controller.fetch(TaskResource.partialUpdate, { id: '1' }, { title: 'Write' })
    const reader = controller.retain(TaskResource.get, { id: '1' })
    await turns()
    reader.release()
    expect(sent).toEqual(['GET /tasks', 'PATCH /tasks/1'])
  })

  it('has stale details for loaders and selectors', async () => {
    const { controller, rest, store } = await listed()
    const read = rest.selectors.selectRequest(store.getState(), TaskResource.get, { id: '1' })
    expect(read).toMatchObject({ data: write, expiresAt: 0, isFetching: false })
    expect(await controller.fetchIfStale(TaskResource.get, { id: '1' })).toMatchObject(write)
    await controller.fetchIfStale(TaskResource.get, { id: '1' })
    expect(sent).toEqual(['GET /tasks', 'GET /tasks/1'])
  })

  it('has pages of summaries', async () => {
    const Paged = resource({ ...options, summary: TaskSummary, paginationField: [pages, 'page'] })
    const { controller } = createStore()
    await controller.fetch(Paged.getList)
    respond('get', '/tasks', [{ id: '3', title: 'Rest' }])
    await controller.fetch(Paged.getList.getPage, { page: 2 })
    const tasks = controller.getResponse(Paged.getList).data
    expect(tasks?.map(({ title }) => title)).toEqual(['Write', 'Ship', 'Rest'])
    expect(tasks?.every((it) => it instanceof TaskSummary && !(it instanceof Task))).toBe(true)
  })

  it('fetches nothing if it says that lists have all fields', async () => {
    const All = resource({ ...options, summary: Task })
    const { controller } = createStore()
    await controller.fetch(All.getList)
    const reader = controller.retain(All.get, { id: '1' })
    await turns()
    reader.release()
    expect(sent).toEqual(['GET /tasks'])
  })

  it('rejects a list whose items lack the primary key', async () => {
    respond('get', '/tasks', [{ title: 'Write' }])
    await expect(createStore().controller.fetch(TaskResource.getList)).rejects.toThrow(
      /^\[Task\]\[0\]: expected a primary key for Task/,
    )
  })

  it('says so once if there is nothing to fetch', async () => {
    class Empty extends Entity {
      static override key = 'Empty'
      override pk() {
        return (this as { id?: string }).id
      }
    }
    class Same extends Empty {}
    const Empties = resource({ ...options, schema: Same, summary: Empty })
    const { controller } = createStore()
    await controller.fetch(Empties.getList)
    const readers = ['1', '2'].map((id) => controller.retain(Empties.get, { id }))
    await turns()
    for (const { release } of readers) release()
    expect(takeWarnings()).toEqual([
      [expect.stringMatching(/^Empty declares no field that its summary lacks/)],
    ])
    expect(sent).toEqual(['GET /tasks'])
  })

  it.each<[what: string, schema: unknown, summary: unknown, message: RegExp]>([
    ['of another table', Task, User, /one table, and the summary is of the table User\. Let Task/],
    [
      'with another primary key',
      class extends TaskSummary {
        override pk() {
          return this.title
        }
      },
      TaskSummary,
      /another `pk` than the entity/,
    ],
    ['that is no class', Task, ['id', 'title'], /`summary` is a class .* found an array/],
    ['of a union', new Union({ task: Task }, 'type'), TaskSummary, /schema an entity class/],
  ])('refuses a summary %s', (_, schema, summary, message) => {
    expect(() => resource({ ...options, schema, summary } as never)).toThrow(message)
  })
})

function takeWarnings() {
  const calls = [...vi.mocked(console.warn).mock.calls] as [string][]
  vi.mocked(console.warn).mockClear()
  return calls
}

describe('without a summary, details that lack what the server has', () => {
  /** Fresh classes, as each is warned of once. */
  function declare() {
    class Person extends Entity {
      id = ''
      name = ''
      email = ''
      phone = ''
      isOpen = false
      static override key = 'Person'
    }
    return { Person, People: resource({ path: '/people/:id', urlPrefix: API, schema: Person }) }
  }
  const people = [
    { id: '1', name: 'Ada' },
    { id: '2', name: 'Bob', phone: '5' },
    { id: '3', name: 'Cleo' },
  ]

  beforeEach(() => {
    respond('get', '/people', people)
    respond('get', '/people/1', { ...people[0], email: 'ada@example.com', phone: '4' })
  })

  it('are not fetched, and one message names the fields', async () => {
    const { People } = declare()
    const { controller } = createStore()
    await controller.fetch(People.get, { id: '1' })
    await controller.fetch(People.getList)
    const readers = people.map(({ id }) => controller.retain(People.get, { id }))
    await turns()
    expect(takeWarnings()).toEqual([
      [
        expect.stringMatching(
          /^Person\.get shows a Person without `email`, .*summary: PersonSummary/,
        ),
      ],
    ])
    for (const { release } of readers) release()
    expect(sent).toEqual(['GET /people/1', 'GET /people'])
  })

  it('are no lack where no response has the field, or the server leaves it out of some', async () => {
    const { People } = declare()
    const { controller } = createStore()
    await controller.fetch(People.getList)
    for (const { id } of people) controller.retain(People.get, { id }).release()
    respond('get', '/people/3', { id: '3', name: 'Cleo', phone: '6' })
    await controller.fetch(People.get, { id: '3' })
    for (const { id } of people) controller.retain(People.get, { id }).release()
    expect(sent).toEqual(['GET /people', 'GET /people/3'])
  })

  it('are no lack while the server has not responded to a creation', async () => {
    const { Person } = declare()
    const created = deferred()
    server.use(
      http.post(`${API}/people`, async () => {
        await created.promise
        return HttpResponse.json({ id: '4', name: 'Dan', email: 'dan@example.com', phone: '7' })
      }),
    )
    const People = resource({ path: '/people/:id', urlPrefix: API, schema: Person, optimistic })
    const { controller } = createStore()
    await controller.fetch(People.get, { id: '1' })
    await controller.fetch(People.getList)
    const creation = controller.fetch(People.create, { name: 'Dan' })
    await turns()
    const id = controller.getResponse(People.getList).data?.at(-1)?.id ?? ''
    controller.retain(People.get, { id }).release()
    created.resolve()
    expect(await creation).toMatchObject({ id: '4', email: 'dan@example.com' })
  })

  it('are no lack if the resource says that lists have all', async () => {
    const { Person } = declare()
    const People = resource({
      path: '/people/:id',
      urlPrefix: API,
      schema: Person,
      summary: Person,
    })
    const { controller } = createStore()
    await controller.fetch(People.get, { id: '1' })
    await controller.fetch(People.getList)
    controller.retain(People.get, { id: '3' }).release()
    expect(sent).toEqual(['GET /people/1', 'GET /people'])
  })

  it('are named for an endpoint of its own, too', async () => {
    const { Person, People } = declare()
    const getPerson = new RestEndpoint({ path: '/people/:id', urlPrefix: API, schema: Person })
    const { controller } = createStore()
    await controller.fetch(getPerson, { id: '1' })
    await controller.fetch(People.getList)
    controller.retain(getPerson, { id: '3' }).release()
    expect(takeWarnings()).toEqual([
      [expect.stringMatching(/^GET \/people\/:id shows a Person without `email`/)],
    ])
  })
})
