import { Collection, Endpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const users = new Collection([User])
const pushed = Array.from({ length: 300 }, (_, index) => `pushed ${index}`)
const idsOf = (list: unknown) => (list as readonly User[]).map(({ id }) => id)

const push = new Endpoint(async (_args: object, body: { readonly id: string }) => body, {
  name: 'push',
  schema: users.push,
  sideEffect: true,
})
const remove = new Endpoint(async (_args: object, body: { readonly id: string }) => body, {
  name: 'remove',
  schema: users.remove,
  sideEffect: true,
})

/** A store whose list has two members and is read again by a request that hangs. */
async function hanging() {
  const world = createStore()
  const { endpoint, calls } = holdRead('getUsers', { schema: users })
  const first = world.controller.fetch(endpoint)
  await turns()
  calls[0]?.resolve([{ id: '1' }, { id: '2' }])
  await first
  const second = world.controller.fetch(endpoint)
  await turns()
  const list = () => idsOf(world.controller.getResponse(endpoint).data)
  return { ...world, endpoint, calls, second, list }
}

describe('hundreds of pushes behind a read that hangs', () => {
  it('are all in the list, in their order, before and after the read lands', async () => {
    const { controller, calls, second, list } = await hanging()
    for (const id of pushed) await controller.fetch(push, {}, { id })
    expect(list()).toEqual(['1', '2', ...pushed])
    calls[1]?.resolve([{ id: '1' }, { id: '2' }])
    expect(idsOf(await second)).toEqual(['1', '2', ...pushed])
    expect(list()).toEqual(['1', '2', ...pushed])
  })

  it('are in the list once where the response has some of them', async () => {
    const { controller, calls, second, list } = await hanging()
    for (const id of pushed) await controller.fetch(push, {}, { id })
    calls[1]?.resolve([{ id: '1' }, { id: '2' }, ...pushed.slice(0, 100).map((id) => ({ id }))])
    await second
    expect(list()).toEqual(['1', '2', ...pushed])
  })

  it('stay removed where they were removed again', async () => {
    const { controller, calls, second, list } = await hanging()
    for (const id of pushed) await controller.fetch(push, {}, { id })
    const removed = pushed.filter((_, index) => index % 2 === 0)
    for (const id of removed) await controller.fetch(remove, {}, { id })
    calls[1]?.resolve([{ id: '1' }, { id: '2' }, ...pushed.map((id) => ({ id }))])
    await second
    expect(list()).toEqual(['1', '2', ...pushed.filter((_, index) => index % 2 === 1)])
  })

  it('are gone with the next read that the server answers without them', async () => {
    const { controller, endpoint, calls, second, list } = await hanging()
    for (const id of pushed) await controller.fetch(push, {}, { id })
    calls[1]?.resolve([{ id: '1' }, { id: '2' }])
    await second
    const third = controller.fetch(endpoint)
    await turns()
    calls[2]?.resolve([{ id: '1' }])
    await third
    expect(list()).toEqual(['1'])
  })
})
