import { act, screen } from '@testing-library/react'
import { memo, useState } from 'react'
import type { EndpointContract } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { type EndpointState, useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { end } from '../support/mutationPage'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const failure = new Error('no user')

type State = EndpointState<EndpointContract, unknown>

/** Lets requests be sent, and what follows be shown. */
const sent = () => act(async () => await turns())

describe.each(modes)('isFetching of useDLE %s', (_, Mode) => {
  function createPage() {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const seen: string[] = []
    let last: State | undefined
    function Page() {
      last = useDLE(endpoint, '1')
      const { data, loading, error, isFetching } = last
      const shown = loading ? 'loading' : (error?.message ?? (data as User).name)
      seen.push(`${shown}${isFetching ? ' …' : ''}`)
      return <p>{seen.at(-1)}</p>
    }
    const world = renderApp(Mode, <Page />)
    return { ...world, endpoint, calls, seen, state: () => last as State }
  }

  it('is true while a request is in flight, for the first time and again', async () => {
    const { calls, seen, endpoint, store, rest, controller } = createPage()
    await sent()
    expect(seen.at(-1)).toBe('loading …')
    await end(calls[0], { response: ada })
    expect(seen.at(-1)).toBe('Ada')
    act(() => void store.dispatch(rest.expireAll(endpoint)))
    await sent()
    expect(seen.at(-1)).toBe('Ada …')
    await end(calls[1], { response: ada })
    expect(seen.at(-1)).toBe('Ada')
    act(() => void controller.fetch(endpoint, '1'))
    await sent()
    expect(seen.at(-1)).toBe('Ada …')
    await end(calls[2], { response: { id: '1', name: 'Bob' } })
    expect(seen.at(-1)).toBe('Bob')
    act(() => void store.dispatch(rest.invalidate(endpoint, '1')))
    await sent()
    expect(seen.at(-1)).toBe('loading …')
    await end(calls[3], { response: ada })
    expect(seen.at(-1)).toBe('Ada')
  })

  it('is true in no render in which there is nothing to wait for', async () => {
    const { calls, seen } = createPage()
    await sent()
    await end(calls[0], { response: ada })
    expect(new Set(seen)).toEqual(new Set(['loading …', 'Ada']))
  })

  it('ends with an error, and with an abort', async () => {
    const { calls, seen, endpoint, store, rest } = createPage()
    await sent()
    await end(calls[0], { error: failure })
    expect(seen.at(-1)).toBe('no user')
    const refetch = store.dispatch(rest.fetch(endpoint, '1'))
    await sent()
    expect(seen.at(-1)).toBe('no user …')
    await end(calls[1], { response: ada })
    expect(seen.at(-1)).toBe('Ada')
    await refetch
    const aborted = store.dispatch(rest.fetch(endpoint, '1'))
    await sent()
    expect(seen.at(-1)).toBe('Ada …')
    aborted.abort()
    await sent()
    expect(seen.at(-1)).toBe('Ada')
  })

  it('is false for null', () => {
    const Page = () => {
      const { isFetching, loading } = useDLE(UserResource.get, null)
      return <p>{`${isFetching} ${loading}`}</p>
    }
    renderApp(Mode, <Page />)
    expect(screen.getByText('false false')).toBeTruthy()
  })

  it('renders no component that does not read it', async () => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const renders: string[] = []
    const count = (name: string) => renders.filter((it) => it === name).length
    const Reads = memo(function Reads() {
      renders.push('reads')
      return <p>{useDLE(endpoint, '1').isFetching ? 'fetching' : 'idle'}</p>
    })
    const Ignores = memo(function Ignores() {
      renders.push('ignores')
      return <p>{(useDLE(endpoint, '1').data as User | undefined)?.name}</p>
    })
    const Suspends = memo(function Suspends() {
      renders.push('suspends')
      return <p>{(useSuspense(endpoint, '1') as User).name}</p>
    })
    const { controller } = renderApp(
      Mode,
      <>
        <Reads />
        <Ignores />
        <Suspends />
      </>,
    )
    await sent()
    await end(calls[0], { response: ada })
    const before = ['ignores', 'suspends'].map(count)
    const reads = count('reads')
    act(() => void controller.fetch(endpoint, '1'))
    await sent()
    expect(screen.getByText('fetching')).toBeTruthy()
    await end(calls[1], { response: ada })
    expect(screen.getByText('idle')).toBeTruthy()
    expect(['ignores', 'suspends'].map(count)).toEqual(before)
    expect(count('reads')).toBeGreaterThan(reads)
  })

  it('is false while a mutation of the same entity is in flight', async () => {
    const { calls, seen, controller } = createPage()
    await sent()
    await end(calls[0], { response: ada })
    const rename = holdMutation('rename', {
      schema: User,
      getOptimisticResponse: [optimistic, () => ({ id: '1', name: 'Eve' })],
    })
    act(() => void controller.fetch(rename.endpoint))
    await sent()
    expect(seen.at(-1)).toBe('Eve')
    await end(rename.calls[0], { response: { id: '1', name: 'Eve' } })
    expect(seen.at(-1)).toBe('Eve')
  })

  it('is true for a refetch while a mutation is in flight', async () => {
    const { calls, seen, controller, endpoint } = createPage()
    await sent()
    await end(calls[0], { response: ada })
    const rename = holdMutation('rename', {
      schema: User,
      getOptimisticResponse: [optimistic, () => ({ id: '1', name: 'Eve' })],
    })
    act(() => void controller.fetch(rename.endpoint))
    await sent()
    act(() => void controller.fetch(endpoint, '1'))
    await sent()
    expect(seen.at(-1)).toBe('Eve …')
    await end(calls[1], { response: ada })
    expect(seen.at(-1)).toBe('Eve')
    await end(rename.calls[0], { response: { id: '1', name: 'Eve' } })
    // Both may have missed the other, so it is fetched again.
    await sent()
    expect(seen.at(-1)).toBe('Eve …')
    await end(calls[2], { response: { id: '1', name: 'Eve' } })
    expect(seen.at(-1)).toBe('Eve')
  })
})

describe.each(modes)('refetch of useDLE %s', (_, Mode) => {
  function createPage() {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const seen: State[] = []
    let again: () => void = () => undefined
    let setId: (id: string | null) => void = () => undefined
    function Page() {
      const [, render] = useState(0)
      const [id, set] = useState<string | null>('1')
      again = () => render((count) => count + 1)
      setId = set
      const state = useDLE(endpoint, id) as State
      seen.push(state)
      const { loading, error, data } = state
      return <p>{loading ? 'loading' : (error?.message ?? (data as User | undefined)?.name)}</p>
    }
    const world = renderApp(Mode, <Page />)
    const state = () => seen.at(-1) as State
    return {
      ...world,
      calls,
      state,
      again: () => act(again),
      show: (id: string | null) => act(() => setId(id)),
    }
  }

  it('fetches now, and shows what there is meanwhile', async () => {
    const { calls, state } = createPage()
    await sent()
    await end(calls[0], { response: ada })
    let promise: ReturnType<State['refetch']> | undefined
    act(() => void (promise = state().refetch()))
    await sent()
    expect(screen.getByText('Ada')).toBeTruthy()
    await end(calls[1], { response: { id: '1', name: 'Bob' } })
    expect(screen.getByText('Bob')).toBeTruthy()
    expect(await promise?.unwrap()).toBe(state().data)
    expect(await promise).toMatchObject({ type: 'rest/getUser/fulfilled' })
  })

  it('resolves to the action of a failure, and its unwrap rejects', async () => {
    const { calls, state } = createPage()
    await sent()
    await end(calls[0], { error: failure })
    expect(screen.getByText('no user')).toBeTruthy()
    let promise: ReturnType<State['refetch']> | undefined
    act(() => void (promise = state().refetch()))
    await sent()
    await end(calls[1], { error: failure })
    expect(await promise).toMatchObject({ type: 'rest/getUser/rejected' })
    await expect(promise?.unwrap()).rejects.toBe(failure)
    act(() => void state().refetch())
    await sent()
    await end(calls[2], { response: ada })
    expect(screen.getByText('Ada')).toBeTruthy()
  })

  it('is the same function as long as the arguments are the same, and fetches the last ones', async () => {
    const { calls, state, again, show } = createPage()
    await sent()
    await end(calls[0], { response: ada })
    const { refetch } = state()
    again()
    expect(state().refetch).toBe(refetch)
    show('2')
    await sent()
    await end(calls[1], { response: { id: '2', name: 'Bob' } })
    expect(state().refetch).not.toBe(refetch)
    act(() => void state().refetch())
    await sent()
    expect(calls.at(-1)?.args).toEqual(['2'])
  })

  it('throws an error while the first argument is null, and sends nothing', async () => {
    const { calls, state, show } = createPage()
    await sent()
    await end(calls[0], { response: ada })
    show(null)
    expect(() => state().refetch()).toThrow('null')
    await sent()
    expect(calls).toHaveLength(1)
  })

  it('throws an error for null where the endpoint needs no argument, too', () => {
    let refetch: () => unknown = () => undefined
    const Page = () => {
      ;({ refetch } = useDLE(UserResource.getList, null))
      return null
    }
    const { actions } = renderApp(Mode, <Page />)
    expect(() => refetch()).toThrow('null')
    expect(actions).toEqual([])
    expect(vi.mocked(console.error)).not.toHaveBeenCalled()
  })
})
