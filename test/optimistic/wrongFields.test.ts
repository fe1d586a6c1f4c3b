import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { said } from '../support/said'
import { arrive, loaded, one, row, Todo, TodoResource } from './world'

describe('a field of getOptimisticResponse that the entity does not have', () => {
  const misspelt = TodoResource.vote.extend({
    name: 'Todo.misspelt',
    getOptimisticResponse: [
      optimistic,
      (snap, { id }) => ({ id, votse: (snap.get(Todo, one)?.votes ?? 0) + 1 }),
    ],
  })

  it('is said once, with the names that there are', async () => {
    const { store, rest, server } = await loaded()
    for (const id of ['1', '2']) {
      const fetched = store.dispatch(rest.fetch(misspelt, { id }))
      const vote = await arrive(server, `POST /todos/${id}/votes`, fetched)
      await vote.land(row(id, { votes: 1 }))
    }
    expect(said()).toEqual([
      '`getOptimisticResponse` of Todo.misspelt gives Todo the field `votse`, which neither the class nor its stored row has. The class has: id, title, done, votes, project, slug.',
    ])
  })

  it('may be an argument of the call, or what the server has sent', async () => {
    const { store, rest, server, send } = await loaded()
    const detail = await send.get('1')
    await detail.land({ ...row('1'), fetchedBy: 'server' })
    const spread = TodoResource.partialUpdate.extend({
      name: 'Todo.spread',
      getOptimisticResponse: [
        optimistic,
        (snap, params, body) => ({ ...snap.get(Todo, params), ...params, ...body }),
      ],
    })
    const body = { title: 'new', mark: 5 }
    const patch = await arrive(
      server,
      'PATCH /todos/1',
      store.dispatch(rest.fetch(spread, one, body)),
    )
    await patch.land(row('1', { title: 'new' }))
    expect(said()).toEqual([])
  })
})
