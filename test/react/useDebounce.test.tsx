import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Suspense, useState } from 'react'
import { useCancelling, useDebounce, useDLE, useSuspense } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { end } from '../support/mutationPage'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { deferred, UserResource } from '../support/world'

describe.each(modes)('useDebounce %s', (_, Mode) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  const pass = (ms: number) =>
    act(async () => {
      vi.advanceTimersByTime(ms)
      await turns()
    })

  interface Props {
    readonly text: string
    readonly delay: number
    readonly updatable?: boolean
  }

  function createPage(first: Props) {
    const seen: (readonly [string, boolean])[] = []
    let show: (props: Props) => void = () => undefined
    function Page() {
      const [{ text, delay, updatable }, setProps] = useState(first)
      show = setProps
      seen.push(useDebounce(text, delay, updatable))
      return null
    }
    const { unmount } = renderApp(Mode, <Page />)
    return {
      seen,
      unmount,
      show: (props: Props) => act(() => show(props)),
      value: () => seen.at(-1),
    }
  }

  it('returns the value once it has not changed for a while', async () => {
    const { show, value } = createPage({ text: 'a', delay: 200 })
    expect(value()).toEqual(['a', false])
    show({ text: 'ab', delay: 200 })
    await pass(199)
    expect(value()).toEqual(['a', false])
    show({ text: 'abc', delay: 200 })
    await pass(199)
    expect(value()).toEqual(['a', false])
    await pass(1)
    expect(value()).toEqual(['abc', false])
    show({ text: 'x', delay: 50 })
    await pass(50)
    expect(value()).toEqual(['x', false])
  })

  it('keeps the value while it is not updatable, and waits for the whole delay afterwards', async () => {
    const { show, value } = createPage({ text: 'a', delay: 200, updatable: false })
    show({ text: 'ab', delay: 200, updatable: false })
    await pass(1000)
    expect(value()).toEqual(['a', false])
    show({ text: 'ab', delay: 200, updatable: true })
    await pass(199)
    expect(value()).toEqual(['a', false])
    await pass(1)
    expect(value()).toEqual(['ab', false])
    show({ text: 'abc', delay: 200, updatable: true })
    await pass(100)
    show({ text: 'abc', delay: 200, updatable: false })
    await pass(1000)
    expect(value()).toEqual(['ab', false])
  })

  it('is pending, and leaves the page as it is, while what depends on it suspends', async () => {
    const { endpoint, calls } = holdRead('search')
    let type: (text: string) => void = () => undefined
    function Results({ query }: { query: string }) {
      return <li>{useSuspense(endpoint, query) as string}</li>
    }
    function Page() {
      const [text, setText] = useState('a')
      type = setText
      const [query, isPending] = useDebounce(text, 200)
      return (
        <>
          <b>{`${text} ${isPending}`}</b>
          <Results query={query} />
        </>
      )
    }
    renderApp(Mode, <Page />)
    await pass(0)
    await end(calls[0], { response: 'results of a' })
    expect(screen.getByText('results of a')).toBeTruthy()
    act(() => type('ab'))
    expect(screen.getByText('ab false')).toBeTruthy()
    await pass(200)
    expect(screen.getByText('ab true')).toBeTruthy()
    expect(screen.getByText('results of a')).toBeTruthy()
    expect(screen.queryByText('loading')).toBeNull()
    await end(calls[1], { response: 'results of ab' })
    await pass(1000)
    expect(screen.getByText('results of ab')).toBeTruthy()
    expect(screen.getByText('ab false')).toBeTruthy()
  })

  it('stops its timer when the component unmounts', () => {
    const { seen, show, unmount } = createPage({ text: 'a', delay: 200 })
    show({ text: 'ab', delay: 200 })
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
    expect(seen.at(-1)).toEqual(['a', false])
  })
})

describe.each(modes)('useCancelling %s', (_, Mode) => {
  type Get = typeof UserResource.get
  type Use = (endpoint: Get, id: string | null) => string | undefined

  const useState_: Use = (endpoint, id) => {
    const { data, loading, error } = useDLE(endpoint, id === null ? null : { id })
    return loading ? 'loading' : (error?.message ?? data?.name)
  }

  /** A server whose responses wait for the test. */
  function serveUsers() {
    const aborted: string[] = []
    const requests: string[] = []
    const responses = new Map<string, ReturnType<typeof deferred<undefined>>>()
    const responseOf = (id: string) => {
      const response = responses.get(id) ?? deferred<undefined>()
      responses.set(id, response)
      return response
    }
    server.use(
      http.get<{ id: string }>(`${API}/users/:id`, async ({ request, params: { id } }) => {
        requests.push(id)
        request.signal.addEventListener('abort', () => aborted.push(id))
        await responseOf(id).promise
        return HttpResponse.json({ id, name: `user ${id}` })
      }),
    )
    return { aborted, requests, respond: (id: string) => responseOf(id).resolve(undefined) }
  }

  function createPage(useRead: Use) {
    const served = serveUsers()
    const endpoints: Get[] = []
    let setId: (id: string | null) => void = () => undefined
    function Page() {
      const [id, set] = useState<string | null>('1')
      setId = set
      const endpoint = useCancelling(UserResource.get, id === null ? null : { id })
      endpoints.push(endpoint)
      return <p>{useRead(endpoint, id) ?? 'nothing'}</p>
    }
    const world = renderApp(Mode, <Page />)
    const show = (id: string | null) => act(() => setId(id))
    return { ...world, ...served, endpoints, show }
  }

  it('aborts the request when the arguments change, also where others wait for it', async () => {
    const { show, aborted, requests, respond, controller } = createPage(useState_)
    await vi.waitFor(() => expect(requests).toEqual(['1']))
    const joined = Promise.resolve(controller.fetchIfStale(UserResource.get, { id: '1' }))
    show('2')
    await expect(joined).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(requests).toEqual(['1', '2']))
    show('3')
    await vi.waitFor(() => expect(aborted).toEqual(['1', '2']))
    respond('3')
    expect(await screen.findByText('user 3')).toBeTruthy()
    show('1')
    respond('1')
    expect(await screen.findByText('user 1')).toBeTruthy()
    expect(requests).toEqual(['1', '2', '3', '1'])
  })

  it('aborts the request when the arguments become null', async () => {
    const { show, aborted, requests, controller } = createPage(useState_)
    await vi.waitFor(() => expect(requests).toEqual(['1']))
    const joined = Promise.resolve(controller.fetchIfStale(UserResource.get, { id: '1' }))
    show(null)
    await expect(joined).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(aborted).toEqual(['1']))
    expect(screen.getByText('nothing')).toBeTruthy()
  })

  it('returns the same endpoint for the same arguments', async () => {
    const { endpoints, show } = createPage(() => 'nothing')
    const first = endpoints.at(-1)
    show('1')
    expect(endpoints.at(-1)).toBe(first)
    show('2')
    expect(endpoints.at(-1)).not.toBe(first)
  })

  it('does not abort the request when the component unmounts', async () => {
    const { endpoints, unmount, controller, aborted, requests, respond } = createPage(
      () => 'nothing',
    )
    const promise = controller.fetch(endpoints.at(-1) as Get, { id: '1' })
    await vi.waitFor(() => expect(requests).toEqual(['1']))
    unmount()
    await act(async () => await turns())
    respond('1')
    expect(await promise).toMatchObject({ name: 'user 1' })
    expect(aborted).toEqual([])
  })

  it('shows the data of the last arguments with useSuspense', async () => {
    const { respond, show, requests } = createPage(
      (endpoint, id) => useSuspense(endpoint, { id: id ?? '' }).name,
    )
    expect(screen.getByText('loading')).toBeTruthy()
    respond('1')
    expect(await screen.findByText('user 1')).toBeTruthy()
    show('2')
    await vi.waitFor(() => expect(requests).toEqual(['1', '2']))
    show('3')
    await vi.waitFor(() => expect(requests).toEqual(['1', '2', '3']))
    respond('3')
    expect(await screen.findByText('user 3')).toBeTruthy()
    respond('2')
    await act(async () => await turns())
    expect(screen.getByText('user 3')).toBeTruthy()
  })

  it('aborts the request of a component within it that suspends', async () => {
    const { aborted, requests, respond } = serveUsers()
    let setId: (id: string) => void = () => undefined
    function Detail({ endpoint, id }: { endpoint: Get; id: string }) {
      return <p>{useSuspense(endpoint, { id }).name}</p>
    }
    function Page() {
      const [id, set] = useState('1')
      setId = set
      const endpoint = useCancelling(UserResource.get, { id })
      return (
        <Suspense fallback="loading">
          <Detail endpoint={endpoint} id={id} />
        </Suspense>
      )
    }
    renderApp(Mode, <Page />)
    for (const id of ['1', '2', '3']) {
      act(() => setId(id))
      await vi.waitFor(() => expect(requests).toContain(id))
    }
    await vi.waitFor(() => expect(aborted).toEqual(['1', '2']))
    respond('3')
    expect(await screen.findByText('user 3')).toBeTruthy()
  })
})
