import { All, NetworkError, type SnapshotReader } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import {
  arrive,
  type Fetched,
  loaded,
  one,
  row,
  type Sent,
  shown,
  titles,
  Todo,
  TodoResource,
  withOptions,
  withoutStamps,
} from './world'

type Loaded = Awaited<ReturnType<typeof loaded>>

/** What ends the requests of a failure from outside. */
interface Ends {
  readonly signal: AbortController
}

interface Failure {
  readonly name: string
  /** Options of the endpoint. */
  readonly options?: (ends: Ends) => object
  /** What ends the request once it has arrived; without it, it ends by itself. */
  readonly end?: (sent: Sent, ends: Ends) => void
  readonly error: object
}

const failures: readonly Failure[] = [
  {
    name: 'the status 500',
    end: (sent) => sent.respond({}, 500),
    error: { status: 500 },
  },
  {
    name: 'the status 400',
    end: (sent) => sent.respond({}, 400),
    error: { status: 400 },
  },
  {
    name: 'a lost connection',
    end: (sent) => sent.drop(),
    error: { message: 'Failed to fetch' },
  },
  {
    name: 'a response that cannot be used',
    options: () => ({
      process() {
        throw new Error('unusable')
      },
    }),
    end: (sent) => sent.respond(row('1')),
    error: { message: 'unusable' },
  },
  {
    name: 'an abort by the caller',
    end: (sent) => sent.abort(),
    error: { name: 'AbortError' },
  },
  {
    name: 'the signal of the endpoint',
    options: ({ signal }) => ({ signal: signal.signal }),
    end: (_, { signal }) => signal.abort(),
    error: { name: 'AbortError' },
  },
  {
    name: 'a timeout',
    options: () => ({ timeout: 50 }),
    error: { code: 'TIMEOUT' },
  },
]

interface Mutation {
  readonly name: string
  readonly request: string
  /** Starts it by an endpoint with options. */
  start(world: Loaded, options: object): Fetched<unknown>
  /** The titles of the list, and of the details, in the meantime. */
  readonly titles: readonly string[]
  readonly title: string | undefined
}

const { partialUpdate, update, getList, vote } = TodoResource
const body = { title: 'new' }

const mutations: readonly Mutation[] = [
  {
    name: 'a partial update',
    request: 'PATCH /todos/1',
    start: ({ store, rest }, options) =>
      store.dispatch(rest.fetch(withOptions(partialUpdate, options), one, body)),
    titles: ['new', 'todo 2'],
    title: 'new',
  },
  {
    name: 'an update',
    request: 'PUT /todos/1',
    start: ({ store, rest }, options) =>
      store.dispatch(rest.fetch(withOptions(update, options), one, body)),
    titles: ['new', 'todo 2'],
    title: 'new',
  },
  {
    name: 'a creation',
    request: 'POST /todos',
    start: ({ store, rest }, options) =>
      store.dispatch(rest.fetch(withOptions(getList.push, options), body)),
    titles: ['todo 1', 'todo 2', 'new'],
    title: 'todo 1',
  },
  {
    name: 'a deletion',
    request: 'DELETE /todos/1',
    start: ({ store, rest }, options) =>
      store.dispatch(rest.fetch(withOptions(TodoResource.delete, options), one)),
    titles: ['todo 2'],
    title: undefined,
  },
  {
    name: 'a change of what is shown',
    request: 'POST /todos/1/votes',
    start: ({ store, rest }, options) => {
      const getOptimisticResponse = (snap: SnapshotReader, params: { id: string }) => ({
        ...params,
        title: `${snap.get(Todo, params)?.title} +1`,
      })
      return store.dispatch(
        rest.fetch(
          withOptions(vote, {
            ...options,
            getOptimisticResponse: [optimistic, getOptimisticResponse],
          }),
          one,
        ),
      )
    },
    titles: ['todo 1 +1', 'todo 2'],
    title: 'todo 1 +1',
  },
]

const named = <Item extends { readonly name: string }>(items: readonly Item[]) =>
  items.map((item) => [item.name, item] as const)

describe.each(named(mutations))('%s', (_, mutation) => {
  it.each(named(failures))('that ends with %s is taken back exactly', async (_, failure) => {
    const world = await loaded()
    const { store } = world
    const before = withoutStamps(world)
    const [list, details] = [world.controller.getResponse(getList).data, shown(world)]
    const ends: Ends = { signal: new AbortController() }
    const fetched = mutation.start(world, failure.options?.(ends) ?? {})
    expect(titles(world)).toEqual(mutation.titles)
    expect(shown(world)?.title).toBe(mutation.title)
    const ended = fetched.unwrap()
    ended.catch(() => undefined)
    const { end } = failure
    if (end !== undefined) end(await arrive(world.server, mutation.request, fetched), ends)
    await expect(ended).rejects.toMatchObject(failure.error)
    expect(store.getState().rest.confirmed).toEqual({})
    expect(withoutStamps(world)).toEqual(before)
    expect(world.controller.getResponse(getList).data).toEqual(list)
    expect(shown(world)).toEqual(details)
  })
})

describe('an optimistic mutation that the server refuses', () => {
  it.each(named(mutations))('leaves the state as it was: %s', async (_, mutation) => {
    const world = await loaded()
    const before = withoutStamps(world)
    const sent = await arrive(world.server, mutation.request, mutation.start(world, {}))
    await sent.fail(422)
    expect(withoutStamps(world)).toEqual(before)
  })
})

describe('an optimistic mutation', () => {
  it('that fails rejects with the error of the server', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    expect(await sent.fail(503)).toBeInstanceOf(NetworkError)
  })

  it('that failed can be sent again, and is shown again', async () => {
    const world = await loaded()
    const first = await world.send.patch('1', { title: 'new' })
    await first.fail()
    const second = await world.send.patch('1', { title: 'new' })
    expect(shown(world)?.title).toBe('new')
    expect(await second.land(row('1', { title: 'new' }))).toMatchObject({ title: 'new' })
    expect(shown(world)?.title).toBe('new')
  })

  it('that fails leaves its row and its lists stale, unless the server refused it', async () => {
    const world = await loaded()
    const { controller } = world
    const refused = await world.send.patch('1', { title: 'new' })
    await refused.fail(400)
    expect(controller.fetchIfStale(TodoResource.get, { id: '1' })).toBe(shown(world))
    const lost = await world.send.create({ title: 'new' })
    lost.drop()
    await lost.error()
    const again = controller.fetchIfStale(getList)
    expect(again).toBeInstanceOf(Promise)
    const read = await world.server.take('GET /todos')
    read.respond([row('1'), row('2'), row('3')])
    expect(await again).toHaveLength(3)
    expect(titles(world)).toEqual(['todo 1', 'todo 2', 'todo 3'])
  })

  it('that is not sent, as its entity was not created, leaves nothing stale', async () => {
    const world = await loaded([row('1')])
    const created = await world.send.create({ title: 'new' })
    const key = world.controller.get(new All(Todo))?.[1]?.id ?? ''
    const { rest, store } = world
    const sent = [
      store.dispatch(rest.fetch(partialUpdate, { id: '1' }, { slug: key })),
      store.dispatch(rest.fetch(getList.push, { title: 'child', slug: key })),
    ]
    await created.fail(400)
    await Promise.all(sent)
    expect(JSON.stringify(store.getState())).not.toContain('doubtful')
  })

  it('that could not be sent at all is taken back, and leaves nothing stale', async () => {
    const world = await loaded()
    const { rest, store } = world
    const before = withoutStamps(world)
    const broken = withOptions(partialUpdate, {
      getHeaders() {
        throw new Error('no token')
      },
    })
    const sent = store.dispatch(rest.fetch(broken, { id: '1' }, body))
    expect(shown(world)?.title).toBe('new')
    await expect(sent.unwrap()).rejects.toThrow('no token')
    expect(withoutStamps(world)).toEqual(before)
  })

  it('resolves to what the server said, without the changes of others in flight', async () => {
    const world = await loaded()
    const first = await world.send.patch('1', { title: 'new' })
    const second = await world.send.patch('1', { title: 'newer' })
    const third = await world.send.remove('1')
    expect(await first.land(row('1', { title: 'new' }))).toMatchObject({ title: 'new' })
    await second.fail(422)
    await third.fail(403)
    expect(shown(world)).toBe(await first.promise)
  })

  it('gives its own response to expires while a deletion is in flight', async () => {
    const responses: unknown[] = []
    const world = await loaded()
    const { store, rest, server } = world
    const patch = withOptions(TodoResource.partialUpdate, {
      expireAll: (response: unknown) => {
        responses.push(response)
        return [TodoResource.getList]
      },
    })
    const patching = store.dispatch(rest.fetch(patch, one, { title: 'new' }))
    const sent = await arrive(server, 'PATCH /todos/1', patching)
    const removal = await world.send.remove('1')
    await sent.land(row('1', { title: 'new' }))
    expect(responses).toMatchObject([{ id: '1', title: 'new' }])
    await removal.fail(403)
  })
})
