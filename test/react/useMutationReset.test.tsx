import { act } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { type WriteEndpoint, LogoutManager } from 'rtk-rest'
import { type MutationResult, type RunMutation, useMutation } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { holdUploads } from '../support/holdUploads'
import { end, mutationPage } from '../support/mutationPage'
import { type Mode, modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

const unauthorized = Object.assign(new Error('Unauthorized'), { status: 401 })
const nothing = {
  status: 'uninitialized',
  data: undefined,
  error: undefined,
  args: undefined,
  progress: undefined,
}

/** Lets requests be sent. */
const sent = () => act(async () => await turns())

type World = ReturnType<typeof createStore>

const ways: readonly (readonly [way: string, reset: (world: World) => unknown])[] = [
  ['the store is reset', ({ store, rest }) => store.dispatch(rest.reset())],
  ['a user logs out', ({ controller }) => controller.reset()],
  [
    'the server refuses the user',
    async ({ controller }) => {
      const { endpoint, calls } = holdRead('getSession')
      const promise = controller.fetch(endpoint)
      await turns()
      calls[0]?.reject(unauthorized)
      await expect(promise).rejects.toThrow('Unauthorized')
    },
  ],
]

function createPage(Mode: Mode, options: object = {}) {
  const held = holdMutation('save', options)
  const alone = mutationPage(held.endpoint)
  const keyed = mutationPage(held.endpoint, { key: 'save' })
  const world = createStore({ managers: [new LogoutManager()] })
  const App = () => (
    <>
      <alone.Page />
      <keyed.Page />
    </>
  )
  renderApp(Mode, <App />, world)
  const run = async (text: string) => {
    const promises: ReturnType<typeof alone.run>[] = []
    act(() => void promises.push(...[alone, keyed].map((page) => page.run(text))))
    await sent()
    return { promises }
  }
  return { ...held, ...world, pages: [alone, keyed], run }
}

describe.each(modes)('the `reset` of useMutation %s', (_, Mode) => {
  it.each([
    ['without a key', {}],
    ['with a key', { key: 'save' }],
  ])('is always the same, so that an effect may clean up with it: %s', async (_, options) => {
    const { endpoint, calls } = holdMutation('save')
    let run!: RunMutation<WriteEndpoint>
    const results: MutationResult<WriteEndpoint>[] = []
    function Page() {
      const [runSave, result] = useMutation(endpoint, options)
      run = runSave
      results.push(result)
      const { reset } = result
      useEffect(() => () => reset(), [reset])
      return null
    }
    renderApp(Mode, <Page />)
    const reset = results.at(-1)?.reset
    act(() => void run('a'))
    await sent()
    expect(results.at(-1)?.status).toBe('pending')
    await end(calls[0], { response: 'A' })
    expect(results.at(-1)).toMatchObject({ status: 'fulfilled', data: 'A' })
    expect(results.at(-1)?.reset).toBe(reset)
  })
})

describe.each(modes)('useMutation %s', (_, Mode) => {
  it.each(ways)('forgets what it shows when %s', async (_, reset) => {
    const world = createPage(Mode)
    const { calls, pages, run } = world
    await run('of Ada')
    await end(calls[0], { response: 'Ada' })
    await end(calls[1], { response: 'Ada' })
    for (const { result } of pages) expect(result.data).toBe('Ada')
    await act(async () => void (await reset(world)))
    for (const { result } of pages) expect(result).toMatchObject(nothing)
    await run('of Bob')
    await end(calls[2], { error: new Error('Bob') })
    await end(calls[3], { error: new Error('Bob') })
    for (const { result } of pages) expect(result.error?.message).toBe('Bob')
    await act(async () => void (await reset(world)))
    for (const { result } of pages) expect(result).toMatchObject(nothing)
  })

  it.each(ways)('forgets a call in flight when %s', async (_, reset) => {
    const world = createPage(Mode)
    const { calls, pages, run } = world
    const { promises } = await run('of Ada')
    await act(async () => void (await reset(world)))
    for (const { result } of pages) expect(result).toMatchObject(nothing)
    await end(calls[0], { response: 'Ada' })
    await end(calls[1], { error: new Error('Ada') })
    await act(async () => void (await Promise.all(promises)))
    for (const { result } of pages) expect(result).toMatchObject(nothing)
    await run('of Bob')
    for (const { result } of pages) expect(result).toMatchObject({ status: 'pending' })
  })

  it('forgets a call that the server refuses, which ends the session', async () => {
    const { calls, pages, run } = createPage(Mode)
    const { promises } = await run('of Ada')
    await end(calls[0], { error: unauthorized })
    await expect(promises[0]?.unwrap()).rejects.toBe(unauthorized)
    for (const { result } of pages) expect(result).toMatchObject(nothing)
  })

  it.each(ways)('goes on showing a sensitive call in flight when %s', async (_, reset) => {
    const world = createPage(Mode, { sensitive: true })
    const { calls, pages, run } = world
    await run('hunter2')
    await act(async () => void (await reset(world)))
    for (const { result } of pages) expect(result.status).toBe('pending')
    await end(calls[0], { response: 'token' })
    await end(calls[1], { error: unauthorized })
    expect(pages.map(({ result }) => result.status)).toEqual(['fulfilled', 'rejected'])
    await act(async () => void (await reset(world)))
    for (const { result } of pages) expect(result).toMatchObject(nothing)
  })

  it('forgets the progress of an upload when the store is reset', async () => {
    const uploads = holdUploads()
    const page = mutationPage(uploads.endpoint)
    const shown = () => page.result.progress
    const Page = () => {
      const node = page.Page({})
      shown()
      return node
    }
    const world = createStore({ fetchFn: uploads.fetchFn })
    renderApp(Mode, <Page />, world)
    act(() => void page.run({ text: 'text' }))
    const upload = await uploads.take()
    upload.report({ loaded: 1, total: 2 })
    expect(shown()).toEqual({ loaded: 1, total: 2 })
    act(() => void world.store.dispatch(world.rest.reset()))
    expect(page.result).toMatchObject(nothing)
    upload.report({ loaded: 2, total: 2 })
    expect(page.result).toMatchObject(nothing)
    upload.respond('done')
    await sent()
  })
})

describe.each(modes)('useMutation whose endpoint changes %s', (_, Mode) => {
  function createHost() {
    const [one, other] = [holdMutation('one'), holdMutation('other')]
    const page = mutationPage(one.endpoint)
    let show: (endpoint: WriteEndpoint) => void = () => undefined
    function Host() {
      const [endpoint, setEndpoint] = useState(() => one.endpoint)
      show = (next) => act(() => setEndpoint(() => next))
      return <page.Page endpoint={endpoint} />
    }
    renderApp(Mode, <Host />)
    return { one, other, page, show: (endpoint: WriteEndpoint) => show(endpoint) }
  }

  it('shows nothing of the other endpoint', async () => {
    const { one, other, page, show } = createHost()
    act(() => void page.run('a'))
    await sent()
    await end(one.calls[0], { response: 'of one' })
    expect(page.result.data).toBe('of one')
    show(other.endpoint)
    expect(page.result).toMatchObject(nothing)
    act(() => void page.run('b'))
    await sent()
    await end(other.calls[0], { response: 'of other' })
    expect(page.result.data).toBe('of other')
    show(one.endpoint)
    expect(page.result).toMatchObject(nothing)
  })

  it('does not show the end of a call of the other endpoint', async () => {
    const { one, other, page, show } = createHost()
    act(() => void page.run('a'))
    await sent()
    show(other.endpoint)
    expect(page.result).toMatchObject(nothing)
    await end(one.calls[0], { response: 'of one' })
    expect(page.result).toMatchObject(nothing)
  })

  it('goes on showing its call if each render extends the endpoint', async () => {
    const { endpoint, calls } = holdMutation('save')
    const extend = () =>
      (endpoint as unknown as { extend(options: object): WriteEndpoint }).extend({
        dataExpiryLength: 1,
      })
    const page = mutationPage(endpoint)
    const Page = () => <page.Page endpoint={extend()} />
    renderApp(Mode, <Page />)
    act(() => void page.run('a'))
    await sent()
    expect(page.result).toMatchObject({ status: 'pending', args: ['a'] })
    await end(calls[0], { response: 'A' })
    expect(page.result).toMatchObject({ status: 'fulfilled', data: 'A' })
  })
})
