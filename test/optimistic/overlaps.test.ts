import { RestEndpoint } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { arrive, loaded, one, row, shown, titles, Todo, TodoResource, withOptions } from './world'

type Loaded = Awaited<ReturnType<typeof loaded>>

/** The title and the state of the first todo. */
const fields = (world: Loaded) => {
  const { title, done, votes } = shown(world) ?? {}
  return { title, done, votes }
}

const old = { title: 'todo 1', done: false, votes: 0 }

describe('two mutations of different fields', () => {
  it.each([
    ['in order, by a server that applies them in order', ['title', 'done'], ['title', 'done']],
    [
      'in order, by a server that applies them the other way round',
      ['title', 'done'],
      ['done', 'title'],
    ],
    [
      'the other way round, by a server that applies them in order',
      ['done', 'title'],
      ['title', 'done'],
    ],
    ['the other way round, by a server that applies them so', ['done', 'title'], ['done', 'title']],
  ] as const)('are both shown from start to end if they land %s', async (_, landing, applied) => {
    const world = await loaded()
    const title = await world.send.patch('1', { title: 'new' })
    const done = await world.send.patch('1', { done: true })
    const sent = { title, done }
    const change = { title: { title: 'new' }, done: { done: true } }
    const both = { title: 'new', done: true, votes: 0 }
    expect(fields(world)).toEqual(both)
    for (const name of landing) {
      const isFirst = applied[0] === name
      const response = isFirst ? row('1', change[name]) : row('1', both)
      await sent[name].land(response)
      expect(fields(world)).toEqual(both)
    }
  })

  it('are taken back one by one', async () => {
    const world = await loaded()
    const title = await world.send.patch('1', { title: 'new' })
    const done = await world.send.patch('1', { done: true })
    await title.fail()
    expect(fields(world)).toEqual({ ...old, done: true })
    await done.fail()
    expect(fields(world)).toEqual(old)
  })
})

describe('two mutations of one field', () => {
  const start = async () => {
    const world = await loaded()
    const first = await world.send.patch('1', { title: 'first' })
    const second = await world.send.patch('1', { title: 'second' })
    return { world, first, second, title: () => shown(world)?.title }
  }

  it('show the one that lands last', async () => {
    const { first, second, title } = await start()
    expect(title()).toBe('second')
    await second.land(row('1', { title: 'second' }))
    expect(title()).toBe('second')
    await first.land(row('1', { title: 'first' }))
    expect(title()).toBe('first')
  })

  it('show the later one while the first one has landed', async () => {
    const { first, second, title } = await start()
    await first.land(row('1', { title: 'first' }))
    expect(title()).toBe('second')
    await second.fail()
    expect(title()).toBe('first')
  })

  it('show the first one after the later one has failed', async () => {
    const { first, second, title } = await start()
    await second.fail()
    expect(title()).toBe('first')
    await first.land(row('1', { title: 'first' }))
    expect(title()).toBe('first')
  })

  it('show the later one, also if the first one has something to show only after a read', async () => {
    const world = await loaded()
    const { store, rest, server, controller } = world
    const put = withOptions(TodoResource.update, {
      getOptimisticResponse: [optimistic, () => row('3', { title: 'second' })],
    })
    const first = await world.send.patch('3', { title: 'first' })
    const putting = store.dispatch(rest.fetch(put, { id: '3' }, { title: 'second' }))
    const second = await arrive(server, 'PUT /todos/3', putting)
    const title = () => controller.get(Todo, { id: '3' })?.title
    expect(title()).toBe('second')
    const read = await world.send.get('3')
    await read.land(row('3'))
    expect(title()).toBe('second')
    await second.fail(422)
    expect(title()).toBe('first')
    await first.fail(422)
    expect(title()).toBe('todo 3')
  })

  it('do not show the first one again after the later one was confirmed, even if a read lands', async () => {
    const { world, first, second, title } = await start()
    await second.land(row('1', { title: 'second' }))
    const read = await world.send.get('1')
    await read.land(row('1', { title: 'of another user' }))
    expect(title()).toBe('of another user')
    await first.fail()
    expect(title()).toBe('of another user')
  })
})

describe('a mutation whose body names no fields', () => {
  const move = new RestEndpoint({
    path: '/todos/:id/to/:project',
    urlPrefix: API,
    method: 'POST',
    body: undefined,
    name: 'moveTodo',
    schema: Todo,
    getOptimisticResponse: [optimistic, (_, { id, project }) => ({ id, project })],
  })

  it('takes nothing away from what is pending once it is confirmed', async () => {
    const world = await loaded()
    const title = await world.send.patch('1', { title: 'new' })
    const { store, rest, server } = world
    const moved = await arrive(
      server,
      'POST /todos/1/to/work',
      store.dispatch(rest.fetch(move, { id: '1', project: 'work' })),
    )
    expect(shown(world)).toMatchObject({ title: 'new', project: 'work' })
    await moved.land(row('1', { project: 'work' }))
    expect(shown(world)).toMatchObject({ title: 'new', project: 'work' })
    await title.land(row('1', { title: 'new', project: 'work' }))
    // Nothing tells which title is right, so the row is fetched again.
    const again = world.controller.fetchIfStale(TodoResource.get, one)
    const read = await server.take('GET /todos/1')
    read.respond(row('1', { title: 'new', project: 'work' }))
    expect(await again).toMatchObject({ title: 'new', project: 'work' })
  })

  it('counts as one of its `writtenFields`, so that an older one of another field stays shown', async () => {
    const world = await loaded()
    const title = await world.send.patch('1', { title: 'new' })
    const { store, rest, server } = world
    const named = withOptions(move, { writtenFields: () => ['project'] })
    const moved = await arrive(
      server,
      'POST /todos/1/to/work',
      store.dispatch(rest.fetch(named, { id: '1', project: 'work' })),
    )
    await moved.land(row('1', { project: 'work' }))
    expect(shown(world)).toMatchObject({ title: 'new', project: 'work' })
    await title.land(row('1', { title: 'new', project: 'work' }))
    expect(shown(world)).toMatchObject({ title: 'new', project: 'work' })
  })
})

describe('two increments', () => {
  const start = async () => {
    const world = await loaded()
    const first = await world.send.vote('1')
    expect(shown(world)?.votes).toBe(1)
    const second = await world.send.vote('1')
    return { world, first, second, votes: () => shown(world)?.votes }
  }

  it('are both counted, and stay so as they land in order', async () => {
    const { first, second, votes } = await start()
    expect(votes()).toBe(2)
    await first.land(row('1', { votes: 1 }))
    expect(votes()).toBe(2)
    await second.land(row('1', { votes: 2 }))
    expect(votes()).toBe(2)
  })

  it('are one increment after the first one has failed', async () => {
    const { first, second, votes } = await start()
    await first.fail()
    expect(votes()).toBe(1)
    await second.land(row('1', { votes: 1 }))
    expect(votes()).toBe(1)
  })

  it('are one increment after the second one has failed', async () => {
    const { first, second, votes } = await start()
    await second.fail()
    expect(votes()).toBe(1)
    await first.land(row('1', { votes: 1 }))
    expect(votes()).toBe(1)
  })

  it('count on what other users did meanwhile', async () => {
    const { world, first, second, votes } = await start()
    const read = await world.send.get('1')
    await read.land(row('1', { votes: 10 }))
    expect(votes()).toBe(12)
    await first.fail()
    expect(votes()).toBe(11)
    await second.land(row('1', { votes: 11 }))
    expect(votes()).toBe(11)
  })

  it.each([1, 2])(
    'that land the other way round are right after one refetch (%s first)',
    async (seen) => {
      const { world, first, second, votes } = await start()
      await second.land(row('1', { votes: seen }))
      expect(votes()).toBe(seen + 1)
      await first.land(row('1', { votes: 3 - seen }))
      const again = world.controller.fetchIfStale(TodoResource.get, one)
      const read = await world.server.take('GET /todos/1')
      read.respond(row('1', { votes: 2 }))
      expect(await again).toMatchObject({ votes: 2 })
    },
  )
})

describe('toggles', () => {
  it('alternate, and are undone one by one', async () => {
    const world = await loaded()
    const done = () => shown(world)?.done
    const sent = [
      await world.send.toggle('1'),
      await world.send.toggle('1'),
      await world.send.toggle('1'),
    ]
    expect(done()).toBe(true)
    await sent[1]?.fail()
    expect(done()).toBe(false)
    await sent[0]?.land(row('1', { done: true }))
    expect(done()).toBe(false)
    await sent[2]?.land(row('1', { done: false }))
    // Its response is what it was when it started, so nothing tells that it is newer, and it is fetched again.
    expect(done()).toBe(true)
    expect(world.controller.fetchIfStale(TodoResource.get, one)).toBeInstanceOf(Promise)
    const read = await world.server.take('GET /todos/1')
    read.respond(row('1', { done: false }))
    await turns()
    expect(done()).toBe(false)
  })
})

describe('three mutations of one row', () => {
  const changes = [{ title: 'new' }, { done: true }, { votes: 7 }]

  it.each([[[0, 1, 2]], [[0, 2, 1]], [[1, 0, 2]], [[1, 2, 0]], [[2, 0, 1]], [[2, 1, 0]]] as const)(
    'show all of what did not fail, ending in the order %s',
    async (order) => {
      const world = await loaded()
      const sent = [
        await world.send.patch('1', { title: 'new' }),
        await world.send.patch('1', { done: true }),
        await world.send.patch('1', { votes: 7 }),
      ]
      expect(fields(world)).toEqual({ title: 'new', done: true, votes: 7 })
      const confirmed = {}
      for (const at of order) {
        const isFailing = at === 1
        if (isFailing) await sent[at]?.fail(400)
        else {
          Object.assign(confirmed, changes[at])
          await sent[at]?.land(row('1', confirmed))
        }
        const isOver = order.indexOf(1) <= order.indexOf(at)
        expect(fields(world)).toEqual({ title: 'new', done: !isOver, votes: 7 })
      }
    },
  )
})

describe('a deletion', () => {
  it('hides a row at once, whatever other mutations of it are in flight', async () => {
    const world = await loaded()
    const patch = await world.send.patch('1', { title: 'new' })
    const removal = await world.send.remove('1')
    expect(titles(world)).toEqual(['todo 2'])
    await patch.land(row('1', { title: 'new' }))
    expect(titles(world)).toEqual(['todo 2'])
    await removal.fail(403)
    expect(titles(world)).toEqual(['new', 'todo 2'])
  })

  it('hides the row also from a mutation that starts after it', async () => {
    const world = await loaded()
    const removal = await world.send.remove('1')
    const patch = await world.send.patch('1', { title: 'new' })
    expect(titles(world)).toEqual(['todo 2'])
    await removal.fail(403)
    expect(titles(world)).toEqual(['new', 'todo 2'])
    await patch.land(row('1', { title: 'new' }))
    expect(titles(world)).toEqual(['new', 'todo 2'])
  })

  it('that is confirmed takes what is pending with it', async () => {
    const world = await loaded()
    const patch = await world.send.patch('1', { title: 'new' })
    const removal = await world.send.remove('1')
    await removal.land({ id: '1' })
    expect(shown(world)).toBeUndefined()
    expect(titles(world)).toEqual(['todo 2'])
    await patch.land(row('1', { title: 'new' }))
    expect(shown(world)).toBeUndefined()
    expect(titles(world)).toEqual(['todo 2'])
  })

  it('of one row twice is over when both have ended', async () => {
    const world = await loaded()
    const [first, second] = [await world.send.remove('1'), await world.send.remove('1')]
    await first.fail(400)
    expect(titles(world)).toEqual(['todo 2'])
    await second.fail(400)
    expect(titles(world)).toEqual(['todo 1', 'todo 2'])
  })
})
