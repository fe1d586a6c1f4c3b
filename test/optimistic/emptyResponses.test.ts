import { All } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { arrive, loaded, row, shown, titles, Todo, TodoResource, type World } from './world'

const { get, getList } = TodoResource

const all = ({ controller }: Pick<World, 'controller'>) => controller.get(new All(Todo)) ?? []
const isStale = ({ controller }: Pick<World, 'controller'>, id = '1') =>
  controller.fetchIfStale(get, { id }) instanceof Promise

describe('an empty response to an optimistic change', () => {
  it('leaves what was expected on the page, until the row is fetched again', async () => {
    const world = await loaded()
    const seen = new Set<string | undefined>()
    const patch = await world.send.patch('1', { title: 'new' })
    world.store.subscribe(() => seen.add(shown(world)?.title))
    expect(await patch.land(null)).toBeNull()
    expect([...seen]).toEqual(['new'])
    expect(titles(world)).toEqual(['new', 'todo 2'])
    expect(world.store.getState().rest.confirmed).toEqual({})
    expect(isStale(world)).toBe(true)
    const read = await world.server.take('GET /todos/1')
    read.respond(row('1', { title: 'as the server has it' }))
    await vi.waitFor(() => expect(shown(world)?.title).toBe('as the server has it'))
    expect(isStale(world)).toBe(false)
  })

  it('is found by the value of an index that it was expected to have', async () => {
    const world = await loaded()
    const patch = await world.send.patch('1', { slug: 'new' })
    await patch.land(null)
    expect(world.controller.get(Todo, { slug: 'new' })?.id).toBe('1')
    expect(world.controller.get(Todo, { slug: 'todo-1' })).toBeUndefined()
  })

  it('leaves an entity in the list that it was moved to', async () => {
    const world = await loaded()
    const { store, rest, server } = world
    const lists = await Promise.all([
      world.send.list({ project: 'home' }),
      world.send.list({ project: 'work' }),
    ])
    await lists[0].land([row('1')])
    await lists[1].land([])
    const inProject = (project: string) =>
      world.controller.getResponse(getList, { project }).data?.map(({ id }) => id)
    const move = await arrive(
      server,
      'PATCH /todos/1',
      store.dispatch(rest.fetch(getList.move, { id: '1' }, { project: 'work' })),
    )
    await move.land(null)
    expect([inProject('home'), inProject('work')]).toEqual([[], ['1']])
    expect(shown(world)?.project).toBe('work')
  })

  it('moves an entity also in a list that was requested before and lands later', async () => {
    const world = await loaded()
    const { store, rest, server } = world
    const list = await world.send.list({ project: 'home' })
    const move = await arrive(
      server,
      'PATCH /todos/1',
      store.dispatch(rest.fetch(getList.move, { id: '1' }, { project: 'work' })),
    )
    await move.land(null)
    await list.land([row('1', { project: 'home' }), row('2', { project: 'home' })])
    const { data } = world.controller.getResponse(getList, { project: 'home' })
    expect(data?.map(({ id }) => id)).toEqual(['2'])
  })

  it('leaves a list in doubt for one request, which was requested before and filters by what cannot be told', async () => {
    const world = await loaded()
    const { controller, rest, server, store } = world
    const searchParams: { readonly minSize?: string } = {}
    const getLarge = getList.extend({ name: 'getLarge', searchParams })
    const read = () => store.dispatch(rest.fetch(getLarge, { minSize: '3' }))
    const list = await arrive(server, 'GET /todos?minSize=3', read())
    const move = await arrive(
      server,
      'PATCH /todos/1',
      store.dispatch(rest.fetch(getList.move, { id: '1' }, { project: 'work' })),
    )
    await move.land(null)
    await list.land([row('1'), row('2')])
    const again = controller.fetchIfStale(getLarge, { minSize: '3' })
    ;(await server.take('GET /todos?minSize=3')).respond([row('2')])
    await again
    expect(controller.fetchIfStale(getLarge, { minSize: '3' })).not.toBeInstanceOf(Promise)
    const warn = vi.mocked(console.warn)
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('minSize'))
    warn.mockClear()
  })

  it('leaves what was expected, while another mutation is in flight that started later', async () => {
    const world = await loaded()
    const first = await world.send.patch('1', { title: 'new' })
    const second = await world.send.patch('1', { done: true })
    await first.land(null)
    expect(shown(world)).toMatchObject({ title: 'new', done: true })
    await second.fail(400)
    expect(shown(world)).toMatchObject({ title: 'new', done: false })
    expect(isStale(world)).toBe(true)
  })

  it('confirms what was expected, while another mutation is in flight that started before', async () => {
    const world = await loaded()
    const first = await world.send.patch('1', { title: 'new' })
    const second = await world.send.patch('1', { done: true })
    await second.land(null)
    expect(shown(world)).toMatchObject({ title: 'new', done: true })
    await first.fail(400)
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: true })
    expect(isStale(world)).toBe(true)
  })

  it('to each of two creations with ids of the app leaves both in their list', async () => {
    const world = await loaded([])
    const first = await world.send.create({ id: 'a', title: 'a' })
    const second = await world.send.create({ id: 'b', title: 'b' })
    await first.land(null)
    expect(titles(world)).toEqual(['a', 'b'])
    await second.land(null)
    expect(titles(world)).toEqual(['a', 'b'])
  })

  it('leaves an entity in its list whose id the app has made', async () => {
    const world = await loaded([row('1')])
    const created = await world.send.create({ id: 'made', title: 'new', slug: 'mine' })
    await created.land(null)
    expect(titles(world)).toEqual(['todo 1', 'new'])
    expect(world.controller.get(Todo, { slug: 'mine' })?.id).toBe('made')
    expect(isStale(world, 'made')).toBe(true)
    const read = await world.server.take('GET /todos/made')
    read.respond(row('made', { title: 'as the server has it' }))
    await vi.waitFor(() => expect(titles(world)).toEqual(['todo 1', 'as the server has it']))
    expect(isStale(world, 'made')).toBe(false)
  })

  it('of an entity that is being created leaves nothing of it', async () => {
    const world = await loaded([row('1')])
    const created = await world.send.create({ title: 'new' })
    expect(all(world)).toHaveLength(2)
    await created.land(null)
    expect(titles(world)).toEqual(['todo 1'])
    expect(JSON.stringify(world.store.getState())).not.toContain('"new-')
  })
})
