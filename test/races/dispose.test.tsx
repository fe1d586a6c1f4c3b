import { waitFor } from '@testing-library/react'
import { useCache } from 'rtk-rest/react'
import { Fragment } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { readers, shown, showing } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const ada = { id: '1', name: 'Ada' }

async function showingError(): Promise<void> {
  await waitFor(() => expect(shown()).toEqual([expect.stringMatching(/^error /)]))
  await turns()
  expect(shown()).toEqual([expect.stringMatching(/^error /)])
}

describe.each(modes)('dispose %s', (_, Mode) => {
  // `useCache` waits for a request of another reader and has no error to show.
  describe.each(readers.slice(0, 2))('for %s', (_, Reader) => {
    it('during the first load shows an error', async () => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { rest, store } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await showing('loading')
      rest.dispose(store)
      await showingError()
      calls[0]?.resolve(ada)
      await showingError()
      expect(calls).toHaveLength(1)
    })

    it('after an invalidation shows an error', async () => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { rest, store, controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await turns()
      calls[0]?.resolve(ada)
      await showing('Ada')
      controller.invalidate(endpoint)
      await showing('loading')
      expect(calls).toHaveLength(2)
      rest.dispose(store)
      await showingError()
    })

    it('during a refetch keeps the data on the page', async () => {
      const { endpoint, calls } = holdRead('getUser', { schema: User })
      const { rest, store, controller } = renderApp(Mode, <Reader endpoint={endpoint} />)
      await turns()
      calls[0]?.resolve(ada)
      await showing('Ada')
      controller.expireAll(endpoint)
      await turns()
      expect(calls).toHaveLength(2)
      rest.dispose(store)
      await showing('Ada')
    })
  })
})

describe('dispose', () => {
  it('does not prevent data with invalidIfStale from being hidden when it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
    const { endpoint, calls } = holdRead('getUser', { schema: User, invalidIfStale: true })
    const Name = () => <p>{(useCache(endpoint) as User | undefined)?.name ?? 'nothing'}</p>
    const world = createStore()
    const { rest, store, controller } = world
    const promise = controller.fetch(endpoint)
    await turns()
    calls[0]?.resolve(ada)
    await promise
    const first = renderApp(Fragment, <Name />, world)
    expect(first.container.textContent).toBe('Ada')
    first.unmount()
    rest.dispose(store)
    vi.setSystemTime(Date.now() + 60_000)
    expect(renderApp(Fragment, <Name />, world).container.textContent).toBe('nothing')
  })

  it('settles the promises of all requests in flight', async () => {
    const read = holdRead('getUser', { schema: User })
    const mutation = holdMutation('update', { schema: User })
    const { rest, store, controller } = createStore()
    const action = store.dispatch(rest.fetch(read.endpoint))
    const outcomes = Promise.allSettled([
      action.unwrap(),
      controller.fetch(read.endpoint),
      controller.fetch(mutation.endpoint),
      controller.allSettled(),
    ])
    await turns()
    rest.dispose(store)
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(await action).toMatchObject({ type: 'rest/getUser/rejected' })
    expect(read.calls[0]?.signal?.aborted).toBe(true)
  })
})
