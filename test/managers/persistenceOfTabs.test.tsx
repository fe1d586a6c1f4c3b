// @vitest-environment happy-dom
import { IDBObjectStore as RowStore } from 'fake-indexeddb'
import { http, HttpResponse } from 'msw'
import { createStore as openDatabase, set as setItem } from 'idb-keyval'
import { LogoutManager, type ReadEndpoint } from 'rtk-rest'
import {
  type PersistedState,
  persistence,
  type PersistenceApi,
  type PersistenceOptions,
} from 'rtk-rest/persistence'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { API, server } from '../support/server'
import { type Memory, memoryStorage, readDatabase, stubIndexedDb } from '../support/storages'
import { turns } from '../support/turns'
import { createStore, User, UserResource } from '../support/world'

const getUsers = UserResource.getList
const getUser = UserResource.get
const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }

type Options = Partial<PersistenceOptions>

let requests: string[] = []

/** A page of the app, with a store of its own. */
function open(options: Options = {}) {
  const world = createStore({ managers: [persistence({ key: 'app', throttle: 1, ...options })] })
  const { rest, store, actions } = world
  return {
    ...world,
    rehydrated: () => (rest.getApi(store) as PersistenceApi).rehydrated(),
    close: () => rest.dispose(store),
    resets: () => actions.filter(({ type }) => type === 'rest/reset').length,
    data: (endpoint: unknown, ...args: readonly unknown[]): unknown =>
      rest.selectors.selectData(store.getState(), endpoint as ReadEndpoint, ...(args as [])),
  }
}

type Page = ReturnType<typeof open>

async function openPage(options?: Options): Promise<Page> {
  const page = open(options)
  await page.rehydrated()
  // It has written whose storage it is.
  await turns(20)
  return page
}

interface Place {
  readonly options: Options
  text(): Promise<string>
}

const places: readonly (readonly [name: string, make: () => Place])[] = [
  [
    'IndexedDB',
    () => ({ options: {}, text: async () => JSON.stringify(await readDatabase('app')) }),
  ],
  ['localStorage', () => placeOf(memoryStorage())],
  ['AsyncStorage', () => placeOf(memoryStorage(true))],
]

const placeOf = (storage: Memory): Place => ({
  options: { storage },
  text: async () => storage.items.get('app') ?? '',
})

const stored = (place: Place, text: string) =>
  vi.waitFor(async () => expect(await place.text()).toContain(text))

beforeEach(() => {
  requests = []
  stubIndexedDb()
  localStorage.clear()
  server.use(
    http.get(`${API}/users`, ({ request }) => {
      requests.push(new URL(request.url).pathname)
      return HttpResponse.json([ada, bob])
    }),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A browser tells the other tabs of an origin what one of them writes into `localStorage`, after so many turns. */
function tellTabs(delay = 0): void {
  const items = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.getItem(key),
    setItem(key: string, newValue: string) {
      items.setItem(key, newValue)
      const tell = () => window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
      if (delay === 0) tell()
      else void turns(delay).then(tell)
    },
  })
}

/** A promise that the test resolves. */
function holdOpen() {
  let release = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    release = resolve
  })
  return { promise, release: () => release() }
}

/** Each place, with tabs that hear of each other, and without. */
const cases = places.flatMap(([name, make]) =>
  [true, false].map((hears) => [name, hears ? 'told' : 'not told', make, hears] as const),
)

describe('a user who signs out in one tab, while another tab is open', () => {
  it.each(cases)('leaves nothing to the next one: %s, %s', async (_, __, make, hears) => {
    if (hears) tellTabs()
    const place = make()
    const [here, there] = [await openPage(place.options), await openPage(place.options)]
    await there.controller.fetch(getUsers)
    await stored(place, 'Bob')
    here.controller.reset()
    here.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
    await stored(place, 'of the second user')
    // The next poll of a tab that has not heard of it.
    await vi.waitUntil(() => !hears || there.resets() === 1)
    if (!hears) there.controller.set(User, { id: '1' }, { id: '1', name: 'of the first user' })
    await vi.waitFor(() => expect(there.resets()).toBe(1))
    await turns(50)
    expect(await place.text()).not.toMatch(/Bob|of the first user/)
    expect(there.data(getUsers)).toBeUndefined()
    // Both go on with the second user.
    there.controller.set(User, { id: '8' }, { id: '8', name: 'also of the second' })
    await stored(place, 'also of the second')
    here.controller.set(User, { id: '9' }, { id: '9', name: 'and this one' })
    await stored(place, 'and this one')
    expect([here.resets(), there.resets()]).toEqual([1, 1])
    const next = await openPage(place.options)
    expect(next.controller.get(User, { id: '7' })).toMatchObject({ name: 'of the second user' })
    expect(next.controller.get(User, { id: '1' })).toBeUndefined()
  })

  it.each([true, false])(
    'leaves nothing of a tab that could not read: it hears of it: %s',
    async (hears) => {
      if (hears) tellTabs()
      const place = placeOf(memoryStorage())
      const { storage } = place.options as { readonly storage: Memory }
      let isBroken = true
      const getItem = (key: string) => {
        if (isBroken) throw new Error('it cannot be read')
        return storage.getItem(key)
      }
      const there = await openPage({ storage: { ...storage, getItem } })
      await there.controller.fetch(getUsers)
      const here = await openPage(place.options)
      here.controller.set(User, { id: '1' }, ada)
      await stored(place, 'Ada')
      here.controller.reset()
      here.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
      await stored(place, 'of the second user')
      isBroken = false
      there.controller.set(User, { id: '2' }, { id: '2', name: 'Bob L.' })
      await turns(50)
      expect(there.resets()).toBe(1)
      expect(await place.text()).toContain('of the second user')
      expect(await place.text()).not.toMatch(/"Ada"|Bob L/)
      vi.mocked(console.error).mockClear()
      here.close()
      there.close()
    },
  )

  it.each(cases)(
    'leaves nothing to the next one, where both sign in anew: %s, %s',
    async (_, __, make, hears) => {
      if (hears) tellTabs(30)
      const place = make()
      const [here, there] = [await openPage(place.options), await openPage(place.options)]
      here.controller.set(User, { id: '1' }, ada)
      await stored(place, 'Ada')
      here.controller.reset()
      here.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
      there.controller.reset()
      there.controller.set(User, { id: '8' }, { id: '8', name: 'of the third user' })
      await stored(place, 'of the third user')
      // A tab that has not heard of it finds out as it writes.
      await vi.waitFor(() => expect([here.resets(), there.resets()]).toEqual([2, 1]))
      await turns(50)
      expect(here.controller.get(User, { id: '7' })).toBeUndefined()
      here.controller.set(User, { id: '9' }, { id: '9', name: 'also of the third' })
      await stored(place, 'also of the third')
      expect(await place.text()).not.toMatch(/Ada|of the second/)
      expect([here.resets(), there.resets()]).toEqual([2, 1])
      here.close()
      there.close()
    },
  )

  it('leaves nothing of a tab that has a response before it has read the storage', async () => {
    const place = placeOf(memoryStorage())
    const { storage } = place.options as { readonly storage: Memory }
    const here = await openPage(place.options)
    const isOpen = holdOpen()
    const getItem = async (key: string) => {
      await isOpen.promise
      return storage.getItem(key)
    }
    const there = open({ storage: { ...storage, getItem } })
    await there.controller.fetch(getUsers)
    here.controller.reset()
    here.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
    await stored(place, 'of the second user')
    isOpen.release()
    await there.rehydrated()
    there.controller.set(User, { id: '8' }, { id: '8', name: 'also of the second' })
    await stored(place, 'also of the second')
    expect(await place.text()).not.toContain('Bob')
    expect([here.resets(), there.resets()]).toEqual([1, 1])
    const next = await openPage(place.options)
    expect(next.controller.get(User, { id: '8' })).toMatchObject({ name: 'also of the second' })
  })

  it('is heard by a tab that followed an earlier one, whose storage responds late', async () => {
    tellTabs(10)
    const storage = memoryStorage()
    let isLate = false
    const held = holdOpen()
    const getItem = async (key: string) => {
      if (isLate) await held.promise
      return storage.getItem(key)
    }
    const there = await openPage({ storage: { ...storage, getItem } })
    there.controller.set(User, { id: '1' }, ada)
    await stored(placeOf(storage), 'Ada')
    isLate = true
    const here = open({ storage })
    here.controller.reset()
    await vi.waitFor(() => expect(there.resets()).toBe(1))
    there.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
    here.controller.reset()
    held.release()
    await vi.waitFor(() => expect(there.resets()).toBe(2))
    await turns(50)
    expect(there.controller.get(User, { id: '7' })).toBeUndefined()
    expect([here.resets(), there.resets()]).toEqual([2, 2])
    here.close()
    there.close()
  })

  it('has another tab send no mutation that finds out', async () => {
    const sent: string[] = []
    server.use(
      http.patch(`${API}/users/:id`, ({ request }) => {
        sent.push(request.url)
        return HttpResponse.json(ada)
      }),
    )
    const place = placeOf(memoryStorage())
    const [here, there] = [await openPage(place.options), await openPage(place.options)]
    await there.controller.fetch(getUsers)
    here.controller.reset()
    const writing = there.controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'A.' })
    await expect(writing).rejects.toThrow('reset')
    await turns(50)
    expect(sent).toEqual([])
    expect(there.resets()).toBe(1)
  })

  it('is heard by a tab that cannot remove what an earlier user left', async () => {
    tellTabs()
    const place = placeOf(memoryStorage())
    const { storage } = place.options as { readonly storage: Memory }
    let isBroken = false
    const getItem = (key: string) => {
      if (isBroken) throw new Error('it cannot be read')
      return storage.getItem(key)
    }
    const here = await openPage(place.options)
    const there = await openPage({ storage: { ...storage, getItem } })
    await there.controller.fetch(getUsers)
    isBroken = true
    here.controller.reset()
    there.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
    await turns(20)
    here.controller.reset()
    expect(there.resets()).toBe(2)
    expect(there.controller.get(User, { id: '7' })).toBeUndefined()
    vi.mocked(console.error).mockClear()
    there.close()
  })

  it('is heard by a tab that followed another one before, while no storage responds', async () => {
    tellTabs()
    const storage = memoryStorage()
    let isHanging = false
    const setItem = (key: string, text: string) =>
      isHanging ? new Promise<void>(() => undefined) : storage.setItem(key, text)
    const here = await openPage({ storage: { ...storage, setItem } })
    const there = await openPage({ storage: { ...storage, setItem } })
    await there.controller.fetch(getUsers)
    isHanging = true
    here.controller.reset()
    await here.controller.fetch(getUsers)
    there.controller.reset()
    expect(here.resets()).toBe(2)
    expect(here.data(getUsers)).toBeUndefined()
    here.close()
    there.close()
  })

  it('is heard by a tab that began another user, also if two follow at once, while no storage responds', async () => {
    tellTabs(5)
    const storage = memoryStorage()
    let isHanging = false
    const setItem = (key: string, text: string) =>
      isHanging ? new Promise<void>(() => undefined) : storage.setItem(key, text)
    const here = await openPage({ storage: { ...storage, setItem } })
    const there = await openPage({ storage: { ...storage, setItem } })
    isHanging = true
    there.controller.reset()
    await turns(20)
    expect(here.resets()).toBe(1)
    await there.controller.fetch(getUsers)
    here.controller.reset()
    here.controller.reset()
    await turns(20)
    expect(there.data(getUsers)).toBeUndefined()
    here.close()
    there.close()
  })

  it('is heard once by a page that starts after that, and then is stored', async () => {
    const storage = memoryStorage(true)
    const place = placeOf(storage)
    const before = await openPage(place.options)
    before.controller.reset()
    before.close()
    const key = 'rtk-rest app left'
    const newValue = localStorage.getItem(key)
    expect(newValue).toMatch(/ /)
    const page = open({ ...place.options, version: 2 })
    const rehydrated = page.rehydrated()
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    await rehydrated
    await page.controller.fetch(getUsers)
    await stored(place, 'Bob')
    expect(page.resets()).toBe(0)
    page.close()
  })

  it('ends, where both tabs sign out as they start', async () => {
    tellTabs(30)
    const [here, there] = [open(), open()]
    here.controller.reset()
    there.controller.reset()
    await Promise.all([here.rehydrated(), there.rehydrated()])
    await turns(300)
    // Each one of its own, and at most one that follows the other tab.
    expect(here.resets() + there.resets()).toBeLessThanOrEqual(4)
    here.controller.set(User, { id: '1' }, ada)
    await vi.waitFor(async () =>
      expect(Object.keys(await readDatabase('app'))).toContain('["User","1"]'),
    )
  })

  it('is signed out once in each tab where the server refuses that user in both', async () => {
    tellTabs(1)
    const storage = memoryStorage()
    const openBoth = async () => {
      const managers = [new LogoutManager(), persistence({ key: 'app', throttle: 1, storage })]
      const { rest, store, controller, actions } = createStore({ managers })
      await (rest.getApi(store) as PersistenceApi).rehydrated()
      await turns(20)
      controller.retain(getUsers)
      await vi.waitFor(() => expect(controller.getResponse(getUsers).data).toHaveLength(2))
      const resets = () => actions.filter(({ type }) => type === 'rest/reset').length
      return { controller, resets, close: () => rest.dispose(store) }
    }
    const tabs = [await openBoth(), await openBoth()]
    server.use(
      http.get(`${API}/users`, ({ request }) => {
        requests.push(request.url)
        return new HttpResponse(null, { status: 401 })
      }),
    )
    requests = []
    await tabs[0]?.controller.fetch(getUsers).catch(() => undefined)
    await vi.waitFor(() => expect(tabs[1]?.resets()).toBe(2))
    await turns(200)
    expect(tabs.map((it) => it.resets())).toEqual([1, 2])
    expect(requests).toHaveLength(2)
    for (const it of tabs) it.close()
  })

  it('is told to no other app', async () => {
    tellTabs()
    const [here, other] = [await openPage(), await openPage({ key: 'other' })]
    here.controller.reset()
    const key = 'rtk-rest other left'
    for (const newValue of [null, '', ' ', 'a', 'a b']) {
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    }
    await turns(50)
    expect(other.resets()).toBe(0)
  })

  it('is removed also where localStorage throws', async () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    const page = await openPage()
    page.controller.set(User, { id: '1' }, ada)
    page.controller.reset()
    await vi.waitFor(async () => expect(Object.keys(await readDatabase('app'))).toEqual(['[]']))
  })
})

describe('two tabs that open at once', () => {
  it.each(places)('share what is stored: %s', async (_, make) => {
    const place = make()
    const [one, other] = [open(place.options), open(place.options)]
    one.controller.set(User, { id: '1' }, ada)
    other.controller.set(User, { id: '2' }, bob)
    await Promise.all([one.rehydrated(), other.rehydrated()])
    await vi.waitFor(async () => expect(await place.text()).toContain('Bob'))
    await turns(50)
    expect([one.resets(), other.resets()]).toEqual([0, 0])
  })
})

describe('a tab of an older version of the app', () => {
  const versions = (place: Place) => ({
    old: { ...place.options, version: 1 },
    next: { ...place.options, version: 2, migrate: (state: PersistedState) => state },
  })

  it.each(places)('writes nothing into the storage of the newer one: %s', async (_, make) => {
    const place = make()
    const { old, next } = versions(place)
    const before = await openPage(old)
    await before.controller.fetch(getUsers)
    await stored(place, 'Bob')
    const after = await openPage(next)
    expect(after.data(getUsers)).toHaveLength(2)
    await stored(place, '"version":2')
    before.controller.set(User, { id: '1' }, { id: '1', name: 'in the old form' })
    await turns(50)
    expect(await place.text()).not.toContain('in the old form')
    // It goes on, and so does the newer one.
    expect(before.controller.get(User, { id: '1' })).toMatchObject({ name: 'in the old form' })
    after.controller.set(User, { id: '1' }, { id: '1', name: 'in the new form' })
    await stored(place, 'in the new form')
    expect([before.resets(), after.resets()]).toEqual([0, 0])
  })

  it.each(places)('signs out in all tabs: %s', async (_, make) => {
    tellTabs()
    const place = make()
    const { old, next } = versions(place)
    const before = await openPage(old)
    await before.controller.fetch(getUsers)
    await stored(place, 'Bob')
    const after = await openPage(next)
    await stored(place, '"version":2')
    before.controller.set(User, { id: '1' }, { id: '1', name: 'in the old form' })
    await turns(50)
    before.controller.reset()
    await vi.waitFor(async () => expect(await place.text()).not.toContain('Bob'))
    await vi.waitFor(() => expect(after.resets()).toBe(1))
    after.controller.set(User, { id: '3' }, { id: '3', name: 'Cleo' })
    await stored(place, 'Cleo')
    expect(await place.text()).toContain('"version":2')
  })
})

describe('a removal that fails', () => {
  it('is said, tried again, and keeps what is there from the next start', async () => {
    const storage = memoryStorage()
    let isFull = false
    const full = {
      ...storage,
      setItem(key: string, text: string) {
        if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        return storage.setItem(key, text)
      },
    }
    const page = await openPage({ storage: full })
    await page.controller.fetch(getUsers)
    await stored(placeOf(storage), 'Bob')
    isFull = true
    page.controller.set(User, { id: '3' }, { id: '3', name: 'Cleo' })
    await turns(20)
    const said = vi.mocked(console.error)
    expect(said).toHaveBeenCalledTimes(1)
    vi.useFakeTimers()
    page.controller.reset()
    await turns()
    expect(said).toHaveBeenCalledTimes(2)
    expect(said.mock.calls[1]?.[0]).toMatch(
      /What belongs to the user who signed out is not removed/,
    )
    said.mockClear()
    vi.useRealTimers()
    const next = await openPage({ storage })
    expect(next.data(getUsers)).toBeUndefined()
    // It removes what it does not restore.
    await vi.waitFor(() => expect(storage.items.get('app')).not.toMatch(/Ada|Bob/))
    next.close()
    page.close()
  })

  it('of what was never read keeps that from the next start, and nothing of later ones', async () => {
    const storage = memoryStorage()
    const first = await openPage({ storage })
    await first.controller.fetch(getUsers)
    await stored(placeOf(storage), 'Bob')
    first.close()
    const hanging = { ...storage, getItem: () => new Promise<null>(() => undefined) }
    const left = open({ storage: hanging })
    left.controller.reset()
    await turns(20)
    left.close()
    expect(storage.items.get('app')).toContain('Bob')

    const next = await openPage({ storage })
    expect(next.data(getUsers)).toBeUndefined()
    await vi.waitFor(() => expect(storage.items.get('app')).not.toMatch(/Ada|Bob/))
    next.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
    await stored(placeOf(storage), 'of the second user')
    next.close()
    const later = await openPage({ storage })
    expect(later.controller.get(User, { id: '7' })).toMatchObject({ name: 'of the second user' })
    later.close()
  })

  it('of what could not be removed is removed by a page that could not read it at first', async () => {
    const storage = memoryStorage()
    const first = await openPage({ storage })
    await first.controller.fetch(getUsers)
    await stored(placeOf(storage), 'Bob')
    const fails = () => {
      throw new Error('it fails')
    }
    vi.spyOn(storage, 'setItem').mockImplementation(fails)
    first.controller.reset()
    await turns(20)
    first.close()
    vi.mocked(storage.setItem).mockRestore()
    const getItem = vi.spyOn(storage, 'getItem').mockImplementation(fails)
    const next = await openPage({ storage })
    getItem.mockRestore()
    next.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
    await stored(placeOf(storage), 'of the second user')
    expect(storage.items.get('app')).not.toMatch(/Ada|Bob/)
    expect(next.resets()).toBe(0)
    vi.mocked(console.error).mockClear()
    next.close()
  })

  it('of what was never read leaves a storage without anything to the next user', async () => {
    const storage = memoryStorage()
    const left = open({
      storage: { ...storage, getItem: () => new Promise<null>(() => undefined), setItem: () => {} },
    })
    left.controller.reset()
    await turns(20)
    left.close()
    const next = await openPage({ storage })
    next.controller.set(User, { id: '7' }, { id: '7', name: 'of the second user' })
    await stored(placeOf(storage), 'of the second user')
    next.close()
    const later = await openPage({ storage })
    expect(later.controller.get(User, { id: '7' })).toMatchObject({ name: 'of the second user' })
    later.close()
  })

  it('of what was never read is told to other tabs', async () => {
    tellTabs()
    const storage = memoryStorage()
    const there = await openPage({ storage })
    await there.controller.fetch(getUsers)
    await stored(placeOf(storage), 'Bob')
    const here = open({
      storage: { ...storage, getItem: () => new Promise<null>(() => undefined) },
    })
    here.controller.reset()
    await vi.waitFor(() => expect(there.resets()).toBe(1))
    await vi.waitFor(() => expect(storage.items.get('app')).not.toMatch(/Ada|Bob/))
    await turns(20)
    expect([here.resets(), there.resets()]).toEqual([1, 1])
    here.close()
    there.close()
  })

  it('is tried again each 5 s', async () => {
    vi.useFakeTimers()
    const storage = memoryStorage()
    const times: number[] = []
    let isFull = false
    const setItem = (key: string, text: string) => {
      if (!isFull) return storage.setItem(key, text)
      times.push(Math.round((Date.now() - began) / 1_000))
      throw new Error('full')
    }
    const page = open({ storage: { ...storage, setItem } })
    await vi.advanceTimersByTimeAsync(100)
    page.controller.set(User, { id: '1' }, ada)
    await vi.advanceTimersByTimeAsync(100)
    expect(storage.items.get('app')).toContain('Ada')
    isFull = true
    const began = Date.now()
    page.controller.reset()
    await vi.advanceTimersByTimeAsync(12_000)
    expect(times).toEqual([0, 5, 10])
    isFull = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(storage.items.get('app')).not.toContain('Ada')
    vi.mocked(console.error).mockClear()
    page.close()
  })

  it('is not tried again once the store has ended, though a write goes on', async () => {
    vi.useFakeTimers()
    const storage = memoryStorage(true)
    const ends: ((error?: Error) => void)[] = []
    const setItem = (key: string, text: string) =>
      new Promise<unknown>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve(storage.setItem(key, text))))
      })
    const page = open({ storage: { ...storage, setItem } })
    await page.rehydrated()
    page.controller.reset()
    page.controller.reset()
    page.close()
    let ended = 0
    for (let at = 0; at < 10; at += 1) {
      await vi.advanceTimersByTimeAsync(10)
      const end = ends[ended]
      end?.(ended === 0 ? undefined : new Error('full'))
      ended += end ? 1 : 0
    }
    expect(ended).toBeGreaterThan(1)
    expect(vi.getTimerCount()).toBe(0)
    vi.mocked(console.error).mockClear()
  })
})

describe('a page that is killed', () => {
  it.each(places)(
    'while a mutation is in flight is stale at the next start: %s',
    async (_, make) => {
      const place = make()
      const page = await openPage({ ...place.options, throttle: 1_000_000 })
      await page.controller.fetch(getUsers)
      window.dispatchEvent(new Event('pagehide'))
      await stored(place, 'Bob')
      const { endpoint } = holdMutation('rename', { schema: User })
      page.controller.fetch(endpoint, { id: '1', name: 'Ada L.' }).catch(() => undefined)
      await stored(place, '"unsure":"')
      const next = await openPage(place.options)
      expect(next.data(getUsers)).toMatchObject([ada, bob])
      await next.controller.fetchIfStale(getUsers)
      expect(requests).toHaveLength(2)
      page.close()
    },
  )

  it.each(places)(
    'while a mutation is in flight is stale, also if another tab has written since: %s',
    async (_, make) => {
      const place = make()
      const page = await openPage(place.options)
      await page.controller.fetch(getUsers)
      await stored(place, 'Bob')
      const other = await openPage(place.options)
      const { endpoint } = holdMutation('rename', { schema: User })
      page.controller.fetch(endpoint, { id: '1', name: 'Ada L.' }).catch(() => undefined)
      await stored(place, '"unsure":"')
      const { endpoint: save, calls } = holdMutation('save', { schema: User })
      const saved = other.controller.fetch(save, { id: '2', name: 'Rob' })
      calls[0]?.resolve({ id: '2', name: 'Rob' })
      await saved
      await stored(place, 'Rob')
      const next = await openPage(place.options)
      expect(next.data(getUsers)).toMatchObject([ada, { name: 'Rob' }])
      await next.controller.fetchIfStale(getUsers)
      expect(requests).toHaveLength(2)
      for (const it of [page, other, next]) it.close()
    },
  )

  it.each(places)(
    'while a mutation is in flight is stale, whatever another tab has read since, for a minute: %s',
    async (_, make) => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const place = make()
      const page = await openPage(place.options)
      const { endpoint } = holdMutation('rename', { schema: User })
      page.controller.fetch(endpoint, { id: '1', name: 'Ada L.' }).catch(() => undefined)
      await stored(place, '"unsure":"')
      const other = await openPage(place.options)
      await other.controller.fetch(getUsers)
      await stored(place, 'Bob')
      const next = await openPage(place.options)
      await next.controller.fetchIfStale(getUsers)
      expect(requests).toHaveLength(2)
      await vi.waitFor(async () => expect(await place.text()).not.toContain('"expiresAt":0'))
      vi.advanceTimersByTime(60_000)
      next.controller.set(User, { id: '1' }, { id: '1', name: 'Ada L.' })
      await vi.waitFor(async () => expect(await place.text()).not.toContain('"unsure"'))
      const last = await openPage(place.options)
      await last.controller.fetchIfStale(getUsers)
      expect(requests).toHaveLength(2)
      for (const it of [page, other, next, last]) it.close()
    },
  )

  it('while a mutation is in flight that began before the storage had responded is stale', async () => {
    const storage = memoryStorage(true)
    const place = placeOf(storage)
    const before = await openPage({ storage })
    await before.controller.fetch(getUsers)
    await stored(place, 'Bob')
    before.close()
    const page = open({ storage, throttle: 1_000_000 })
    const { endpoint } = holdMutation('rename', { schema: User })
    page.controller.fetch(endpoint, { id: '1', name: 'Ada L.' }).catch(() => undefined)
    await stored(place, '"unsure":"')
    const next = await openPage({ storage })
    await next.controller.fetchIfStale(getUsers)
    expect(requests).toHaveLength(2)
    next.close()
    page.close()
  })

  it.each(places)('just after the response has what that brought: %s', async (_, make) => {
    const place = make()
    const page = await openPage({ ...place.options, throttle: 1_000_000 })
    await page.controller.fetch(getUsers)
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const renamed = page.controller.fetch(endpoint, { id: '1', name: 'Ada L.' })
    await stored(place, '"unsure":"')
    calls[0]?.resolve({ id: '1', name: 'Ada L.' })
    await renamed
    await stored(place, 'Ada L.')
    expect(await place.text()).not.toContain('unsure')
    const next = await openPage(place.options)
    await next.controller.fetchIfStale(getUsers)
    expect(next.data(getUsers)).toMatchObject([{ name: 'Ada L.' }, bob])
    expect(requests).toHaveLength(1)
    page.close()
  })
})

describe('what one tab has written', () => {
  it.each(places)('is shown at the next start, or asked for: %s', async (name, make) => {
    const place = make()
    const page = await openPage(place.options)
    await page.controller.fetch(getUsers)
    await stored(place, 'Bob')
    const other = await openPage(place.options)
    page.controller.set(User, { id: '1' }, { id: '1', name: 'Ada L.' })
    await stored(place, 'Ada L.')
    other.controller.set(User, { id: '2' }, { id: '2', name: 'Rob' })
    await stored(place, 'Rob')
    const next = await openPage(place.options)
    await next.controller.fetchIfStale(getUsers)
    // One text has the rows of the tab that wrote it last.
    const isByRow = name === 'IndexedDB'
    expect(requests).toHaveLength(isByRow ? 1 : 2)
    expect(next.data(getUsers)).toMatchObject(
      isByRow ? [{ name: 'Ada L.' }, { name: 'Rob' }] : [ada, bob],
    )
    for (const it of [page, other, next]) it.close()
  })

  it.each(places)('is asked for by one that had an older row before: %s', async (_, make) => {
    const place = make()
    const { promise: after, release } = holdOpen()
    const page = open({ ...place.options, after })
    page.controller.setResponse(getUsers, [ada, bob])
    const other = await openPage(place.options)
    other.controller.set(User, { id: '1' }, { id: '1', name: 'Ada L.' })
    await stored(place, 'Ada L.')
    release()
    await page.rehydrated()
    await stored(place, 'Bob')
    const next = await openPage(place.options)
    await next.controller.fetchIfStale(getUsers)
    expect(requests).toHaveLength(1)
    await page.controller.fetchIfStale(getUsers)
    expect(requests).toHaveLength(2)
    for (const it of [page, other, next]) it.close()
  })

  it('stays fresh in one text if the other tab has only read it', async () => {
    const storage = memoryStorage()
    const page = await openPage({ storage })
    await page.controller.fetch(getUsers)
    await stored(placeOf(storage), 'Bob')
    const other = await openPage({ storage })
    page.controller.set(User, { id: '1' }, { id: '1', name: 'Ada L.' })
    await stored(placeOf(storage), 'Ada L.')
    const next = await openPage({ storage })
    await next.controller.fetchIfStale(getUsers)
    expect(requests).toHaveLength(1)
    for (const it of [page, other, next]) it.close()
  })
})

describe('an item that the server has not any more', () => {
  it.each([404, 410])('is asked for at the next start: %s', async (status) => {
    let tries = 0
    server.use(
      http.get(`${API}/users/1`, () => {
        tries += 1
        return new HttpResponse(null, { status })
      }),
    )
    const storage = memoryStorage()
    const page = await openPage({ storage })
    await page.controller.fetch(getUsers)
    await expect(page.controller.fetch(getUser, { id: '1' })).rejects.toThrow(String(status))
    await stored(placeOf(storage), '"invalid":true')
    page.close()
    const next = await openPage({ storage })
    expect(next.data(getUser, { id: '1' })).toBeUndefined()
    const reader = next.controller.retain(getUser, { id: '1' })
    await vi.waitFor(() => expect(tries).toBe(2))
    await turns(50)
    expect(tries).toBe(2)
    reader.release()
  })
})

describe('a database', () => {
  it('of somebody else is said, and does not hold the page', async () => {
    const rows = openDatabase('app', 'rows')
    for (let at = 0; at < 10; at += 1) await setItem(`key ${at}`, `text ${at}`, rows)
    const page = await openPage()
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('failed: it holds something else.'),
    )
    vi.mocked(console.error).mockClear()
    page.close()
  })

  it('is read as of one moment, while another tab writes', async () => {
    const writer = await openPage()
    const users = Array.from({ length: 4_500 }, (_, at) => ({ id: `u${at}`, name: `name ${at}` }))
    writer.controller.set([User], users)
    await vi.waitFor(async () => expect(Object.keys(await readDatabase('app'))).toHaveLength(4_501))
    const getAll = vi.spyOn(RowStore.prototype, 'getAll')
    const reader = open()
    await vi.waitFor(() => expect(getAll.mock.calls.length).toBeGreaterThan(1))
    writer.controller.set(User, { id: 'a-first' }, { id: 'a-first', name: 'behind what is read' })
    writer.controller.set(User, { id: 'z-last' }, { id: 'z-last', name: 'before what is read' })
    await reader.rehydrated()
    const found = ['a-first', 'z-last'].map((id) => reader.controller.get(User, { id }))
    expect(found).toEqual([undefined, undefined])
  })

  it('that another tab deletes does not block it, and the page goes on', async () => {
    const page = await openPage()
    page.controller.set(User, { id: '1' }, ada)
    await turns(50)
    const deleted = new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase('app')
      request.onsuccess = resolve
      request.onblocked = () => reject(new Error('blocked'))
    })
    await expect(deleted).resolves.toBeDefined()
    page.controller.set(User, { id: '2' }, bob)
    await vi.waitFor(() => expect(console.error).toHaveBeenCalledTimes(1))
    vi.mocked(console.error).mockClear()
    expect(page.controller.get(User, { id: '1' })).toMatchObject(ada)
    page.close()
  })
})
