import { http, HttpResponse } from 'msw'
import { All, Collection, counted, Entity, kept, RestEndpoint, schema as schemas } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const write = { id: '1', title: 'Write' }
const read = { id: '2', title: 'Read' }

/** A page that shows the tasks of `/tasks`, whose server answers with something else from then on. */
async function showing(schema: unknown, first: object, options: object = {}) {
  let response = first
  server.use(http.get(`${API}/tasks`, () => HttpResponse.json(response)))
  const world = createStore()
  const { controller, store } = world
  const getTasks = new RestEndpoint({
    path: '/tasks',
    urlPrefix: API,
    schema: schema as never,
    ...options,
  })
  await controller.fetch(getTasks)
  const shown = () => controller.getResponse(getTasks).data
  const state = () => store.getState().rest.entities
  const respond = async (next: object) => {
    response = next
    return controller.fetch(getTasks)
  }
  return { ...world, shown, state, respond }
}

describe('a server that answers with an object after a list', () => {
  it.each([
    ['[Task]', [Task], '[Task]'],
    ['schema.Array', new schemas.Array(Task), 'response'],
    ['All', new All(Task), 'response'],
    ['Collection', new Collection([Task]), '[Task]'],
  ])('fails the call, and readers show what they have shown: %s', async (_, schema, path) => {
    const { shown, state, respond } = await showing(schema, [write, read])
    const [before, rows] = [shown(), state()]
    expect(before).toEqual([write, read].map((it) => Task.fromJS(it)))
    for (const other of [{ error: 'x' }, { tasks: [read], total: 1 }, { error: write, code: 5 }]) {
      await expect(respond(other)).rejects.toMatchObject({
        name: 'SchemaError',
        code: 'INVALID_RESPONSE',
        path,
        message: `${path}: expected a list, found an object`,
      })
      expect(shown()).toBe(before)
      expect(state()).toBe(rows)
    }
  })

  it.each([
    ['[Task]', [Task]],
    ['schema.Array', new schemas.Array(Task)],
    ['All', new All(Task)],
  ])('shows the members of an object of tasks: %s', async (_, schema) => {
    const { shown, respond } = await showing(schema, [write])
    await respond({ a: { ...write, title: 'Written' }, b: read })
    expect(shown()).toMatchObject([{ id: '1', title: 'Written' }, { id: '2' }])
  })
})

describe('a server that answers with another value beside a list', () => {
  it('fails the call where it counts the list in words', async () => {
    const schema = { tasks: new Collection([Task]), total: counted }
    const { shown, state, respond } = await showing(schema, { tasks: [write], total: 1 })
    const [before, rows] = [shown(), state()]
    await expect(respond({ tasks: [read], total: 'many' })).rejects.toMatchObject({
      name: 'SchemaError',
      message: 'response.total: expected a number, found a string of length 4',
    })
    expect(shown()).toBe(before)
    expect(state()).toBe(rows)
  })

  it.each([
    ['a number', 0],
    ['counted', counted],
    ['kept', kept(0)],
  ])('fails the call where `process` makes NaN of it: %s', async (_, count) => {
    const schema = { tasks: new Collection([Task]), count }
    const process = (it: { tasks: object[]; count: string }) => ({
      ...it,
      count: Number(it.count),
    })
    const { shown, state, respond } = await showing(
      schema,
      { tasks: [write], count: '1' },
      { process },
    )
    const [before, rows] = [shown(), state()]
    await expect(respond({ tasks: [read], count: 'many' })).rejects.toMatchObject({
      name: 'SchemaError',
      path: 'response.count',
      message:
        'response.count: NaN cannot be kept as plain data; convert it in `process`, or before it is written',
    })
    expect(shown()).toBe(before)
    expect(state()).toBe(rows)
  })
})
