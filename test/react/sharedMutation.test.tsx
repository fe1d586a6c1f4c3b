import { serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { act } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { allOf, end, mutationPage } from '../support/mutationPage'
import { type Mode, modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User } from '../support/world'

describe.each(modes)('a component that mounts after a mutation with its key %s', (_, Mode) => {
  it('shows the same data as the others, whatever has changed since', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const one = mutationPage(endpoint, { key: 'rename' })
    const late = mutationPage(endpoint, { key: 'rename' })
    let show!: (isShown: boolean) => void
    function Page() {
      const [isShown, setShown] = useState(false)
      show = setShown
      return (
        <>
          <one.Page />
          {isShown && <late.Page />}
        </>
      )
    }
    const { controller } = renderApp(Mode, <Page />)
    act(() => void one.run('1'))
    await act(async () => await turns())
    await end(calls[0], { response: { id: '1', name: 'Ada' } })
    expect(one.result.data).toMatchObject({ name: 'Ada' })
    void act(() => controller.set(User, { id: '1' }, { id: '1', name: 'Countess' }))
    act(() => show(true))
    expect(late.result.data).toBe(one.result.data)
    expect(late.result.data).toMatchObject({ name: 'Ada' })
  })
})

describe.each(modes)('a mutation with a key %s', (_, Mode) => {
  it('shows the error of a call that is not sent, as its entity was not created', async () => {
    const { endpoint, calls } = holdMutation('save', {
      getOptimisticResponse: [optimistic, () => undefined],
    })
    const page = mutationPage(endpoint, { key: 'draft' })
    renderApp(Mode, <page.Page />)
    act(() => void page.run('1'))
    await act(turns)
    await end(calls[0], { response: 'saved' })
    act(() => void page.run('new-0123456789-1-1'))
    await act(turns)
    expect(page.result.error?.message).toMatch(/knows no entity by it/)
    expect(page.result.data).toBeUndefined()
  })
})

describe.each(modes)('a mutation with a key and debounce %s', (_, Mode) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  const pass = (ms: number) =>
    act(async () => {
      vi.advanceTimersByTime(ms)
      await turns()
    })

  /** Two components with one key, of which one waits. */
  function createPages(mode: Mode, more: object = {}) {
    const held = holdMutation('save', { key: () => 'save', ...more })
    const one = mutationPage(held.endpoint, { debounce: 500, key: 'draft' })
    const other = mutationPage(held.endpoint, { key: 'draft' })
    let render!: () => void
    function Host() {
      const [count, setCount] = useState(0)
      render = () => setCount(count + 1)
      return allOf([one, other])
    }
    renderApp(mode, <Host />)
    const statuses = () => {
      act(render)
      return [one, other].map(({ result }) => result.status)
    }
    const promises: ReturnType<typeof one.run>[] = []
    const type = (text: string) => act(() => void promises.push(one.run(text)))
    const abort = () =>
      act(async () => {
        promises.at(-1)?.abort()
        await turns()
      })
    return { ...held, one, other, statuses, type, abort }
  }

  it('goes on showing that its call was aborted while it waited', async () => {
    const { calls, one, type, abort, statuses } = createPages(Mode)
    type('a')
    await abort()
    expect(statuses()).toEqual(['rejected', 'uninitialized'])
    await pass(500)
    expect(calls).toHaveLength(0)
    expect(statuses()).toEqual(['rejected', 'uninitialized'])
    expect(one.result.error).toMatchObject({ name: 'AbortError' })
    act(() => one.result.reset())
    expect(statuses()).toEqual(['uninitialized', 'uninitialized'])
  })

  it('shows a call of another component that comes after that', async () => {
    const { calls, one, other, type, abort, statuses } = createPages(Mode)
    type('a')
    await abort()
    await pass(500)
    act(() => void other.run('b'))
    await pass(0)
    expect(statuses()).toEqual(['pending', 'pending'])
    await end(calls[0], { response: 'B' })
    expect(one.result).toMatchObject({ status: 'fulfilled', data: 'B', args: ['b'] })
  })

  it('shows its call that waits, while one before it ends', async () => {
    const { calls, one, type, statuses } = createPages(Mode)
    type('a')
    await pass(500)
    type('ab')
    await end(calls[0], { response: 'A' })
    expect(statuses()).toEqual(['pending', 'fulfilled'])
    expect(one.result.args).toEqual(['ab'])
    await pass(500)
    await end(calls[1], { response: 'AB' })
    expect(one.result.data).toBe('AB')
    expect(statuses()).toEqual(['fulfilled', 'fulfilled'])
  })

  it('shows the error of a scope that throws when the call is sent', async () => {
    const scope = () => {
      throw new Error('no scope')
    }
    const { one, type, statuses } = createPages(Mode, { scope: [serial, scope] })
    type('a')
    await pass(500)
    expect(one.result.error?.message).toBe('no scope')
    expect(statuses()).toEqual(['rejected', 'rejected'])
  })

  it('forgets the calls that wait when it is reset, and sends them all the same', async () => {
    const { calls, one, type, statuses } = createPages(Mode)
    type('a')
    act(() => one.result.reset())
    expect(statuses()).toEqual(['uninitialized', 'uninitialized'])
    await pass(500)
    expect(calls).toHaveLength(1)
    expect(statuses()).toEqual(['uninitialized', 'uninitialized'])
    await end(calls[0], { response: 'A' })
    expect(statuses()).toEqual(['uninitialized', 'uninitialized'])
    type('b')
    await pass(500)
    await end(calls[1], { response: 'B' })
    expect(statuses()).toEqual(['fulfilled', 'fulfilled'])
  })

  it('sends what waits under the key that it was called with', async () => {
    const held = holdMutation('save')
    const page = mutationPage(held.endpoint)
    let show!: (key: string) => void
    function Host() {
      const [key, setKey] = useState('one')
      show = (next) => act(() => setKey(next))
      return <page.Page options={{ debounce: 500, key }} />
    }
    renderApp(Mode, <Host />)
    act(() => void page.run('a'))
    show('two')
    expect(page.result.status).toBe('uninitialized')
    await pass(500)
    await end(held.calls[0], { response: 'A' })
    expect(page.result.status).toBe('uninitialized')
    show('one')
    expect(page.result).toMatchObject({ status: 'fulfilled', data: 'A' })
  })
})
