import { describe, expect, it, vi } from 'vitest'
import type { EndpointContract } from '../../src/endpoint/contract'
import { EndpointObserver } from '../../src/store/observe/EndpointObserver'
import { waitForView } from '../../src/store/observe/waitForView'
import { findRuntime } from '../../src/store/runtimes'
import { holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

describe('a component that suspends for a call', () => {
  it('resumes if another reader mounts in the same task and the call is invalidated in between', async () => {
    const held = holdRead('getUser', { schema: User })
    const endpoint = held.endpoint as EndpointContract
    const { store, controller } = createStore()
    const runtime = findRuntime(store, 'rest')
    const observed = { endpoint, args: [], key: endpoint.key(), fetches: true, isLive: false }
    const first = new EndpointObserver(runtime, observed)
    const shown = waitForView(runtime, first)
    await turns()
    held.calls[0]?.resolve({ id: '1', name: 'old' })
    await shown
    const leave = first.mount()
    controller.invalidate(held.endpoint)
    const second = new EndpointObserver(runtime, observed)
    const onReleased = vi.fn()
    void waitForView(runtime, second).then(onReleased)
    await turns()
    expect(onReleased).not.toHaveBeenCalled()
    held.calls[1]?.resolve({ id: '1', name: 'new' })
    await turns()
    expect(onReleased).toHaveBeenCalledWith(
      expect.objectContaining({ data: expect.objectContaining({ name: 'new' }) as unknown }),
    )
    leave()
  })
})
