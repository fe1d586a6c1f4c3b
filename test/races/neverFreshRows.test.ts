import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const ada = { id: '1', name: 'Ada' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
})

/** A fresh list, and a row of it that a response brought which is stale at once. */
async function createWorld(hold: typeof holdRead | typeof holdMutation) {
  const world = createStore()
  const list = holdRead('getUsers', { schema: [User] })
  const one = hold('user', { schema: User, dataExpiryLength: 0 })
  const load = async ({ endpoint, calls }: typeof list | typeof one, response: unknown) => {
    const promise = world.controller.fetch(endpoint)
    await turns()
    calls.at(-1)?.resolve(response)
    await promise
  }
  await load(list, [ada])
  // A read without a reader is for its caller alone.
  const isRead = hold === holdRead
  const read = one.endpoint as ReturnType<typeof holdRead>['endpoint']
  const reader = isRead ? world.store.dispatch(world.rest.retain(read)) : undefined
  await load(one, { ...ada, name: 'Bea' })
  reader?.release()
  return { ...world, list }
}

describe.each([
  ['read', holdRead],
  ['mutation', holdMutation],
] as const)('a row that was written by a %s with an expiry length of 0', (_, hold) => {
  it('does not make a list that contains it stale', async () => {
    const { store, rest, controller, list } = await createWorld(hold)
    expect(controller.fetchIfStale(list.endpoint)).toMatchObject([{ name: 'Bea' }])
    const held = store.dispatch(rest.retain(list.endpoint))
    await turns()
    expect(list.calls).toHaveLength(1)
    held.release()
  })
})
