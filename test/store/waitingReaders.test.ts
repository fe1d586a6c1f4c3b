import { Endpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import type { StoreObserver } from '../../src/store/observe/ObserverIndex'
import { findRuntime } from '../../src/store/runtimes'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

const getUser = new Endpoint(async () => ({ id: '1' }), { name: 'User.get', key: () => 'user 1' })

/** A store, and what it complained of since the last time. */
function createWorld() {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const messages = (): string[] => {
    const texts = complained.mock.calls.map(([text]) => String(text))
    complained.mockClear()
    return texts
  }
  const world = createStore()
  return { ...world, runtime: findRuntime(world.store, 'rest'), messages }
}

describe('the check for waiting readers', () => {
  it('reports a reader that waits without a request, once', async () => {
    const { store, rest, runtime, messages } = createWorld()
    const { release } = store.dispatch(rest.retain(getUser))
    // As if it had not been asked for.
    runtime.asking.clear()
    expect(messages()).toEqual([])
    await turns()
    expect(messages()).toEqual([
      expect.stringMatching(
        /User\.get \(key "user 1"\) waits for data that no request is to bring.*report it/,
      ),
    ])
    store.dispatch(rest.expireAll({ testKey: () => true }))
    await turns()
    expect(messages()).toEqual([])
    release()
  })

  it('reports what any reader says is wrong', async () => {
    const { controller, runtime, messages } = createWorld()
    const reader: StoreObserver = { notify: () => undefined, complaint: 'It was not notified' }
    runtime.observers.observe(reader, [], 'user 1')
    await controller.fetch(getUser)
    await turns()
    expect(messages()).toEqual([expect.stringMatching(/^It was not notified\. .*report it/)])
    runtime.observers.unobserve(reader)
  })

  it('reports nothing of a reader whose request is in flight, or that shows data', async () => {
    const { store, rest, messages } = createWorld()
    const { release } = store.dispatch(rest.retain(getUser))
    await turns()
    store.dispatch(rest.invalidate(getUser))
    await turns()
    expect(messages()).toEqual([])
    release()
  })
})
