import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { turns } from '../support/turns'
import { createStore, UserResource } from '../support/world'

const { get, partialUpdate, delete: remove } = UserResource
const one = { id: '1' }
const user = (name: string) => ({ id: '1', name })

describe('setResponse for a mutation has the effect of its response:', () => {
  it.each([
    ['an update', partialUpdate, [one, { name: 'new' }], user('new')],
    ['a deletion', remove, [one], one],
  ] as const)('%s: a fetch does not share an earlier read', async (_, endpoint, args, response) => {
    const server = holdServer()
    const { controller } = createStore()
    const before = controller.fetch(get, one)
    const read = await server.take('GET /users/1')
    controller.setResponse(endpoint as never, ...([...args, response] as never))
    const after = controller.fetch(get, one)
    const readAgain = await server.take('GET /users/1')
    readAgain.respond(user('newest'))
    expect(await after).toMatchObject({ name: 'newest' })
    read.respond(user('old'))
    await before
    expect(controller.getResponse(get, one).data).toMatchObject({ name: 'newest' })
  })

  it('an earlier update that lands later replaces it, and one refetch is sent', async () => {
    const server = holdServer()
    const { store, rest, controller } = createStore()
    controller.setResponse(get, one, user('Ada'))
    const { release } = store.dispatch(rest.retain(get, one))
    const update = controller.fetch(partialUpdate, one, { name: 'early' })
    const request = await server.take('PATCH /users/1')
    controller.setResponse(partialUpdate, one, { name: 'late' }, user('late'))
    request.respond(user('early'))
    await update
    expect(controller.getResponse(get, one).data).toMatchObject({ name: 'early' })
    const read = await server.take('GET /users/1')
    read.respond(user('late'))
    await turns()
    expect(server.sent.filter((name) => name === 'GET /users/1')).toHaveLength(1)
    release()
  })
})
