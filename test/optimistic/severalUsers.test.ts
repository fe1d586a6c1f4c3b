import { All } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { turns } from '../support/turns'
import { arrive, loaded, one, row, shown, Todo, TodoResource } from './world'

const { getList, get } = TodoResource
const home = { project: 'home' }
const work = { project: 'work' }

describe('a checkbox whose PATCH is in flight', () => {
  it('stays ticked while a vote lands', async () => {
    const world = await loaded()
    const tick = await world.send.patch('1', { done: true })
    const vote = await world.send.vote('1')
    await vote.land(row('1', { votes: 1 }))
    expect(shown(world)).toMatchObject({ done: true, votes: 1 })
    await tick.land(row('1', { votes: 1, done: true }))
    expect(shown(world)).toMatchObject({ done: true, votes: 1 })
  })
})

describe('a card that is moved to another column', () => {
  const board = async () => {
    const world = await loaded()
    for (const [params, ids] of [
      [home, ['1', '2']],
      [work, []],
    ] as const) {
      const list = await world.send.list(params)
      await list.land(ids.map((id) => row(id)))
    }
    const { store, rest, server, controller } = world
    const moving = await arrive(
      server,
      'PATCH /todos/1',
      store.dispatch(rest.fetch(getList.move, one, work)),
    )
    const columns = () =>
      [home, work].map((it) => controller.getResponse(getList, it).data?.map(({ id }) => id))
    return { ...world, moving, columns }
  }

  it.each([
    [
      'a message',
      async ({ controller }: Awaited<ReturnType<typeof board>>) => {
        controller.set(Todo, one, { id: '1', project: 'work' })
        await turns()
      },
    ],
    [
      'a read of the card',
      async ({ send }: Awaited<ReturnType<typeof board>>) => {
        const read = await send.get('1')
        await read.land(row('1', { project: 'work' }))
      },
    ],
    [
      'a poll of its new column',
      async ({ send }: Awaited<ReturnType<typeof board>>) => {
        const poll = await send.list(work)
        await poll.land([row('1', { project: 'work' })])
      },
    ],
    [
      'another change of the card',
      async ({ send }: Awaited<ReturnType<typeof board>>) => {
        const patch = await send.patch('1', { title: 'new' })
        await patch.land(row('1', { title: 'new', project: 'work' }))
      },
    ],
  ])('is in that column alone, also where %s brings its new column first', async (_, bring) => {
    const world = await board()
    expect(world.columns()).toEqual([['2'], ['1']])
    await bring(world)
    expect(world.columns()).toEqual([['2'], ['1']])
    await world.moving.land(row('1', { project: 'work' }))
    expect(world.columns()).toEqual([['2'], ['1']])
  })
})

describe('two changes of one field that are answered without a body', () => {
  it('leave the row marked, so that it is fetched again', async () => {
    const world = await loaded()
    const older = await world.send.patch('1', { title: 'older' })
    const newer = await world.send.patch('1', { title: 'newer' })
    await newer.land(null)
    await older.land(null)
    expect(world.controller.fetchIfStale(get, one)).toBeInstanceOf(Promise)
    const read = await world.server.take('GET /todos/1')
    read.respond(row('1', { title: 'newer' }))
    await turns()
    expect(shown(world)?.title).toBe('newer')
  })
})

describe('a deletion that was confirmed', () => {
  it('leaves nothing in the list of all after a reset', async () => {
    const world = await loaded()
    const deletion = await world.send.remove('1')
    await deletion.land({ id: '1' })
    world.controller.reset()
    expect(world.controller.get(new All(Todo)) ?? []).toEqual([])
    const list = await world.send.list()
    await list.land([row('2')])
    expect(world.controller.get(new All(Todo))?.map(({ id }) => id)).toEqual(['2'])
  })
})

describe('a counter', () => {
  it('does not go back while polls land that may or may not contain a vote in flight', async () => {
    const world = await loaded()
    const seen: (number | undefined)[] = []
    const note = () => seen.push(shown(world)?.votes)
    const first = await world.send.vote('1')
    note()
    await first.land(row('1', { votes: 1 }))
    note()
    const poll = await world.send.get('1')
    const second = await world.send.vote('1')
    note()
    await poll.land(row('1', { votes: 1 }))
    note()
    await second.land(row('1', { votes: 2 }))
    note()
    expect(seen).toEqual([1, 1, 2, 2, 2])
  })

  it('does not go 1, 2, 1 where a poll brings a vote in flight', async () => {
    const world = await loaded()
    const seen: (number | undefined)[] = []
    world.store.subscribe(() => {
      if (shown(world)?.votes !== seen.at(-1)) seen.push(shown(world)?.votes)
    })
    const vote = await world.send.vote('1')
    const poll = await world.send.get('1')
    await poll.land(row('1', { votes: 1 }))
    await vote.land(row('1', { votes: 1 }))
    expect(seen).toEqual([1])
  })

  it('counts a vote in flight on those that others have added', async () => {
    const world = await loaded()
    const vote = await world.send.vote('1')
    const poll = await world.send.get('1')
    await poll.land(row('1', { votes: 7 }))
    expect(shown(world)?.votes).toBe(8)
    await vote.fail(400)
    expect(shown(world)?.votes).toBe(7)
  })
})
