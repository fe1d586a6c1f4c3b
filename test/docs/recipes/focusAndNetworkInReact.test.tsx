import { configureStore } from '@reduxjs/toolkit'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, received, respond } from './api'
import * as recipe from './store/focusAndNetwork'
import { Mail } from './store/Mail'
import { createNativeRest, nativePresence } from './store/nativePresence'
import * as withRtkQuery from './store/setupListeners'

const { rest, getNews, getMail, getChat, getDraft } = recipe

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  respond(({ path }) => ({ json: `${path} ${received.length}` }))
})

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const paths = () => received.map(({ path }) => path)
const turn = () => act(() => new Promise((resolve) => void setTimeout(resolve, 20)))

describe('the recipe for focus and network', () => {
  it.each([
    ['unfocused', 'focused', ['/chat', '/news']],
    ['offline', 'online', ['/chat', '/mail']],
  ])('after %s and %s fetches what says so', async (first, second, expected) => {
    const store = recipe.createStore()
    const controller = rest.getController(store)
    const endpoints = [getNews, getMail, getChat, getDraft]
    const held = endpoints.map((endpoint) => controller.retain(endpoint))
    await controller.allSettled()
    received.length = 0
    later(10 * 60_000)
    store.dispatch({ type: `__rtkq/${first}` })
    store.dispatch({ type: `__rtkq/${second}` })
    await vi.waitFor(() => expect(paths().toSorted()).toEqual(expected))
    await controller.allSettled()
    for (const it of held) it.release()
    rest.dispose(store)
  })

  it('shows that the app is offline, and goes on by itself', async () => {
    const store = recipe.createStore()
    store.dispatch({ type: '__rtkq/offline' })
    const { unmount } = render(
      <Provider store={store}>
        <Mail />
      </Provider>,
    )
    await screen.findByText(/You are offline/)
    await turn()
    expect(received).toEqual([])
    await act(async () => store.dispatch({ type: '__rtkq/online' }))
    expect(await screen.findByText('/mail 1')).toBeTruthy()
    expect(screen.queryByText(/You are offline/)).toBeNull()
    unmount()
    rest.dispose(store)
  })

  it('tries at once what a user asks for', async () => {
    const store = recipe.createStore()
    store.dispatch({ type: '__rtkq/offline' })
    const { unmount } = render(
      <Provider store={store}>
        <Mail />
      </Provider>,
    )
    await screen.findByText(/You are offline/)
    fireEvent.click(screen.getByText('Try now'))
    expect(await screen.findByText('/mail 1')).toBeTruthy()
    unmount()
    rest.dispose(store)
  })

  it('follows the browser through setupListeners as well', async () => {
    const { store, stopListening } = withRtkQuery
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    const held = store.dispatch(rest.retain(getMail))
    await turn()
    expect(received).toEqual([])
    onLine.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(paths()).toEqual(['/mail']))
    await rest.getController(store).allSettled()
    held.release()
    stopListening()
    rest.dispose(store)
  })
})

/** `AppState` of react-native and `NetInfo`, as far as the recipe uses them. */
function fakeNative() {
  const appListeners = new Set<() => void>()
  const netListeners = new Set<(state: { isConnected: boolean | null }) => void>()
  const state = { currentState: 'active', isConnected: true }
  return {
    listeners: () => appListeners.size + netListeners.size,
    AppState: {
      get currentState() {
        return state.currentState
      },
      addEventListener(_: 'change', listener: () => void) {
        appListeners.add(listener)
        return { remove: () => appListeners.delete(listener) }
      },
    },
    NetInfo: {
      addEventListener(listener: (it: { isConnected: boolean | null }) => void) {
        netListeners.add(listener)
        // It says at once what it knows.
        listener(state)
        return () => void netListeners.delete(listener)
      },
    },
    set(next: Partial<typeof state>) {
      Object.assign(state, next)
      for (const listener of appListeners) listener()
      for (const listener of netListeners) listener(state)
    },
  }
}

describe('the recipe for React Native', () => {
  it('fetches again when the app is opened, and waits for the network', async () => {
    const { AppState, NetInfo, set, listeners } = fakeNative()
    const native = createNativeRest(nativePresence(AppState, NetInfo))
    const store = configureStore({
      reducer: { rest: native.reducer },
      middleware: (defaults) => defaults().concat(native.middleware),
    })
    const controller = native.getController(store)
    const held = controller.retain(getChat)
    await controller.allSettled()
    later(10 * 60_000)
    set({ currentState: 'background' })
    set({ currentState: 'active' })
    await vi.waitFor(() => expect(received).toHaveLength(2))
    await controller.allSettled()
    set({ isConnected: false })
    const waiting = controller.retain(getMail)
    await turn()
    expect(received).toHaveLength(2)
    expect(native.selectors.selectRequest(store.getState(), getMail).isPaused).toBe(true)
    set({ isConnected: true })
    await vi.waitFor(() => expect(paths()[2]).toBe('/mail'))
    await controller.allSettled()
    held.release()
    waiting.release()
    native.dispose(store)
    expect(listeners()).toBe(0)
  })
})
