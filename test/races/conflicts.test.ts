import { describe, expect, it, vi } from 'vitest'
import { holdServer } from '../support/holdServer'
import { turns } from '../support/turns'
import { createStore, UserResource } from '../support/world'

const { get, partialUpdate } = UserResource
const user = (id: string, name: string) => ({ id, name })

/** A page that shows user 1, and updates that are in flight; the last two of them are of user 1. */
async function conflicting(otherId: string) {
  const server = holdServer()
  const world = createStore()
  const { store, rest, controller } = world
  const { release } = store.dispatch(rest.retain(get, { id: '1' }))
  const first = await server.take('GET /users/1')
  first.respond(user('1', 'Ada'))
  await turns()
  const update = async (id: string, name: string) => {
    const promise = controller.fetch(partialUpdate, { id }, { name })
    const { respond } = await server.take(`PATCH /users/${id}`)
    return async (response: object, status?: number) => {
      respond(response as never, status)
      await promise.catch(() => undefined)
      await turns()
    }
  }
  const other = await update(otherId, 'other')
  const early = await update('1', 'early')
  const late = await update('1', 'late')
  const reads = () => server.sent.filter((name) => name === 'GET /users/1').length
  return { ...world, server, other, early, late, reads, release }
}

describe('a retained row after two conflicting updates', () => {
  it('is fetched again when no update is in flight any more', async () => {
    const { early, late, reads, release, other } = await conflicting('2')
    await late(user('1', 'late'))
    await early(user('1', 'early'))
    expect(reads()).toBe(1)
    await other(user('2', 'other'))
    expect(reads()).toBe(2)
    release()
  })

  it('is fetched again after a second, however long an update of another row takes', async () => {
    const { early, late, reads, release, other } = await conflicting('2')
    await late(user('1', 'late'))
    await early(user('1', 'early'))
    await vi.waitFor(() => expect(reads()).toBe(2), 5_000)
    await other(user('2', 'other'))
    expect(reads()).toBe(2)
    release()
  })

  it('is fetched once after a reset, and not again for the earlier updates', async () => {
    const { early, late, reads, release, other, controller, server } = await conflicting('1')
    await late(user('1', 'late'))
    await early(user('1', 'early'))
    controller.reset()
    const read = await server.take('GET /users/1')
    read.respond(user('1', 'server'))
    await turns()
    await other({}, 404)
    expect(reads()).toBe(2)
    release()
  })
})
