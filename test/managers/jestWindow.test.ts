import { Endpoint } from 'rtk-rest'
import { persistence, type PersistenceApi } from 'rtk-rest/persistence'
import { PollingManager } from 'rtk-rest/polling'
import { onFocus, refetchOn } from 'rtk-rest/refetch'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '../support/storages'
import { createStore } from '../support/world'

// Under Jest, the window is that of jsdom, and `AbortController` may be that of Node.

// It has no types.
const JSDOM_PACKAGE: string = 'jsdom'

let page: Window & { close(): void }

beforeEach(async () => {
  const { JSDOM } = (await import(JSDOM_PACKAGE)) as {
    readonly JSDOM: new (html: string, options: object) => { readonly window: typeof page }
  }
  page = new JSDOM('<p>', { url: 'https://app.test', pretendToBeVisual: true }).window
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page.document)
})

afterEach(() => {
  vi.unstubAllGlobals()
  page.close()
})

it('managers listen to a window that takes no signal of Node', async () => {
  const { signal } = new AbortController()
  expect(() => page.addEventListener('focus', () => undefined, { signal })).toThrow(TypeError)
  let sent = 0
  const getCount = new Endpoint(async () => (sent += 1), {
    name: 'getCount',
    pollFrequency: 5,
    dataExpiryLength: 1,
    refetchOn: onFocus,
  })
  const storage = memoryStorage()
  const managers = [
    new PollingManager(),
    refetchOn(),
    persistence({ key: 'app', storage, throttle: 1 }),
  ]
  const { rest, store, controller } = createStore({ managers })
  await (rest.getApi(store) as PersistenceApi).rehydrated()
  store.dispatch(rest.subscribe(getCount))
  await vi.waitFor(() => expect(sent).toBeGreaterThan(2))
  store.dispatch(rest.unsubscribe(getCount))
  await vi.waitFor(() => expect(storage.items.get('app')).toContain('getCount'))
  const reader = controller.retain(getCount)
  await controller.allSettled()
  const before = sent
  await vi.waitFor(() => {
    page.dispatchEvent(new (page as unknown as { Event: typeof Event }).Event('focus'))
    expect(sent).toBeGreaterThan(before)
  })
  reader.release()
  rest.dispose(store)
})
