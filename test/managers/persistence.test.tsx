import { act, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { StrictMode, Suspense } from 'react'
import { Provider } from 'react-redux'
import {
  Collection,
  Endpoint,
  getRow,
  Invalidate,
  LogoutManager,
  type Manager,
  type ManagerStore,
  pages,
  type ReadEndpoint,
  RestEndpoint,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import {
  type ItemStorage,
  persistence,
  type PersistenceApi,
  type PersistenceOptions,
} from 'rtk-rest/persistence'
import { useDLE, useSuspense } from 'rtk-rest/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { API, server } from '../support/server'
import {
  idbKeyval,
  type Memory,
  memoryStorage,
  readDatabase,
  stubIndexedDb,
} from '../support/storages'
import { turns } from '../support/turns'
import { createStore, deferred, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const getUsers = UserResource.getList
const getUser = UserResource.get

let requests: string[] = []

beforeEach(() => {
  requests = []
  stubIndexedDb()
  const respondWith = (value: object) => (info: { readonly request: Request }) => {
    requests.push(new URL(info.request.url).pathname)
    return HttpResponse.json(value)
  }
  server.use(
    http.get(`${API}/users`, respondWith([ada, bob])),
    http.get(`${API}/users/1`, respondWith(ada)),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

type Options = Partial<PersistenceOptions>
/** Throws while something is not stored. */
type Stored = () => void | Promise<void>

/** An app as its page opens: a store of its own. */
function open(options: Options = {}, more: readonly Manager[] = []) {
  const manager = persistence({ key: 'app', throttle: 1, ...options })
  const world = createStore({ managers: [manager, ...more] })
  const { rest, store, actions } = world
  return {
    ...world,
    rehydrated: () => (rest.getApi(store) as PersistenceApi).rehydrated(),
    close: () => rest.dispose(store),
    isPlaced: () => actions.some(({ type }) => type === 'rest/rehydrate'),
    data: (endpoint: unknown): unknown =>
      rest.selectors.selectData(store.getState(), endpoint as ReadEndpoint),
  }
}

/** The app opens, requests all users, and closes when they are stored. */
async function visit(options: Options = {}, stored: Stored = isInDatabase): Promise<void> {
  const app = open(options)
  await app.rehydrated()
  await app.controller.fetch(getUsers)
  await vi.waitFor(stored)
  app.close()
  requests = []
}

const isInDatabase = async () =>
  expect(Object.keys(await readDatabase('app'))).toContain('["User","2"]')

const entriesIn = (text: string) =>
  text.split('\n').flatMap((line) => JSON.parse(line) as unknown[])
const writesOf = ({ calls }: Memory) => calls.filter((it) => it === 'set').length
const isRemoved = (storage: Memory) => expect(storage.items.get('app')).not.toMatch(/Ada|Bob|users/)

const isIn = (storage: Memory, text = '"Bob"') => expect(storage.items.get('app')).toContain(text)

/** Where a state is stored, and what is there as text. */
interface Place {
  readonly options: Options
  text(): Promise<string>
}

const places: readonly (readonly [name: string, make: () => Place])[] = [
  [
    'IndexedDB',
    () => ({ options: {}, text: async () => JSON.stringify(await readDatabase('app')) }),
  ],
  [
    'a storage',
    () => {
      const storage = memoryStorage()
      return { options: { storage }, text: async () => storage.items.get('app') ?? '{}' }
    },
  ],
]

const has = (place: Place, text: string) => async () => expect(await place.text()).toContain(text)

function renderNames(app: ReturnType<typeof open>) {
  const Names = () => useSuspense(getUsers).map(({ id, name }) => <li key={id}>{name}</li>)
  return render(
    <StrictMode>
      <Provider store={app.store}>
        <Suspense fallback="loading">
          <Names />
        </Suspense>
      </Provider>
    </StrictMode>,
  )
}

describe('an app that opens again', () => {
  const memory = memoryStorage()
  const later = memoryStorage(true)
  const keyval = idbKeyval()
  it.each<[name: string, options: () => Options, stored: Stored]>([
    ['in IndexedDB', () => ({}), isInDatabase],
    ['in a storage such as localStorage', () => ({ storage: memory }), () => isIn(memory)],
    ['in one such as AsyncStorage', () => ({ storage: () => later }), () => isIn(later)],
    [
      'by idb-keyval',
      () => ({ storage: keyval }),
      async () => expect(await keyval.getItem('app')).toContain('Bob'),
    ],
  ])('shows what it stored %s, without a request', async (_, options, stored) => {
    await visit(options(), stored)
    const app = open(options())
    await app.rehydrated()
    renderNames(app)
    expect(await screen.findByText('Bob')).toBeDefined()
    await act(() => turns())
    expect(requests).toEqual([])
    expect(app.controller.get(User, { id: '1' })).toBeInstanceOf(User)
  })

  it('shows what is stale, and requests it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await visit()
    vi.setSystemTime(Date.now() + 60_000)
    const app = open()
    await app.rehydrated()
    expect(app.data(getUsers)).toHaveLength(2)
    renderNames(app)
    expect(screen.getByText('Ada')).toBeDefined()
    await vi.waitFor(() => expect(requests).toEqual(['/users']))
    await act(() => turns())
  })

  it.each([
    ['behind', -86_400_000],
    ['ahead', 86_400_000],
  ])('is not mistaken by a clock that is a day %s', async (_, offset) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await visit()
    vi.setSystemTime(Date.now() + offset)
    const app = open()
    await app.rehydrated()
    const { expiresAt } = app.rest.selectors.selectRequest(app.store.getState(), getUsers)
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 60_000)
    expect(app.data(getUsers)).toHaveLength(2)
  })

  it('requests all pages of a list again that had several', async () => {
    const getTasks = new RestEndpoint({
      path: '/tasks',
      urlPrefix: API,
      searchParams: {} as { cursor: string } | undefined,
      schema: { items: new Collection([User]), next: '' },
      paginationField: [pages, 'cursor'],
    })
    server.use(
      http.get(`${API}/tasks`, ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor')
        requests.push(cursor ?? 'first')
        return HttpResponse.json({ items: [cursor === null ? ada : bob], next: 'b' })
      }),
    )
    const one = open()
    await one.rehydrated()
    await one.controller.fetch(getTasks)
    await one.controller.fetch(getTasks.getPage, { cursor: 'b' })
    await vi.waitFor(isInDatabase)
    one.close()
    const app = open()
    await app.rehydrated()
    expect(app.data(getTasks)).toMatchObject({ items: [ada, bob] })
    await app.controller.fetch(getTasks)
    expect(requests).toEqual(['first', 'b', 'first', 'b'])
    expect(app.data(getTasks)).toMatchObject({ items: [ada, bob] })
  })

  it('requests a filtered list once after a creation, as it has not stored by what the list filters', async () => {
    vi.mocked(console.warn).mockImplementation(() => undefined)
    const named = { name: 'Bob' }
    server.use(
      http.post(`${API}/users`, () => HttpResponse.json({ id: '3', name: 'Cleo' })),
      http.get(`${API}/users`, () => {
        requests.push('/users')
        return HttpResponse.json([bob])
      }),
    )
    const one = open()
    await one.rehydrated()
    await one.controller.fetch(getUsers, named)
    await vi.waitFor(isInDatabase)
    one.close()
    const app = open()
    await app.rehydrated()
    for (let times = 0; times < 2; times += 1) {
      await app.controller.fetch(UserResource.create, {})
      await app.controller.fetchIfStale(getUsers, named)
      expect(requests).toEqual(['/users', '/users'])
    }
    vi.mocked(console.warn).mockClear()
  })

  it('asks for a number beside a list that a message has changed', async () => {
    const getTasks = new RestEndpoint({
      path: '/tasks',
      urlPrefix: API,
      schema: { items: new Collection([User]), count: 0 },
    })
    server.use(
      http.get(`${API}/tasks`, () => {
        requests.push('/tasks')
        return HttpResponse.json({ items: [ada], count: 1 })
      }),
    )
    const one = open()
    await one.rehydrated()
    await one.controller.fetch(getTasks)
    one.controller.set(getTasks.schema.items.push, {}, bob)
    await vi.waitFor(isInDatabase)
    one.close()
    const app = open()
    await app.rehydrated()
    expect(app.data(getTasks)).toMatchObject({ items: [ada, bob], count: 1 })
    await app.controller.fetchIfStale(getTasks)
    await app.controller.fetchIfStale(getTasks)
    expect(requests).toEqual(['/tasks', '/tasks'])
  })

  it('begins empty where nothing is stored', async () => {
    const app = open()
    await app.rehydrated()
    expect(app.isPlaced()).toBe(false)
    renderNames(app)
    await screen.findByText('Bob')
    expect(requests).toEqual(['/users'])
  })
})

describe('readers that come before the storage responds', () => {
  it('wait for it, and request nothing that is fresh', async () => {
    await visit()
    const app = open()
    renderNames(app)
    expect(screen.getByText('loading')).toBeDefined()
    await screen.findByText('Bob')
    await act(() => turns())
    expect(requests).toEqual([])
  })

  it('load by useDLE, and request what is not there', async () => {
    await visit()
    const app = open()
    const names: string[] = []
    const Name = () => {
      const { data, loading } = useDLE(getUser.extend({ path: '/users/:id/more' }), { id: '9' })
      names.push(loading ? 'loading' : (data?.name ?? 'none'))
      return null
    }
    server.use(http.get(`${API}/users/9/more`, () => HttpResponse.json({ id: '9', name: 'Eve' })))
    render(
      <Provider store={app.store}>
        <Name />
      </Provider>,
    )
    expect(names.at(-1)).toBe('loading')
    await vi.waitFor(() => expect(names.at(-1)).toBe('Eve'))
  })

  it('request what they need after 5 s, where it never does', async () => {
    vi.useFakeTimers()
    const app = open({ storage: { ...memoryStorage(), getItem: () => new Promise(() => {}) } })
    const { endpoint, calls } = holdRead('getName')
    const reader = app.store.dispatch(app.rest.retain(endpoint))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(calls).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(10)
    expect(calls).toHaveLength(1)
    await app.rehydrated()
    reader.release()
    expect(console.error).toHaveBeenCalledTimes(1)
    expect(vi.mocked(console.error).mock.calls[0]?.[0]).toMatch(
      /^persistence\(\{ key: "app" \}\) failed: it does not respond\./,
    )
    vi.mocked(console.error).mockClear()
  })
})

describe('what the store has by then', () => {
  it.each(places)('is not lost: a `set`, and a response; in %s', async (_, make) => {
    const place = make()
    await visit(place.options, has(place, 'Bob'))
    const app = open(place.options)
    app.controller.set(User, { id: '2' }, { id: '2', name: 'Robert' })
    app.controller.setResponse(getUser, { id: '1' }, { id: '1', name: 'Ada L.' })
    await app.rehydrated()
    expect(app.data(getUsers)).toMatchObject([{ name: 'Ada L.' }, { name: 'Robert' }])
    // And it is stored.
    await vi.waitFor(has(place, 'Robert'))
  })

  it('makes what is restored stale, as a list may lack it', async () => {
    await visit()
    const app = open()
    app.controller.set(getUsers.schema.push, { id: '3', name: 'Cleo' })
    app.controller.set(new Invalidate(User), { id: '1' })
    await app.rehydrated()
    expect(app.data(getUsers)).toMatchObject([{ name: 'Bob' }])
    renderNames(app)
    await vi.waitFor(() => expect(requests).toEqual(['/users']))
    await act(() => turns())
  })

  it('makes it stale also where a response said nothing of what it has changed', async () => {
    const stored = memoryStorage()
    await visit({ storage: stored }, () => isIn(stored))
    server.use(http.patch(`${API}/users/1`, () => new HttpResponse(null, { status: 204 })))
    const read = deferred()
    const getItem = async (key: string) => {
      await read.promise
      return stored.getItem(key)
    }
    const app = open({ storage: { ...stored, getItem } })
    await app.controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada L.' })
    read.resolve()
    await app.rehydrated()
    expect(app.data(getUsers)).toMatchObject([{ name: 'Ada' }, { name: 'Bob' }])
    renderNames(app)
    await vi.waitFor(() => expect(requests).toEqual(['/users']))
    await act(() => turns())
  })

  it('stays expected, over what is restored', async () => {
    await visit()
    const { endpoint, calls } = holdMutation('rename', {
      schema: User,
      getOptimisticResponse: [optimistic, (_snapshot: unknown, user: object) => user],
    })
    const app = open()
    const saved = app.controller.fetch(endpoint, { id: '2', name: 'Robert' })
    await app.rehydrated()
    expect(app.data(getUsers)).toMatchObject([{ name: 'Ada' }, { name: 'Robert' }])
    calls[0]?.reject(new Error('no'))
    await expect(saved).rejects.toThrow('no')
    expect(app.data(getUsers)).toMatchObject([{ name: 'Ada' }, { name: 'Bob' }])
  })

  it('is never older than what was restored: a response from before takes its place', async () => {
    await visit()
    const { endpoint, calls } = holdRead('getBob', { schema: User })
    const app = open()
    const response = app.controller.fetch(endpoint, { id: '2' })
    await app.rehydrated()
    calls[0]?.resolve({ id: '2', name: 'Robert' })
    await response
    expect(app.data(getUsers)).toMatchObject([{ name: 'Ada' }, { name: 'Robert' }])
  })
})

describe('what is stored', () => {
  async function storedBy(run: (app: ReturnType<typeof open>) => unknown): Promise<string> {
    const storage = memoryStorage()
    const app = open({ storage })
    await app.rehydrated()
    await app.controller.fetch(getUsers)
    await run(app)
    await vi.waitFor(() => isIn(storage))
    await turns()
    window.dispatchEvent(new Event('pagehide'))
    app.close()
    return storage.items.get('app') ?? ''
  }

  it('has rows, lists and responses', async () => {
    const text = await storedBy(() => undefined)
    const times = { date: expect.any(Number), expiresAt: expect.any(Number) }
    expect(entriesIn(text)).toEqual([
      [
        [],
        {
          format: 2,
          version: 0,
          generation: expect.any(String),
          pages: {},
          write: expect.any(Number),
        },
      ],
      [[getUsers.key()], { result: '/users', ...times }],
      [['User', '1'], { data: ada, ...times }],
      [['User', '2'], { data: bob, ...times }],
      [['[User]', '/users'], { data: ['1', '2'], ...times }],
    ])
  })

  it('has no requests in flight, errors, or results that are no JSON', async () => {
    const text = await storedBy(async ({ controller }) => {
      controller.fetch(holdRead('getSlow').endpoint).catch(() => undefined)
      const getBlob = new Endpoint(async () => new Blob(['b']), { name: 'getBlob' })
      const getError = new Endpoint(() => Promise.reject(new Error('x')), { name: 'getError' })
      await controller.fetch(getBlob)
      await controller.fetch(getError).catch(() => undefined)
    })
    expect(text).toContain('Bob')
    expect(text).not.toMatch(/getSlow|getBlob|getError/)
  })

  it("has the server's rows, and nothing that is only expected or was deleted", async () => {
    const getOptimisticResponse = [optimistic, (_snapshot: unknown, user: object) => user]
    const held = (name: string, schema: unknown) =>
      holdMutation(name, { schema, getOptimisticResponse }).endpoint
    const text = await storedBy(({ controller }) => {
      controller.fetch(held('rename', User), { id: '1', name: 'Expected' }).catch(() => undefined)
      controller
        .fetch(held('create', getUsers.schema.push), { name: 'Expected' })
        .catch(() => undefined)
      controller.set(User, { id: '3' }, { id: '3', name: 'Gone' })
      controller.set(new Invalidate(User), { id: '3' })
    })
    expect(text).toContain('"Ada"')
    expect(text).not.toMatch(/Expected|Gone|new-/)
  })

  it('has nothing of sensitive endpoints', async () => {
    const getSecret = new Endpoint(async (token: string) => ({ token }), {
      name: 'getSecret',
      sensitive: true,
    })
    const text = await storedBy(({ controller }) => controller.fetch(getSecret, 'hush'))
    expect(text).not.toMatch(/hush|getSecret/)
  })

  it('has data whose refetch failed softly, as stale: an app that opens offline shows it', async () => {
    let isUp = true
    const getNews = new Endpoint(async () => (isUp ? 'news' : Promise.reject(new Error('down'))), {
      name: 'getNews',
      errorPolicy: () => 'soft' as const,
    })
    const text = await storedBy(async ({ controller }) => {
      await controller.fetch(getNews)
      isUp = false
      await controller.fetch(getNews).catch(() => undefined)
    })
    const storage = memoryStorage()
    storage.items.set('app', text)
    const app = open({ storage })
    await app.rehydrated()
    expect(app.data(getNews)).toBe('news')
    const { isError, expiresAt } = app.rest.selectors.selectRequest(app.store.getState(), getNews)
    expect([isError, expiresAt]).toEqual([false, 0])
  })

  it('is what `include` chooses, at each start as well', async () => {
    const storage = memoryStorage()
    await visit({ storage, include: ({ pk }) => pk !== '1' }, () => isIn(storage))
    expect(storage.items.get('app')).not.toContain('Ada')
    const include: Options['include'] = ({ requestKey, schemaKey }) =>
      requestKey === undefined ? schemaKey === 'User' : !getUsers.testKey(requestKey)
    const app = open({ storage, include })
    await app.rehydrated()
    expect(app.controller.get(User, { id: '2' })).toMatchObject(bob)
    expect(app.data(getUsers)).toBeUndefined()
    // What is not included any more does not stay in the storage.
    await vi.waitFor(() => expect(storage.items.get('app')).not.toContain('[User]'))
  })
})

describe('a write', () => {
  it('has all that happens within `throttle` ms', async () => {
    vi.useFakeTimers()
    const storage = memoryStorage()
    const app = open({ storage, throttle: 1_000 })
    await vi.advanceTimersByTimeAsync(1_100)
    for (let at = 0; at < 50; at += 1) {
      app.controller.set(User, { id: '1' }, { id: '1', name: `name ${at}` })
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(1_000)
    // The first one says whose storage it is.
    expect(writesOf(storage)).toBe(4)
    isIn(storage, 'name 49')
    app.close()
  })

  it.each(['visibilitychange', 'pagehide'])(
    'comes at once when the page hides: %s',
    async (type) => {
      const storage = memoryStorage()
      const app = open({ storage, throttle: 100_000 })
      await app.rehydrated()
      app.controller.set(User, { id: '1' }, ada)
      const hide = () => document.dispatchEvent(new Event(type, { bubbles: true }))
      const state = vi.spyOn(document, 'visibilityState', 'get')
      state.mockReturnValue('hidden')
      hide()
      isIn(storage, 'Ada')
      // And nothing is written twice.
      hide()
      expect(writesOf(storage)).toBe(1)
      app.close()
    },
  )

  it('comes at once after the write that is under way', async () => {
    const written: string[] = []
    const ends: (() => void)[] = []
    const memory = memoryStorage()
    const storage = {
      ...memory,
      setItem: (key: string, text: string) => {
        written.push(text)
        memory.setItem(key, text)
        return new Promise<void>((resolve) => ends.push(resolve))
      },
    }
    const app = open({ storage, throttle: 100_000 })
    await app.rehydrated()
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const hide = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    app.controller.set(User, { id: '1' }, ada)
    hide()
    app.controller.set(User, { id: '1' }, { ...ada, name: 'Ada L.' })
    hide()
    expect(written).toEqual([expect.stringContaining('"Ada"')])
    ends[0]?.()
    await vi.waitFor(() => expect(written).toHaveLength(2))
    expect(written[1]).toContain('"Ada L."')
    ends[1]?.()
    app.close()
  })

  it('waits for the removal after a logout', async () => {
    const memory = memoryStorage()
    const ends: (() => void)[] = []
    const setItem = async (key: string, text: string) => {
      memory.setItem(key, text)
      await new Promise<void>((resolve) => ends.push(resolve))
    }
    const app = open({ storage: { ...memory, setItem }, throttle: 100_000 })
    await app.rehydrated()
    app.controller.reset()
    app.controller.set(User, { id: '1' }, ada)
    window.dispatchEvent(new Event('pagehide'))
    await turns(20)
    expect(writesOf(memory)).toBe(1)
    ends[0]?.()
    window.dispatchEvent(new Event('pagehide'))
    await vi.waitFor(() => isIn(memory, 'Ada'))
    app.close()
  })

  it('does not come when the page is shown again', async () => {
    const storage = memoryStorage()
    const app = open({ storage, throttle: 100_000 })
    await app.rehydrated()
    app.controller.set(User, { id: '1' }, ada)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(storage.items.get('app') ?? '').not.toContain('Ada')
    app.close()
  })

  it('is one row where one of 100,000 has changed', async () => {
    const app = open()
    await app.rehydrated()
    const { put: place } = IDBObjectStore.prototype
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value,
      key,
    ) {
      // What is counted need not be stored here, but for the head.
      return (key as readonly string[]).length === 0 ? place.call(this, value, key) : ({} as never)
    } as typeof place)
    const users = Array.from({ length: 100_000 }, (_, at) => ({ id: `u${at}`, name: `name ${at}` }))
    app.controller.set([User], users)
    await vi.waitFor(() => expect(put.mock.calls.length).toBeGreaterThanOrEqual(100_000))
    put.mockClear()
    app.controller.set(User, { id: 'u500' }, { id: 'u500', name: 'other' })
    await vi.waitFor(() => expect(put).toHaveBeenCalled())
    await turns()
    expect(put.mock.calls).toEqual([
      [
        [['User', 'u500'], expect.objectContaining({ data: { id: 'u500', name: 'other' } })],
        ['User', 'u500'],
      ],
    ])
    app.close()
  })

  it('keeps of a deleted row that it is deleted', async () => {
    await visit()
    const app = open()
    await app.rehydrated()
    app.controller.set(new Invalidate(User), { id: '2' })
    await vi.waitFor(async () =>
      expect(await readDatabase('app')).toMatchObject({
        '["User","2"]': { data: {}, invalid: true },
      }),
    )
    app.close()
    const again = open()
    await again.rehydrated()
    expect(again.data(getUsers)).toMatchObject([ada])
  })

  it('removes rows that are gone', async () => {
    let managed!: ManagerStore
    const collector: Manager = { name: 'collector', init: (store) => void (managed = store) }
    await visit()
    const app = open({}, [collector])
    await app.rehydrated()
    managed.write('gc', { removed: { entities: { User: ['2'] }, requests: [getUsers.key()] } })
    await vi.waitFor(async () =>
      expect(Object.keys(await readDatabase('app'))).toEqual([
        '[]',
        '["User","1"]',
        '["[User]","/users"]',
      ]),
    )
  })

  it('waits for the one before, where the storage is slow', async () => {
    const storage = memoryStorage()
    const ends: (() => void)[] = []
    const setItem = async (key: string, value: string) => {
      await new Promise<void>((resolve) => ends.push(resolve))
      storage.setItem(key, value)
    }
    const app = open({ storage: { ...storage, setItem } })
    await app.rehydrated()
    for (const name of ['a', 'b', 'c']) {
      app.controller.set(User, { id: '1' }, { id: '1', name })
      await vi.waitFor(() => expect(ends).toHaveLength(1))
      await turns()
    }
    ends[0]?.()
    await vi.waitFor(() => expect(ends).toHaveLength(2))
    ends[1]?.()
    await vi.waitFor(() => isIn(storage, '"c"'))
    app.close()
  })
})

describe('another version of the app', () => {
  it.each(places)('finds nothing of it, in %s', async (_, make) => {
    const place = make()
    await visit({ ...place.options, version: 1 }, has(place, 'Bob'))
    const app = open({ ...place.options, version: 2 })
    await app.rehydrated()
    expect(app.isPlaced()).toBe(false)
    app.controller.set(User, { id: '3' }, { id: '3', name: 'Cleo' })
    await vi.waitFor(has(place, 'Cleo'))
    // What the other one has stored goes with the first write.
    expect(await place.text()).not.toContain('Bob')
  })

  it('may take over what `migrate` makes of it, and stores that', async () => {
    await visit({ version: 'one' })
    const migrate = vi.fn<NonNullable<Options['migrate']>>((state) => ({
      ...state,
      entities: {
        ...state.entities,
        User: { '2': { ...state.entities['User']?.['2'], data: { id: '2', name: 'B.' } } as never },
      },
    }))
    const app = open({ version: 'two', migrate })
    await app.rehydrated()
    expect(migrate).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ requests: { [getUsers.key()]: expect.anything() } }),
      'one',
    )
    expect(app.data(getUsers)).toMatchObject([{ name: 'B.' }])
    await vi.waitFor(async () =>
      expect(Object.keys(await readDatabase('app'))).not.toContain('["User","1"]'),
    )
    app.close()
    const again = open({ version: 'two' })
    await again.rehydrated()
    expect(again.data(getUsers)).toMatchObject([{ name: 'B.' }])
  })

  it('of this library finds nothing either', async () => {
    const storage = memoryStorage()
    await visit({ storage }, () => isIn(storage))
    const text = storage.items.get('app') ?? ''
    storage.items.set('app', text.replace('"format":2', '"format":3'))
    const app = open({ storage, migrate: (state) => state })
    await app.rehydrated()
    expect(app.isPlaced()).toBe(false)
  })
})

describe('signing out', () => {
  it.each(places)('empties the storage at once: %s', async (_, make) => {
    const place = make()
    await visit(place.options, has(place, 'Bob'))
    const app = open(place.options)
    await app.rehydrated()
    app.controller.reset()
    expect(await place.text()).not.toMatch(/Ada|Bob|users/)
    await turns()
    expect(await place.text()).not.toMatch(/Ada|Bob|users/)
    await app.controller.fetch(getUsers)
    await vi.waitFor(has(place, 'Bob'))
  })

  it('may be that of a `LogoutManager`', async () => {
    server.use(http.get(`${API}/users/1`, () => new HttpResponse(null, { status: 401 })))
    const storage = memoryStorage()
    await visit({ storage }, () => isIn(storage))
    const app = open({ storage }, [new LogoutManager()])
    await app.rehydrated()
    await expect(app.controller.fetch(getUser, { id: '1' })).rejects.toThrow('401')
    isRemoved(storage)
    await turns()
    isRemoved(storage)
  })

  it('drops what is being read', async () => {
    await visit()
    const app = open()
    app.controller.reset()
    await app.rehydrated()
    await vi.waitFor(async () => expect(Object.keys(await readDatabase('app'))).toEqual(['[]']))
    await turns()
    expect(app.isPlaced()).toBe(false)
  })

  it('removes what is being written', async () => {
    const storage = memoryStorage()
    let end = () => {}
    const setItem = async (key: string, value: string) => {
      await new Promise<void>((resolve) => (end = resolve))
      storage.setItem(key, value)
    }
    const app = open({ storage: { ...storage, setItem } })
    await app.rehydrated()
    app.controller.set(User, { id: '1' }, ada)
    await vi.waitFor(() => {
      end()
      isIn(storage, 'Ada')
    })
    app.controller.set(User, { id: '1' }, { ...ada, name: 'Ada L.' })
    end = () => {}
    const before = end
    await vi.waitFor(() => expect(end).not.toBe(before))
    const endLater = end
    app.controller.reset()
    await vi.waitFor(() => expect(end).not.toBe(endLater))
    end()
    await vi.waitFor(() => isRemoved(storage))
    end = () => {}
    endLater()
    await vi.waitFor(() => {
      end()
      isRemoved(storage)
    })
    app.close()
  })
})

describe('a storage that fails', () => {
  const problem = (): never => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  const rejection = () => Promise.reject(new Error('denied'))
  const failing = (name: string, fail: () => never | Promise<never>): ItemStorage => ({
    ...memoryStorage(),
    [name]: fail,
  })

  /** The app goes on: it shows, writes, signs out. Returns its message, and a second one where the removal fails, too. */
  async function goOn(options: Options): Promise<string> {
    const app = open(options)
    await app.rehydrated()
    for (const name of ['a', 'b']) {
      app.controller.set(User, { id: '1' }, { id: '1', name })
      await turns()
    }
    expect(app.controller.get(User, { id: '1' })).toMatchObject({ name: 'b' })
    app.controller.reset()
    await turns()
    app.close()
    const said = vi.mocked(console.error)
    const texts = said.mock.calls.map(([text]) => String(text))
    said.mockClear()
    const removals = texts.filter((text) =>
      text.includes('What belongs to the user who signed out'),
    )
    expect(texts.length - removals.length).toBeLessThanOrEqual(1)
    expect(removals.length).toBeLessThanOrEqual(1)
    return texts.join('\n')
  }

  it.each([
    ['getItem', problem, /QuotaExceeded|quota/],
    ['setItem', problem, /quota/],
    ['getItem', rejection, /denied/],
    ['setItem', rejection, /denied/],
  ])('has one message, and nothing is thrown: %s', async (name, fail, text) => {
    expect(await goOn({ storage: failing(name, fail) })).toMatch(text)
  })

  it('may be denied as a whole', async () => {
    expect(await goOn({ storage: problem })).toMatch(/quota/)
    vi.stubGlobal('indexedDB', undefined)
    expect(await goOn({})).toMatch(/indexedDB|undefined/)
    vi.stubGlobal('indexedDB', { open: problem })
    expect(await goOn({})).toMatch(/quota/)
  })

  it('may throw what is no error', async () => {
    const storage = failing('getItem', () => {
      throw 'nothing' as unknown as Error
    })
    expect(await goOn({ storage })).toMatch(/failed: nothing\./)
  })

  it.each<[name: string, text: string]>([
    ['truncated', '[[[],{"format":1,"version":0,"pages":{}}],[["GET'],
    ['no JSON', '</script><script>alert(1)</script>'],
    ['foreign', '{"todos":[1,2,3]}'],
    ['a number', '7'],
    ['another list', '[[["a"],1]]'],
    ['of another shape', '[[[],null]]'],
    ['of 50 MB', `["${'x'.repeat(50_000_000)}"]`],
  ])('may hold what is %s', async (_, text) => {
    const storage = memoryStorage()
    storage.items.set('app', text)
    expect(await goOn({ storage })).toMatch(/^persistence\(\{ key: "app" \}\) failed: /)
  })

  it('loses what has no right shape, and keeps the rest', async () => {
    const storage = memoryStorage()
    const times = { date: Date.now(), expiresAt: Date.now() + 10_000 }
    const entries = [
      [
        [],
        { format: 2, version: 0, generation: 'a', pages: { [getUsers.key()]: 7, unknown: [[]] } },
      ],
      [[getUsers.key()], { result: '/users', ...times }],
      [['GET /a'], { result: 1, date: null, expiresAt: 1 }],
      [['GET /b'], null],
      [['__proto__'], { polluted: true, ...times }],
      [['User', '1'], { data: ada, ...times }],
      [['User', '2'], { data: 'text', ...times }],
      [['User', '3'], { data: {}, date: '1', expiresAt: 1 }],
      [['User', '__proto__'], { data: { id: '__proto__', name: '</script>' }, ...times }],
      [['__proto__', 'polluted'], { data: { id: '1' }, ...times }],
      [['[User]', '/users'], { data: ['1', '2', '3', '__proto__'], ...times }],
    ]
    storage.items.set('app', JSON.stringify(entries))
    const app = open({ storage })
    await app.rehydrated()
    expect(app.data(getUsers)).toMatchObject([ada, { name: '</script>' }])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.prototype).not.toHaveProperty('1')
    expect(app.store.getState().rest.managers).toEqual({ pages: {} })
    // The next write has what is right.
    await vi.waitFor(() => expect(storage.items.get('app')).not.toContain('"text"'))
    expect(storage.items.get('app')).toContain('</script>')
    expect(getRow(app.store.getState().rest.requests, 'GET /a')).toBeUndefined()
  })

  it('may be a `migrate` or `include` that throws', async () => {
    const storage = memoryStorage()
    await visit({ storage }, () => isIn(storage))
    const fail = () => {
      throw new Error('a mistake')
    }
    expect(await goOn({ storage, version: 2, migrate: fail })).toMatch(/a mistake/)
    expect(await goOn({ storage, include: fail })).toMatch(/a mistake/)
  })
})

describe('a store', () => {
  it('that is disposed of writes nothing more, and keeps no one waiting', async () => {
    const storage = memoryStorage()
    const app = open({ storage: { ...storage, getItem: () => new Promise(() => {}) } })
    const rehydrated = app.rehydrated()
    app.close()
    await rehydrated
    const other = open({ storage })
    await other.rehydrated()
    other.controller.set(User, { id: '1' }, ada)
    other.close()
    window.dispatchEvent(new Event('pagehide'))
    await turns()
    expect(writesOf(storage)).toBe(0)
  })

  it('shares its storage with that of another tab: the last write of a row wins', async () => {
    const [one, other] = [open(), open()]
    await Promise.all([one.rehydrated(), other.rehydrated()])
    one.controller.set(User, { id: '1' }, ada)
    other.controller.set(User, { id: '2' }, bob)
    const has = async (count: number) =>
      vi.waitFor(async () => expect(Object.keys(await readDatabase('app'))).toHaveLength(count))
    await has(3)
    other.controller.set(User, { id: '1' }, { ...ada, name: 'Ada L.' })
    await vi.waitFor(async () =>
      expect(await readDatabase('app')).toMatchObject({
        '["User","1"]': { data: { name: 'Ada L.' } },
      }),
    )
    const third = open()
    await third.rehydrated()
    expect(third.controller.get(User, { id: '2' })).toMatchObject(bob)
  })

  it('on a server does nothing', async () => {
    vi.stubGlobal('window', undefined)
    const storage = memoryStorage()
    const app = open({ storage })
    await app.rehydrated()
    await app.controller.fetch(getUsers)
    await turns()
    expect(storage.calls).toEqual([])
  })

  it('without events, as in React Native, restores and writes', async () => {
    vi.stubGlobal('window', {})
    const storage = memoryStorage(true)
    await visit({ storage }, () => isIn(storage))
    const app = open({ storage })
    await app.rehydrated()
    expect(app.data(getUsers)).toHaveLength(2)
    app.close()
  })
})

describe('the options', () => {
  const make = (options: object) => () => persistence(options as PersistenceOptions)

  it.each([0, -1, NaN, Infinity, 2 ** 31])('refuse a throttle of %s', (throttle) => {
    expect(make({ key: 'app', throttle })).toThrow(/throttle.*number of ms above 0/)
  })

  it.each([0, NaN, 2 ** 40])('are sane in production: a throttle of %s', async (throttle) => {
    vi.useFakeTimers()
    vi.stubEnv('NODE_ENV', 'production')
    const storage = memoryStorage()
    const app = open({ storage, throttle })
    await app.rehydrated()
    await vi.advanceTimersByTimeAsync(1)
    app.controller.set(User, { id: '1' }, ada)
    await vi.advanceTimersByTimeAsync(999)
    expect(storage.items.get('app')).not.toContain('Ada')
    await vi.advanceTimersByTimeAsync(Math.min(throttle || 1, 2 ** 31))
    isIn(storage, 'Ada')
    app.close()
    vi.unstubAllEnvs()
  })

  it('refuse a key that is no text, and a storage that is none', () => {
    expect(make({})).toThrow(/persistence\(\{ key \}\): found undefined\. A key is a text/)
    expect(make({ key: '' })).toThrow(/found the string ""/)
    expect(make({ key: 'a', storage: { getItem() {} } })).toThrow(/without `setItem`/)
    expect(make({ key: 'a', storage: null })).toThrow(/found null without `getItem`/)
  })
})
