import { backoff, Entity, resource } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { holdServer } from '../support/holdServer'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { createStore, deferred } from '../support/world'

class Note extends Entity {
  id = ''
  title = ''
  static override key = 'Note'
}

const { get, partialUpdate } = resource({ path: '/notes/:id', urlPrefix: API, schema: Note })
const one = { id: '1' }
const before = { id: '1', title: 'old title' }
const change = { title: 'new title' }

async function loaded() {
  const server = holdServer()
  const world = createStore()
  const first = world.controller.fetch(get, one)
  const request = await server.take('GET /notes/1')
  request.respond(before)
  await first
  return { server, ...world }
}

type World = Awaited<ReturnType<typeof loaded>>

/** Whether the note is shown without another request. */
const isFresh = ({ controller }: World) => !(controller.fetchIfStale(get, one) instanceof Promise)

describe('an update that was not sent keeps the entity fresh', () => {
  it('if its headers throw an error', async () => {
    const world = await loaded()
    const update = partialUpdate.extend({
      getHeaders(): Record<string, string> {
        throw new Error('no token')
      },
    })
    await expect(world.controller.fetch(update, one, change)).rejects.toThrow('no token')
    expect(isFresh(world)).toBe(true)
  })

  it('if its body cannot be serialized', async () => {
    const world = await loaded()
    const body: { title: string; self?: object } = { title: 'new title' }
    body.self = body
    await expect(world.controller.fetch(partialUpdate, one, body)).rejects.toBeInstanceOf(Error)
    expect(isFresh(world)).toBe(true)
  })

  it.each([
    ['at once', async () => undefined],
    ['in the next microtask', () => Promise.resolve()],
  ])('if it is aborted %s', async (_, later) => {
    const world = await loaded()
    const { store, rest, server } = world
    const promise = store.dispatch(rest.fetch(partialUpdate, one, change))
    await later()
    promise.abort()
    await promise
    await turns()
    expect(server.sent).toEqual(['GET /notes/1'])
    expect(isFresh(world)).toBe(true)
  })

  it('if it is the first request of its store, and is aborted at once', async () => {
    const server = holdServer()
    const world = createStore()
    const { store, rest, controller } = world
    controller.setResponse(get, one, before)
    const promise = store.dispatch(rest.fetch(partialUpdate, one, change))
    promise.abort()
    await promise
    expect(server.sent).toEqual([])
    expect(isFresh({ server, ...world })).toBe(true)
  })

  it('if it is aborted while it waits for a token that arrives later', async () => {
    const { sent, token, update } = waitingForToken()
    const world = await loaded()
    const { store, rest } = world
    const promise = store.dispatch(rest.fetch(update, one, change))
    await turns()
    promise.abort()
    await promise
    token.resolve('secret')
    await turns()
    expect(sent).toEqual([])
    expect(isFresh(world)).toBe(true)
  })
})

/** An update whose headers wait for a token, and whose `fetchResponse` pays no attention to signals. */
function waitingForToken() {
  const sent: string[] = []
  const token = deferred<string>()
  const update = partialUpdate.extend({
    async getHeaders(headers: Record<string, string>) {
      return { ...headers, Authorization: await token.promise }
    },
    async fetchResponse(input: string) {
      sent.push(input)
      return Response.json({ ...before, ...change })
    },
  })
  return { sent, token, update }
}

describe('an update that may have been sent makes the entity stale', () => {
  it('if it is aborted while the server handles it', async () => {
    const world = await loaded()
    const { store, rest, server } = world
    const promise = store.dispatch(rest.fetch(partialUpdate, one, change))
    await server.take('PATCH /notes/1')
    promise.abort()
    await turns()
    expect(isFresh(world)).toBe(false)
  })

  it('if its retry throws before it is sent', async () => {
    const world = await loaded()
    let tries = 0
    const update = partialUpdate.extend({
      retry: backoff({ retries: 1, minDelay: 0, methods: ['PATCH'] }),
      getHeaders(headers: Record<string, string>) {
        tries += 1
        if (tries > 1) throw new Error('no token')
        return headers
      },
    })
    const promise = world.controller.fetch(update, one, change)
    const request = await world.server.take('PATCH /notes/1')
    request.drop()
    await expect(promise).rejects.toThrow('no token')
    expect(isFresh(world)).toBe(false)
  })

  it('if its own `fetch` function rejects', async () => {
    const world = await loaded()
    const update = partialUpdate.extend({
      async fetch(): Promise<object> {
        throw new Error('broken')
      },
    })
    await expect(world.controller.fetch(update, one, change)).rejects.toThrow('broken')
    expect(isFresh(world)).toBe(false)
  })
})
