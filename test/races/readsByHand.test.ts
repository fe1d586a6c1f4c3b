import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { createStore, UserResource } from '../support/world'

const path = 'GET /users/1'
const ada = (name: string) => ({ id: '1', name })

function createWorld() {
  const server = holdServer()
  const world = createStore()
  const { store, rest, controller } = world
  const one = { id: '1' }
  return {
    ...world,
    server,
    fetch: () => controller.fetch(UserResource.get, one),
    dispatchFetch: () => store.dispatch(rest.fetch(UserResource.get, one)),
    fetchIfStale: async () => await controller.fetchIfStale(UserResource.get, one),
    retain: () => store.dispatch(rest.retain(UserResource.get, one)),
    name: () => controller.getResponse(UserResource.get, one).data?.name,
    request: () => rest.selectors.selectRequest(store.getState(), UserResource.get, one),
  }
}

type World = ReturnType<typeof createWorld>

/** Who started the read that is in flight, and has read before the other client wrote. */
const starters: [string, (world: World) => unknown][] = [
  ['controller.fetch', ({ fetch }) => fetch()],
  ['a loader', ({ fetchIfStale }) => fetchIfStale()],
  ['a reader', ({ retain }) => retain()],
]

const callers: [string, (world: World) => Promise<unknown>][] = [
  ['controller.fetch', ({ fetch }) => fetch()],
  ['dispatch(rest.fetch(…))', ({ dispatchFetch }) => dispatchFetch().unwrap()],
]

/** A read in flight that the server answers with what it had before another client wrote. */
async function readBefore(start: (world: World) => unknown = ({ fetch }) => fetch()) {
  const world = createWorld()
  const older = start(world)
  return { ...world, older, early: await world.server.take(path) }
}

describe.each(callers)('%s', (_, call) => {
  it.each(starters)(
    'gives what the server has after the call, while a read of %s is in flight',
    async (__, start) => {
      const world = await readBefore(start)
      const newer = call(world)
      const late = await world.server.take(path)
      late.respond(ada('new'))
      expect(await newer).toMatchObject(ada('new'))
      world.early.respond(ada('old'))
      await world.controller.allSettled()
      expect(world.name()).toBe('new')
      expect(world.server.sent).toEqual([path, path])
    },
  )

  it('gives that too where the older response lands before', async () => {
    const world = await readBefore()
    const newer = call(world)
    const late = await world.server.take(path)
    world.early.respond(ada('old'))
    expect(await world.older).toMatchObject(ada('old'))
    expect(world.request()).toMatchObject({ isFetching: true, data: ada('old') })
    late.respond(ada('new'))
    expect(await newer).toMatchObject(ada('new'))
    expect(world.request()).toMatchObject({ isFetching: false, data: ada('new') })
  })
})

describe('reads that one task starts', () => {
  it('are one request, by whatever way', async () => {
    const { server, fetch, dispatchFetch, fetchIfStale, retain } = createWorld()
    const { release } = retain()
    const all = [fetch(), dispatchFetch().unwrap(), fetchIfStale(), fetch()]
    const request = await server.take(path)
    request.respond(ada('Ada'))
    for (const user of await Promise.all(all)) expect(user).toMatchObject(ada('Ada'))
    expect(server.sent).toEqual([path])
    release()
  })

  it('are one request across what is awaited within the task', async () => {
    const { server, fetch } = createWorld()
    const first = fetch()
    for (let at = 0; at < 20; at += 1) await Promise.resolve()
    const second = fetch()
    const request = await server.take(path)
    request.respond(ada('Ada'))
    expect(await second).toBe(await first)
    expect(server.sent).toEqual([path])
  })

  it('are one request of the newer kind, where an older one is in flight', async () => {
    const { server, fetch, early, older } = await readBefore()
    const all = [fetch(), fetch(), fetch()]
    const late = await server.take(path)
    late.respond(ada('new'))
    for (const user of await Promise.all(all)) expect(user).toMatchObject(ada('new'))
    early.respond(ada('old'))
    // The older caller gets what is there by then.
    expect(await older).toMatchObject(ada('new'))
    expect(server.sent).toEqual([path, path])
  })
})

describe('a read in flight of an earlier task', () => {
  it.each<[string, (world: World) => unknown]>([
    ['a loader', ({ fetchIfStale }) => fetchIfStale()],
    ['a reader', ({ retain }) => retain()],
  ])('is joined by %s', async (_, join) => {
    const world = await readBefore()
    const joined = join(world)
    world.early.respond(ada('Ada'))
    await world.older
    await joined
    expect(world.name()).toBe('Ada')
    expect(world.server.sent).toEqual([path])
  })

  it('goes on where the caller of the newer one aborts that', async () => {
    const { server, dispatchFetch, early, older, request } = await readBefore()
    const newer = dispatchFetch()
    await server.take(path)
    newer.abort()
    await expect(newer.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    expect(request()).toMatchObject({ isFetching: true, isLoading: true })
    early.respond(ada('old'))
    expect(await older).toMatchObject(ada('old'))
    expect(request()).toMatchObject({ isFetching: false, data: ada('old') })
  })
})
