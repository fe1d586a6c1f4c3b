import { http, HttpResponse } from 'msw'
import {
  Endpoint,
  type EndpointContract,
  Entity,
  ExpiryStatus,
  resource,
  type RowMeta,
  type SnapshotReader,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { holdServer } from '../support/holdServer'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore } from '../support/world'
import { settleActions, loaded, one, row, shown, titles, Todo, TodoResource } from './world'

const { get, getList } = TodoResource

/** A mutation whose optimistic response is made of what is in the store. */
const expecting = (respond: (snap: SnapshotReader, ...args: unknown[]) => unknown) =>
  holdMutation('change', { schema: Todo, getOptimisticResponse: [optimistic, respond] })

describe('the snapshot of an optimistic response', () => {
  it('has entities as they are shown, with what is pending of earlier mutations', async () => {
    const world = await loaded()
    const rename = await world.send.patch('1', { title: 'new' })
    const { endpoint, calls } = expecting((snap) => ({
      ...one,
      slug: `${snap.get(Todo, one)?.title} ${snap.get(Todo, { id: '9' })?.title}`,
    }))
    const change = world.controller.fetch(endpoint)
    expect(shown(world)?.slug).toBe('new undefined')
    await rename.fail()
    expect(shown(world)?.slug).toBe('todo 1 undefined')
    calls[0]?.resolve(row('1'))
    await change
  })

  it('has the data of calls, and what is computed from that follows it', async () => {
    const world = await loaded()
    const { controller, send } = world
    const count = (snap: SnapshotReader) => snap.getResponse(getList).data?.length
    const { endpoint, calls } = expecting((snap) => ({ ...one, votes: count(snap) }))
    const change = controller.fetch(endpoint)
    expect(shown(world)?.votes).toBe(2)
    const creation = await send.create({ title: 'third' })
    // The change started before the creation, so it does not count what is pending of that.
    expect(shown(world)?.votes).toBe(2)
    await creation.land(row('3', { title: 'third' }))
    expect(shown(world)?.votes).toBe(3)
    calls[0]?.resolve(row('1'))
    await change
  })

  it('has whether and how long data may be shown, and errors', async () => {
    const world = await loaded()
    const { controller, send } = world
    const missing = await send.get('7')
    await missing.fail(404)
    const seen: unknown[] = []
    const { endpoint, calls } = expecting((snap) => {
      const { data, expiryStatus, expiresAt } = snap.getResponse(get, one)
      const unknown = snap.getResponse(get, { id: '8' }).data
      const failed = snap.getError(get, { id: '7' }) as { status?: number } | undefined
      seen.push(data?.title, expiryStatus, expiresAt > Date.now(), unknown, failed?.status)
      seen.push(snap.getError(get, one), snap.getResponse(get, null).data)
      throw snap.abort
    })
    const change = controller.fetch(endpoint)
    expect(seen).toEqual(['todo 1', ExpiryStatus.Valid, true, undefined, 404, undefined, undefined])
    calls[0]?.resolve(row('1'))
    await change
  })

  it('has the moment when the request started, also when it is computed anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const world = await loaded()
    const { endpoint, calls } = expecting(({ fetchedAt }) => ({ ...one, votes: fetchedAt }))
    const start = Date.now()
    const change = world.controller.fetch(endpoint)
    const { votes = 0 } = shown(world) ?? {}
    expect(Math.floor(votes)).toBe(start)
    vi.setSystemTime(start + 5_000)
    world.controller.set(Todo, one, row('1', { title: 'set' }))
    expect(shown(world)).toMatchObject({ title: 'set', votes })
    calls[0]?.resolve(row('1'))
    await change
  })
})

describe('getOptimisticResponse', () => {
  it('is called with the endpoint as `this`, and the arguments as they were passed', async () => {
    const world = await loaded()
    const form = new FormData()
    form.set('title', 'by form')
    const seen: unknown[] = []
    const { endpoint, calls } = holdMutation('change', {
      schema: Todo,
      extra: 'mine',
      getOptimisticResponse: [
        optimistic,
        function (this: { extra: string }, _: SnapshotReader, ...args: unknown[]) {
          seen.push(this.extra, ...args)
          return { ...one, title: (args[1] as FormData).get('title') }
        },
      ],
    })
    const change = world.controller.fetch(endpoint, one, form)
    expect(seen).toEqual(['mine', one, form])
    expect(shown(world)?.title).toBe('by form')
    calls[0]?.resolve(row('1'))
    await change
  })

  it.each<[string, object]>([
    ['a read', { sideEffect: undefined }],
    ['a sensitive mutation', { sideEffect: true, sensitive: true }],
    ['a mutation without a schema', { sideEffect: true, schema: undefined }],
  ])('is not called for %s', async (_, options) => {
    const world = await loaded()
    const getOptimisticResponse = vi.fn(() => ({ ...one, title: 'new' }))
    const send = async (): Promise<unknown> => row('1', { title: 'new' })
    const endpoint: EndpointContract = new Endpoint(send, {
      name: 'send',
      schema: Todo,
      getOptimisticResponse: [optimistic, getOptimisticResponse],
      ...options,
    })
    const sent = world.controller.fetch(endpoint)
    expect(shown(world)?.title).toBe('todo 1')
    await sent
    expect(getOptimisticResponse).not.toHaveBeenCalled()
    expect(settleActions(world)).toBe(0)
  })

  it('of a resource shows the texts of a form', async () => {
    const world = await loaded()
    server.use(http.post(`${API}/todos`, () => HttpResponse.json(row('3', { title: 'by form' }))))
    const form = new FormData()
    form.set('title', 'by form')
    form.set('picture', new Blob(['pixels']))
    // The types of this resource know no forms.
    const create: EndpointContract = TodoResource.create
    const creation = world.controller.fetch(create, form)
    expect(titles(world)).toEqual(['todo 1', 'todo 2', 'by form'])
    expect(JSON.stringify(world.store.getState().rest.confirmed)).not.toContain('picture')
    await creation
    expect(titles(world)).toEqual(['todo 1', 'todo 2', 'by form'])
  })
})

describe('two mutations with one key in one millisecond', () => {
  it('end on their own', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const world = await loaded()
    const first = await world.send.patch('1', { title: 'first' })
    const second = await world.send.patch('1', { slug: 'second' })
    expect(shown(world)).toMatchObject({ title: 'first', slug: 'second' })
    await first.fail(400)
    expect(shown(world)).toMatchObject({ title: 'todo 1', slug: 'second' })
    await second.fail(400)
    expect(shown(world)).toMatchObject({ title: 'todo 1', slug: 'todo-1' })
  })
})

describe('an entity that is ordered by a time of the server', () => {
  class Stamped extends Entity {
    id = ''
    text = ''
    updatedAt = 0
    static override key = 'Stamped'

    static override shouldReorder(
      _before: RowMeta,
      _now: RowMeta,
      existing: Pick<Stamped, 'updatedAt'>,
      incoming: Pick<Stamped, 'updatedAt'>,
    ) {
      return incoming.updatedAt < existing.updatedAt
    }
  }

  const Stampeds = resource({ path: '/stamped/:id', urlPrefix: API, schema: Stamped }).extend(
    'partialUpdate',
    {
      getOptimisticResponse: [
        optimistic,
        (snap, { id }, body) => ({
          id,
          ...body,
          updatedAt: snap.fetchedAt,
        }),
      ],
    },
  )

  it('shows the change with its own time, and afterwards what the server has newest', async () => {
    const held = holdServer()
    const { controller } = createStore()
    const text = () => controller.get(Stamped, one)?.text
    controller.set(Stamped, one, { ...one, text: 'old', updatedAt: 1 })
    const change = controller.fetch(Stampeds.partialUpdate, one, { text: 'new' })
    expect(text()).toBe('new')
    const request = await held.take('PATCH /stamped/1')
    const read = controller.fetch(Stampeds.get, one)
    const poll = await held.take('GET /stamped/1')
    poll.respond({ ...one, text: 'of another user', updatedAt: 3 })
    await read
    expect(text()).toBe('new')
    request.respond({ ...one, text: 'new', updatedAt: 2 })
    await change
    expect(text()).toBe('of another user')
  })
})

describe('a mutation without an optimistic response', () => {
  it('changes no data until its response', async () => {
    const world = await loaded()
    const { store } = world
    const before = store.getState().rest
    const { endpoint, calls } = holdMutation('change', { schema: Todo })
    const change = world.controller.fetch(endpoint)
    await turns()
    const { entities, requests, confirmed } = store.getState().rest
    expect([entities, requests, confirmed]).toEqual([before.entities, before.requests, {}])
    expect(entities['Todo']).toBe(before.entities['Todo'])
    calls[0]?.resolve(row('1', { title: 'new' }))
    await change
    expect(shown(world)?.title).toBe('new')
  })
})

describe('a read', () => {
  it('covers no row, and has none among the mutations', async () => {
    const { endpoint, calls } = holdRead('read', { schema: Todo })
    const { store, controller } = createStore()
    const read = controller.fetch(endpoint)
    await turns()
    const { mutations, confirmed } = store.getState().rest
    expect([mutations, confirmed]).toEqual([{}, {}])
    calls[0]?.resolve(row('1'))
    await read
  })
})
