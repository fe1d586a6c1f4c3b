import { act, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Provider } from 'react-redux'
import { All, Entity, Query, resource } from 'rtk-rest'
import { AsyncBoundary, useDLE, useQuery } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { said } from '../support/said'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

// A hot reload evaluates a module again: there is another class of the same name, with endpoints of their own. The test in
// test/browser has a development server that does so.

/** A module, as it is evaluated: its classes are named by their names alone, as they have no `static key`. */
function evaluate(prefix: string) {
  class Task extends Entity {
    id = ''
    title = ''

    get label() {
      return `${prefix} ${this.title}`
    }
  }
  const TaskResource = resource({ urlPrefix: API, path: '/tasks/:id', schema: Task })
  const titles = new Query(new All(Task), (tasks) => tasks.map(({ label }) => label).join())
  return { Task, TaskResource, titles }
}

/** The same, after a field was added and a nested entity. */
function evaluateEdited() {
  class Owner extends Entity {
    id = ''
    name = ''
  }
  class Task extends Entity {
    id = ''
    title = ''
    isDone = false
    owner: Owner | undefined = undefined
    static override schema = { owner: Owner }
  }
  return { Task, TaskResource: resource({ urlPrefix: API, path: '/tasks/:id', schema: Task }) }
}

const write = { id: '1', title: 'Write' }

function serveTasks(): void {
  server.use(
    http.get(`${API}/tasks`, () => HttpResponse.json([write])),
    http.get(`${API}/tasks/1`, () => HttpResponse.json({ ...write, title: 'Write it' })),
    http.patch(`${API}/tasks/1`, () => HttpResponse.json({ ...write, title: 'Write more' })),
  )
}

/** Classes without a `static key` are warned of once each. */
function forgetKeyWarnings(): void {
  for (const text of said()) expect(text).toMatch(/static key/)
}

describe('a module of entities that is evaluated again', () => {
  it('reads what is stored as entities of the new class, and writes them', async () => {
    serveTasks()
    const { rest, store, controller } = createStore()
    const before = evaluate('old')
    await controller.fetch(before.TaskResource.getList)
    const after = evaluate('new')
    const { selectData, selectEntity } = rest.selectors
    const [task] = selectData(store.getState(), after.TaskResource.getList) ?? []
    expect(task).toBeInstanceOf(after.Task)
    expect(task?.label).toBe('new Write')
    expect(await controller.fetch(after.TaskResource.get, { id: '1' })).toBeInstanceOf(after.Task)
    controller.set(after.Task, { id: '1' }, { id: '1', title: 'Read' })
    expect(selectEntity(store.getState(), after.Task, '1')?.label).toBe('new Read')
    forgetKeyWarnings()
  })

  it('may have other fields, and other entities in them', async () => {
    serveTasks()
    const { controller } = createStore()
    await controller.fetch(evaluate('old').TaskResource.getList)
    const { Task, TaskResource } = evaluateEdited()
    expect(controller.get(Task, { id: '1' })).toMatchObject({ title: 'Write', isDone: false })
    server.use(
      http.get(`${API}/tasks/1`, () =>
        HttpResponse.json({ ...write, isDone: true, owner: { id: '7', name: 'Ada' } }),
      ),
    )
    const task = await controller.fetch(TaskResource.get, { id: '1' })
    expect(task).toMatchObject({ isDone: true, owner: { name: 'Ada' } })
    forgetKeyWarnings()
  })

  it('takes part in an app that goes on: components, mutations and requests in flight', async () => {
    const held = holdServer()
    const { store, controller } = createStore()
    const before = evaluate('old')
    let shown = before
    function Page() {
      const { data, error } = useDLE(shown.TaskResource.get, { id: '1' })
      const titles = useQuery(shown.titles)
      return (
        <p>
          {data?.label ?? 'loading'}, {titles} {error?.message}
        </p>
      )
    }
    const page = () => (
      <Provider store={store}>
        <AsyncBoundary fallback="waits">
          <Page />
        </AsyncBoundary>
      </Provider>
    )
    const { rerender } = render(page())
    const requested = await held.take('GET /tasks/1')
    await act(async () => requested.respond(write))
    await screen.findByText('old Write, old Write')
    const again = controller.fetch(before.TaskResource.getList)
    const list = await held.take('GET /tasks')
    shown = evaluate('new')
    rerender(page())
    await screen.findByText('new Write, new Write')
    const renamed = controller.fetch(shown.TaskResource.partialUpdate, { id: '1' }, { title: 'B' })
    const change = await held.take('PATCH /tasks/1')
    await act(async () => change.respond({ id: '1', title: 'Read' }))
    expect((await renamed).label).toBe('new Read')
    await screen.findByText('new Read, new Read')
    // Requested by the class before, whose response comes only now.
    await act(async () => list.respond([write, { id: '2', title: 'Rest' }]))
    expect(await again).toHaveLength(2)
    await screen.findByText('new Read, new Read,new Rest')
    forgetKeyWarnings()
  })

  it('may be evaluated many times', () => {
    const { controller } = createStore()
    for (let times = 0; times < 20; times += 1) {
      const { Task } = evaluate(`${times}`)
      controller.set(Task, { id: '1' }, { id: '1', title: 'Write' })
      expect(controller.get(Task, { id: '1' })?.label).toBe(`${times} Write`)
    }
    forgetKeyWarnings()
  })

  it('shares the table with the class before, where that is named by hand', () => {
    const makeNote = (text: string) =>
      class Note extends Entity {
        id = ''
        text = text
        static override key = 'Note'
      }
    const { controller } = createStore()
    const [One, Other] = [makeNote('old'), makeNote('new')]
    controller.set(One, { id: '1' }, { id: '1' })
    expect(controller.get(Other, { id: '1' })?.text).toBe('new')
    controller.set(Other, { id: '2' }, { id: '2' })
    expect(controller.get(Other, { id: '2' })?.text).toBe('new')
    controller.set(One, { id: '3' }, { id: '3' })
    expect(controller.get(One, { id: '3' })?.text).toBe('old')
  })
})

describe('two classes of one name in two modules', () => {
  it('are an error as soon as both are in use', () => {
    const { controller } = createStore()
    const [One, Other] = [evaluate('one').Task, evaluate('other').Task]
    controller.set(One, { id: '1' }, write)
    controller.set(Other, { id: '1' }, write)
    expect(() => controller.set(One, { id: '2' }, { id: '2', title: '' })).toThrow(
      'two schemas are called Task; give each its own `static key`',
    )
    forgetKeyWarnings()
  })

  it('are warned of at once, as they are an error in production', () => {
    const { controller } = createStore()
    const { Task } = evaluate('one')
    const Other = class Task extends Entity {
      id = ''
      dueAt = ''
      priority = 0
    }
    controller.set(Task, { id: '1' }, write)
    controller.set(Other, { id: '2' }, { id: '2', dueAt: 'now' })
    expect(said().filter((text) => text.startsWith('Two classes'))).toEqual([
      'Two classes are called Task, with the fields id, title and id, dueAt, priority. After a hot reload this is fine; otherwise production throws an error. Give each class its own `static key`.',
    ])
  })

  it('are an error in one response', () => {
    const { controller } = createStore()
    const schema = { one: evaluate('one').Task, other: evaluate('other').Task }
    expect(() => controller.set(schema, { one: write, other: write })).toThrow(/two schemas/)
    forgetKeyWarnings()
  })
})
