import { act } from '@testing-library/react'
import { useState } from 'react'
import { type EndpointContract, rows, serial } from 'rtk-rest'
import { useMutation } from 'rtk-rest/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type HeldEndpoint, holdMutation } from '../support/holdEndpoint'
import { end, flagsOf, mutationPage } from '../support/mutationPage'
import { holdServer } from '../support/holdServer'
import { type Mode, modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User, UserResource } from '../support/world'

const failure = new Error('no save')

/** Lets time pass. */
const pass = (ms: number) =>
  act(async () => {
    vi.advanceTimersByTime(ms)
    await turns()
  })

const argsOf = ({ calls }: HeldEndpoint<EndpointContract>) => calls.map(({ args }) => args)

type World = ReturnType<typeof createPage>

function createPage(Mode: Mode, options: object = {}) {
  const held = holdMutation('save', { key: () => 'save', ...options })
  const page = mutationPage(held.endpoint, { debounce: 500 })
  const world = renderApp(Mode, <page.Page />)
  const promises: ReturnType<typeof page.run>[] = []
  const type = (...args: readonly unknown[]) => act(() => void promises.push(page.run(...args)))
  return { ...world, held, page, promises, type }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
})

describe.each(modes)('a mutation with debounce %s', (_, Mode) => {
  it('sends the last of several calls, when there is no further one for a while', async () => {
    const { held, page, type, promises } = createPage(Mode)
    type('a')
    expect(flagsOf(page.result)).toEqual(['isLoading'])
    await pass(499)
    type('ab')
    await pass(499)
    type('abc')
    expect(page.result.args).toEqual(['abc'])
    expect(argsOf(held)).toEqual([])
    await pass(499)
    expect(argsOf(held)).toEqual([])
    await pass(1)
    expect(argsOf(held)).toEqual([['abc']])
    await end(held.calls[0], { response: 'saved' })
    expect(page.result).toMatchObject({ status: 'fulfilled', data: 'saved', args: ['abc'] })
    expect(await Promise.all(promises.map((it) => it.unwrap()))).toEqual([
      'saved',
      'saved',
      'saved',
    ])
    const [first, ...others] = await Promise.all(promises)
    for (const action of others) expect(action).toBe(first)
  })

  it('sends another request for calls that come later', async () => {
    const { held, page, type } = createPage(Mode)
    type('a')
    await pass(500)
    type('ab')
    type('abc')
    await pass(500)
    expect(argsOf(held)).toEqual([['a'], ['abc']])
    await end(held.calls[0], { response: 'a' })
    expect(flagsOf(page.result)).toEqual(['isLoading'])
    await end(held.calls[1], { response: 'abc' })
    expect(page.result.data).toBe('abc')
  })

  it('rejects the promises of all calls with the error', async () => {
    const { held, page, type, promises } = createPage(Mode)
    type('a')
    type('ab')
    await pass(500)
    await end(held.calls[0], { error: failure })
    expect(page.result.error).toBe(failure)
    for (const promise of promises) await expect(promise.unwrap()).rejects.toBe(failure)
    expect(await promises[0]).toMatchObject({ type: 'rest/save/rejected' })
  })

  it('sends at once what waits when the component unmounts', async () => {
    const { held, type, promises, unmount } = createPage(Mode)
    type('a')
    type('ab')
    await pass(100)
    unmount()
    await pass(0)
    expect(argsOf(held)).toEqual([['ab']])
    held.calls[0]?.resolve('saved')
    expect(await Promise.all(promises.map((it) => it.unwrap()))).toEqual(['saved', 'saved'])
    await pass(1000)
    expect(held.calls).toHaveLength(1)
  })

  it('sends nothing when the component unmounts after that, or without a call', async () => {
    const { held, type, unmount } = createPage(Mode)
    type('a')
    await pass(500)
    unmount()
    await pass(1000)
    expect(argsOf(held)).toEqual([['a']])
  })

  it('goes on for the other callers when one aborts', async () => {
    const { held, type, promises } = createPage(Mode)
    for (const text of ['a', 'ab', 'abc']) type(text)
    promises[0]?.abort()
    await expect(promises[0]?.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    expect(await promises[0]).toMatchObject({ meta: { aborted: true } })
    await pass(500)
    expect(argsOf(held)).toEqual([['abc']])
    promises[1]?.abort()
    await expect(promises[1]?.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    expect(held.calls[0]?.signal?.aborted).toBe(false)
    await end(held.calls[0], { response: 'saved' })
    expect(await promises[2]?.unwrap()).toBe('saved')
  })

  it('sends the last call that is not aborted', async () => {
    const { held, page, type, promises } = createPage(Mode)
    type('a')
    type('ab')
    await act(async () => promises[1]?.abort())
    expect(page.result.error).toMatchObject({ name: 'AbortError' })
    await pass(500)
    expect(argsOf(held)).toEqual([['a']])
    await end(held.calls[0], { response: 'saved' })
    expect(await promises[0]?.unwrap()).toBe('saved')
  })

  it('sends nothing when all callers have aborted, and aborts the request when all do', async () => {
    const { held, page, type, promises } = createPage(Mode)
    type('a')
    type('ab')
    await act(async () => promises.forEach((it) => it.abort()))
    await pass(500)
    expect(argsOf(held)).toEqual([])
    expect(flagsOf(page.result)).toEqual(['isError'])
    type('b')
    type('bc')
    await pass(500)
    await act(async () => promises.forEach((it) => it.abort()))
    expect(held.calls[0]?.signal?.aborted).toBe(true)
    await expect(promises[3]?.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is reset while a call waits, which is sent all the same', async () => {
    const { held, page, type } = createPage(Mode)
    type('a')
    act(() => page.result.reset())
    expect(flagsOf(page.result)).toEqual(['isUninitialized'])
    await pass(500)
    await end(held.calls[0], { response: 'saved' })
    expect(flagsOf(page.result)).toEqual(['isUninitialized'])
  })

  it('sends what waits by the endpoint that it was called with, also if another one has its key', async () => {
    const one = holdMutation('one', { key: () => 'PATCH /todos/1' })
    const other = holdMutation('other', { key: () => 'PATCH /todos/1' })
    let run: (text: string) => unknown = () => undefined
    let show: () => void = () => undefined
    function Page() {
      const [endpoint, setEndpoint] = useState(() => one.endpoint)
      show = () => setEndpoint(() => other.endpoint)
      ;[run] = useMutation(endpoint, { debounce: 500 })
      return null
    }
    renderApp(Mode, <Page />)
    act(() => void run('a'))
    act(show)
    act(() => void run('b'))
    await pass(500)
    expect([argsOf(one), argsOf(other)]).toEqual([[['a']], [['b']]])
  })

  it('sends what waits before a call that does not wait', async () => {
    const held = holdMutation('save')
    let run: (text: string) => unknown = () => undefined
    let setDebounce: (options: object) => void = () => undefined
    function Page() {
      const [options, setOptions] = useState<object>({ debounce: 500 })
      setDebounce = setOptions
      ;[run] = useMutation(held.endpoint, options)
      return null
    }
    renderApp(Mode, <Page />)
    act(() => void run('a'))
    act(() => setDebounce({}))
    act(() => void run('ab'))
    await pass(0)
    expect(argsOf(held)).toEqual([['a'], ['ab']])
    await pass(1000)
    expect(argsOf(held)).toHaveLength(2)
  })

  it('sends the last call of each item, each after its own time', async () => {
    const server = holdServer()
    const page = mutationPage(UserResource.partialUpdate, { debounce: 500 })
    const { controller } = renderApp(Mode, <page.Page />)
    const names: Promise<unknown>[] = []
    const type = (id: string, name: string) =>
      act(() => void names.push(page.run({ id }, { name }).unwrap()))
    type('1', 'A')
    await pass(300)
    type('2', 'B')
    type('1', 'Ada')
    await pass(300)
    expect(server.sent).toEqual([])
    type('2', 'Bob')
    await pass(200)
    const one = await server.take('PATCH /users/1')
    expect(one.body).toEqual({ name: 'Ada' })
    await pass(300)
    const two = await server.take('PATCH /users/2')
    expect(two.body).toEqual({ name: 'Bob' })
    one.respond({ id: '1', name: 'Ada' })
    two.respond({ id: '2', name: 'Bob' })
    await act(async () => void (await Promise.all(names)))
    expect(await Promise.all(names)).toMatchObject(
      ['Ada', 'Bob', 'Ada', 'Bob'].map((name) => ({ name })),
    )
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    expect(page.result).toMatchObject({ args: [{ id: '2' }, { name: 'Bob' }], isSuccess: true })
    expect(server.sent).toHaveLength(2)
  })

  it('sends the last call of each item at once when the component unmounts', async () => {
    const server = holdServer()
    const page = mutationPage(UserResource.partialUpdate, { debounce: 500 })
    const { unmount } = renderApp(Mode, <page.Page />)
    for (const [id, name] of ['1 A', '2 B', '1 Ada'].map((it) => it.split(' '))) {
      act(() => void page.run({ id: id as string }, { name: name as string }))
    }
    unmount()
    expect((await server.take('PATCH /users/1')).body).toEqual({ name: 'Ada' })
    expect((await server.take('PATCH /users/2')).body).toEqual({ name: 'B' })
    await pass(1000)
    expect(server.sent).toHaveLength(2)
  })

  it('sends no deletion in place of another one', async () => {
    const server = holdServer()
    const page = mutationPage(UserResource.delete, { debounce: 500 })
    renderApp(Mode, <page.Page />)
    act(() => void page.run({ id: '1' }))
    act(() => void page.run({ id: '2' }))
    await pass(500)
    await server.take('DELETE /users/1')
    await server.take('DELETE /users/2')
    expect(server.sent).toHaveLength(2)
  })

  it('sends each call of an endpoint whose key has all arguments', async () => {
    const { held, type } = createPage(Mode, { key: undefined })
    type('1', 'a')
    type('1', 'ab')
    type('1', 'ab')
    await pass(500)
    expect(argsOf(held)).toEqual([
      ['1', 'a'],
      ['1', 'ab'],
    ])
  })

  it.each<readonly [what: string, name: string, shown: string, end: (world: World) => void]>([
    [
      'the store is reset',
      'ResetError',
      'uninitialized',
      ({ store, rest }) => store.dispatch(rest.reset()),
    ],
    ['a user logs out', 'ResetError', 'uninitialized', ({ controller }) => controller.reset()],
    [
      'the store is disposed of',
      'DisposedError',
      'rejected',
      ({ rest, store }) => rest.dispose(store),
    ],
  ])('rejects what waits, and sends nothing, when %s', async (_, name, shown, end) => {
    const world = createPage(Mode)
    const { held, page, type, promises, actions } = world
    type('a')
    type('ab')
    await act(async () => {
      end(world)
      await turns()
    })
    await pass(500)
    for (const promise of promises) {
      await expect(promise.unwrap()).rejects.toMatchObject({ name })
      expect(await promise).toMatchObject({ type: 'rest/save/rejected', error: { name } })
    }
    expect(page.result.status).toBe(shown)
    await pass(1000)
    expect(argsOf(held)).toEqual([])
    expect(actions.filter(({ type }) => type.startsWith('rest/save'))).toEqual([])
  })

  it('sends calls that come after a reset', async () => {
    const { held, page, type, store, rest } = createPage(Mode)
    type('a')
    act(() => void store.dispatch(rest.reset()))
    type('ab')
    await pass(500)
    expect(argsOf(held)).toEqual([['ab']])
    await end(held.calls[0], { response: 'saved' })
    expect(page.result.data).toBe('saved')
  })

  it('goes on waiting when other actions come', async () => {
    const { held, type, store, rest } = createPage(Mode)
    type('a')
    act(() => {
      store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Ada' }))
      store.dispatch({ type: 'anything' })
    })
    await pass(500)
    expect(argsOf(held)).toEqual([['a']])
  })

  it('throws at wrong arguments, and sends what waits', async () => {
    const page = mutationPage(UserResource.update, { debounce: 500 })
    const { store } = renderApp(Mode, <page.Page />)
    const { result } = page
    expect(() => act(() => void page.run({} as never, {}))).toThrow('id')
    expect(page.result).toBe(result)
    await pass(500)
    expect(rows(store.getState().rest.mutations)).toEqual([])
  })

  it('has the error of a scope that throws when the call is sent', async () => {
    const scope = vi.fn<() => string>(() => {
      throw new RangeError('no scope')
    })
    const { held, page, type, promises } = createPage(Mode, { scope: [serial, scope] })
    type('a')
    type('ab')
    await pass(500)
    expect(page.result.error).toMatchObject({ message: 'no scope' })
    for (const promise of promises) {
      await expect(promise.unwrap()).rejects.toThrow('no scope')
      expect((await promise).type).toBe('rest/save/rejected')
    }
    scope.mockReturnValue('saves')
    type('abc')
    await pass(500)
    expect(argsOf(held)).toEqual([['abc']])
    await end(held.calls[0], { response: 'saved' })
    expect(page.result.data).toBe('saved')
  })

  it('waits on its own in each component', async () => {
    const held = holdMutation('save')
    const one = mutationPage(held.endpoint, { debounce: 500 })
    const other = mutationPage(held.endpoint, { debounce: 100 })
    renderApp(
      Mode,
      <>
        <one.Page />
        <other.Page />
      </>,
    )
    act(() => void one.run('one'))
    act(() => void other.run('other'))
    await pass(100)
    expect(argsOf(held)).toEqual([['other']])
    await pass(400)
    expect(argsOf(held)).toEqual([['other'], ['one']])
  })

  it('waits for the timers of this moment if it is 0', async () => {
    const held = holdMutation('save', { key: () => 'save' })
    const page = mutationPage(held.endpoint, { debounce: 0 })
    renderApp(Mode, <page.Page />)
    act(() => {
      void page.run('a')
      void page.run('ab')
    })
    expect(argsOf(held)).toEqual([])
    await pass(0)
    expect(argsOf(held)).toEqual([['ab']])
  })

  it('shares the state of what was sent with other components by its key', async () => {
    const held = holdMutation('save')
    const options = { debounce: 500, key: 'draft' }
    const one = mutationPage(held.endpoint, options)
    const other = mutationPage(held.endpoint, options)
    renderApp(
      Mode,
      <>
        <one.Page />
        <other.Page />
      </>,
    )
    act(() => void one.run('a'))
    expect(one.result).toMatchObject({ status: 'pending', args: ['a'] })
    expect(other.result.status).toBe('uninitialized')
    await pass(500)
    await pass(100)
    for (const { result } of [one, other]) {
      expect(result).toMatchObject({ status: 'pending', args: ['a'] })
    }
    await end(held.calls[0], { error: new Error('refused') })
    await pass(100)
    for (const { result } of [one, other]) expect(result.error?.message).toBe('refused')
    act(() => void one.run('ab'))
    expect(one.result).toMatchObject({ status: 'pending', args: ['ab'], error: undefined })
    expect(other.result.status).toBe('rejected')
    await pass(600)
    await end(held.calls[1], { response: 'saved' })
    await pass(100)
    for (const { result } of [one, other]) expect(result.data).toBe('saved')
  })
})
