import { act, cleanup, render, screen } from '@testing-library/react'
import { Fragment } from 'react'
import { Provider } from 'react-redux'
import { type WriteEndpoint, Invalidate, rows } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { allOf, end, flagsOf, mutationPage } from '../support/mutationPage'
import { type Mode, modes, renderApp } from '../support/renderApp'
import { createReplaceableStore } from '../support/replaceableStore'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const failure = new Error('no rename')
const shared = { key: 'rename' }

/** Lets requests be sent, and subscribers be notified. */
const sent = () => act(async () => await turns())

/** Two components with one key. */
function createPages(Mode: Mode, options: object = {}) {
  const { endpoint, calls } = holdMutation('rename', { schema: User, ...options })
  const one = mutationPage(endpoint, shared)
  const other = mutationPage(endpoint, shared)
  const world = renderApp(
    Mode,
    <>
      <one.Page />
      <other.Page />
    </>,
  )
  const mutations = () => rows(world.store.getState().rest.mutations)
  return { ...world, endpoint, calls, one, other, mutations }
}

describe.each(modes)('a mutation with a key %s', (_, Mode) => {
  it('shows its state in all components with the key', async () => {
    const { calls, one, other, controller } = createPages(Mode)
    act(() => void one.run('1', { name: 'Ada' }))
    await sent()
    for (const page of [one, other]) {
      expect(flagsOf(page.result)).toEqual(['isLoading'])
      expect(page.result.args).toEqual(['1', { name: 'Ada' }])
    }
    await end(calls[0], { response: ada })
    for (const page of [one, other]) {
      expect(flagsOf(page.result)).toEqual(['isSuccess'])
      expect(page.result.data).toBe(controller.get(User, { id: '1' }))
    }
    act(() => void other.run('2'))
    await sent()
    expect(flagsOf(one.result)).toEqual(['isLoading'])
    expect(one.result.data).toBeUndefined()
    await end(calls[1], { error: failure })
    for (const page of [one, other]) {
      expect(flagsOf(page.result)).toEqual(['isError'])
      expect(page.result.error).toMatchObject({ message: 'no rename' })
    }
    expect(one.result.error).toBe(other.result.error)
  })

  it('shows the last call, in whatever order two end', async () => {
    const { calls, one, other } = createPages(Mode)
    act(() => void one.run('first'))
    act(() => void other.run('second'))
    await sent()
    expect(one.result.args).toEqual(['second'])
    await end(calls[1], { response: { id: '2', name: 'Bob' } })
    await end(calls[0], { error: failure })
    for (const page of [one, other]) {
      expect(flagsOf(page.result)).toEqual(['isSuccess'])
      expect(page.result).toMatchObject({ args: ['second'], data: { name: 'Bob' } })
    }
  })

  it('counts as in flight until all its calls have ended', async () => {
    const { calls, one, other, rest, store } = createPages(Mode)
    const isMutating = () => rest.selectors.selectIsMutating(store.getState())
    act(() => void one.run('first'))
    act(() => void other.run('second'))
    await sent()
    await end(calls[1], { response: ada })
    expect(isMutating()).toBe(true)
    await end(calls[0], { response: ada })
    expect(isMutating()).toBe(false)
  })

  it('shows its state to a component that comes later, when the others are gone', async () => {
    const { calls, one, endpoint, store, unmount } = createPages(Mode)
    act(() => void one.run('1'))
    await sent()
    unmount()
    await end(calls[0], { response: ada })
    const late = mutationPage(endpoint, shared)
    render(
      <Mode>
        <Provider store={store}>
          <late.Page />
        </Provider>
      </Mode>,
    )
    expect(flagsOf(late.result)).toEqual(['isSuccess'])
    expect(late.result).toMatchObject({ args: ['1'], data: ada })
  })

  it('is reset for all, while its request goes on', async () => {
    const { calls, one, other, mutations, controller } = createPages(Mode)
    act(() => void one.run('1'))
    await sent()
    act(() => other.result.reset())
    await sent()
    for (const page of [one, other]) expect(flagsOf(page.result)).toEqual(['isUninitialized'])
    // It is still in flight.
    expect(mutations()).toMatchObject([
      [expect.not.stringMatching('rename'), { status: 'pending' }],
    ])
    await end(calls[0], { response: ada })
    for (const page of [one, other]) expect(flagsOf(page.result)).toEqual(['isUninitialized'])
    expect(mutations()).toEqual([])
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    act(() => void one.run('2'))
    await sent()
    await end(calls[1], { error: failure })
    act(() => one.result.reset())
    await sent()
    for (const page of [one, other]) {
      expect(page.result).toMatchObject({ status: 'uninitialized', error: undefined })
    }
  })

  it('is reset by a reset of the store', async () => {
    const { calls, one, other, rest, store } = createPages(Mode)
    act(() => void one.run('1'))
    await sent()
    await end(calls[0], { response: ada })
    await act(async () => {
      store.dispatch(rest.reset())
      await turns()
    })
    for (const page of [one, other]) expect(flagsOf(page.result)).toEqual(['isUninitialized'])
  })

  it('shares nothing with another key, or with another endpoint of the key', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const one = mutationPage(endpoint, { key: 'one' })
    const two = mutationPage(endpoint, { key: 'two' })
    const alone = mutationPage(endpoint)
    const other = mutationPage(holdMutation('other').endpoint, { key: 'one' })
    const pages = [two, alone, other]
    renderApp(
      Mode,
      <>
        <one.Page />
        {allOf(pages)}
      </>,
    )
    act(() => void one.run('1'))
    await sent()
    await end(calls[0], { response: ada })
    expect(flagsOf(one.result)).toEqual(['isSuccess'])
    for (const page of pages) expect(flagsOf(page.result)).toEqual(['isUninitialized'])
  })

  it('shows the state of another key when its key changes', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const page = mutationPage(endpoint)
    const { rerender, store } = renderApp(Mode, <page.Page options={{ key: 'one' }} />)
    const show = (options: object) =>
      rerender(
        <Mode>
          <Provider store={store}>
            <page.Page options={options} />
          </Provider>
        </Mode>,
      )
    show({ key: 'one' })
    act(() => void page.run('1'))
    await sent()
    await end(calls[0], { response: ada })
    expect(page.result.args).toEqual(['1'])
    show({ key: 'two' })
    expect(flagsOf(page.result)).toEqual(['isUninitialized'])
    act(() => void page.run('2'))
    await sent()
    await end(calls[1], { response: ada })
    show({ key: 'one' })
    expect(page.result.args).toEqual(['1'])
    show({ key: 'two' })
    expect(page.result.args).toEqual(['2'])
  })

  it('has a row of plain data under the key, with the name of a form', async () => {
    const { calls, one, mutations } = createPages(Mode)
    const form = new FormData()
    form.append('photo', new File(['abc'], 'ada.png', { type: 'image/png' }))
    act(() => void one.run('1', form))
    await sent()
    expect(one.result.args).toEqual(['1', '[FormData]'])
    await end(calls[0], { response: ada })
    expect(mutations()).toMatchObject([
      ['rename', { status: 'fulfilled', result: '1', arg: { args: ['1', '[FormData]'] } }],
    ])
    expect(JSON.parse(JSON.stringify(mutations()))).toEqual(mutations())
  })

  it('shows what a deletion deleted, as without a key', async () => {
    const { endpoint, calls } = holdMutation('remove', { schema: new Invalidate(User) })
    const alone = mutationPage(endpoint)
    const one = mutationPage(endpoint, shared)
    const { controller } = renderApp(Mode, allOf([alone, one]))
    for (const page of [alone, one]) {
      act(() => void controller.set(User, { id: '1' }, ada))
      act(() => void page.run({ id: '1' }))
      await sent()
      await end(calls.at(-1), { response: { id: '1' } })
      expect(page.result).toMatchObject({ status: 'fulfilled', data: ada })
    }
  })

  it('may have a key that objects have by themselves', async () => {
    const { endpoint, calls } = holdMutation('rename')
    for (const key of ['__proto__', 'constructor', '']) {
      const page = mutationPage(endpoint, { key })
      renderApp(Mode, <page.Page />)
      expect(flagsOf(page.result)).toEqual(['isUninitialized'])
      act(() => void page.run(key))
      await sent()
      await end(calls.at(-1), { response: 'done' })
      expect(page.result).toMatchObject({ status: 'fulfilled', data: 'done' })
      cleanup()
    }
  })

  it('shares nothing if it is sensitive, and stores nothing', async () => {
    const { calls, one, other, store } = createPages(Mode, { schema: undefined, sensitive: true })
    act(() => void one.run('hunter2'))
    await sent()
    await end(calls[0], { response: { token: 'hunter2' } })
    expect(one.result).toMatchObject({ status: 'fulfilled', data: { token: 'hunter2' } })
    expect(flagsOf(other.result)).toEqual(['isUninitialized'])
    expect(JSON.stringify(store.getState())).not.toContain('hunter2')
    act(() => one.result.reset())
    expect(flagsOf(one.result)).toEqual(['isUninitialized'])
  })

  it('has the error of an abort, in all components', async () => {
    const { one, other } = createPages(Mode)
    let promise: ReturnType<typeof one.run> | undefined
    act(() => void (promise = one.run('1')))
    await sent()
    await act(async () => {
      promise?.abort()
      await turns()
    })
    for (const page of [one, other]) {
      expect(flagsOf(page.result)).toEqual(['isError'])
      expect(page.result.error).toMatchObject({ name: 'AbortError' })
    }
  })

  it('follows a jump in time, and goes on after it', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const page = mutationPage(endpoint, shared)
    const { store, replace } = createReplaceableStore()
    render(
      <Mode>
        <Provider store={store}>
          <page.Page />
        </Provider>
      </Mode>,
    )
    const before = store.getState()
    act(() => void page.run('1'))
    await sent()
    const during = store.getState()
    await end(calls[0], { response: ada })
    const after = store.getState()
    act(() => replace(before))
    expect(flagsOf(page.result)).toEqual(['isUninitialized'])
    act(() => replace(after))
    expect(page.result).toMatchObject({ status: 'fulfilled', data: ada })
    // What was in flight has ended, and counts as never called.
    act(() => replace(during))
    await sent()
    expect(flagsOf(page.result)).toEqual(['isUninitialized'])
  })
})

describe('a mutation with a key', () => {
  it('shows the state of a preloaded state, except of a request in flight elsewhere', async () => {
    const world = createStore()
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const pages = ['done', 'failed', 'open'].map((key) => mutationPage(endpoint, { key }))
    renderApp(Fragment, allOf(pages), world)
    for (const page of pages) act(() => void page.run('1'))
    await sent()
    await end(calls[0], { response: ada })
    await end(calls[1], { error: failure })
    const preloaded = JSON.parse(JSON.stringify(world.store.getState())) as never
    cleanup()
    const { store } = createReplaceableStore(preloaded)
    const others = ['done', 'failed', 'open'].map((key) =>
      mutationPage<WriteEndpoint>(endpoint, { key }),
    )
    render(<Provider store={store}>{allOf(others)}</Provider>)
    await sent()
    expect(others.map(({ result }) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'uninitialized',
    ])
    expect(others[0]?.result.data).toMatchObject(ada)
    expect(others[1]?.result.error).toMatchObject({ message: 'no rename' })
    expect(screen.getAllByText(/fulfilled|rejected|uninitialized/)).toHaveLength(3)
  })
})
