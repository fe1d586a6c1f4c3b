import { configureStore } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import {
  All,
  Collection,
  createRest,
  Endpoint,
  Entity,
  Invalidate,
  Lazy,
  pages,
  RestEndpoint,
  resource,
  rows,
  serial,
  updates,
} from 'rtk-rest'
import { garbage, type GarbageOptions } from 'rtk-rest/garbage'
import { optimistic } from 'rtk-rest/optimistic'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, deferred, Post, User, UserResource } from '../support/world'

const MINUTE = 60_000
const KEEP_FOR = 5 * MINUTE
/** After that, it is gone by the second sweep, and in idle time. */
const LATE = 2 * MINUTE + 1_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

afterEach(() => {
  vi.unstubAllEnvs()
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const { get, getList } = UserResource
const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }

/** Stays mounted, so that the page is one that somebody looks at. */
const other = new Endpoint(async () => 'something', { name: 'other' })

function open(options?: GarbageOptions) {
  const world = createStore({ managers: [garbage(options)] })
  const { rest, store, controller } = world
  controller.setResponse(other, 'something')
  store.dispatch(rest.retain(other))
  const keys = (name: string) => {
    const { entities } = store.getState().rest
    return rows(entities[name]).map(([pk]) => pk)
  }
  const calls = () => {
    const { requests } = store.getState().rest
    return rows(requests).flatMap(([key]) => (key === other.key() ? [] : [key]))
  }
  const sweeps = () => world.actions.filter(({ type }) => type === 'rest/gc')
  return { ...world, keys, calls, sweeps }
}

describe('what nothing reads', () => {
  it('stays for `keepFor`, and is gone two minutes later at the latest, with its call and its list', async () => {
    const { controller, keys, calls, sweeps } = open()
    controller.setResponse(getList, [ada, bob])
    await wait(KEEP_FOR)
    expect(keys('User')).toEqual(['1', '2'])
    await wait(LATE)
    expect(keys('User')).toEqual([])
    expect(keys('[User]')).toEqual([])
    expect(calls()).toEqual([])
    expect(sweeps()).toHaveLength(1)
    expect(sweeps()[0]).toMatchObject({
      payload: {
        removed: {
          requests: [getList.key()],
          entities: { User: ['1', '2'], '[User]': ['/users'] },
        },
      },
    })
  })

  it('stays for `keepFor` from its landing where it came by `set`', async () => {
    const { controller, keys } = open()
    controller.set(User, { id: '1' }, ada)
    await wait(KEEP_FOR - MINUTE)
    controller.set(User, { id: '1' }, { ...ada, name: 'Ada L.' })
    await wait(KEEP_FOR)
    expect(keys('User')).toEqual(['1'])
    await wait(LATE)
    expect(keys('User')).toEqual([])
  })

  it('stays for `keepFor` from the response that brought it again, as it was', async () => {
    const { controller, keys, calls } = open()
    controller.setResponse(getList, [ada, bob])
    await wait(KEEP_FOR - MINUTE)
    controller.setResponse(getList, [ada, bob])
    await wait(KEEP_FOR)
    expect(keys('User')).toEqual(['1', '2'])
    expect(calls()).toEqual([getList.key()])
    await wait(LATE)
    expect(keys('User')).toEqual([])
  })

  it('goes without an action where there is nothing of it, and without any timer then', async () => {
    const { controller, sweeps, actions } = open()
    await wait(KEEP_FOR + LATE)
    expect(sweeps()).toEqual([])
    controller.setResponse(get, { id: '1' }, ada)
    await wait(KEEP_FOR + LATE)
    expect(sweeps()).toHaveLength(1)
    const { length } = actions
    await wait(LATE)
    expect(vi.getTimerCount()).toBe(0)
    await wait(60 * MINUTE)
    expect(actions).toHaveLength(length)
  })

  it('is not swept on a server, where nobody reads', async () => {
    const { controller, store } = createStore({ managers: [garbage()] })
    controller.setResponse(getList, [ada, bob])
    expect(vi.getTimerCount()).toBe(0)
    await wait(60 * MINUTE)
    expect(rows(store.getState().rest.entities['User'])).toHaveLength(2)
  })
})

describe('what is in use', () => {
  it('is what `retain` reads, with all that it leads to, and stays for `keepFor` after its release', async () => {
    const { store, rest, controller, keys } = open()
    const getPost = new RestEndpoint({ urlPrefix: API, path: '/posts/:id', schema: Post })
    const post = { id: '7', title: 'Hi', author: ada }
    server.use(http.get(`${API}/posts/7`, () => HttpResponse.json(post)))
    controller.setResponse(getPost, { id: '7' }, post)
    controller.set(User, { id: '2' }, bob)
    const held = store.dispatch(rest.retain(getPost, { id: '7' }))
    await wait(60 * MINUTE)
    expect([keys('Post'), keys('User')]).toEqual([['7'], ['1']])
    held.release()
    await wait(KEEP_FOR)
    expect([keys('Post'), keys('User')]).toEqual([['7'], ['1']])
    await wait(LATE)
    expect([keys('Post'), keys('User')]).toEqual([[], []])
  })

  it('is what a subscription reads, without anything mounted', async () => {
    const { controller, keys, calls } = open()
    controller.setResponse(getList, [ada, bob])
    controller.subscribe(getList)
    await wait(60 * MINUTE)
    expect(keys('User')).toEqual(['1', '2'])
    expect(calls()).toEqual([getList.key()])
    controller.unsubscribe(getList)
    await wait(KEEP_FOR + LATE)
    expect(keys('User')).toEqual([])
  })

  it('was so until a moment ago, where a reader was there between two sweeps alone', async () => {
    const { store, rest, controller, keys } = open()
    controller.setResponse(getList, [ada, bob])
    await wait(KEEP_FOR - MINUTE / 2)
    server.use(http.get(`${API}/users`, () => new Promise<never>(() => undefined)))
    store.dispatch(rest.retain(getList)).release()
    await wait(KEEP_FOR)
    expect(keys('User')).toEqual(['1', '2'])
    await wait(LATE)
    expect(keys('User')).toEqual([])
  })

  it('is a whole table, for a reader of all that it has', async () => {
    const { store, rest, controller, keys } = open()
    const getAll = new RestEndpoint({ urlPrefix: API, path: '/everyone', schema: new All(User) })
    server.use(http.get(`${API}/everyone`, () => HttpResponse.json([ada])))
    controller.setResponse(getAll, [ada])
    controller.set(User, { id: '2' }, bob)
    const held = store.dispatch(rest.retain(getAll))
    await wait(60 * MINUTE)
    expect(keys('User')).toEqual(['1', '2'])
    expect(rest.selectors.selectData(store.getState(), getAll)).toHaveLength(2)
    held.release()
    await wait(KEEP_FOR + LATE)
    expect(keys('User')).toEqual([])
    // It is not known that there is nobody.
    expect(rest.selectors.selectData(store.getState(), getAll)).toBeUndefined()
  })

  it('is what a request in flight asks for, and what lands late is stored', async () => {
    const { store, rest, controller, keys, calls } = open()
    const end = deferred()
    server.use(
      http.get(`${API}/users`, async () => {
        await end.promise
        return HttpResponse.json([ada])
      }),
    )
    controller.setResponse(getList, [ada, bob])
    const sent = store.dispatch(rest.fetch(getList))
    await wait(60 * MINUTE)
    expect(calls()).toEqual([getList.key()])
    expect(keys('User')).toEqual(['1', '2'])
    end.resolve()
    await sent
    expect(keys('User')).toEqual(['1', '2'])
    await wait(KEEP_FOR)
    expect(keys('User')).toContain('1')
    await wait(LATE)
    expect(keys('User')).toEqual([])
  })

  it('is no more than it was where a subscription reads what was deleted', async () => {
    const { controller, keys } = open()
    controller.setResponse(get, { id: '1' }, ada)
    controller.setResponse(get, { id: '2' }, bob)
    controller.subscribe(get, { id: '1' })
    controller.set(new Invalidate(User), { id: '1' }, { id: '1' })
    await wait(KEEP_FOR + LATE)
    expect(keys('User')).not.toContain('2')
    controller.unsubscribe(get, { id: '1' })
  })

  it('is nothing that a deleted entity names, although its reader stays', async () => {
    const { store, rest, controller, keys } = open()
    const { get: getPost, delete: deletePost } = resource({
      path: '/posts/:id',
      urlPrefix: API,
      schema: Post,
    })
    server.use(http.delete(`${API}/posts/1`, () => HttpResponse.json({})))
    controller.setResponse(getPost, { id: '1' }, { id: '1', title: 'Hello', author: ada })
    store.dispatch(rest.retain(getPost, { id: '1' }))
    await store.dispatch(rest.fetch(deletePost, { id: '1' }))
    await wait(KEEP_FOR + LATE)
    expect([keys('Post'), keys('User')]).toEqual([['1'], []])
  })

  it('is what a row in use names in a `Lazy` field', async () => {
    class Album extends Entity {
      id = ''
      fans: readonly string[] = []
      static override key = 'Album'
      static override schema = { fans: new Lazy([User]) }
    }
    const { store, rest, controller, keys } = open()
    const getAlbum = new RestEndpoint({ urlPrefix: API, path: '/albums/:id', schema: Album })
    server.use(http.get(`${API}/albums/3`, () => HttpResponse.json({ id: '3' })))
    controller.setResponse(getAlbum, { id: '3' }, { id: '3', fans: [ada, bob] })
    store.dispatch(rest.retain(getAlbum, { id: '3' }))
    await wait(60 * MINUTE)
    expect(keys('User')).toEqual(['1', '2'])
  })
})

describe('a row that was created here', () => {
  it('stays while a mutation waits that names it by its temporary key', async () => {
    const { store, rest, actions, keys } = open()
    const options = {
      path: '/users/:id',
      urlPrefix: API,
      schema: User,
      scope: [serial, 'users'],
    } as const
    const { partialUpdate } = resource(options)
    const { push } = resource({ ...options, optimistic }).getList
    const end = deferred()
    const names: unknown[] = []
    server.use(
      http.post(`${API}/users`, () => HttpResponse.json(ada)),
      http.patch(`${API}/users/1`, async ({ request }) => {
        const body = (await request.json()) as { name: string }
        names.push(body.name)
        if (names.length === 1) await end.promise
        return HttpResponse.json({ ...ada, ...body })
      }),
    )
    const created = store.dispatch(rest.fetch(push, { name: 'Ada' }))
    await created
    const id = `new-${created.requestId}-1`
    await wait(KEEP_FOR)
    const first = store.dispatch(rest.fetch(partialUpdate, { id }, { name: 'A' }))
    const second = store.dispatch(rest.fetch(partialUpdate, { id }, { name: 'B' }))
    await wait(LATE)
    expect(keys('User')).toEqual(['1'])
    end.resolve()
    await Promise.all([first, second])
    expect(names).toEqual(['A', 'B'])
    expect(actions.at(-1)?.type).toMatch('fulfilled')
  })
})

describe('while a change is shown that the server has not confirmed', () => {
  it('nothing goes, as it may be made of anything', async () => {
    const { store, rest, controller, keys } = open()
    const rename = UserResource.partialUpdate.extend({
      getOptimisticResponse: [optimistic, (_snap, { id }, body) => ({ id, ...body })],
    })
    const end = deferred()
    server.use(
      http.patch(`${API}/users/1`, async () => {
        await end.promise
        return HttpResponse.json({ id: '1', name: 'Ada L.' })
      }),
    )
    controller.setResponse(getList, [ada, bob])
    const sent = store.dispatch(rest.fetch(rename, { id: '1' }, { name: 'Ada L.' }))
    await wait(60 * MINUTE)
    expect(keys('User')).toEqual(['1', '2'])
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada L.')
    end.resolve()
    await sent
    await wait(KEEP_FOR + LATE)
    expect(keys('User')).toEqual([])
  })
})

describe('lists', () => {
  const songs = new Collection([User])
  const anySearch: { readonly q?: string } = {}
  const getPage = new RestEndpoint({
    urlPrefix: API,
    path: '/users',
    searchParams: anySearch,
    schema: { items: songs, next: '' },
    paginationField: [pages, 'cursor'] as const,
  })

  it('that were changed lately keep all of their members, however long nobody has read these', async () => {
    const { controller, keys } = open()
    controller.set(songs, { q: 'a' }, [ada])
    await wait(KEEP_FOR - MINUTE)
    controller.set(songs.push, { q: 'a' }, bob)
    await wait(KEEP_FOR - MINUTE)
    expect(controller.get(songs, { q: 'a' })).toMatchObject([ada, bob])
    await wait(LATE + MINUTE)
    expect(keys('User')).toEqual([])
    expect(controller.get(songs, { q: 'a' })).toBeUndefined()
  })

  it('show no deleted member, whose row goes although the list is in use', async () => {
    const { store, rest, controller, keys } = open()
    server.use(
      http.get(`${API}/users`, () => HttpResponse.json([ada, bob])),
      http.delete(`${API}/users/1`, () => HttpResponse.json({})),
    )
    await store.dispatch(rest.fetch(getList))
    store.dispatch(rest.retain(getList))
    await store.dispatch(rest.fetch(UserResource.delete, { id: '1' }))
    expect(keys('User')).toEqual(['1', '2'])
    await wait(KEEP_FOR + LATE)
    expect(keys('User')).toEqual(['2'])
    expect(controller.get(getList.schema)).toMatchObject([bob])
  })

  it('keep members that they only hide for now', async () => {
    class Track extends Entity {
      id = ''
      artist = User.fromJS({})
      static override key = 'Track'
      static override schema = { artist: User }
    }
    const { store, rest, controller, keys } = open()
    const getTracks = new RestEndpoint({
      urlPrefix: API,
      path: '/tracks',
      schema: new Collection([Track]),
    })
    server.use(http.get(`${API}/tracks`, () => HttpResponse.json([{ id: '3', artist: ada }])))
    await store.dispatch(rest.fetch(getTracks))
    store.dispatch(rest.retain(getTracks))
    controller.set(new Invalidate(User), { id: '1' })
    expect(controller.getResponse(getTracks).data).toEqual([])
    await wait(KEEP_FOR + LATE)
    expect(keys('Track')).toEqual(['3'])
    controller.set(User, { id: '1' }, ada)
    expect(controller.getResponse(getTracks).data).toMatchObject([{ id: '3', artist: ada }])
  })

  it('are as other data: what refers to a deleted row stays hidden as long as it is there', async () => {
    const { controller, keys } = open()
    controller.set(User, { id: '1' }, ada)
    controller.set(new Invalidate(User), { id: '1' }, { id: '1' })
    await wait(4 * MINUTE)
    controller.set(Post, { id: '1' }, { id: '1', title: 'Hello', author: '1' })
    expect(controller.get(Post, { id: '1' })).toBeUndefined()
    await wait(4 * MINUTE)
    expect(keys('Post')).toEqual(['1'])
    expect(controller.get(Post, { id: '1' })).toBeUndefined()
    await wait(KEEP_FOR)
    expect([...keys('Post'), ...keys('User')]).toEqual([])
  })

  it('that are no collections lose none of their members, however long nobody has read these', async () => {
    const { store, rest, controller } = open()
    const getLatest = new RestEndpoint({ urlPrefix: API, path: '/latest', schema: [User] })
    server.use(http.post(`${API}/users`, () => HttpResponse.json(bob)))
    const add = getList.push.extend({
      update: [updates, (pk: string) => ({ [getLatest.key()]: (pks: string[]) => [...pks, pk] })],
    })
    controller.setResponse(getLatest, [ada])
    await wait(KEEP_FOR - MINUTE)
    await store.dispatch(rest.fetch(add, bob))
    expect(controller.getResponse(getLatest).data).toMatchObject([ada, bob])
    await wait(LATE + MINUTE)
    expect(controller.getResponse(getLatest).data).toBeUndefined()
  })

  it('that are requested anew after they are gone have their first page alone', async () => {
    const { store, rest, controller, calls } = open()
    const requested: string[] = []
    server.use(
      http.get(`${API}/users`, ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor') ?? ''
        requested.push(cursor)
        return HttpResponse.json(
          cursor === '' ? { items: [ada], next: '2' } : { items: [bob], next: '' },
        )
      }),
    )
    await store.dispatch(rest.fetch(getPage, {}))
    await store.dispatch(rest.fetch(getPage.getPage, { cursor: '2' }))
    expect(controller.getResponse(getPage, {}).data?.items).toMatchObject([ada, bob])
    await wait(KEEP_FOR + LATE)
    expect(calls()).toEqual([])
    requested.length = 0
    await store.dispatch(rest.fetch(getPage, {}))
    expect(requested).toEqual([''])
    await store.dispatch(rest.fetch(getPage, {}))
    expect(requested).toEqual(['', ''])
  })
})

describe('a row that was written after a request in flight started', () => {
  it('stays until that has ended, so that the older response does not bring back what was there before', async () => {
    const { store, rest, controller, keys } = open({ keepFor: 0 })
    const end = deferred()
    server.use(
      http.get(`${API}/users`, async () => {
        await end.promise
        return HttpResponse.json([ada])
      }),
      http.patch(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada L.' })),
    )
    const sent = store.dispatch(rest.fetch(getList))
    await store.dispatch(rest.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada L.' }))
    await wait(MINUTE)
    expect(keys('User')).toEqual(['1'])
    end.resolve()
    await sent
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada L.')
  })
})

describe('`maxEntities`', () => {
  const search = new RestEndpoint({
    urlPrefix: API,
    path: '/users',
    searchParams: {} as { readonly q: string },
    schema: new Collection([User]),
  })
  const found = (q: number) =>
    Array.from({ length: 9 }, (_, at) => ({ id: `${q}-${at}`, name: `${at}` }))

  it('has what was unused for longest go first, before its time', async () => {
    const { controller, keys, calls } = open({ maxEntities: 50 })
    for (let q = 0; q < 8; q++) {
      controller.setResponse(search, { q: `${q}` }, found(q))
      await wait(MINUTE / 2)
    }
    await wait(MINUTE)
    expect(keys('User').length + keys('[User]').length).toBeLessThanOrEqual(60)
    expect(keys('User')).toContain('7-0')
    expect(keys('User')).not.toContain('0-0')
    expect(calls()).not.toContain(search.key({ q: '0' }))
    expect(calls()).toContain(search.key({ q: '7' }))
  })

  it('never has what is in use go', async () => {
    const { controller, keys } = open({ maxEntities: 0 })
    controller.setResponse(search, { q: '1' }, found(1))
    controller.subscribe(search, { q: '1' })
    controller.setResponse(search, { q: '2' }, found(2))
    await wait(3 * MINUTE)
    expect(keys('User')).toEqual(found(1).map(({ id }) => id))
  })
})

describe('time', () => {
  it('may jump by a day, in either direction, without effect', async () => {
    const { controller, keys } = open()
    controller.setResponse(getList, [ada, bob])
    await wait(MINUTE)
    vi.setSystemTime(Date.now() + 24 * 60 * MINUTE)
    await wait(KEEP_FOR - 2 * MINUTE)
    expect(keys('User')).toEqual(['1', '2'])
    vi.setSystemTime(Date.now() - 48 * 60 * MINUTE)
    await wait(LATE + 2 * MINUTE)
    expect(keys('User')).toEqual([])
  })

  it('does not pass while a tab sleeps: what was used before is there when it wakes up', async () => {
    const { store, rest, controller, keys } = open()
    controller.setResponse(getList, [ada, bob])
    store.dispatch(rest.retain(getList)).release()
    // The one timer that is due fires late.
    vi.setSystemTime(Date.now() + 60 * MINUTE)
    vi.advanceTimersToNextTimer()
    await wait(1_000)
    expect(keys('User')).toEqual(['1', '2'])
  })
})

describe('a store', () => {
  it('that was reset, or is disposed of, is left alone', async () => {
    const { store, rest, controller, keys, actions } = open()
    controller.setResponse(getList, [ada])
    await wait(2 * MINUTE)
    store.dispatch(rest.reset())
    controller.setResponse(getList, [bob])
    await wait(KEEP_FOR - MINUTE)
    expect(keys('User')).toEqual(['2'])
    rest.dispose(store)
    await wait(0)
    expect(vi.getTimerCount()).toBe(0)
    const { length } = actions
    await wait(60 * MINUTE)
    expect(actions).toHaveLength(length)
  })

  it('that begins with the state of another one has it stay for `keepFor` from then', async () => {
    const before = open()
    before.controller.setResponse(getList, [ada, bob])
    const preloadedState = before.store.getState()
    await wait(60 * MINUTE)
    const rest = createRest({ managers: [garbage()] })
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (defaults) => defaults().concat(rest.middleware),
      preloadedState,
    })
    const users = () => rows(store.getState().rest.entities['User'])
    store.dispatch(rest.retain(other))
    await wait(KEEP_FOR)
    expect(users()).toHaveLength(2)
    await wait(LATE)
    expect(users()).toHaveLength(0)
    rest.dispose(store)
  })

  it('has its own time, beside another one of the same `rest`', async () => {
    const one = open()
    const two = open()
    one.controller.setResponse(getList, [ada])
    await wait(4 * MINUTE)
    two.controller.setResponse(getList, [bob])
    await wait(KEEP_FOR - 2 * MINUTE)
    expect([one.keys('User'), two.keys('User')]).toEqual([[], ['2']])
  })
})

describe('hostile names', () => {
  it('are names like any other', async () => {
    class Odd extends Entity {
      id = ''
      static override key = '__proto__'
    }
    const { controller, store, keys, sweeps } = open()
    controller.set(Odd, { id: '__proto__' }, { id: '__proto__' })
    controller.set(Odd, { id: 'toString' }, { id: 'toString' })
    expect(rows(store.getState().rest.entities['__proto__'])).toHaveLength(2)
    await wait(KEEP_FOR + LATE)
    expect(keys('__proto__')).toEqual([])
    expect(sweeps()).toHaveLength(1)
  })
})

describe('bad options', () => {
  it.each([-1, NaN, Infinity, 2 ** 31, '5000' as never])('keepFor: %s is an error', (keepFor) => {
    expect(() => garbage({ keepFor })).toThrow(
      /^garbage\(\{ keepFor \}\) takes a number of ms from 0 to 2147483647, found /,
    )
  })

  it.each([-1, NaN, '100' as never])('maxEntities: %s is an error', (maxEntities) => {
    expect(() => garbage({ maxEntities })).toThrow(
      /^garbage\(\{ maxEntities \}\) takes a number of rows from 0 upwards, found /,
    )
  })

  it.each([-1, NaN, Infinity, 2 ** 40])(
    'keepFor: %s in production removes nothing that is in use, and sweeps at most once in a second',
    async (keepFor) => {
      vi.stubEnv('NODE_ENV', 'production')
      const { controller, keys } = open({ keepFor, maxEntities: NaN })
      controller.setResponse(getList, [ada, bob])
      controller.subscribe(getList)
      await wait(999)
      controller.set(User, { id: '3' }, { id: '3', name: 'Cy' })
      expect(keys('User')).toEqual(['1', '2', '3'])
      await wait(10 * MINUTE)
      expect(keys('User').slice(0, 2)).toEqual(['1', '2'])
    },
  )
})
