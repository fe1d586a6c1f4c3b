import { Endpoint, Entity, getRow, resource } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'

const isDevelopment = process.env['NODE_ENV'] !== 'production'

class Author extends Entity {
  id = ''
  name = ''
  static override key = 'Author'
}

class Todo extends Entity {
  id = ''
  title = ''
  tags: readonly string[] = []
  dueAt = new Date(0)
  author: Author | undefined = undefined
  static override key = 'Todo'
  static override schema = { author: Author, dueAt: (iso: string) => new Date(iso) }
}

const response = {
  id: '1',
  title: 'plain',
  tags: ['a'],
  dueAt: '2026-01-02T03:04:05.000Z',
  author: { id: '7', name: 'Ada' },
}
const getTodo = new Endpoint(async () => structuredClone(response), {
  name: 'getTodo',
  schema: Todo,
})

async function withTodo() {
  const world = createStore()
  await world.controller.fetch(getTodo)
  const row = () => getRow(world.store.getState().rest.entities['Todo'], '1')?.data
  const state = () => world.store.getState()
  return { ...world, row, state }
}

describe('an entity that is written back', () => {
  it('becomes plain data again, with what its fields are read as', async () => {
    const { controller, row, state } = await withTodo()
    const todo = controller.get(Todo, '1') as Todo
    expect(todo.dueAt).toEqual(new Date(response.dueAt))
    controller.set(Todo, '1', todo)
    expect(row()).toEqual({ ...response, author: '7' })
    controller.set(Todo, '1', { ...todo, title: 'new', author: todo.author as Author })
    expect(row()).toEqual({ ...response, author: '7', title: 'new' })
    expect(JSON.parse(JSON.stringify(state()))).toEqual(state())
    expect(controller.get(Todo, '1')?.author).toBeInstanceOf(Author)
  })

  it('becomes plain data again in an optimistic response', async () => {
    const { controller, state } = await withTodo()
    const never = new Promise<never>(() => undefined)
    const TodoResource = resource({ path: '/todos/:id', schema: Todo })
    const rename = TodoResource.partialUpdate.extend({
      fetch: () => never,
      getOptimisticResponse: [
        optimistic,
        (snap, params, body) => ({ ...snap.get(Todo, params), ...body }),
      ],
    })
    void controller.fetch(rename, { id: '1' }, { title: 'expected' })
    expect(controller.get(Todo, '1')).toMatchObject({ title: 'expected', tags: ['a'] })
    expect(controller.get(Todo, '1')?.author).toBeInstanceOf(Author)
    expect(JSON.parse(JSON.stringify(state()))).toEqual(state())
  })
})

describe('a response', () => {
  it.each(isDevelopment ? [true] : [])('is copied and frozen in development', async () => {
    const tags = ['a']
    const { controller, row } = await withTodo()
    controller.set(Todo, '1', { ...response, tags })
    tags.push('b')
    expect(row()).toMatchObject({ tags: ['a'] })
    expect(Object.isFrozen((row() as Todo).tags)).toBe(true)
  })

  it.each(isDevelopment ? [] : [true])('is stored as it comes in production', async () => {
    const tags = ['x']
    const { controller, row } = await withTodo()
    controller.set(Todo, '1', { ...response, tags })
    expect((row() as Todo).tags).toBe(tags)
  })

  it.each(isDevelopment ? [true] : [])(
    'is an error if `process` leaves a Date in plain data',
    async () => {
      const { controller } = createStore()
      const getDates = new Endpoint(async () => ({ id: '1', tags: [{ at: new Date(0) }] }), {
        name: 'getDates',
        schema: Todo,
      })
      await expect(controller.fetch(getDates)).rejects.toMatchObject({
        name: 'SchemaError',
        path: 'Todo.tags[0].at',
        message: expect.stringMatching(/a Date cannot be kept as plain data; convert it/) as string,
      })
    },
  )
})
