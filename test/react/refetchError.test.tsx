import { act, screen } from '@testing-library/react'
import { memo } from 'react'
import { useSelector } from 'react-redux'
import { useDLE, useFetch, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { end } from '../support/mutationPage'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'
import { createStore, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '1', name: 'Bob' }
const outage = Object.assign(new Error('no connection'), { code: 'NETWORK' })
const overload = Object.assign(new Error('busy'), { status: 503 })
const gone = Object.assign(new Error('no user'), { status: 404 })

/** Lets requests be sent, and what follows be shown. */
const sent = () => act(async () => await turns())

describe.each(modes)('refetchError of useDLE %s', (_, Mode) => {
  function createPage() {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const seen: string[] = []
    function Page() {
      const { data, loading, error, refetchError } = useDLE(endpoint, '1')
      const shown = loading ? 'loading' : (error?.message ?? (data as User).name)
      seen.push(refetchError ? `${shown} (${refetchError.message})` : shown)
      return <p>{seen.at(-1)}</p>
    }
    const world = renderApp(Mode, <Page />)
    const refetch = async (outcome: Parameters<typeof end>[1]) => {
      act(() => void world.controller.fetch(endpoint, '1').catch(() => undefined))
      await sent()
      await end(calls.at(-1), outcome)
    }
    return { ...world, endpoint, calls, seen, refetch }
  }

  it('is beside the data while the last refetch failed, and goes with the next success', async () => {
    const { calls, seen, refetch } = createPage()
    await sent()
    await end(calls[0], { response: ada })
    expect(seen.at(-1)).toBe('Ada')
    await refetch({ error: outage })
    expect(seen.at(-1)).toBe('Ada (no connection)')
    await refetch({ error: overload })
    expect(seen.at(-1)).toBe('Ada (busy)')
    await refetch({ response: ada })
    expect(seen.at(-1)).toBe('Ada')
    await refetch({ error: outage })
    await refetch({ response: bob })
    expect(seen.at(-1)).toBe('Bob')
  })

  it('stays while the next refetch is in flight', async () => {
    const { calls, seen, refetch, controller, endpoint } = createPage()
    await sent()
    await end(calls[0], { response: ada })
    await refetch({ error: outage })
    act(() => void controller.fetch(endpoint, '1'))
    await sent()
    expect(seen.at(-1)).toBe('Ada (no connection)')
    await end(calls.at(-1), { response: ada })
    expect(seen.at(-1)).toBe('Ada')
  })

  it('is undefined where there is an error in its place, and where there is no data', async () => {
    const { calls, seen, refetch, store, rest, endpoint } = createPage()
    await sent()
    await end(calls[0], { error: outage })
    expect(seen.at(-1)).toBe('no connection')
    await refetch({ response: ada })
    await refetch({ error: gone })
    expect(seen.at(-1)).toBe('no user')
    await refetch({ response: ada })
    await refetch({ error: outage })
    act(() => void store.dispatch(rest.invalidate(endpoint, '1')))
    await sent()
    expect(seen.at(-1)).toBe('loading')
    await end(calls.at(-1), { response: ada })
    expect(seen.at(-1)).toBe('Ada')
  })

  it('is there for a component that comes later', async () => {
    const world = createStore()
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const { controller } = world
    controller.setResponse(endpoint, '1', ada)
    const refetch = controller.fetch(endpoint, '1').catch(() => undefined)
    calls[0]?.reject(outage)
    await refetch
    const Page = () => {
      const { data, refetchError } = useDLE(endpoint, '1')
      return <p>{`${(data as User).name} (${refetchError?.message})`}</p>
    }
    renderApp(Mode, <Page />, world)
    expect(screen.getByText('Ada (no connection)')).toBeTruthy()
  })

  it('is undefined for null', () => {
    const Page = () => <p>{String(useDLE(UserResource.get, null).refetchError)}</p>
    renderApp(Mode, <Page />)
    expect(screen.getByText('undefined')).toBeTruthy()
  })

  it('renders no component that does not read it', async () => {
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const renders: string[] = []
    const promises = new Set<unknown>()
    const count = (name: string) => renders.filter((it) => it === name).length
    const Reads = memo(function Reads() {
      renders.push('reads')
      return <p>{useDLE(endpoint, '1').refetchError?.message ?? 'all is well'}</p>
    })
    const Ignores = memo(function Ignores() {
      renders.push('ignores')
      return <p>{(useDLE(endpoint, '1').data as User | undefined)?.name}</p>
    })
    const Suspends = memo(function Suspends() {
      renders.push('suspends')
      return <p>{(useSuspense(endpoint, '1') as User).name}</p>
    })
    const Fetches = memo(function Fetches() {
      renders.push('fetches')
      promises.add(useFetch(endpoint, '1'))
      return null
    })
    const names = ['ignores', 'suspends', 'fetches']
    const { controller } = renderApp(
      Mode,
      <>
        <Reads />
        <Ignores />
        <Suspends />
        <Fetches />
      </>,
    )
    await sent()
    await end(calls[0], { response: ada })
    const [before, size] = [names.map(count), promises.size]
    for (const [outcome, shown] of [
      [{ error: outage }, 'no connection'],
      [{ response: ada }, 'all is well'],
    ] as const) {
      act(() => void controller.fetch(endpoint, '1').catch(() => undefined))
      await sent()
      await end(calls.at(-1), outcome)
      expect(screen.getByText(shown)).toBeTruthy()
    }
    expect(names.map(count)).toEqual(before)
    expect(promises.size).toBe(size)
  })
})

describe.each(modes)('refetchError of selectRequest %s', (_, Mode) => {
  it('is beside the data, for useSuspense too, and the same object for the same failure', async () => {
    const world = createStore()
    const { rest, controller } = world
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const seen = new Set<unknown>()
    function Notice() {
      type State = ReturnType<typeof world.store.getState>
      const { refetchError, isError } = useSelector((state: State) =>
        rest.selectors.selectRequest(state, endpoint, '1'),
      )
      seen.add(refetchError)
      return <i>{`${refetchError?.message} ${isError}`}</i>
    }
    function Page() {
      return (
        <p>
          {(useSuspense(endpoint, '1') as User).name} <Notice />
        </p>
      )
    }
    renderApp(Mode, <Page />, world)
    await sent()
    await end(calls[0], { response: ada })
    expect(screen.getByText('undefined false')).toBeTruthy()
    act(() => void controller.fetch(endpoint, '1').catch(() => undefined))
    await sent()
    await end(calls.at(-1), { error: outage })
    expect(screen.getByText('no connection false')).toBeTruthy()
    act(() => void controller.fetch(endpoint, '1'))
    await sent()
    await end(calls.at(-1), { response: ada })
    expect(screen.getByText('undefined false')).toBeTruthy()
    expect(seen.size).toBe(2)
  })
})
