import { describe, expect, it } from 'vitest'
import { type HeldRequest, type HeldServer, holdServer } from '../support/holdServer'
import { createStore, UserResource } from '../support/world'

const { get, getList, update, partialUpdate, create } = UserResource
const one = { id: '1' }
const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const grace = { id: '1', name: 'Grace' }
const cy = { id: '3', name: 'Cy' }

type Controller = ReturnType<typeof createStore>['controller']

interface Mutation {
  readonly name: string
  readonly request: string
  send(controller: Controller): Promise<unknown>
  respond(request: HeldRequest): void
  /** What its promise resolves to. */
  readonly value: object
  /** The names that the list shows once the mutation is confirmed. */
  readonly names: readonly string[]
  /** The name of the first user. */
  readonly first: string | undefined
}

const mutations: readonly Mutation[] = [
  {
    name: 'a partial update',
    request: 'PATCH /users/1',
    send: (controller) => controller.fetch(partialUpdate, one, { name: 'Grace' }),
    respond: (request) => request.respond(grace),
    value: grace,
    names: ['Grace', 'Bob'],
    first: 'Grace',
  },
  {
    name: 'an update',
    request: 'PUT /users/1',
    send: (controller) => controller.fetch(update, one, grace),
    respond: (request) => request.respond(grace),
    value: grace,
    names: ['Grace', 'Bob'],
    first: 'Grace',
  },
  {
    name: 'a delete',
    request: 'DELETE /users/1',
    send: (controller) => controller.fetch(UserResource.delete, one),
    respond: (request) => request.respond(one),
    value: ada,
    names: ['Bob'],
    first: undefined,
  },
  {
    name: 'a create',
    request: 'POST /users',
    send: (controller) => controller.fetch(create, { name: 'Cy' }),
    respond: (request) => request.respond(cy, 201),
    value: cy,
    names: ['Ada', 'Bob', 'Cy'],
    first: 'Ada',
  },
]

interface Read {
  readonly name: string
  readonly request: string
  send(controller: Controller): Promise<unknown>
  respond(request: HeldRequest): void
}

/** Reads whose responses the server makes before it applies the mutation. */
const reads: readonly Read[] = [
  {
    name: 'a read of the list',
    request: 'GET /users',
    send: (controller) => controller.fetch(getList),
    respond: (request) => request.respond([ada, bob]),
  },
  {
    name: 'a read of the entity',
    request: 'GET /users/1',
    send: (controller) => controller.fetch(get, one),
    respond: (request) => request.respond(ada),
  },
]

/** A store that has the list and its first entity. */
async function loaded() {
  const server = holdServer()
  const { controller } = createStore()
  await Promise.all(
    reads.map(async (read) => {
      const promise = read.send(controller)
      const request = await server.take(read.request)
      read.respond(request)
      await promise
    }),
  )
  return { server, controller }
}

function expectConfirmed(controller: Controller, { names, first }: Mutation): void {
  expect(controller.getResponse(getList).data?.map(({ name }) => name)).toEqual(names)
  expect(controller.getResponse(get, one).data?.name).toBe(first)
}

interface Started {
  land(): Promise<unknown>
}

async function start(
  server: HeldServer,
  controller: Controller,
  { send, request, respond }: Mutation | Read,
): Promise<Started> {
  const promise = send(controller)
  const held = await server.take(request)
  return {
    async land() {
      respond(held)
      return await promise
    },
  }
}

/** Starts and lands a read and a mutation; of a read of what was deleted the promise may reject. */
const orders: readonly (readonly [order: string, run: (both: Both) => Promise<void>])[] = [
  [
    'starts before it and lands before it',
    async ({ startRead, startMutation, expectNow }) => {
      const read = await startRead()
      const sent = await startMutation()
      await read.land()
      expectNow(await sent.land())
    },
  ],
  [
    'starts before it and lands after it',
    async ({ startRead, startMutation, expectNow }) => {
      const read = await startRead()
      const sent = await startMutation()
      expectNow(await sent.land())
      await read.land().catch(() => undefined)
    },
  ],
  [
    'starts while it is in flight and lands before it',
    async ({ startRead, startMutation, expectNow }) => {
      const sent = await startMutation()
      const read = await startRead()
      await read.land()
      expectNow(await sent.land())
    },
  ],
  [
    'starts while it is in flight and lands after it',
    async ({ startRead, startMutation, expectNow }) => {
      const sent = await startMutation()
      const read = await startRead()
      expectNow(await sent.land())
      await read.land().catch(() => undefined)
    },
  ],
]

function named<Row extends { readonly name: string }>(rows: readonly Row[]) {
  return rows.map((row) => [row.name, row] as const)
}

interface Both {
  startRead(): Promise<Started>
  startMutation(): Promise<Started>
  /** Checks what the mutation resolved to, and what is shown right then. */
  expectNow(value: unknown): void
}

describe.each(named(mutations))('%s', (_, mutation) => {
  describe.each(named(reads))('is not undone by %s', (_, read) => {
    it.each(orders)('that %s', async (_, run) => {
      const { server, controller } = await loaded()
      await run({
        startRead: () => start(server, controller, read),
        startMutation: () => start(server, controller, mutation),
        expectNow: (value) => {
          expect(value).toMatchObject(mutation.value)
          expectConfirmed(controller, mutation)
        },
      })
      expectConfirmed(controller, mutation)
    })
  })

  it('is in the response of a later fetch, which does not share a read that started before', async () => {
    const { server, controller } = await loaded()
    const [readList] = reads as [Read, Read]
    const early = await start(server, controller, readList)
    const sent = await start(server, controller, mutation)
    await sent.land()
    // The read in flight may be older than the mutation, so that a caller who wants new data needs another one.
    const late = controller.fetch(getList)
    const request = await server.take(readList.request)
    await early.land()
    expectConfirmed(controller, mutation)
    request.respond([bob])
    expect((await late).map(({ name }) => name)).toEqual(['Bob'])
    expect(controller.getResponse(getList).data?.map(({ name }) => name)).toEqual(['Bob'])
  })
})

describe('a read that starts after a mutation landed', () => {
  it('resolves to the new data of the server', async () => {
    const { server, controller } = await loaded()
    const [mutation] = mutations as [Mutation, ...Mutation[]]
    const sent = await start(server, controller, mutation)
    await sent.land()
    const promise = controller.fetch(get, one)
    const request = await server.take('GET /users/1')
    request.respond({ id: '1', name: 'Countess' })
    expect(await promise).toMatchObject({ name: 'Countess' })
    expect(controller.getResponse(getList).data?.[0]?.name).toBe('Countess')
  })
})
