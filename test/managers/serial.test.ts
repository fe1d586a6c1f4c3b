import { Endpoint, type Manager, resource, rows, serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { holdServer } from '../support/holdServer'
import { API } from '../support/server'
import { serverRow } from '../support/serverRow'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const one = { id: '1' }
const ada = { id: '1', name: 'Ada' }
const PATCH = 'PATCH /users/1'

const UserResource = resource({
  path: '/users/:id',
  urlPrefix: API,
  schema: User,
  optimistic,
})
const { get, getList } = UserResource
const partialUpdate = UserResource.partialUpdate.extend({
  scope: [serial, ({ id }) => `user ${id}`],
})

/** A store with user 1, on a server that responds when the test releases it. */
function createWorld() {
  const server = holdServer()
  const world = createStore()
  const { store, rest, controller } = world
  controller.set(User, one, ada)
  const rename = (name: string) => store.dispatch(rest.fetch(partialUpdate, one, { name }))
  const shownName = (): string | undefined =>
    rest.selectors.selectEntity(store.getState(), User, one)?.name
  const storedName = (): unknown =>
    (serverRow(store.getState().rest, 'User', '1')?.data as User | undefined)?.name
  const pending = (): readonly unknown[] =>
    rows(store.getState().rest.mutations).map(([, { arg }]) => arg.args[1])
  return { ...world, server, rename, shownName, storedName, pending }
}

describe('mutations of one scope', () => {
  it('are sent one after the other, in the order of their calls', async () => {
    const { server, rename, shownName, storedName, pending } = createWorld()
    const renames = ['Bea', 'Cem', 'Dan'].map(rename)
    const first = await server.take(PATCH)
    await turns()
    expect(server.sent).toEqual([PATCH])
    // Those that wait are pending, and shown.
    expect(pending()).toEqual([{ name: 'Bea' }, { name: 'Cem' }, { name: 'Dan' }])
    expect(shownName()).toBe('Dan')
    first.respond({ id: '1', name: 'Bea' })
    expect(await renames[0]?.unwrap()).toMatchObject({ id: '1' })
    expect(pending()).toEqual([{ name: 'Cem' }, { name: 'Dan' }])
    expect([shownName(), storedName()]).toEqual(['Dan', 'Bea'])
    const second = await server.take(PATCH)
    expect(second.body).toEqual({ name: 'Cem' })
    await turns()
    expect(server.sent).toHaveLength(2)
    second.respond({ id: '1', name: 'Cem' })
    const third = await server.take(PATCH)
    expect(third.body).toEqual({ name: 'Dan' })
    third.respond({ id: '1', name: 'Dan' })
    await Promise.all(renames)
    expect([shownName(), storedName()]).toEqual(['Dan', 'Dan'])
    expect(pending()).toEqual([])
  })

  it('leave nothing doubtful, so that nothing is fetched again', async () => {
    const { server, store, rename } = createWorld()
    const renames = ['Bea', 'Cem'].map(rename)
    for (const name of ['Bea', 'Cem']) {
      const request = await server.take(PATCH)
      request.respond({ id: '1', name })
    }
    await Promise.all(renames)
    await turns()
    expect(JSON.stringify(store.getState().rest.entities)).not.toContain('doubtful')
    expect(server.sent).toEqual([PATCH, PATCH])
  })

  it.each([
    ['a refusal', 422],
    ['a failure', 500],
  ])('go on after %s', async (_, status) => {
    const { server, rename, shownName } = createWorld()
    const [first, second] = ['Bea', 'Cem'].map(rename)
    const request = await server.take(PATCH)
    request.respond({}, status)
    await expect(first?.unwrap()).rejects.toMatchObject({ status })
    expect(shownName()).toBe('Cem')
    const next = await server.take(PATCH)
    next.respond({ id: '1', name: 'Cem' })
    await second
    expect(shownName()).toBe('Cem')
  })

  it('go on after a lost connection', async () => {
    const { server, rename, shownName } = createWorld()
    const [first, second] = ['Bea', 'Cem'].map(rename)
    const request = await server.take(PATCH)
    request.drop()
    await expect(first?.unwrap()).rejects.toThrow('Failed to fetch')
    const next = await server.take(PATCH)
    next.respond({ id: '1', name: 'Cem' })
    await second
    expect(shownName()).toBe('Cem')
  })

  it('go on where a manager repeats a run that failed', async () => {
    const server = holdServer()
    const repeating: Manager = {
      name: 'repeating',
      init: () => ({ request: (_request, run) => run().catch(() => run()) }),
    }
    const { store, rest } = createStore({ managers: [repeating] })
    const [renamed, next] = ['Bea', 'Cem'].map((name) =>
      store.dispatch(rest.fetch(partialUpdate, one, { name })),
    )
    const first = await server.take(PATCH)
    first.drop()
    const again = await server.take(PATCH)
    expect(again.body).toEqual({ name: 'Bea' })
    again.respond({ id: '1', name: 'Bea' })
    expect((await renamed)?.meta.requestStatus).toBe('fulfilled')
    const last = await server.take(PATCH)
    last.respond({ id: '1', name: 'Cem' })
    expect(await next?.unwrap()).toMatchObject({ name: 'Cem' })
  })

  it('add up if each is computed from what is shown', async () => {
    const server = holdServer()
    const { controller } = createStore()
    class Counter extends User {
      count = 0
      static override key = 'Counter'
    }
    const increment = new Endpoint(
      async ({ id }: { id: string }): Promise<unknown> => {
        const response = await fetch(`${API}/counters/${id}`, { method: 'POST' })
        if (!response.ok) throw new Error('failed')
        return await response.json()
      },
      {
        name: 'increment',
        schema: Counter,
        sideEffect: true,
        scope: [serial, 'counters'],
        getOptimisticResponse: [
          optimistic,
          (snap, { id }) => {
            const counter = snap.get(Counter, { id })
            if (counter === undefined) throw snap.abort
            return { id, count: counter.count + 1 }
          },
        ],
      },
    )
    controller.set(Counter, one, { id: '1', count: 5 })
    const shown = (): number | undefined => controller.get(Counter, one)?.count
    const increments = [1, 2, 3].map(() => controller.fetch(increment, one))
    expect(shown()).toBe(8)
    const failing = await server.take('POST /counters/1')
    failing.respond({}, 500)
    await expect(increments[0]).rejects.toThrow('failed')
    expect(shown()).toBe(7)
    const second = await server.take('POST /counters/1')
    expect(shown()).toBe(7)
    second.respond({ id: '1', count: 6 })
    await increments[1]
    expect(shown()).toBe(7)
    const third = await server.take('POST /counters/1')
    expect(shown()).toBe(7)
    third.respond({ id: '1', count: 7 })
    await increments[2]
    expect(shown()).toBe(7)
  })

  it('show the last call, although a read lands while another one is sent', async () => {
    const { server, controller, rename, shownName } = createWorld()
    const renames = ['Bea', 'Cem', 'Dan'].map(rename)
    const first = await server.take(PATCH)
    first.respond({ id: '1', name: 'Bea' })
    const second = await server.take(PATCH)
    expect(shownName()).toBe('Dan')
    const read = controller.fetch(get, one)
    const request = await server.take('GET /users/1')
    // Another user has changed it.
    request.respond({ id: '1', name: 'Zoe' })
    await read
    expect(shownName()).toBe('Dan')
    second.respond({ id: '1', name: 'Cem' })
    const third = await server.take(PATCH)
    expect(shownName()).toBe('Dan')
    third.respond({ id: '1', name: 'Dan' })
    await Promise.all(renames)
    expect(shownName()).toBe('Dan')
  })

  it('start when they are sent: a read that started before may not contain them', async () => {
    const { server, controller, rename, shownName } = createWorld()
    const [, second] = ['Bea', 'Cem'].map(rename)
    const first = await server.take(PATCH)
    const read = controller.fetch(get, one)
    const request = await server.take('GET /users/1')
    first.respond({ id: '1', name: 'Bea' })
    const next = await server.take(PATCH)
    next.respond({ id: '1', name: 'Cem' })
    await second
    request.respond(ada)
    await read
    expect(shownName()).toBe('Cem')
  })

  it('start when they are sent: what another mutation confirmed before is older', async () => {
    const { server, controller, rename, shownName } = createWorld()
    const [first, second] = ['Bea', 'Cem'].map(rename)
    const patch = await server.take(PATCH)
    // Sent while the second one waits, which the server gets after it.
    const other = controller.fetch(UserResource.update, one, { name: 'Eve' })
    const put = await server.take('PUT /users/1')
    put.respond({ id: '1', name: 'Eve' })
    await other
    expect(shownName()).toBe('Cem')
    patch.respond({ id: '1', name: 'Bea' })
    await first
    const next = await server.take(PATCH)
    expect(shownName()).toBe('Cem')
    next.respond({ id: '1', name: 'Cem' })
    await second
    expect(shownName()).toBe('Cem')
    await turns()
  })
})

describe('mutations of two scopes', () => {
  it('do not wait for each other', async () => {
    const { server, controller } = createWorld()
    controller.set(User, { id: '2' }, { id: '2', name: 'Bob' })
    const rename = controller.fetch(partialUpdate, one, { name: 'Bea' })
    const other = controller.fetch(partialUpdate, { id: '2' }, { name: 'Cem' })
    const requests = await Promise.all([PATCH, 'PATCH /users/2'].map(server.take))
    requests[1]?.respond({ id: '2', name: 'Cem' })
    await other
    requests[0]?.respond({ id: '1', name: 'Bea' })
    expect(await rename).toMatchObject({ name: 'Bea' })
  })

  it('of two stores with the same name do not wait for each other', async () => {
    const { server, rename } = createWorld()
    const { controller } = createStore()
    const [here, elsewhere] = [
      rename('Bea').unwrap(),
      controller.fetch(partialUpdate, one, { name: 'Bea' }),
    ]
    for (const request of [await server.take(PATCH), await server.take(PATCH)]) {
      request.respond({ id: '1', name: 'Bea' })
    }
    expect(await Promise.all([here, elsewhere])).toHaveLength(2)
  })

  it('of two endpoints wait if they have the same name', async () => {
    const { server, controller, store, rest } = createWorld()
    const create = getList.push.extend({ scope: [serial, 'writes'] })
    const remove = UserResource.delete.extend({ scope: [serial, 'writes'] })
    const creation = controller.fetch(create, { name: 'Bea' })
    const deletion = controller.fetch(remove, one)
    const post = await server.take('POST /users')
    await turns()
    expect(server.sent).toEqual(['POST /users'])
    expect(rest.selectors.selectIsPending(store.getState(), User, '1')).toBe(true)
    post.respond({ id: '2', name: 'Bea' })
    await creation
    const request = await server.take('DELETE /users/1')
    request.respond({ id: '1' })
    await deletion
    expect(controller.get(User, one)).toBeUndefined()
  })
})

describe('a mutation that waits', () => {
  it('is taken out of the queue by abort, and is never sent', async () => {
    const { server, rename, shownName, pending } = createWorld()
    const [first, second, third] = ['Bea', 'Cem', 'Dan'].map(rename)
    const patch = await server.take(PATCH)
    third?.abort()
    await expect(third?.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    await turns()
    expect(pending()).toEqual([{ name: 'Bea' }, { name: 'Cem' }])
    expect(shownName()).toBe('Cem')
    second?.abort()
    expect(await second).toMatchObject({ meta: { aborted: true } })
    await turns()
    expect(shownName()).toBe('Bea')
    const fourth = rename('Eve')
    await turns()
    // The next one still waits for the first one.
    expect(server.sent).toHaveLength(1)
    patch.respond({ id: '1', name: 'Bea' })
    await first
    const last = await server.take(PATCH)
    expect(last.body).toEqual({ name: 'Eve' })
    last.respond({ id: '1', name: 'Eve' })
    await fourth
    expect(server.sent).toHaveLength(2)
  })

  it('leaves its row as it is when it is aborted', async () => {
    const { server, store, rename, storedName } = createWorld()
    const [first, second] = ['Bea', 'Cem'].map(rename)
    const patch = await server.take(PATCH)
    second?.abort()
    await second
    await turns()
    expect(storedName()).toBe('Ada')
    expect(JSON.stringify(store.getState().rest.entities)).not.toContain('doubtful')
    patch.respond({ id: '1', name: 'Bea' })
    await first
  })

  it('is sent when the one in flight is aborted', async () => {
    const { server, rename, shownName } = createWorld()
    const [first, second] = ['Bea', 'Cem'].map(rename)
    await server.take(PATCH)
    first?.abort()
    const next = await server.take(PATCH)
    expect(next.body).toEqual({ name: 'Cem' })
    next.respond({ id: '1', name: 'Cem' })
    await second
    expect(shownName()).toBe('Cem')
  })

  it('ends with a ResetError after a reset, and is never sent', async () => {
    const { server, store, rest, rename, pending } = createWorld()
    const [first, second] = ['Bea', 'Cem'].map(rename)
    const patch = await server.take(PATCH)
    store.dispatch(rest.reset())
    await expect(second?.unwrap()).rejects.toMatchObject({ name: 'ResetError' })
    expect(pending()).toEqual([])
    // Mutations after the reset wait for the one that is still in flight.
    const third = rename('Dan')
    await turns()
    expect(server.sent).toHaveLength(1)
    patch.respond({ id: '1', name: 'Bea' })
    await first
    const next = await server.take(PATCH)
    expect(next.body).toEqual({ name: 'Dan' })
    next.respond({ id: '1', name: 'Dan' })
    await third
    expect(server.sent).toHaveLength(2)
  })

  it('ends when the store is disposed of, and is never sent', async () => {
    const { server, store, rest, rename } = createWorld()
    const [first, second] = ['Bea', 'Cem'].map(rename)
    await server.take(PATCH)
    rest.dispose(store)
    await expect(first?.unwrap()).rejects.toThrow('dispose')
    await expect(second?.unwrap()).rejects.toThrow('dispose')
    await turns()
    expect(server.sent).toHaveLength(1)
  })
})

describe('a scope function', () => {
  it('is called with the arguments of the call', async () => {
    const scopes: unknown[] = []
    const { endpoint, calls } = holdMutation('save', {
      scope: [
        serial,
        (...args: readonly unknown[]) => {
          scopes.push(args)
          return 'all'
        },
      ],
    })
    const { controller } = createStore()
    const form = new FormData()
    const save = controller.fetch(endpoint, one, form)
    expect(scopes).toEqual([[one, form]])
    await turns()
    calls[0]?.resolve({})
    await save
  })

  it('that throws fails its own call alone', async () => {
    const { server, store, rest, actions, rename, shownName, storedName } = createWorld()
    const failing = UserResource.partialUpdate.extend({
      scope: [
        serial,
        () => {
          throw new RangeError('no scope')
        },
      ],
    })
    const before = storedName()
    const count = actions.length
    const failed = store.dispatch(rest.fetch(failing, one, { name: 'Eve' }))
    await expect(failed.unwrap()).rejects.toThrow('no scope')
    expect([shownName(), storedName()]).toEqual([before, before])
    expect(actions.slice(count).map(({ type }) => type)).toEqual([
      'rest/User.partialUpdate/pending',
      'rest/User.partialUpdate/rejected',
    ])
    const renamed = rename('Bea')
    const patch = await server.take(PATCH)
    patch.respond({ id: '1', name: 'Bea' })
    await renamed
    expect(shownName()).toBe('Bea')
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 5],
    ['an empty text', ''],
    ['the name of a member of objects', '__proto__'],
  ])('that returns %s fails no call', async (_, scope) => {
    const { endpoint, calls } = holdMutation('save', { scope: [serial, () => scope] })
    const { controller } = createStore()
    const saves = [controller.fetch(endpoint, 1), controller.fetch(endpoint, 2)]
    for (const at of [0, 1]) {
      await turns()
      calls[at]?.resolve({ at })
    }
    expect(await Promise.all(saves)).toEqual([{ at: 0 }, { at: 1 }])
  })

  it.each([
    ['an object', { id: 1 }],
    ['a promise', Promise.resolve('all')],
  ])('that returns %s fails its call, with what to do', async (_, scope) => {
    const { endpoint, calls } = holdMutation('save', { scope: [serial, () => scope] })
    const { controller } = createStore()
    await expect(controller.fetch(endpoint, 1)).rejects.toThrow(
      /^save was not sent: its `scope` is an? .+, and has to be a text\./u,
    )
    expect(calls).toEqual([])
  })

  it.each([[undefined], [null]])('that returns %s has no call wait', async (scope) => {
    const { endpoint, calls } = holdMutation('save', { scope: [serial, () => scope] })
    const { controller } = createStore()
    const saves = [controller.fetch(endpoint, 1), controller.fetch(endpoint, 2)]
    await turns()
    expect(calls).toHaveLength(2)
    for (const call of calls) call.resolve({})
    await Promise.all(saves)
  })

  it('of a read is ignored', async () => {
    const server = holdServer()
    const { controller } = createStore()
    const read = get.extend({
      scope: [
        serial,
        () => {
          throw new RangeError('no scope')
        },
      ],
    })
    const promise = controller.fetch(read, one)
    const request = await server.take('GET /users/1')
    request.respond(ada)
    expect(await promise).toMatchObject(ada)
  })
})
