import { PollingManager } from 'rtk-rest/polling'
import { pages, resource } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { API } from '../support/server'
import {
  arrive,
  createWorld,
  loaded,
  one,
  row,
  shown,
  titles,
  Todo,
  TodoResource,
  withOptions,
} from './world'
import { holdServer } from '../support/holdServer'

const { get, getList } = TodoResource

describe('while a mutation is in flight, a read', () => {
  it.each(['before', 'after'])(
    'that started %s it does not wipe what is expected',
    async (when) => {
      const world = await loaded()
      const early = when === 'before' ? await world.send.list() : undefined
      const sent = await world.send.patch('1', { title: 'new' })
      const read = early ?? (await world.send.list())
      await read.land([row('1', { votes: 3 }), row('2', { title: 'changed' })])
      // The other fields, and the other rows, are those of the read.
      expect(shown(world)).toMatchObject({ title: 'new', votes: 3 })
      expect(titles(world)).toEqual(['new', 'changed'])
      await sent.fail(400)
      expect(shown(world)).toMatchObject({ title: 'todo 1', votes: 3 })
    },
  )

  it.each(['before', 'after'])(
    'that started %s it and lands after it keeps the response',
    async (when) => {
      const world = await loaded()
      const early = when === 'before' ? await world.send.get('1') : undefined
      const sent = await world.send.patch('1', { title: 'new' })
      const read = early ?? (await world.send.get('1'))
      await sent.land(row('1', { title: 'new' }))
      await read.land(row('1'))
      expect(shown(world)?.title).toBe('new')
      expect(titles(world)).toEqual(['new', 'todo 2'])
    },
  )

  it('that already has the change is right as well, when the mutation fails after all', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const read = await world.send.get('1')
    await read.land(row('1', { title: 'new' }))
    expect(shown(world)?.title).toBe('new')
    sent.drop()
    await sent.error()
    expect(shown(world)?.title).toBe('new')
  })

  it('that fails shows its error, and leaves what is expected', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const other = await world.send.get('2')
    await other.fail(404)
    expect(world.controller.getError(get, { id: '2' })).toMatchObject({ status: 404 })
    expect(titles(world)).toEqual(['new', 'todo 2'])
    await sent.land(row('1', { title: 'new' }))
  })

  it('is shown as in flight, and then as fulfilled', async () => {
    const world = await loaded()
    const { rest, store } = world
    const sent = await world.send.patch('1', { title: 'new' })
    const request = () => rest.selectors.selectRequest(store.getState(), get, { id: '2' })
    const read = await world.send.get('2')
    expect(request().isFetching).toBe(true)
    await read.land(row('2', { title: 'read' }))
    expect(request()).toMatchObject({ isFetching: false, status: 'fulfilled' })
    expect(titles(world)).toEqual(['new', 'read'])
    await sent.land(row('1', { title: 'new' }))
  })

  it('that finds the row gone hides it, and the mutation does not bring it back', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const read = await world.send.list()
    await read.land([row('2')])
    expect(titles(world)).toEqual(['todo 2'])
    await sent.fail(404)
    expect(titles(world)).toEqual(['todo 2'])
  })

  it('that brings the row for the first time shows it with what is expected', async () => {
    const world = await loaded([])
    const sent = await world.send.patch('5', { title: 'new' })
    expect(shown(world, '5')).toBeUndefined()
    const read = await world.send.get('5')
    await read.land(row('5', { votes: 2 }))
    expect(shown(world, '5')).toMatchObject({ title: 'new', votes: 2 })
    await sent.fail()
    expect(shown(world, '5')).toMatchObject({ title: 'todo 5', votes: 2 })
  })

  it('that polls does not make the value jump', async () => {
    const world = await loaded(undefined, { managers: [new PollingManager()] })
    const polled = withOptions(get, { pollFrequency: 5 })
    const seen = new Set<string | undefined>()
    world.store.subscribe(() => seen.add(shown(world)?.title))
    const sent = await world.send.patch('1', { title: 'new' })
    world.controller.subscribe(polled, one)
    for (const votes of [1, 2, 3]) {
      const poll = await world.server.take('GET /todos/1')
      poll.respond(row('1', { votes }))
      await expect.poll(() => shown(world)?.votes, { interval: 1 }).toBe(votes)
    }
    world.controller.unsubscribe(polled, one)
    await sent.land(row('1', { title: 'new', votes: 3 }))
    expect([...seen]).toEqual(['new'])
  })
})

describe('a page that lands while a creation is in flight', () => {
  class PagedTodo extends Todo {
    static override key = 'PagedTodo'
  }
  const anySearch = (): { cursor?: string } | undefined => ({})
  const paged = resource({
    path: '/paged/:id',
    urlPrefix: API,
    schema: PagedTodo,
    searchParams: anySearch(),
    paginationField: [pages, 'cursor'],
    body: {} as { title: string },
    optimistic,
  })

  it('goes before the member that is expected, which stays once', async () => {
    const server = holdServer()
    const world = createWorld()
    const { store, rest, controller } = world
    const shownTitles = () => controller.getResponse(paged.getList).data?.map(({ title }) => title)
    controller.setResponse(paged.getList, [{ id: '1', title: 'one' }])
    const created = await arrive(
      server,
      'POST /paged',
      store.dispatch(rest.fetch(paged.getList.push, { title: 'new' })),
    )
    const page = await arrive(
      server,
      'GET /paged?cursor=2',
      store.dispatch(rest.fetch(paged.getList.getPage, { cursor: '2' })),
    )
    expect(shownTitles()).toEqual(['one', 'new'])
    await page.land([{ id: '2', title: 'two' }])
    expect(shownTitles()).toEqual(['one', 'two', 'new'])
    await created.land({ id: '3', title: 'new' })
    expect(shownTitles()).toEqual(['one', 'two', 'new'])
  })
})

describe('while a mutation is in flight,', () => {
  it('invalidate hides the call, and the refetch shows what is expected', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    world.controller.invalidate(get, one)
    expect(shown(world)).toBeUndefined()
    const read = await world.send.get('1')
    await read.land(row('1', { votes: 1 }))
    expect(shown(world)).toMatchObject({ title: 'new', votes: 1 })
    await sent.land(row('1', { title: 'new', votes: 1 }))
    expect(shown(world)).toMatchObject({ title: 'new', votes: 1 })
  })

  it('expireAll leaves it shown, and stale', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    world.controller.expireAll(get)
    expect(shown(world)?.title).toBe('new')
    const again = world.controller.fetchIfStale(get, one)
    const read = await world.server.take('GET /todos/1')
    read.respond(row('1'))
    expect(await again).toMatchObject({ title: 'todo 1' })
    expect(shown(world)?.title).toBe('new')
    await sent.fail()
    expect(shown(world)?.title).toBe('todo 1')
  })

  it('a set lies below what is expected, and comes to light when the mutation fails', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    world.controller.set(Todo, one, { id: '1', title: 'by hand', votes: 9 })
    expect(shown(world)).toMatchObject({ title: 'new', votes: 9 })
    await sent.fail()
    expect(shown(world)).toMatchObject({ title: 'by hand', votes: 9 })
  })

  it('a set by a function counts on what is stored, below what is expected', async () => {
    const world = await loaded()
    const sent = await world.send.vote('1')
    world.controller.set(Todo, one, (todo: Todo) => ({ id: '1', title: `${todo.votes} votes` }))
    expect(shown(world)).toMatchObject({ votes: 1, title: '0 votes' })
    await sent.land(row('1', { votes: 1 }))
  })

  it('setResponse of a read lies below what is expected', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    world.controller.setResponse(get, one, row('1', { title: 'by hand', votes: 9 }))
    expect(shown(world)).toMatchObject({ title: 'new', votes: 9 })
    await sent.land(row('1', { title: 'new', votes: 9 }))
    expect(shown(world)).toMatchObject({ title: 'new', votes: 9 })
  })

  it('does not show the row again', async () => {
    const world = await loaded()
    const removal = await world.send.remove('1')
    const read = await world.send.list()
    await read.land([row('1'), row('2'), row('3')])
    expect(titles(world)).toEqual(['todo 2', 'todo 3'])
    await removal.land({ id: '1' })
    expect(titles(world)).toEqual(['todo 2', 'todo 3'])
  })

  it('shows it in the order of the server when the deletion has failed', async () => {
    const world = await loaded()
    const removal = await world.send.remove('1')
    const read = await world.send.list()
    await read.land([row('2'), row('1')])
    await removal.fail(400)
    expect(titles(world)).toEqual(['todo 2', 'todo 1'])
  })
})

describe('data that is only expected', () => {
  it('is not fresh: fetchIfStale sends a request where nothing else is known', async () => {
    const server = holdServer()
    const world = createWorld()
    const { store, rest, controller } = world
    const sent = await arrive(
      server,
      'PUT /todos/1',
      store.dispatch(
        rest.fetch(
          withOptions(TodoResource.update, {
            getOptimisticResponse: [optimistic, () => row('1', { title: 'new' })],
          }),
          one,
          { title: 'new' },
        ),
      ),
    )
    expect(shown(world)?.title).toBe('new')
    const again = controller.fetchIfStale(get, one)
    const read = await server.take('GET /todos/1')
    read.respond(row('1'))
    expect(await again).toMatchObject({ title: 'todo 1' })
    expect(shown(world)?.title).toBe('new')
    await sent.fail(400)
    expect(shown(world)?.title).toBe('todo 1')
  })

  it('leaves the freshness of a list as it is', async () => {
    const world = await loaded()
    const sent = await world.send.create({ title: 'new' })
    const fresh = world.controller.fetchIfStale(getList)
    expect(fresh).not.toBeInstanceOf(Promise)
    await sent.land(row('3', { title: 'new' }))
  })
})
