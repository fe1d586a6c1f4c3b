import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { createStore, User, UserResource } from '../support/world'

const { get, getList, partialUpdate, delete: remove } = UserResource
const one = { id: '1' }
const ada = { id: '1', name: 'Ada' }

/** A read of a user that is in flight, and how it fails. */
async function reading() {
  const server = holdServer()
  const world = createStore()
  const { controller } = world
  const promise = controller.fetch(get, one)
  const read = await server.take('GET /users/1')
  const failing = async (status = 404) => {
    read.respond({}, status)
    await expect(promise).rejects.toMatchObject({ status })
  }
  /** Sends a mutation, which the server has done. */
  const confirm = async (name: string, run: () => Promise<unknown>, response: object = ada) => {
    const done = run()
    const request = await server.take(name)
    request.respond(response as never)
    await done
  }
  const { getResponse, getError } = controller
  const shown = () => ({ data: getResponse(get, one).data, error: getError(get, one)?.message })
  return { ...world, server, failing, confirm, shown }
}

describe('a 404 response of a read that started earlier', () => {
  it('does not replace an item that was pushed meanwhile', async () => {
    const { controller, confirm, failing, shown } = await reading()
    await confirm('POST /users', () => controller.fetch(getList.push, { name: 'Ada' }))
    await failing()
    expect(shown()).toMatchObject({ data: ada, error: undefined })
    expect(controller.fetchIfStale(get, one)).toBe(shown().data)
  })

  it('does not replace an item that was updated meanwhile', async () => {
    const { controller, confirm, failing, shown } = await reading()
    await confirm('PATCH /users/1', () => controller.fetch(partialUpdate, one, { name: 'Ada' }))
    await failing()
    expect(shown()).toMatchObject({ data: ada, error: undefined })
  })

  it('does not replace an item that was set meanwhile', async () => {
    const { controller, failing, shown } = await reading()
    controller.set(User, one, ada)
    await failing()
    expect(shown()).toMatchObject({ data: ada, error: undefined })
  })

  it('is the error of an item that was deleted meanwhile', async () => {
    const { controller, confirm, failing, shown } = await reading()
    await confirm('DELETE /users/1', () => controller.fetch(remove, one), {})
    await failing()
    expect(shown()).toMatchObject({ data: undefined, error: expect.any(String) })
  })
})

describe('a 404 response of a read', () => {
  it('is the error of an item that was pushed before the read started', async () => {
    const { controller, confirm, failing, shown, server } = await reading()
    await confirm('POST /users', () => controller.fetch(getList.push, { name: 'Ada' }))
    const again = controller.fetch(get, one)
    const read = await server.take('GET /users/1')
    read.respond({}, 404)
    await expect(again).rejects.toMatchObject({ status: 404 })
    await failing()
    expect(shown().error).toEqual(expect.any(String))
  })

  it('is the error of an item that only an earlier list contains', async () => {
    const server = holdServer()
    const { controller } = createStore()
    const all = controller.fetch(getList)
    const list = await server.take('GET /users')
    const item = controller.fetch(get, one)
    const read = await server.take('GET /users/1')
    list.respond([ada])
    await all
    read.respond({}, 404)
    await expect(item).rejects.toMatchObject({ status: 404 })
    expect(controller.getError(get, one)).toBeDefined()
  })
})

describe('data that is hidden by an error', () => {
  it('stays hidden after a later soft error', async () => {
    const server = holdServer()
    const { controller } = createStore()
    controller.setResponse(get, one, ada)
    for (const status of [404, 500]) {
      const promise = controller.fetch(get, one)
      const read = await server.take('GET /users/1')
      read.respond({}, status)
      await expect(promise).rejects.toMatchObject({ status })
      expect(controller.getError(get, one)).toMatchObject({ status })
    }
    const promise = controller.fetch(get, one)
    const read = await server.take('GET /users/1')
    read.respond(ada)
    await promise
    expect(controller.getError(get, one)).toBeUndefined()
  })
})
