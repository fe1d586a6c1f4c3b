import { All, Endpoint, RestEndpoint, rowKey } from 'rtk-rest'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { API, server as msw } from '../support/server'
import { turns } from '../support/turns'
import { loaded, row, Todo, TodoResource } from './world'

/** A world with a creation in flight, and its entity with its temporary key. */
async function creating() {
  const world = await loaded([])
  const created = await world.send.create({ title: 'new' })
  const todo = world.controller.get(new All(Todo))?.[0] as Todo
  return { world, created, key: rowKey(todo), todo }
}

/** What is sent for an argument of a call that is made while the entity is being created. */
async function sentFor(argumentOf: (key: string, todo: Todo) => unknown) {
  const { world, created, key, todo } = await creating()
  const sent: unknown[] = []
  const send = async (body: unknown) => await Promise.resolve(sent.push(body))
  const save = new Endpoint(send, { name: 'save', sideEffect: true, key: () => 'save' })
  const argument = argumentOf(key, todo)
  const saving = world.store.dispatch(world.rest.fetch(save, argument)).unwrap()
  await turns()
  expect(sent).toEqual([])
  await created.land(row('2', { title: 'new' }), 201)
  await saving
  return { argument, sent: sent[0] }
}

describe('a temporary key is sent as the id', () => {
  it('in URLSearchParams that are a body', async () => {
    const { world, created, key } = await creating()
    const bodies: string[] = []
    msw.use(
      http.post(`${API}/assign`, async ({ request }) => {
        bodies.push(await request.text())
        return HttpResponse.json({})
      }),
    )
    const body = new URLSearchParams({ todo: key, kind: 'a' })
    const assign = new RestEndpoint({
      path: '/assign',
      urlPrefix: API,
      method: 'POST',
      body,
      schema: undefined,
    })
    const assigning = world.store.dispatch(world.rest.fetch(assign, body))
    await created.land(row('2', { title: 'new' }), 201)
    await assigning.unwrap()
    expect(bodies).toEqual(['todo=2&kind=a'])
    expect(body.get('todo')).toBe(key)
  })

  it('in an entity that is a body', async () => {
    const { world, created, key, todo } = await creating()
    const { store, rest, server } = world
    void store.dispatch(rest.fetch(TodoResource.update, { id: key }, todo))
    await created.land(row('2', { title: 'new' }), 201)
    const put = await server.take('PUT /todos/2')
    put.respond(row('2'))
    expect(put.body).toMatchObject({ id: '2', title: 'new' })
  })

  it('in an entity, which stays one', async () => {
    const { argument, sent } = await sentFor((_, todo) => ({ todo, other: [todo] }))
    const { todo, other } = sent as { todo: Todo; other: Todo[] }
    expect(todo).toBeInstanceOf(Todo)
    expect(todo.pk()).toBe('2')
    expect(other).toEqual([todo])
    expect((argument as { todo: Todo }).todo.id).toMatch(/^new-/)
  })

  it('in an object of a class that has getters', async () => {
    class Move {
      todo: string
      by: number
      constructor(todo: string, by: number) {
        this.todo = todo
        this.by = by
      }
      get text() {
        return `${this.todo} by ${this.by}`
      }
    }
    const { sent } = await sentFor((key) => new Move(key, 3))
    expect(sent).toEqual(new Move('2', 3))
    expect((sent as Move).text).toBe('2 by 3')
  })

  it.each<[about: string, of: (key: string) => unknown, sent: unknown]>([
    ['a Map', (key) => new Map([[key, { id: key }]]), new Map([['2', { id: '2' }]])],
    ['a Set', (key) => new Set(['1', key]), new Set(['1', '2'])],
    ['the name of a property', (key) => ({ at: { [key]: 1 } }), { at: { 2: 1 } }],
    ['the name of a field in a form', (key) => new URLSearchParams({ [key]: 'a' }), '2=a'],
    [
      'an object without a prototype',
      (key) => Object.assign(Object.create(null), { key }),
      { key: '2' },
    ],
  ])('in %s', async (_, of, expected) => {
    const { sent } = await sentFor(of)
    expect(sent instanceof URLSearchParams ? String(sent) : sent).toEqual(expected)
  })

  it('in 10,000 levels', async () => {
    const { sent } = await sentFor((key) => {
      let nested: unknown = key
      for (let level = 0; level < 10_000; level++) nested = { nested }
      return nested
    })
    let [value, levels] = [sent, 0]
    for (; typeof value === 'object'; levels++) value = (value as { nested: unknown }).nested
    expect([value, levels]).toEqual(['2', 10_000])
  })

  it('in the last of many members', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ id: `${at}` }))
    const { sent } = await sentFor((key) => ({ list: [...many, { id: key }] }))
    expect((sent as { list: unknown[] }).list).toEqual([...many, { id: '2' }])
  })

  it('beside what is no data, which is sent as it is', async () => {
    const parts = [
      new Blob(['a']),
      new Uint8Array(3),
      new Date(0),
      new AbortController().signal,
      new ReadableStream(),
      { unchanged: [1] },
      Object.freeze({ frozen: true }),
    ]
    const { sent } = await sentFor((key) => ({ parts, key }))
    expect(sent).toMatchObject({ key: '2' })
    for (const [at, part] of (sent as { parts: unknown[] }).parts.entries()) {
      expect(part).toBe(parts[at])
    }
  })
})

describe('a call that names no entity which is being created', () => {
  it('is sent, although an event of React among its arguments leads to one', async () => {
    const { world, created, todo } = await creating()
    const save = holdMutation('save', { key: () => 'save' })
    const event = new (class SyntheticEvent {
      nativeEvent = {}
      _targetInst = { memoizedProps: { todo } }
    })()
    void world.store.dispatch(world.rest.fetch(save.endpoint, event))
    await turns()
    expect(save.calls).toMatchObject([{ args: [event] }])
    save.calls[0]?.resolve({})
    await created.land(row('2'), 201)
  })

  it.each<[about: string, of: () => object]>([
    [
      'a proxy that was revoked',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      },
    ],
    [
      'a getter that throws',
      () => ({
        get broken() {
          throw new Error('broken')
        },
      }),
    ],
  ])('is sent with %s', async (_, of) => {
    const { world, created } = await creating()
    const save = holdMutation('save', { key: () => 'save', sensitive: true })
    const argument = of()
    void world.store.dispatch(world.rest.fetch(save.endpoint, argument))
    await turns()
    expect(save.calls[0]?.args[0] === argument).toBe(true)
    save.calls[0]?.resolve({})
    await created.land(row('2'), 201)
  })

  it('does not wait for a call whose scope has a longer number', async () => {
    const world = await loaded([])
    const { store, rest, server, controller } = world
    const bodies = Array.from({ length: 10 }, (_, at) => ({ title: `${at}` }))
    const creating = store.dispatch(rest.fetch(TodoResource.getList.push, bodies))
    const created = await server.take('POST /todos')
    const keys = (controller.get(new All(Todo)) ?? []).map(({ id }) => id)
    expect(keys[9]).toBe(`${keys[0]}0`)
    const held = holdMutation('save', { scope: (id: string) => id, key: (id: string) => id })
    const last = store.dispatch(rest.fetch(held.endpoint, keys[9])).unwrap()
    created.respond(
      bodies.map((body, at) => row(`id${at}-`, body)),
      201,
    )
    await creating.unwrap()
    await turns()
    // By mistake it would be the scope of the last one: the first id, and a digit more.
    const other = store.dispatch(rest.fetch(held.endpoint, 'id0-0')).unwrap()
    await turns()
    expect(held.calls.map(({ args }) => args)).toEqual([['id9-'], ['id0-0']])
    for (const call of held.calls) call.resolve({})
    await Promise.all([last, other])
  })
})
