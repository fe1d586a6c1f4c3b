import { Endpoint, isStale } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { createReplaceableStore } from '../support/replaceableStore'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const today = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: today })
})

/** A read of one user whose name is the server's; it counts the requests. */
function createServer(options: object = {}) {
  const server = { name: 'server', count: 0 }
  const getUser = new Endpoint(
    async ({ id }: { id: string }) => {
      server.count += 1
      return { id, name: server.name }
    },
    { name: 'getUser', schema: User, ...options },
  )
  return { server, getUser }
}

/** A state as another machine saved it, whose clock showed another time. */
async function savedState(getUser: ReturnType<typeof createServer>['getUser'], time: number) {
  vi.setSystemTime(time)
  const { store, controller } = createReplaceableStore()
  controller.setResponse(getUser, { id: '1' }, { id: '1', name: 'imported' })
  vi.setSystemTime(today)
  return JSON.parse(JSON.stringify(store.getState())) as ReturnType<typeof store.getState>
}

describe('a response after the clock ran ahead', () => {
  it.each([
    ['of the same entity', { id: '1' }],
    ['of another entity', { id: '2' }],
  ])('is fresh for its expiry length if a preloaded row is dated tomorrow, %s', async (_, args) => {
    const { server, getUser } = createServer({ dataExpiryLength: 10 })
    const { rest, store, controller } = createReplaceableStore(
      await savedState(getUser, today + DAY),
    )
    await controller.fetch(getUser, args)
    const request = rest.selectors.selectRequest(store.getState(), getUser, args)
    expect(request.expiresAt).toBe(today + 10)
    vi.setSystemTime(today + 11)
    expect(isStale(request)).toBe(true)
    await controller.fetchIfStale(getUser, args)
    expect(server.count).toBe(2)
  })

  it('is fresh for its expiry length if the system clock was set back', async () => {
    const { server, getUser } = createServer({ dataExpiryLength: 10 })
    const { controller } = createStore()
    vi.setSystemTime(today + DAY)
    await controller.fetch(getUser, { id: '1' })
    vi.setSystemTime(today)
    await controller.fetch(getUser, { id: '1' })
    vi.setSystemTime(today + 11)
    await controller.fetchIfStale(getUser, { id: '1' })
    expect(server.count).toBe(3)
  })

  it('is fresh for its expiry length if an imported state is dated tomorrow', async () => {
    const { server, getUser } = createServer({ dataExpiryLength: 10 })
    const { controller, replace } = createReplaceableStore()
    await controller.fetch(getUser, { id: '2' })
    replace(await savedState(getUser, today + DAY))
    await controller.fetch(getUser, { id: '1' })
    vi.setSystemTime(today + 11)
    await controller.fetchIfStale(getUser, { id: '1' })
    expect(server.count).toBe(3)
  })
})

describe('a row that is dated tomorrow', () => {
  it.each([
    ['preloaded', true],
    ['imported', false],
  ])('and %s is stale after its expiry length', async (_, isPreloaded) => {
    const { server, getUser } = createServer()
    const saved = await savedState(getUser, today + DAY)
    const { controller, replace } = createReplaceableStore(isPreloaded ? saved : undefined)
    if (!isPreloaded) replace(saved)
    expect(controller.getResponse(getUser, { id: '1' }).data?.name).toBe('imported')
    vi.setSystemTime(today + HOUR)
    const user = await controller.fetchIfStale(getUser, { id: '1' })
    expect(user.name).toBe('server')
    expect(server.count).toBe(1)
  })
})

describe.each([
  ['tomorrow', today + DAY],
  ['now', today],
  ['yesterday', today - DAY],
])('a state that is dated %s', (_, time) => {
  it('and imported after the first request is replaced by an explicit fetch', async () => {
    const { server, getUser } = createServer()
    const { controller, replace } = createReplaceableStore()
    await controller.fetch(getUser, { id: '1' })
    replace(await savedState(getUser, time))
    expect(controller.getResponse(getUser, { id: '1' }).data?.name).toBe('imported')
    server.name = 'new'
    expect(await controller.fetch(getUser, { id: '1' })).toMatchObject({ name: 'new' })
    expect(controller.getResponse(getUser, { id: '1' }).data?.name).toBe('new')
  })

  it('and preloaded is replaced by an explicit fetch', async () => {
    const { getUser } = createServer()
    const { controller } = createReplaceableStore(await savedState(getUser, time))
    expect(await controller.fetch(getUser, { id: '1' })).toMatchObject({ name: 'server' })
    expect(controller.getResponse(getUser, { id: '1' }).data?.name).toBe('server')
  })

  it('and imported during a request is replaced by its response', async () => {
    const { getUser } = createServer()
    const held = holdRead('getUser', { schema: User })
    const { controller, replace } = createReplaceableStore()
    const promise = controller.fetch(held.endpoint, { id: '1' })
    await turns()
    replace(await savedState(getUser, time))
    held.calls[0]?.resolve({ id: '1', name: 'server' })
    expect(await promise).toMatchObject({ name: 'server' })
    expect(controller.getResponse(getUser, { id: '1' }).data?.name).toBe('server')
  })

  it('and imported is replaced by the response of a mutation', async () => {
    const { getUser } = createServer()
    const update = holdMutation('update', { schema: User })
    const { controller, replace } = createReplaceableStore()
    await controller.fetch(getUser, { id: '1' })
    replace(await savedState(getUser, time))
    const promise = controller.fetch(update.endpoint, { id: '1' })
    await turns()
    update.calls[0]?.resolve({ id: '1', name: 'confirmed' })
    expect(await promise).toMatchObject({ name: 'confirmed' })
    expect(controller.getResponse(getUser, { id: '1' }).data?.name).toBe('confirmed')
  })
})

describe('a response with dataExpiryLength: 0', () => {
  const retained = async () => {
    const { server, getUser } = createServer({ dataExpiryLength: 0 })
    const world = createStore()
    const held = world.store.dispatch(world.rest.retain(getUser, { id: '1' }))
    await turns()
    expect(server.count).toBe(1)
    return { ...world, server, getUser, held }
  }

  it('is stale in the millisecond in which it was stored', async () => {
    const { rest, store, getUser, held } = await retained()
    const request = rest.selectors.selectRequest(store.getState(), getUser, { id: '1' })
    expect(request).toMatchObject({ data: { name: 'server' }, isSuccess: true })
    expect(isStale(request)).toBe(true)
    held.release()
  })

  it('is fetched again by fetchIfStale in the same millisecond', async () => {
    const { controller, server, getUser, held } = await retained()
    server.name = 'new'
    expect(await controller.fetchIfStale(getUser, { id: '1' })).toMatchObject({ name: 'new' })
    expect(server.count).toBe(2)
    held.release()
  })

  it('is stale from the time of its expiresAt', () => {
    expect(isStale({ expiresAt: today }, today)).toBe(true)
    expect(isStale({ expiresAt: today }, today - 1)).toBe(false)
  })
})
