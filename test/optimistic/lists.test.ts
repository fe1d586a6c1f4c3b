import { Collection, Endpoint, Entity, Invalidate, resource, Union, Values } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { arrive, loaded, row, titles, Todo, TodoResource, withoutStamps } from './world'

type Loaded = Awaited<ReturnType<typeof loaded>>

const { getList } = TodoResource
const home = { project: 'home' }
const work = { project: 'work' }

/** The titles of all, and of two lists with filters. */
const listsOf = ({ controller }: Loaded) =>
  [undefined, home, work].map((params) => {
    const read =
      params === undefined
        ? controller.getResponse(getList)
        : controller.getResponse(getList, params)
    return read.data?.map(({ title }) => title).join(' ')
  })

/** Three lists: all, home with a and b, work with c. */
async function projects() {
  const rows = [
    row('a', { title: 'a' }),
    row('b', { title: 'b' }),
    row('c', { title: 'c', project: 'work' }),
  ]
  const world = await loaded(rows)
  world.controller.setResponse(getList, home, rows.slice(0, 2))
  world.controller.setResponse(getList, work, rows.slice(2))
  expect(listsOf(world)).toEqual(['a b c', 'a b', 'c'])
  return world
}

describe('a creation in flight', () => {
  it('is at the end of every list that its body matches', async () => {
    const world = await projects()
    const sent = await world.send.create({ title: 'new', project: 'work' })
    expect(listsOf(world)).toEqual(['a b c new', 'a b', 'c new'])
    await sent.land(row('d', { title: 'new', project: 'work' }), 201)
    expect(listsOf(world)).toEqual(['a b c new', 'a b', 'c new'])
  })

  it('is on the list that the parameters of its call name, with these as fields', async () => {
    const world = await projects()
    const sent = await world.send.create({ title: 'new' }, work)
    expect(listsOf(world)).toEqual(['a b c new', 'a b', 'c new'])
    expect(world.controller.getResponse(getList, work).data?.[1]).toMatchObject(work)
    await sent.fail()
    expect(listsOf(world)).toEqual(['a b c', 'a b', 'c'])
  })

  it('leaves the entity alone that its call names', async () => {
    const world = await projects()
    const { controller, store, rest, server } = world
    const getReplies = getList.extend({ path: '/todos/:id/replies', name: 'replies' })
    controller.setResponse(getReplies, { id: 'a' }, [])
    const sent = await arrive(
      server,
      'POST /todos/a/replies',
      store.dispatch(rest.fetch(getReplies.push, { id: 'a' }, { title: 'reply' })),
    )
    const replies = () => controller.getResponse(getReplies, { id: 'a' }).data
    expect(replies()).toMatchObject([{ title: 'reply' }])
    expect(listsOf(world)[0]).toBe('a b c')
    await sent.land(row('d', { title: 'reply' }), 201)
    expect(replies()).toMatchObject([{ id: 'd', title: 'reply' }])
    expect(controller.get(Todo, { id: 'a' })?.title).toBe('a')
  })

  it('by unshift is in front', async () => {
    const world = await projects()
    const { store, rest, server } = world
    const sent = await arrive(
      server,
      'POST /todos',
      store.dispatch(rest.fetch(getList.unshift, { title: 'new', project: 'home' })),
    )
    expect(listsOf(world)).toEqual(['new a b c', 'new a b', 'c'])
    await sent.land(row('d', { title: 'new' }), 201)
    expect(listsOf(world)).toEqual(['new a b c', 'new a b', 'c'])
  })

  it('of several members shows all of them', async () => {
    const world = await projects()
    const { store, rest, server } = world
    const sent = await arrive(
      server,
      'POST /todos?project=work',
      store.dispatch(rest.fetch(getList.push, work, [{ title: 'x' }, { title: 'y' }])),
    )
    expect(listsOf(world)).toEqual(['a b c x y', 'a b', 'c x y'])
    const { data } = world.controller.getResponse(getList, work)
    expect(data?.slice(1)).toMatchObject([work, work])
    await sent.land([row('x', { title: 'x', ...work }), row('y', { title: 'y', ...work })], 201)
    expect(listsOf(world)).toEqual(['a b c x y', 'a b', 'c x y'])
  })

  it('that the server puts on another list than expected is on that list in the end', async () => {
    const world = await projects()
    const sent = await world.send.create({ title: 'new', project: 'home' })
    expect(listsOf(world)).toEqual(['a b c new', 'a b new', 'c'])
    await sent.land(row('d', { title: 'new', project: 'work' }), 201)
    expect(listsOf(world)[0]).toBe('a b c new')
    expect(world.store.getState().rest.confirmed).toEqual({})
  })

  it.each(['before', 'after'])(
    'is in a list that is loaded for the first time, requested %s it',
    async (when) => {
      const world = await loaded()
      const early = when === 'before' ? await world.send.list(work) : undefined
      const sent = await world.send.create({ title: 'new', project: 'work' })
      const read = early ?? (await world.send.list(work))
      await read.land([row('c', { title: 'c', project: 'work' })])
      expect(listsOf(world)[2]).toBe('c new')
      await sent.land(row('d', { title: 'new', project: 'work' }), 201)
      expect(listsOf(world)[2]).toBe('c new')
    },
  )

  it('is once in a refetched list that has it already, after the response at the latest', async () => {
    const world = await projects()
    const sent = await world.send.create({ title: 'new', project: 'work' })
    const read = await world.send.list(work)
    await read.land([
      row('c', { title: 'c', project: 'work' }),
      row('d', { title: 'new', project: 'work' }),
    ])
    await sent.land(row('d', { title: 'new', project: 'work' }), 201)
    expect(listsOf(world)[2]).toBe('c new')
  })
})

describe('a removal from lists in flight', () => {
  it('takes the row out of those that its body matches, and leaves the row', async () => {
    const world = await projects()
    const { store, rest, server } = world
    const sent = await arrive(
      server,
      'PATCH /todos',
      store.dispatch(rest.fetch(getList.remove, { id: 'b', project: 'home' })),
    )
    expect(listsOf(world)).toEqual(['a c', 'a', 'c'])
    expect(world.controller.get(Todo, { id: 'b' })?.title).toBe('b')
    await sent.fail(400)
    expect(listsOf(world)).toEqual(['a b c', 'a b', 'c'])
  })
})

describe('a move in flight', () => {
  const move = async (world: Loaded, id: string, project: string) => {
    const { store, rest, server } = world
    return await arrive(
      server,
      `PATCH /todos/${id}`,
      store.dispatch(rest.fetch(getList.move, { id }, { project })),
    )
  }

  it('puts the row on its new list, and back when it fails', async () => {
    const world = await projects()
    const sent = await move(world, 'a', 'work')
    expect(listsOf(world)).toEqual(['a b c', 'b', 'c a'])
    await sent.fail(409)
    expect(listsOf(world)).toEqual(['a b c', 'a b', 'c'])
  })

  it('there and back leaves the row on its list', async () => {
    const world = await projects()
    const there = await move(world, 'a', 'work')
    const back = await move(world, 'a', 'home')
    expect(listsOf(world)).toEqual(['a b c', 'b a', 'c'])
    await there.land(row('a', { title: 'a', project: 'work' }))
    expect(listsOf(world)).toEqual(['a b c', 'b a', 'c'])
    await back.land(row('a', { title: 'a', project: 'home' }))
    expect(listsOf(world)).toEqual(['a b c', 'b a', 'c'])
  })

  it('stays where it was put, while another row of the lists is renamed', async () => {
    const world = await projects()
    const sent = await move(world, 'a', 'work')
    const rename = await world.send.patch('c', { title: 'C' })
    expect(listsOf(world)).toEqual(['a b C', 'b', 'C a'])
    await rename.land(row('c', { title: 'C', project: 'work' }))
    expect(listsOf(world)).toEqual(['a b C', 'b', 'C a'])
    await sent.land(row('a', { title: 'a', project: 'work' }))
    expect(listsOf(world)).toEqual(['a b C', 'b', 'C a'])
  })
})

describe('a map', () => {
  it('shows a member that is assigned at once', async () => {
    const map = new Collection(new Values(Todo))
    const getMap = new Endpoint(async (): Promise<unknown> => ({}), { name: 'getMap', schema: map })
    const { controller } = await loaded()
    controller.setResponse(getMap, { x: { id: 'x', title: 'x' } })
    const held = holdMutation('assign', {
      schema: map.assign,
      getOptimisticResponse: [optimistic, () => ({ y: { title: 'y' } })],
    })
    const promise = controller.fetch(held.endpoint)
    const shownTitles = () =>
      Object.entries(controller.getResponse(getMap).data ?? {}).map(
        ([key, { title }]) => key + title,
      )
    expect(shownTitles()).toEqual(['xx', 'yy'])
    await turns()
    held.calls[0]?.resolve({ y: { id: '9', title: 'Y' } })
    await promise
    expect(shownTitles()).toEqual(['xx', 'yY'])
  })
})

describe('a deletion in flight', () => {
  it('takes the row out of every list, All and a Union, and is back in its places when it fails', async () => {
    const world = await projects()
    const sent = await world.send.remove('b')
    expect(listsOf(world)).toEqual(['a c', 'a', 'c'])
    await sent.fail(403)
    expect(listsOf(world)).toEqual(['a b c', 'a b', 'c'])
  })

  it('of many rows takes all of them out', async () => {
    const world = await projects()
    const held = holdMutation('deleteMany', {
      schema: [new Invalidate(Todo)],
      getOptimisticResponse: [
        optimistic,
        (_: unknown, ids: readonly string[]) => ids.map((id) => ({ id })),
      ],
    })
    const promise = world.controller.fetch(held.endpoint, ['a', 'c'])
    expect(listsOf(world)).toEqual(['b', 'b', ''])
    await turns()
    held.calls[0]?.resolve([{ id: 'a' }, { id: 'c' }])
    await promise
    expect(listsOf(world)).toEqual(['b', 'b', ''])
  })
})

describe('ten creations in flight', () => {
  const all = Array.from({ length: 10 }, (_, at) => `n${at}`)

  it('are shown in order of start, also after some have landed and some have failed', async () => {
    const world = await loaded([])
    const sent = []
    for (const title of all) sent.push(await world.send.create({ title }))
    expect(titles(world)).toEqual(all)
    await sent[3]?.land(row('3', { title: 'n3' }), 201)
    // What is confirmed is a part of the list, over which the others lie.
    expect(titles(world)).toEqual(['n3', ...all.filter((it) => it !== 'n3')])
    for (const at of [5, 0, 9]) await sent[at]?.fail()
    expect(titles(world)).toEqual(['n3', 'n1', 'n2', 'n4', 'n6', 'n7', 'n8'])
    for (const at of [8, 1, 7, 2, 6, 4]) {
      await sent[at]?.land(row(String(at), { title: `n${at}` }), 201)
    }
    expect(titles(world)).toEqual(['n3', 'n8', 'n1', 'n7', 'n2', 'n6', 'n4'])
    const read = await world.send.list()
    await read.land([1, 2, 3, 4, 6, 7, 8].map((at) => row(String(at), { title: `n${at}` })))
    expect(titles(world)).toEqual(['n1', 'n2', 'n3', 'n4', 'n6', 'n7', 'n8'])
  })

  it('are gone when all have failed, and the list is what it was', async () => {
    const world = await loaded([row('1')])
    const before = withoutStamps(world)
    const sent = []
    for (const title of all) sent.push(await world.send.create({ title }))
    expect(titles(world)).toHaveLength(11)
    for (const it of sent.toReversed()) await it.fail(400)
    expect(titles(world)).toEqual(['todo 1'])
    expect(withoutStamps(world)).toEqual(before)
  })
})

describe('a creation of a kind of a Union', () => {
  class Bug extends Entity {
    id = ''
    type = 'bug'
    title = ''
    static override key = 'Bug'
  }
  class Wish extends Entity {
    id = ''
    type = 'wish'
    title = ''
    static override key = 'Wish'
  }
  const issues = resource({
    path: '/issues/:id',
    urlPrefix: API,
    schema: new Union({ bug: Bug, wish: Wish }, 'type'),
    body: {} as { type: 'bug' | 'wish'; title: string },
    optimistic,
  })

  it('is shown as that kind', async () => {
    const { store, rest, server, controller } = await loaded()
    const shownIssues = () => controller.getResponse(issues.getList).data
    controller.setResponse(issues.getList, [{ type: 'bug', id: '1', title: 'one' }])
    const sent = await arrive(
      server,
      'POST /issues',
      store.dispatch(rest.fetch(issues.getList.push, { type: 'wish', title: 'new' })),
    )
    expect(shownIssues()?.[1]).toBeInstanceOf(Wish)
    expect(shownIssues()).toMatchObject([{ id: '1' }, { title: 'new' }])
    await sent.land({ type: 'wish', id: '7', title: 'new' })
    expect(shownIssues()).toMatchObject([{ id: '1' }, { id: '7', title: 'new' }])
  })
})
