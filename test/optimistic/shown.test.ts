import { All, Endpoint, Entity, Query, resource, Union } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { API } from '../support/server'
import { copy, createWorld, loaded, one, row, shown, titles, Todo, TodoResource } from './world'

class Note extends Entity {
  id = ''
  todo = Todo.fromJS({})
  static override key = 'Note'
  static override schema = { todo: Todo }
}

const read = async (): Promise<unknown> => undefined
const getLatest = new Endpoint(read, {
  name: 'getLatest',
  schema: [new Union({ todo: Todo, note: Note }, 'type')],
})
const getNote = new Endpoint(read, { name: 'getNote', schema: Note })
const doneTodos = new Query(new All(Todo), (todos) =>
  todos.filter(({ done }) => done).map(({ title }) => title),
)

type Loaded = Awaited<ReturnType<typeof loaded>>

/** The places that show the first row, and what each shows of it. */
const places: readonly [place: string, read: (world: Loaded) => unknown][] = [
  ['the details', (world) => shown(world)?.title],
  ['the list', (world) => titles(world)?.[0]],
  [
    'a list with a filter',
    ({ controller }) =>
      controller.getResponse(TodoResource.getList, { project: 'home' }).data?.[0]?.title,
  ],
  ['All', ({ controller }) => controller.get(new All(Todo))?.[0]?.title],
  ['a Query', ({ controller }) => controller.get(doneTodos)?.[0]],
  [
    'a Union',
    ({ controller }) =>
      controller.getResponse(getLatest).data?.find((it) => it instanceof Todo)?.title,
  ],
  [
    'an entity that contains it',
    ({ controller }) => controller.getResponse(getNote).data?.todo.title,
  ],
  ['an index', ({ controller }) => controller.get(Todo, { slug: 'new-todo' })?.title],
  [
    'a selector',
    ({ rest, store }) => rest.selectors.selectEntity(store.getState(), Todo, one)?.title,
  ],
]

async function everywhere(): Promise<Loaded> {
  const world = await loaded([row('1', { done: true, slug: 'new-todo' }), row('2')])
  const list = await world.send.list({ project: 'home' })
  await list.land([row('1', { done: true, slug: 'new-todo' }), row('2')])
  const { controller } = world
  controller.setResponse(getLatest, [{ type: 'todo', id: '1' }])
  controller.setResponse(getNote, { id: '5', todo: { id: '1' } })
  return world
}

describe('a mutation in flight', () => {
  it.each(places)('is shown at once in %s, and taken back when it fails', async (_, readFrom) => {
    const world = await everywhere()
    expect(readFrom(world)).toBe('todo 1')
    const sent = await world.send.patch('1', { title: 'new' })
    expect(readFrom(world)).toBe('new')
    await sent.fail()
    expect(readFrom(world)).toBe('todo 1')
  })
})

describe('a mutation with an entity as its body', () => {
  it('is shown at once, as one with its fields', async () => {
    const world = await loaded()
    const todo = shown(world)
    const patch = await world.send.patch('1', Todo.fromJS({ ...todo, title: 'new' }))
    expect(titles(world)).toEqual(['new', 'todo 2'])
    await patch.fail(400)
    const created = await world.send.create(Todo.fromJS({ title: 'third' }))
    expect(titles(world)).toEqual(['todo 1', 'todo 2', 'third'])
    await created.land(row('3', { title: 'third' }), 201)
    expect(titles(world)).toEqual(['todo 1', 'todo 2', 'third'])
  })
})

describe('a mutation with a form as its body', () => {
  it('shows its texts at once, in fields of texts', async () => {
    class Task extends Entity {
      id = ''
      title = ''
      due: string | null = null
      hours = 0
      done = false
      tags: string[] = []
      static override key = 'Task'
    }
    const { getList } = resource({
      path: '/tasks/:id',
      urlPrefix: API,
      schema: Task,
      optimistic,
    })
    const { store, rest, controller } = createWorld()
    const form = new FormData()
    const texts = { title: 'new', due: 'today', hours: '3', done: 'on', tags: 'a' }
    for (const [name, text] of Object.entries({ ...texts, other: '5' })) form.append(name, text)
    form.append('file', new File(['abc'], 'a.txt'))
    const created = store.dispatch(rest.fetch(getList.push, form))
    const [task] = controller.get(new All(Task)) ?? []
    const { id = '' } = task ?? {}
    const others = { hours: 0, done: false, tags: [], other: '5' }
    expect({ ...task }).toEqual({ id, title: 'new', due: 'today', ...others })
    created.abort()
    await created
  })
})

describe('an index', () => {
  const find = ({ controller }: Loaded, slug: string) => controller.get(Todo, { slug })?.id

  it('finds a row by what is expected, and no longer by what is stored', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { slug: 'new' })
    expect([find(world, 'new'), find(world, 'todo-1'), find(world, 'todo-2')]).toEqual([
      '1',
      undefined,
      '2',
    ])
    await sent.fail(400)
    expect([find(world, 'new'), find(world, 'todo-1')]).toEqual([undefined, '1'])
  })

  it('is right while two rows change places', async () => {
    const world = await loaded()
    const first = await world.send.patch('1', { slug: 'todo-2' })
    const second = await world.send.patch('2', { slug: 'todo-1' })
    expect([find(world, 'todo-1'), find(world, 'todo-2')]).toEqual(['2', '1'])
    await first.land(row('1', { slug: 'todo-2' }))
    expect([find(world, 'todo-1'), find(world, 'todo-2')]).toEqual(['2', '1'])
    await second.land(row('2', { slug: 'todo-1' }))
    expect([find(world, 'todo-1'), find(world, 'todo-2')]).toEqual(['2', '1'])
  })

  it('finds what is created, and not what is deleted', async () => {
    const world = await loaded()
    const created = await world.send.create({ slug: 'new' })
    const removal = await world.send.remove('1')
    expect([find(world, 'new'), find(world, 'todo-1')]).toEqual([
      expect.stringMatching(/^new-/),
      undefined,
    ])
    await created.land(row('3', { slug: 'new' }), 201)
    await removal.fail(403)
    expect([find(world, 'new'), find(world, 'todo-1')]).toEqual(['3', '1'])
  })
})

describe('an entity that needs another one', () => {
  class Page extends Entity {
    id = ''
    todo = Todo.fromJS({})
    static override key = 'Page'
    static override schema = { todo: Todo }
  }
  const getPage = new Endpoint(read, { name: 'getPage', schema: Page })

  it('shows no deleted one, and shows it again when the deletion has failed', async () => {
    const world = await loaded()
    const { controller } = world
    controller.setResponse(getPage, { id: '5', todo: { id: '1' } })
    const title = () => controller.getResponse(getPage).data?.todo?.title
    expect(title()).toBe('todo 1')
    const removal = await world.send.remove('1')
    expect(title()).toBeUndefined()
    await removal.fail(400)
    expect(title()).toBe('todo 1')
  })
})

describe('a long list', () => {
  it('shows each change at its place, as a list that is read for the first time', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => row(`r${at}`))
    const world = await loaded(rows)
    const { rest, store, send } = world
    const read = (state = store.getState()) =>
      rest.selectors.selectData(state, TodoResource.getList)
    const before = read()
    const sent = [
      await send.patch('r150', { title: 'new' }),
      await send.remove('r7'),
      await send.create({ title: 'created' }),
      await send.vote('r150'),
    ]
    expect(read()).toEqual(read(copy(store.getState())))
    expect(read()).toHaveLength(300)
    expect(read()?.[149]).toMatchObject({ title: 'new', votes: 1 })
    expect(read()?.[148]).toBe(before?.[149])
    await sent[1]?.fail(400)
    expect(read()).toEqual(read(copy(store.getState())))
    await sent[2]?.land(row('r300', { title: 'created' }), 201)
    await sent[0]?.fail(400)
    expect(read()).toEqual(read(copy(store.getState())))
    await sent[3]?.fail(400)
    expect(copy(read())).toEqual([...rows, row('r300', { title: 'created' })])
    expect(read()?.[150]).toEqual(before?.[150])
  })
})
