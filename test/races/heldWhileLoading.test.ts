import { PollingManager } from 'rtk-rest/polling'
import { describe, expect, it, vi } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const old = { id: '1', name: 'old' }
const current = { id: '1', name: 'current' }

type World = ReturnType<typeof createStore>
type Held = ReturnType<typeof holdRead>
type Way = readonly [name: string, run: (world: World, held: Held) => void]

const ways: readonly Way[] = [
  ['invalidate', ({ controller }, { endpoint }) => controller.invalidate(endpoint)],
  ['invalidateAll', ({ controller }, { endpoint }) => controller.invalidateAll(endpoint)],
  ['a reset', ({ controller }) => controller.reset()],
]

type Hold = (world: World, held: Held) => () => void

// `subscribe` reads where the endpoint has a frequency.
const holds: readonly (readonly [name: string, options: object, hold: Hold])[] = [
  [
    'retain',
    { schema: User },
    ({ store, rest }, { endpoint }) => store.dispatch(rest.retain(endpoint)).release,
  ],
  [
    'subscribe',
    { schema: User, pollFrequency: 60_000 },
    ({ controller }, { endpoint }) => {
      controller.subscribe(endpoint)
      return () => controller.unsubscribe(endpoint)
    },
  ],
]

const nameIn = ({ controller }: World, { endpoint }: Held): unknown =>
  (controller.getResponse(endpoint).data as User | undefined)?.name

describe.each(holds)('a request in flight for %s', (_, options, hold) => {
  describe.each(ways)('is followed by one new request after %s', (_, run) => {
    it.each([
      ['once', 1],
      ['twice in a row', 2],
    ])('during the first load, %s', async (_, times) => {
      const world = createStore({ managers: [new PollingManager()] })
      const held = holdRead('getUser', options)
      const release = hold(world, held)
      await turns()
      expect(held.calls).toHaveLength(1)
      for (let time = 0; time < times; time += 1) run(world, held)
      await turns()
      expect(held.calls).toHaveLength(2)
      held.calls[0]?.resolve(old)
      await turns()
      expect(nameIn(world, held)).toBeUndefined()
      held.calls[1]?.resolve(current)
      await turns()
      expect(nameIn(world, held)).toBe('current')
      expect(held.calls).toHaveLength(2)
      release()
    })

    it('during a refetch', async () => {
      const world = createStore({ managers: [new PollingManager()] })
      const held = holdRead('getUser', options)
      const release = hold(world, held)
      await turns()
      held.calls[0]?.resolve({ id: '1', name: 'first' })
      await turns()
      void world.controller.fetch(held.endpoint).catch(() => undefined)
      await turns()
      run(world, held)
      await turns()
      expect(held.calls).toHaveLength(3)
      held.calls[2]?.resolve(current)
      await turns()
      held.calls[1]?.resolve(old)
      await turns()
      expect(nameIn(world, held)).toBe('current')
      expect(held.calls).toHaveLength(3)
      release()
    })
  })

  it('is followed by one more request after expireAll, when it has landed', async () => {
    const world = createStore({ managers: [new PollingManager()] })
    const held = holdRead('getUser', options)
    const release = hold(world, held)
    await turns()
    world.controller.expireAll(held.endpoint)
    world.controller.expireAll(held.endpoint)
    await turns()
    held.calls[0]?.resolve(old)
    await turns()
    expect(nameIn(world, held)).toBe('old')
    expect(held.calls).toHaveLength(2)
    held.calls[1]?.resolve(current)
    await turns()
    expect(nameIn(world, held)).toBe('current')
    expect(held.calls).toHaveLength(2)
    release()
  })

  it('is not followed by another request after release', async () => {
    const world = createStore({ managers: [new PollingManager()] })
    const held = holdRead('getUser', options)
    const release = hold(world, held)
    await turns()
    release()
    world.controller.invalidate(held.endpoint)
    await turns()
    held.calls[0]?.resolve(old)
    await turns()
    expect(held.calls).toHaveLength(1)
  })
})

describe('the promise of a fetch', () => {
  it('settles if its data is invalidated, expired and reset while it loads', async () => {
    const world = createStore({ managers: [new PollingManager()] })
    const held = holdRead('getUser', { schema: User })
    const settled = vi.fn()
    for (const [, run] of ways) {
      const { length } = held.calls
      world.controller.fetch(held.endpoint).then(settled, settled)
      await turns()
      run(world, held)
      world.controller.expireAll(held.endpoint)
      for (const call of held.calls.slice(length)) call.resolve(old)
      await turns()
    }
    expect(settled).toHaveBeenCalledTimes(ways.length)
  })
})
