import { act, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { Collection, pages, RestEndpoint, rows, serial, type WriteEndpoint } from 'rtk-rest'
import { useDLE, useMutation } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { end, flagsOf, mutationPage } from '../support/mutationPage'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const getUsers = new RestEndpoint({
  path: '/users',
  name: 'getUsers',
  schema: new Collection([User]),
  paginationField: [pages, 'page'],
})
const failure = new Error('no rename')

/** Lets a request be sent. */
const sent = () => act(async () => await turns())

describe.each(modes)('useMutation %s', (_, Mode) => {
  it('has the state of a call: none, loading, success', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const page = mutationPage(endpoint)
    renderApp(Mode, <page.Page />)
    const nothing = { data: undefined, error: undefined, args: undefined }
    expect(page.result).toMatchObject({ status: 'uninitialized', ...nothing })
    expect(flagsOf(page.result)).toEqual(['isUninitialized'])
    const promise = await act(async () => {
      const it = page.run('1', { name: 'Ada' })
      await turns()
      return { it }
    })
    const args = ['1', { name: 'Ada' }]
    expect(page.result).toMatchObject({ status: 'pending', ...nothing, args })
    expect(flagsOf(page.result)).toEqual(['isLoading'])
    await end(calls[0], { response: ada })
    expect(page.result).toMatchObject({ status: 'fulfilled', error: undefined, args })
    expect(flagsOf(page.result)).toEqual(['isSuccess'])
    expect(page.result.data).toBeInstanceOf(User)
    expect(page.result.data).toBe(await promise.it.unwrap())
  })

  it('has the error of a call, which the next call clears', async () => {
    const { endpoint, calls } = holdMutation('rename')
    const page = mutationPage(endpoint)
    renderApp(Mode, <page.Page />)
    act(() => void page.run('1'))
    await sent()
    await end(calls[0], { error: failure })
    expect(page.result).toMatchObject({ status: 'rejected', data: undefined, args: ['1'] })
    expect(page.result.error).toBe(failure)
    expect(flagsOf(page.result)).toEqual(['isError'])
    act(() => void page.run('2'))
    expect(page.result).toMatchObject({ status: 'pending', error: undefined, args: ['2'] })
    await sent()
    await end(calls[1], { response: 'done' })
    expect(page.result).toMatchObject({ status: 'fulfilled', data: 'done', error: undefined })
    act(() => void page.run('3'))
    expect(page.result).toMatchObject({ status: 'pending', data: undefined, args: ['3'] })
  })

  it('has the state of the last call, in whatever order the calls end', async () => {
    const { endpoint, calls } = holdMutation('rename')
    const page = mutationPage(endpoint)
    renderApp(Mode, <page.Page />)
    for (const name of ['first', 'second', 'third']) act(() => void page.run(name))
    await sent()
    await end(calls[1], { error: failure })
    expect(page.result).toMatchObject({ status: 'pending', args: ['third'] })
    await end(calls[2], { response: 'third' })
    expect(page.result).toMatchObject({ status: 'fulfilled', data: 'third' })
    await end(calls[0], { response: 'first' })
    expect(page.result).toMatchObject({ status: 'fulfilled', data: 'third', args: ['third'] })
  })

  it('has always the same function, which sends what the endpoint of the last render is', async () => {
    const one = holdMutation('one')
    const other = holdMutation('other')
    const page = mutationPage(one.endpoint)
    let setEndpoint: (endpoint: WriteEndpoint) => void = () => undefined
    function Host() {
      const [endpoint, set] = useState(() => one.endpoint)
      setEndpoint = (next) => set(() => next)
      return <page.Page endpoint={endpoint} />
    }
    renderApp(Mode, <Host />)
    const { run } = page
    act(() => void run('a'))
    act(() => setEndpoint(other.endpoint))
    expect(page.run).toBe(run)
    act(() => void run('b'))
    await sent()
    expect([one.calls.length, other.calls.length]).toEqual([1, 1])
    await end(other.calls[0], { response: 'b' })
    expect(page.result.data).toBe('b')
  })

  it('has the same result object while nothing changes', () => {
    const page = mutationPage(holdMutation('rename').endpoint)
    let again: () => void = () => undefined
    function Host() {
      const [, set] = useState(0)
      again = () => set((count) => count + 1)
      return <page.Page />
    }
    renderApp(Mode, <Host />)
    const { result } = page
    act(again)
    expect(page.result).toBe(result)
    act(() => void page.run())
    expect(page.result).not.toBe(result)
  })

  it('can be called by the effect of a component within it', async () => {
    const { endpoint, calls } = holdMutation('visit')
    function Child({ visit }: { visit: () => unknown }) {
      useEffect(() => void visit(), [visit])
      return null
    }
    function Page() {
      const [visit, { status }] = useMutation(endpoint)
      return (
        <p>
          {status}
          <Child visit={visit} />
        </p>
      )
    }
    renderApp(Mode, <Page />)
    expect(screen.getByText('pending')).toBeTruthy()
    await sent()
    for (const call of calls) await end(call, { response: 'done' })
    expect(screen.getByText('fulfilled')).toBeTruthy()
  })

  it('is sent by the new endpoint if an effect within calls it as the endpoint changes', async () => {
    const one = holdMutation('one')
    const other = holdMutation('other')
    let show: () => void = () => undefined
    function Child({ run, isOther }: { run: () => unknown; isOther: boolean }) {
      useEffect(() => {
        if (isOther) void run()
      }, [run, isOther])
      return null
    }
    function Page() {
      const [isOther, setIsOther] = useState(false)
      show = () => setIsOther(true)
      const [run] = useMutation(isOther ? other.endpoint : one.endpoint)
      return <Child run={run} isOther={isOther} />
    }
    renderApp(Mode, <Page />)
    act(show)
    await sent()
    expect([one.calls.length, other.calls.length]).toEqual([0, 1])
  })

  it('is reset, while the request goes on', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const page = mutationPage(endpoint)
    const { controller } = renderApp(Mode, <page.Page />)
    let promise: ReturnType<typeof page.run> | undefined
    act(() => void (promise = page.run('1')))
    await sent()
    act(() => page.result.reset())
    expect(flagsOf(page.result)).toEqual(['isUninitialized'])
    expect(page.result.args).toBeUndefined()
    await end(calls[0], { response: ada })
    expect(flagsOf(page.result)).toEqual(['isUninitialized'])
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    expect(await promise?.unwrap()).toBe(controller.get(User, { id: '1' }))
    act(() => void page.run('2'))
    await sent()
    await end(calls[1], { error: failure })
    act(() => page.result.reset())
    expect(page.result).toMatchObject({ status: 'uninitialized', error: undefined })
  })

  it('goes on when its component unmounts, and updates it no more', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const page = mutationPage(endpoint)
    const { controller, unmount } = renderApp(Mode, <page.Page />)
    act(() => void page.run('1'))
    await sent()
    const renders = page.results.length
    unmount()
    await act(async () => await turns())
    expect(calls[0]?.signal?.aborted).toBe(false)
    await end(calls[0], { response: ada })
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    expect(page.results).toHaveLength(renders)
  })

  it('gives a promise of the final action, which never rejects', async () => {
    const { endpoint, calls } = holdMutation('rename')
    const page = mutationPage(endpoint)
    const { actions } = renderApp(Mode, <page.Page />)
    const promises: ReturnType<typeof page.run>[] = []
    act(() => void promises.push(page.run('1'), page.run('2')))
    await sent()
    await end(calls[0], { response: 'done' })
    await end(calls[1], { error: failure })
    const [one, two] = promises
    expect(await one).toBe(actions.find(({ type }) => type === 'rest/rename/fulfilled'))
    expect(await two).toBe(actions.find(({ type }) => type === 'rest/rename/rejected'))
    expect((await one)?.type).toBe('rest/rename/fulfilled')
    expect({ ...(await two) }).toMatchObject({ error: { message: 'no rename' } })
    expect(await one?.unwrap()).toBe('done')
    await expect(two?.unwrap()).rejects.toBe(failure)
  })

  it('is aborted by its promise, and has the error of that', async () => {
    const { endpoint, calls } = holdMutation('rename')
    const page = mutationPage(endpoint)
    renderApp(Mode, <page.Page />)
    let promise: ReturnType<typeof page.run> | undefined
    act(() => void (promise = page.run('1')))
    await sent()
    await act(async () => {
      promise?.abort('changed my mind')
      await turns()
    })
    expect(calls[0]?.signal?.aborted).toBe(true)
    expect(page.result).toMatchObject({ status: 'rejected', data: undefined })
    expect(page.result.error).toMatchObject({ name: 'AbortError', message: 'changed my mind' })
    await expect(promise?.unwrap()).rejects.toBe(page.result.error)
    expect(await promise).toMatchObject({ meta: { aborted: true } })
    // Too late.
    promise?.abort('another reason')
    await expect(promise?.unwrap()).rejects.toThrow('changed my mind')
    act(() => void page.run('2'))
    await sent()
    await end(calls[1], { response: 'done' })
    expect(page.result.data).toBe('done')
  })

  it('shows what the store shows, once the store has it', async () => {
    const { endpoint, calls } = holdMutation('rename', { schema: User })
    const { endpoint: read, calls: reads } = holdRead('getUser', { schema: User })
    const seen: unknown[] = []
    function Page() {
      const [rename, { data }] = useMutation(endpoint)
      const { data: user } = useDLE(read)
      seen.push([user, data])
      return <button onClick={() => void rename('1')}>{(user as User | undefined)?.name}</button>
    }
    renderApp(Mode, <Page />)
    await sent()
    await end(reads[0], { response: { id: '1', name: 'Bob' } })
    act(() => screen.getByText('Bob').click())
    await sent()
    await end(calls[0], { response: ada })
    const [user, data] = seen.at(-1) as [User, User]
    expect(user.name).toBe('Ada')
    expect(data).toBe(user)
    // There is no render with the data of the mutation beside the user as it was before.
    const shown = seen as readonly (readonly [User | undefined, User | undefined])[]
    const names = shown.flatMap(([it, result]) => (result === undefined ? [] : [it?.name]))
    expect(new Set(names)).toEqual(new Set(['Ada']))
  })

  it('throws at wrong arguments, and stays as it is', async () => {
    const page = mutationPage(UserResource.update)
    const { store, actions } = renderApp(Mode, <page.Page />)
    const { result } = page
    const state = store.getState()
    const run = page.run as unknown as (...args: readonly unknown[]) => object
    const missing =
      'The path parameter "id" of /users/:id is missing: parameters are the first argument, in front of any body; one argument alone is the body.'
    const wrong: readonly (readonly [args: readonly unknown[], message: string])[] = [
      [[{}, {}], missing],
      [[], missing],
      [[{ name: 'Ada' }], missing],
      [
        [{ id: '1' }, {}, 5],
        'User.update takes its parameters and a body, (params, body) or (body); found 3 arguments.',
      ],
      [
        ['1', {}],
        "User.update takes its parameters as one object, such as ({ id: '5' }); found a string of length 1.",
      ],
    ]
    for (const [args, message] of wrong) {
      expect(() => act(() => void run(...args))).toThrow(new TypeError(message))
    }
    expect(page.result).toBe(result)
    expect(store.getState()).toBe(state)
    expect(actions).toEqual([])
  })

  it('shows the error of a scope that throws, and sends the next call', async () => {
    const scope = vi.fn<() => string>(() => 'users')
    const { endpoint, calls } = holdMutation('rename', { scope: [serial, scope] })
    const page = mutationPage(endpoint)
    const { store } = renderApp(Mode, <page.Page />)
    scope.mockImplementationOnce(() => {
      throw new RangeError('no scope')
    })
    await act(async () => void page.run('1'))
    await sent()
    expect(page.result.error).toMatchObject({ message: 'no scope' })
    expect(rows(store.getState().rest.mutations)).toEqual([])
    act(() => void page.run('2'))
    await sent()
    await end(calls[0], { response: 'done' })
    expect(page.result.data).toBe('done')
  })

  it.each([
    ['reads', UserResource.get, /and User\.get reads\. Read with useSuspense/],
    [
      'reads a page',
      getUsers.getPage,
      /getUsers\.getPage reads\. Fetch a page with controller\.fetch/,
    ],
    ['is missing', undefined, /An endpoint is needed/],
    ['is none', {}, /An endpoint is needed/],
  ])('throws an error for an endpoint that %s', (_, endpoint, message) => {
    const Page = () => <p>{useMutation(endpoint as WriteEndpoint)[1].status}</p>
    renderApp(Mode, <Page />)
    expect(screen.getByRole('alert').textContent).toMatch(message)
  })
})
