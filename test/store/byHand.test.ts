import { http, HttpResponse } from 'msw'
import { Collection, Endpoint, Entity, Query, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

// Lists that an app reads by their Collection, and not by an endpoint.

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const write = { id: '1', title: 'Write' }
const options = { path: '/tasks', urlPrefix: API, name: 'getTasks' } as const

/** One Collection that an app gives to an endpoint, and what reads it by hand. */
async function reading() {
  server.use(
    http.get(`${API}/tasks`, () => HttpResponse.json([write])),
    http.get(`${API}/archive`, () => HttpResponse.json([])),
    http.post(`${API}/archive`, () => HttpResponse.json(write)),
  )
  const tasks = new Collection([Task])
  const getTasks = new RestEndpoint({ ...options, schema: tasks })
  const world = createStore()
  const { controller, store, rest } = world
  await controller.fetch(getTasks)
  const reads = {
    get: () => controller.get(tasks, {}),
    select: () => rest.selectors.selectQuery(store.getState(), tasks, {}),
    count: () => controller.get(new Query(tasks, (list) => list.length), {}),
  }
  return { ...world, tasks, getTasks, reads }
}

type World = Awaited<ReturnType<typeof reading>>

describe('a Collection that an app reads by hand', () => {
  it.each<[string, (world: World) => unknown]>([
    ['one endpoint', () => undefined],
    ['its extension with the same address', ({ getTasks }) => getTasks.extend({ timeout: 50 })],
    [
      'its extension with the same address by a name',
      ({ getTasks }) => getTasks.extend({ name: 'all' }),
    ],
    ['a bound endpoint', ({ getTasks }) => getTasks.bind(undefined)],
    [
      'its extension that changes data',
      ({ getTasks }) => getTasks.extend({ path: '/archive', method: 'POST' }),
    ],
    [
      'an endpoint with another schema',
      ({ getTasks }) => getTasks.extend({ path: '/archive', schema: [Task] }),
    ],
  ])('shows the list of %s', async (_, also) => {
    const world = await reading()
    also(world)
    const { get, select, count } = world.reads
    expect(get()).toMatchObject([write])
    expect(select()).toBe(get())
    expect(count()).toBe(1)
  })

  it.each<[string, (world: World) => unknown, string]>([
    [
      'two endpoints',
      ({ tasks }) =>
        new RestEndpoint({ ...options, path: '/archive', name: 'getArchive', schema: tasks }),
      'getArchive',
    ],
    [
      'an endpoint with the list beside others',
      ({ tasks }) =>
        new RestEndpoint({
          ...options,
          path: '/archive',
          name: 'getArchive',
          schema: { tasks, total: 0 },
        }),
      'getArchive',
    ],
    [
      'an endpoint and its extension',
      ({ getTasks }) => getTasks.extend({ path: '/archive', name: 'getArchive' }),
      'getArchive',
    ],
    [
      'an endpoint of a function',
      ({ tasks }) => new Endpoint(async () => [write], { name: 'readTasks', schema: tasks }),
      'readTasks',
    ],
  ])('throws the error that names both: %s', async (_, also, name) => {
    const world = await reading()
    also(world)
    const { get, select, count } = world.reads
    for (const read of [get, select, count]) {
      expect(read).toThrow(TypeError)
      expect(read).toThrow(
        `The Collection [Task] belongs to getTasks and ${name}, which have different lists. Use the one that is meant: getTasks.schema, or ${name}.schema.`,
      )
    }
    const { controller, getTasks } = world
    expect(controller.get(getTasks.schema, {})).toMatchObject([write])
  })

  it('shows nothing while it is switched off', async () => {
    const { controller, getTasks, tasks } = await reading()
    getTasks.extend({ path: '/archive' })
    expect(controller.get(tasks, null)).toBeUndefined()
  })

  it('shows the list of an endpoint that the app makes later', () => {
    const { controller } = createStore()
    const tasks = new Collection([Task])
    expect(controller.get(tasks, {})).toBeUndefined()
    const getTasks = new RestEndpoint({ ...options, schema: tasks })
    controller.set(getTasks.schema, {}, [write])
    expect(controller.get(tasks, {})).toMatchObject([write])
  })
})
