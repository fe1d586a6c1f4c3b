import { Endpoint, type RequestKey, type RestAction } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { holdServer } from '../support/holdServer'
import { turns } from '../support/turns'
import { createStore, Post, PostResource, User, UserResource } from '../support/world'

const { get, getList, partialUpdate } = UserResource
const one = { id: '1' }
const two = { id: '2' }
const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const hello = { id: '7', title: 'Hello', author: ada }

type Targets = (typeof partialUpdate)['invalidateAll']

interface Options {
  readonly invalidateAll?: Targets
  readonly expireAll?: Targets
}

/** A store with the users 1 and 2, their list, and a post, on a server that responds when the test releases it. */
function createWorld() {
  const server = holdServer()
  const world = createStore()
  const { store, rest, actions, controller } = world
  controller.setResponse(get, one, ada)
  controller.setResponse(get, two, bob)
  controller.setResponse(getList, [ada, bob])
  controller.setResponse(PostResource.get, { id: '7' }, hello)
  actions.length = 0
  /** Renames user 3, of which no response knows anything. */
  const write = async (options: Options, status = 200) => {
    const endpoint = partialUpdate.extend(options)
    const promise = store.dispatch(rest.fetch(endpoint, { id: '3' }, { name: 'Eve' }))
    const request = await server.take('PATCH /users/3')
    request.respond({ id: '3', name: 'Eve' }, status)
    return await promise
  }
  const stateOf = (endpoint: typeof get, args: { id: string }) => {
    const { data, isInvalid, expiresAt } = rest.selectors.selectRequest(
      store.getState(),
      endpoint,
      args,
    )
    return isInvalid
      ? 'hidden'
      : data === undefined
        ? 'missing'
        : expiresAt <= Date.now()
          ? 'stale'
          : 'fresh'
  }
  const users = () => [stateOf(get, one), stateOf(get, two)]
  const list = () => {
    const { isInvalid, expiresAt } = rest.selectors.selectRequest(store.getState(), getList)
    return isInvalid ? 'hidden' : expiresAt <= Date.now() ? 'stale' : 'fresh'
  }
  return { ...world, server, write, users, list }
}

const typesOf = (actions: readonly RestAction[]) => actions.map(({ type }) => type)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
})

const targets: readonly (readonly [
  what: string,
  targets: Targets,
  users: string[],
  list: string,
])[] = [
  ['an endpoint', [get], ['hit', 'hit'], 'fresh'],
  ['several endpoints', [get, getList], ['hit', 'hit'], 'hit'],
  ['the key of a call', [get.key(two)], ['fresh', 'hit'], 'fresh'],
  ['a test of keys', [{ testKey: (key) => key.endsWith('/1') }], ['hit', 'fresh'], 'fresh'],
  ['a function of nothing', () => [getList], ['fresh', 'fresh'], 'hit'],
  [
    'a function of the response and the arguments',
    ({ name }: User, { id }, body) =>
      name === 'Eve' && id === '3' && 'name' in body ? [get.key(one)] : [],
    ['hit', 'fresh'],
    'fresh',
  ],
  ['nothing', [], ['fresh', 'fresh'], 'fresh'],
  [
    'calls that were never made',
    ['GET /nowhere' as RequestKey, get.key({ id: '9' })],
    ['fresh', 'fresh'],
    'fresh',
  ],
]

describe.each([
  ['invalidateAll', 'hidden'],
  ['expireAll', 'stale'],
] as const)('a mutation that %s', (member, hit) => {
  const naming = (targets: Targets): Options => ({ [member]: targets })

  it.each(targets)(
    '%s has these calls, and no others, hidden or stale after success',
    async (_, given, ...expected) => {
      const { write, users, list } = createWorld()
      await write({ [member]: given })
      const [hitUsers, hitList] = expected
      expect(users()).toEqual(hitUsers.map((it) => (it === 'hit' ? hit : it)))
      expect(list()).toBe(hitList === 'hit' ? hit : hitList)
    },
  )

  it('leaves everything as it is if it fails', async () => {
    const { write, users, list, actions } = createWorld()
    const given = vi.fn<() => [typeof get, typeof getList]>(() => [get, getList])
    await write({ [member]: given }, 500)
    await write({ [member]: given }, 422)
    expect(given).not.toHaveBeenCalled()
    expect([...users(), list()]).toEqual(['fresh', 'fresh', 'fresh'])
    expect(typesOf(actions).filter((it) => it.endsWith('All'))).toEqual([])
  })

  it('leaves everything as it is if the server refuses it', async () => {
    const { write, users } = createWorld()
    await write(naming([get]), 422)
    expect(users()).toEqual(['fresh', 'fresh'])
  })

  it('has what it names without a response stale if the server may have done it', async () => {
    const { server, store, rest, users, list } = createWorld()
    const endpoint = partialUpdate.extend(naming([get]))
    const promise = store.dispatch(rest.fetch(endpoint, { id: '3' }, { name: 'Eve' }))
    await server.take('PATCH /users/3')
    promise.abort()
    await promise
    await turns()
    expect([...users(), list()]).toEqual(['stale', 'stale', 'fresh'])
  })

  it('has what it names without a response stale after the status 500', async () => {
    const { write, users, list } = createWorld()
    await write(naming([getList]), 500)
    expect([...users(), list()]).toEqual(['fresh', 'fresh', 'stale'])
  })

  it('sends the action after its own, and before its promise resolves', async () => {
    const { write, actions } = createWorld()
    const action = await write({ [member]: [get, getList] })
    const kind = member === 'invalidateAll' ? 'rest/invalidateAll' : 'rest/expireAll'
    expect(typesOf(actions)).toEqual([
      'rest/User.partialUpdate/pending',
      'rest/User.partialUpdate/fulfilled',
      kind,
    ])
    expect(actions.at(-2)).toBe(action)
    expect(actions.at(-1)).toMatchObject({
      payload: { keys: [get.key(one), get.key(two), getList.key()] },
    })
  })

  it('has readers fetch it again with one request, and others when they read it next', async () => {
    const { server, store, rest, controller, write } = createWorld()
    const reader = store.dispatch(rest.retain(get, one))
    const other = store.dispatch(rest.retain(get, one))
    await turns()
    await write({ [member]: [get] })
    const read = await server.take('GET /users/1')
    read.respond({ id: '1', name: 'Ada Lovelace' })
    await vi.waitFor(() => expect(controller.get(User, one)?.name).toBe('Ada Lovelace'))
    await turns()
    expect(server.sent).toEqual(['PATCH /users/3', 'GET /users/1'])
    const late = controller.fetchIfStale(get, two)
    const request = await server.take('GET /users/2')
    request.respond({ id: '2', name: 'Bo' })
    expect(await late).toMatchObject({ name: 'Bo' })
    reader.release()
    other.release()
  })

  it('has readers that show an error fetch again, with one request', async () => {
    const { server, store, rest, controller, write } = createWorld()
    const nine = { id: '9' }
    const state = () => rest.selectors.selectRequest(store.getState(), get, nine)
    const readers = [store.dispatch(rest.retain(get, nine)), store.dispatch(rest.retain(get, nine))]
    const refused = await server.take('GET /users/9')
    refused.respond({}, 404)
    await vi.waitFor(() => expect(state().error).toMatchObject({ status: 404 }))
    await write({ [member]: [get] })
    const again = await server.take('GET /users/9')
    again.respond({}, 404)
    await vi.waitFor(() => expect(state()).toMatchObject({ isFetching: false, isError: true }))
    await turns()
    await write({ [member]: [get.key(nine)] })
    const last = await server.take('GET /users/9')
    last.respond({ id: '9', name: 'Zoe' })
    await vi.waitFor(() => expect(controller.get(User, nine)?.name).toBe('Zoe'))
    await turns()
    expect(server.sent.filter((it) => it === 'GET /users/9')).toHaveLength(3)
    readers.forEach((it) => it.release())
  })

  it('has an error be fetched again where it is read next, however fresh it is', async () => {
    const { server, store, rest, controller, write } = createWorld()
    const nine = { id: '9' }
    const failed = controller.fetch(get, nine).catch(() => undefined)
    const refused = await server.take('GET /users/9')
    refused.respond({}, 404)
    await failed
    await write({ [member]: [get] })
    const reader = store.dispatch(rest.retain(get, nine))
    const read = await server.take('GET /users/9')
    read.respond({ id: '9', name: 'Zoe' })
    await vi.waitFor(() => expect(controller.get(User, nine)?.name).toBe('Zoe'))
    reader.release()
  })

  it('has the response of a read that started before be fetched again', async () => {
    const { server, store, rest, controller, write } = createWorld()
    const reader = store.dispatch(rest.retain(get, { id: '4' }))
    const early = await server.take('GET /users/4')
    await write({ [member]: [get] })
    early.respond({ id: '4', name: 'early' })
    const later = await server.take('GET /users/4')
    later.respond({ id: '4', name: 'later' })
    await vi.waitFor(() => expect(controller.get(User, { id: '4' })?.name).toBe('later'))
    await turns()
    expect(server.sent.filter((it) => it === 'GET /users/4')).toHaveLength(2)
    reader.release()
  })

  it('has the effect if it is sensitive, or has an empty response', async () => {
    const { store, rest, users, list } = createWorld()
    const login = holdMutation('login', { sensitive: true, [member]: [get] })
    const promise = store.dispatch(rest.fetch(login.endpoint))
    await turns()
    login.calls[0]?.resolve({ token: 'hunter2' })
    await promise
    expect(users()).toEqual([hit, hit])
    const create = holdMutation('create', { schema: User, [member]: [getList] })
    const created = store.dispatch(rest.fetch(create.endpoint))
    await turns()
    create.calls[0]?.resolve(null)
    await created
    expect(list()).toBe(hit)
  })

  it('has the effect without a schema, and is given the response itself', async () => {
    const { store, rest, users } = createWorld()
    const responses: unknown[] = []
    const save = holdMutation('save', {
      [member]: (...args: readonly unknown[]) => {
        responses.push(args)
        return [get]
      },
    })
    const promise = store.dispatch(rest.fetch(save.endpoint, 5))
    await turns()
    save.calls[0]?.resolve({ done: true })
    await promise
    expect(responses).toEqual([[{ done: true }, 5]])
    expect(users()).toEqual([hit, hit])
  })

  it('is ignored if it reads', async () => {
    const { controller, users } = createWorld()
    const { endpoint, calls } = holdRead('read', { [member]: [get] })
    const promise = controller.fetch(endpoint)
    await turns()
    calls[0]?.resolve({})
    await promise
    expect(users()).toEqual(['fresh', 'fresh'])
  })

  it('has no effect after a reset', async () => {
    const { server, store, rest, controller } = createWorld()
    const given = vi.fn<() => [typeof get]>(() => [get])
    const endpoint = partialUpdate.extend(naming(given))
    const promise = controller.fetch(endpoint, { id: '3' }, { name: 'Eve' })
    const request = await server.take('PATCH /users/3')
    store.dispatch(rest.reset())
    request.respond({ id: '3', name: 'Eve' })
    await promise
    expect(given).not.toHaveBeenCalled()
  })

  describe('with a function that fails', () => {
    const failing: readonly (readonly [what: string, given: unknown, message: RegExp])[] = [
      [
        'throws',
        () => {
          throw new RangeError('boom')
        },
        /boom/,
      ],
      ['returns nothing', () => undefined, /undefined/],
      ['returns an endpoint', () => getList, /function/],
      ['returns a text', () => 'GET /users', /string/],
      ['returns a promise', async () => [getList], /Promise/],
      ['returns a promise that rejects', () => Promise.reject(new RangeError('late')), /Promise/],
      ['returns a list with nothing in it', () => [getList, undefined], /undefined/],
      ['returns a list with an entity in it', () => [getList, User], /found a function/],
      ['has a number in its list', [5], /found 5/],
      [
        'returns a test that throws',
        () => [
          {
            testKey() {
              throw new RangeError('boom')
            },
          },
        ],
        /boom/,
      ],
      ['is an object', { get }, /object/],
    ]

    it.each(failing)(
      'because it %s, the mutation succeeds, and the error is reported',
      async (_, given, message) => {
        const { controller, users, list, write } = createWorld()
        const other = member === 'invalidateAll' ? 'expireAll' : 'invalidateAll'
        const unhandled = vi.fn<(error: unknown) => void>()
        process.on('unhandledRejection', unhandled)
        const action = await write({ [member]: given as Targets, [other]: [get.key(one)] })
        await turns()
        process.off('unhandledRejection', unhandled)
        expect(unhandled).not.toHaveBeenCalled()
        expect(action.type).toBe('rest/User.partialUpdate/fulfilled')
        expect(controller.get(User, { id: '3' })?.name).toBe('Eve')
        // The other member has its effect.
        expect(users()).toEqual([other === 'expireAll' ? 'stale' : 'hidden', 'fresh'])
        expect(list()).toBe('fresh')
        const [[error] = []] = vi.mocked(console.error).mock.calls as unknown[][]
        expect(error).toBeInstanceOf(Error)
        expect((error as Error).message).toMatch(message)
        expect((error as Error).message).toContain(`\`${member}\` of User.partialUpdate failed`)
        expect(vi.mocked(console.error).mock.calls).toHaveLength(1)
        vi.mocked(console.error).mockClear()
      },
    )
  })
})

describe('a mutation that invalidateAll and expireAll', () => {
  it('has both effects, and hides a call that both name', async () => {
    const { write, users, list } = createWorld()
    await write({ invalidateAll: [get.key(one)], expireAll: [get, getList] })
    expect(users()).toEqual(['hidden', 'stale'])
    expect(list()).toBe('stale')
  })

  it('has the effect on the response of its own entity', async () => {
    const { server, controller, store, rest } = createWorld()
    const endpoint = partialUpdate.extend({ expireAll: [get] })
    const promise = controller.fetch(endpoint, one, { name: 'Eve' })
    const request = await server.take('PATCH /users/1')
    request.respond({ id: '1', name: 'Eve' })
    await promise
    const { data, expiresAt } = rest.selectors.selectRequest(store.getState(), get, one)
    expect(data?.name).toBe('Eve')
    expect(expiresAt).toBeLessThanOrEqual(Date.now())
  })

  it('shows the data of a call that expires while it is fetched again', async () => {
    const { server, store, rest, controller, write } = createWorld()
    const reader = store.dispatch(rest.retain(PostResource.get, { id: '7' }))
    await turns()
    await write({ expireAll: [PostResource.get] })
    const read = await server.take('GET /posts/7')
    expect(controller.get(Post, { id: '7' })?.title).toBe('Hello')
    expect(
      rest.selectors.selectRequest(store.getState(), PostResource.get, { id: '7' }),
    ).toMatchObject({ isFetching: true, isLoading: false, data: { title: 'Hello' } })
    read.respond({ ...hello, title: 'Bye' })
    await vi.waitFor(() => expect(controller.get(Post, { id: '7' })?.title).toBe('Bye'))
    reader.release()
  })

  it('calls its functions with the endpoint as `this`', async () => {
    const { store, rest, users } = createWorld()
    const save = new Endpoint(async (): Promise<unknown> => ({}), {
      name: 'save',
      sideEffect: true,
      extra: [get.key(one)],
      invalidateAll(this: { extra: readonly RequestKey[] }) {
        return this.extra
      },
    })
    await store.dispatch(rest.fetch(save))
    expect(users()).toEqual(['hidden', 'fresh'])
  })
})
