import {
  createRest,
  matchMutation,
  matchRead,
  type MutationRow,
  resource,
  type RestState,
  rowKey,
  rows,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import type { KeyTest } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { type HeldRequest, holdServer } from '../support/holdServer'
import { createReplaceableStore } from '../support/replaceableStore'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { createStore, Post, User, UserResource } from '../support/world'

const { get, getList, partialUpdate } = UserResource
const one = { id: '1' }
const ada = { id: '1', name: 'Ada' }

const OptimisticUsers = resource({
  path: '/users/:id',
  urlPrefix: API,
  schema: User,
  optimistic,
})

/** A store on a server that responds when the test releases it. */
function createWorld() {
  const server = holdServer()
  const world = createStore()
  const { store, rest } = world
  const mutations = (): readonly MutationRow[] =>
    rows(store.getState().rest.mutations).map(([, row]) => row)
  const isPending = (pk: string | number): boolean =>
    rest.selectors.selectIsPending(store.getState(), User, pk)
  return { ...world, server, mutations, isPending }
}

const ends: readonly (readonly [string, (request: HeldRequest) => void])[] = [
  ['fails', (request) => request.respond({}, 500)],
  ['is refused', (request) => request.respond({}, 422)],
  ['loses its connection', (request) => request.drop()],
]

describe('a mutation in flight', () => {
  it('has a row in state.mutations with its arguments and primary keys', async () => {
    const { server, store, rest, mutations } = createWorld()
    const promise = store.dispatch(rest.fetch(partialUpdate, one, { name: 'Eve' }))
    const { requestId, arg } = promise
    expect(rows(store.getState().rest.mutations)).toEqual([
      [
        requestId,
        {
          status: 'pending',
          requestId,
          arg,
          fetchedAt: expect.any(Number) as number,
          rows: { User: ['1'] },
        },
      ],
    ])
    expect(arg).toEqual({
      endpoint: 'User.partialUpdate',
      key: `PATCH ${API}/users/1`,
      args: [one, { name: 'Eve' }],
    })
    const request = await server.take('PATCH /users/1')
    request.respond({ id: '1', name: 'Eve' })
    await promise
    expect(mutations()).toEqual([])
  })

  it.each(ends)('has no row after it %s', async (_, end) => {
    const { server, store, rest, mutations } = createWorld()
    const promise = store.dispatch(rest.fetch(partialUpdate, one, { name: 'Eve' }))
    expect(mutations()).toHaveLength(1)
    end(await server.take('PATCH /users/1'))
    await promise
    expect(mutations()).toEqual([])
  })

  it('has no row after it is aborted', async () => {
    const { server, store, rest, mutations } = createWorld()
    const promise = store.dispatch(rest.fetch(partialUpdate, one, { name: 'Eve' }))
    await server.take('PATCH /users/1')
    promise.abort()
    await promise
    await turns()
    expect(mutations()).toEqual([])
  })

  it('has no row after a reset, whatever its response is', async () => {
    const { server, store, rest, mutations } = createWorld()
    const promise = store.dispatch(rest.fetch(partialUpdate, one, { name: 'Eve' }))
    const request = await server.take('PATCH /users/1')
    store.dispatch(rest.reset())
    expect(mutations()).toEqual([])
    request.respond({ id: '1', name: 'Eve' })
    await promise
    expect(mutations()).toEqual([])
  })

  it('has a row that names no entity if the arguments name none', async () => {
    const { server, store, rest, mutations } = createWorld()
    void store.dispatch(rest.fetch(getList.push, { name: 'Eve' }))
    await server.take('POST /users')
    expect(mutations()).toMatchObject([{ status: 'pending' }])
    expect(mutations()[0]).not.toHaveProperty('rows')
  })

  it('has files and forms by their names in its row', async () => {
    const { store, rest, mutations } = createWorld()
    const upload = holdMutation('upload').endpoint
    const form = new FormData()
    form.append('name', 'Eve')
    const photo = new File(['abc'], 'eve.png', { type: 'image/png' })
    void store.dispatch(rest.fetch(upload, '1', form, { photo }))
    expect(mutations()[0]?.arg.args).toEqual(['1', '[FormData]', { photo: '[File]' }])
    expect(JSON.parse(JSON.stringify(mutations()))).toEqual(mutations())
  })

  it('has the name of what JSON cannot contain in its row', async () => {
    const { store, rest, mutations } = createWorld()
    const change = holdMutation('change', { key: () => 'change' }).endpoint
    class Amount {
      readonly value = 5n
    }
    const unnamed: object = Object.assign(Object.create(null), { value: 5n })
    const named = { constructor: null, value: 5n }
    void store.dispatch(rest.fetch(change, { amount: new Amount(), unnamed, named, value: 5n }))
    expect(mutations()[0]?.arg.args).toEqual([
      {
        amount: '[Amount]',
        unnamed: { value: '[bigint]' },
        named: { constructor: null, value: '[bigint]' },
        value: '[bigint]',
      },
    ])
  })

  it('has no row if it is sensitive', async () => {
    const { store, rest, actions, mutations } = createWorld()
    const login = holdMutation('login', { sensitive: true })
    const promise = store.dispatch(rest.fetch(login.endpoint, { password: 'hunter2' }))
    expect(mutations()).toEqual([])
    await turns()
    login.calls[0]?.resolve({ token: 'hunter2' })
    expect(await promise.unwrap()).toEqual({ token: 'hunter2' })
    expect(mutations()).toEqual([])
    expect(JSON.stringify(actions)).not.toContain('hunter2')
  })
})

describe('selectIsMutating', () => {
  it('is true while any mutation is in flight, and while one of an endpoint is', async () => {
    const { server, store, rest, controller } = createWorld()
    const isMutating = (...args: [endpoint?: typeof partialUpdate]): boolean =>
      rest.selectors.selectIsMutating(store.getState(), ...args)
    expect(isMutating()).toBe(false)
    const update = controller.fetch(partialUpdate, one, { name: 'Eve' })
    const push = controller.fetch(getList.push, { name: 'Bob' })
    expect(isMutating()).toBe(true)
    expect(isMutating(partialUpdate)).toBe(true)
    expect(rest.selectors.selectIsMutating(store.getState(), getList.push)).toBe(true)
    expect(rest.selectors.selectIsMutating(store.getState(), UserResource.delete)).toBe(false)
    const patch = await server.take('PATCH /users/1')
    patch.respond({ id: '1', name: 'Eve' })
    await update
    expect(isMutating(partialUpdate)).toBe(false)
    expect(isMutating()).toBe(true)
    const post = await server.take('POST /users')
    post.respond({ id: '2', name: 'Bob' })
    await push
    expect(isMutating()).toBe(false)
  })

  it('is false while reads are in flight', async () => {
    const { server, store, rest, controller } = createWorld()
    const read = controller.fetch(get, one)
    expect(rest.selectors.selectIsMutating(store.getState())).toBe(false)
    expect(rest.selectors.selectIsFetching(store.getState())).toBe(true)
    const request = await server.take('GET /users/1')
    request.respond(ada)
    await read
    expect(rest.selectors.selectIsFetching(store.getState())).toBe(false)
  })
})

describe('selectIsFetching', () => {
  it('is true for an endpoint while a call of it is in flight', async () => {
    const { server, store, rest, controller } = createWorld()
    const isFetching = (endpoint: KeyTest): boolean =>
      rest.selectors.selectIsFetching(store.getState(), endpoint)
    const read = controller.fetch(get, one)
    expect(isFetching(get)).toBe(true)
    expect(isFetching(getList)).toBe(false)
    expect(isFetching({ testKey: (key) => key.endsWith('/users/1') })).toBe(true)
    const request = await server.take('GET /users/1')
    request.respond(ada)
    await read
    expect(isFetching(get)).toBe(false)
  })

  it('is true while a read is in flight, for the first time or again, and false for mutations', async () => {
    const { server, store, rest, controller } = createWorld()
    const isFetching = (): boolean => rest.selectors.selectIsFetching(store.getState())
    expect(isFetching()).toBe(false)
    const first = controller.fetch(get, one)
    expect(isFetching()).toBe(true)
    const request = await server.take('GET /users/1')
    request.respond(ada)
    await first
    expect(isFetching()).toBe(false)
    const second = controller.fetch(get, one)
    expect(isFetching()).toBe(true)
    const failing = await server.take('GET /users/1')
    failing.respond({}, 500)
    await second.catch(() => undefined)
    expect(isFetching()).toBe(false)
    void controller.fetch(partialUpdate, one, { name: 'Eve' })
    await server.take('PATCH /users/1')
    expect(isFetching()).toBe(false)
  })
})

describe('selectIsPending', () => {
  it('is true for the entity that the arguments of a mutation in flight name', async () => {
    const { server, store, rest, controller, isPending } = createWorld()
    const update = controller.fetch(partialUpdate, one, { name: 'Eve' })
    expect(isPending('1')).toBe(true)
    expect(isPending(1)).toBe(true)
    expect(isPending('2')).toBe(false)
    expect(rest.selectors.selectIsPending(store.getState(), Post, '1')).toBe(false)
    const request = await server.take('PATCH /users/1')
    request.respond({ id: '1', name: 'Eve' })
    await update
    expect(isPending('1')).toBe(false)
  })

  it('is true until the last of two mutations of an entity has ended', async () => {
    const { server, controller, isPending } = createWorld()
    const update = controller.fetch(partialUpdate, one, { name: 'Eve' })
    const deletion = controller.fetch(UserResource.delete, one)
    const patch = await server.take('PATCH /users/1')
    patch.respond({}, 422)
    await update.catch(() => undefined)
    expect(isPending('1')).toBe(true)
    const remove = await server.take('DELETE /users/1')
    remove.respond({ id: '1' })
    await deletion
    expect(isPending('1')).toBe(false)
  })

  it('is true for an entity that a creation in flight is expected to add', async () => {
    const { server, store, rest, controller, isPending } = createWorld()
    const creation = controller.fetch(OptimisticUsers.create, { name: 'Eve' })
    const [eve] = rest.selectors.selectAll(store.getState(), User)
    expect(eve?.name).toBe('Eve')
    expect(isPending(rowKey(eve as User))).toBe(true)
    const request = await server.take('POST /users')
    request.respond({ id: '5', name: 'Eve' })
    await creation
    expect(rest.selectors.selectAll(store.getState(), User)).toHaveLength(1)
    expect(isPending('5')).toBe(false)
    expect(isPending(rowKey(eve as User))).toBe(false)
  })

  it('is false for keys that an object has by itself', () => {
    const { controller, isPending } = createWorld()
    void controller.fetch(OptimisticUsers.create, { name: 'Eve' }).catch(() => undefined)
    for (const pk of ['constructor', '__proto__', 'toString', '']) expect(isPending(pk)).toBe(false)
  })
})

describe('matchMutation and matchRead', () => {
  it('match the start and the end of a mutation, and of a read', async () => {
    const { server, controller, actions } = createWorld()
    const update = controller.fetch(partialUpdate, one, { name: 'Eve' })
    const patch = await server.take('PATCH /users/1')
    patch.respond({ id: '1', name: 'Eve' })
    await update
    const read = controller.fetch(get, one)
    const request = await server.take('GET /users/1')
    request.respond(ada)
    await read
    const typesOf = (match: (action: unknown) => boolean) =>
      actions.filter(match).map(({ type }) => type)
    const updates = ['rest/User.partialUpdate/pending', 'rest/User.partialUpdate/fulfilled']
    const reads = ['rest/User.get/pending', 'rest/User.get/fulfilled']
    expect(typesOf((action) => matchMutation(action))).toEqual(updates)
    expect(typesOf(matchMutation(partialUpdate, getList.push))).toEqual(updates)
    expect(typesOf(matchMutation(getList.push))).toEqual([])
    expect(typesOf((action) => matchRead(action))).toEqual(reads)
    expect(typesOf(matchRead(get))).toEqual(reads)
    expect(typesOf(matchRead(partialUpdate))).toEqual([])
  })
})

describe('the rows of mutations', () => {
  it('are the same when the actions are replayed, late, or twice', async () => {
    const { server, store, actions, controller } = createWorld()
    const update = controller.fetch(partialUpdate, one, { name: 'Eve' })
    const request = await server.take('PATCH /users/1')
    void controller.fetch(UserResource.delete, { id: '2' })
    await server.take('DELETE /users/2')
    request.respond({ id: '1', name: 'Eve' })
    await update
    const { reducer } = createRest()
    const replay = (list: readonly unknown[]): RestState | undefined =>
      list.reduce<RestState | undefined>((state, it) => reducer(state, it as never), undefined)
    const state = store.getState().rest
    expect(rows(state.mutations)).toHaveLength(1)
    expect(replay(JSON.parse(JSON.stringify(actions)) as unknown[])).toEqual(state)
  })

  const nothing = {
    isFetching: false,
    isMutating: false,
    isPending: false,
    mutations: [],
    confirmed: {},
  }
  const again: readonly (readonly [what: string, copy: (action: unknown) => unknown])[] = [
    ['the start', (action) => action],
    ['a copy of the start', structuredClone],
  ]

  describe.each(again)(
    'and of reads show nothing in flight when %s comes again after',
    (_, copy) => {
      /** Ends a request, and dispatches its first action again; what is shown as in flight then. */
      async function repeat(start: (world: ReturnType<typeof createWorld>) => Promise<unknown>) {
        const world = createWorld()
        await start(world)
        const { store, rest, actions } = world
        const [pending] = actions
        expect(pending?.type).toMatch(/pending$/)
        store.dispatch(copy(pending) as never)
        await turns()
        const { selectIsFetching, selectIsMutating, selectIsPending } = rest.selectors
        const state = store.getState()
        return {
          isFetching: selectIsFetching(state),
          isMutating: selectIsMutating(state),
          isPending: selectIsPending(state, User, '1'),
          mutations: world.mutations(),
          confirmed: state.rest.confirmed,
        }
      }

      it.each(ends)('a mutation that %s', async (_, end) => {
        expect(
          await repeat(async ({ server, store, rest }) => {
            const promise = store.dispatch(rest.fetch(partialUpdate, one, { name: 'Eve' }))
            end(await server.take('PATCH /users/1'))
            await promise
          }),
        ).toEqual(nothing)
      })

      it('a mutation that succeeds', async () => {
        expect(
          await repeat(async ({ server, controller }) => {
            const promise = controller.fetch(OptimisticUsers.partialUpdate, one, { name: 'Eve' })
            const request = await server.take('PATCH /users/1')
            request.respond({ id: '1', name: 'Eve' })
            await promise
          }),
        ).toEqual(nothing)
      })

      it('a mutation that was aborted', async () => {
        expect(
          await repeat(async ({ server, store, rest }) => {
            const promise = store.dispatch(rest.fetch(partialUpdate, one, { name: 'Eve' }))
            await server.take('PATCH /users/1')
            promise.abort()
            await promise
            await turns()
          }),
        ).toEqual(nothing)
      })

      it.each(ends)('a read that %s', async (_, end) => {
        expect(
          await repeat(async ({ server, store, rest }) => {
            const promise = store.dispatch(rest.fetch(get, one))
            end(await server.take('GET /users/1'))
            await promise
          }),
        ).toEqual(nothing)
      })

      it('a read that was aborted', async () => {
        expect(
          await repeat(async ({ server, store, rest }) => {
            const promise = store.dispatch(rest.fetch(get, one))
            await server.take('GET /users/1')
            promise.abort()
            await promise
            await turns()
          }),
        ).toEqual(nothing)
      })
    },
  )

  it('are dropped if a jump in time brings rows of mutations that have ended', async () => {
    const server = holdServer()
    const { store, rest, controller, replace } = createReplaceableStore()
    const update = controller.fetch(partialUpdate, one, { name: 'Eve' })
    const during = store.getState()
    expect(rest.selectors.selectIsMutating(during)).toBe(true)
    const request = await server.take('PATCH /users/1')
    request.respond({ id: '1', name: 'Eve' })
    await update
    replace(during)
    await turns()
    expect(rows(store.getState().rest.mutations)).toEqual([])
    expect(rest.selectors.selectIsMutating(store.getState())).toBe(false)
  })

  it('of another store are dropped from a preloaded state', async () => {
    const server = holdServer()
    const other = createStore()
    void other.controller.fetch(partialUpdate, one, { name: 'Eve' })
    await server.take('PATCH /users/1')
    const preloaded = JSON.parse(JSON.stringify(other.store.getState())) as { rest: RestState }
    expect(rows(preloaded.rest.mutations)).toHaveLength(1)
    const { store, rest } = createReplaceableStore(preloaded)
    store.dispatch({ type: 'anything' })
    await turns()
    expect(rows(store.getState().rest.mutations)).toEqual([])
    expect(rest.selectors.selectIsMutating(store.getState())).toBe(false)
  })

  it('are missing in a state of an earlier version, which is read as before', async () => {
    const server = holdServer()
    const { mutations: _, ...earlier } = createRest().getInitialState()
    const { store, rest, controller } = createReplaceableStore({ rest: earlier as RestState })
    expect(rest.selectors.selectIsMutating(store.getState())).toBe(false)
    expect(rest.selectors.selectIsPending(store.getState(), User, '1')).toBe(false)
    const update = controller.fetch(partialUpdate, one, { name: 'Eve' })
    expect(rest.selectors.selectIsMutating(store.getState())).toBe(true)
    const request = await server.take('PATCH /users/1')
    request.respond({ id: '1', name: 'Eve' })
    await update
    expect(rest.selectors.selectIsMutating(store.getState())).toBe(false)
  })
})
