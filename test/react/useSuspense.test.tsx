import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { startTransition, useState } from 'react'
import { RestEndpoint } from 'rtk-rest'
import { useController, useSuspense } from 'rtk-rest/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { createStore, deferred, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }

function Detail({ id }: { id: string }) {
  return <p>detail: {useSuspense(UserResource.get, { id }).name}</p>
}

function List() {
  return (
    <p>
      list:{' '}
      {useSuspense(UserResource.getList)
        .map(({ name }) => name)
        .join(', ')}
    </p>
  )
}

describe.each(modes)('useSuspense %s', (_, Mode) => {
  it('suspends, shows the data, and then its changes', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    const { store, rest } = renderApp(Mode, <Detail id="1" />)
    expect(screen.getByText('loading')).toBeTruthy()
    expect(await screen.findByText('detail: Ada')).toBeTruthy()
    act(() => {
      store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Ada Lovelace' }))
    })
    expect(screen.getByText('detail: Ada Lovelace')).toBeTruthy()
  })

  it('dispatches nothing while React renders', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    const world = createStore()
    let isRendering = false
    const dispatched = vi.fn()
    world.store.subscribe(() => {
      if (isRendering) dispatched()
    })
    function Begin() {
      isRendering = true
      return null
    }
    function End() {
      isRendering = false
      return null
    }
    // Siblings render in order, before and after the component that sends the request.
    renderApp(
      Mode,
      <>
        <Begin />
        <Detail id="1" />
        <End />
      </>,
      world,
    )
    await screen.findByText('detail: Ada')
    expect(dispatched).not.toHaveBeenCalled()
  })

  it.each([
    ['shows the error to a page that mounts at once', 0, /Unauthorized/],
    ['fetches again for a page that mounts later', 2_500, 'detail: Ada'],
  ])('after a failure %s', async (__, gap, shown) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    server.use(
      http.get(`${API}/users/1`, () => HttpResponse.json({}, { status: 401 }), { once: true }),
      http.get(`${API}/users/1`, () => HttpResponse.json(ada)),
    )
    const world = createStore()
    const { unmount } = renderApp(Mode, <Detail id="1" />, world)
    await screen.findByRole('alert')
    unmount()
    vi.advanceTimersByTime(gap)
    renderApp(Mode, <Detail id="1" />, world)
    expect(await screen.findByText(shown)).toBeTruthy()
  })

  it('sends one request for two readers of a call', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json(ada)
      }),
    )
    renderApp(
      Mode,
      <>
        <Detail id="1" />
        <Detail id="1" />
      </>,
    )
    expect(await screen.findAllByText('detail: Ada')).toHaveLength(2)
    expect(onRequest).toHaveBeenCalledTimes(1)
  })

  it('shows an entity that a list contained, without a request', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([ada, bob])))
    const world = createStore()
    await world.controller.fetch(UserResource.getList)
    renderApp(Mode, <Detail id="2" />, world)
    expect(screen.getByText('detail: Bob')).toBeTruthy()
  })

  it('throws the error to the boundary, and retry sends a request at once', async () => {
    let status = 500
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada, { status })))
    renderApp(Mode, <Detail id="1" />)
    expect((await screen.findByRole('alert')).textContent).toMatch(/Internal Server Error \(500\)/)
    status = 200
    fireEvent.click(screen.getByText('Retry'))
    expect(await screen.findByText('detail: Ada')).toBeTruthy()
  })

  it('shows the error again if a retry fails, with one request each', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json({}, { status: 500 })
      }),
    )
    renderApp(Mode, <Detail id="1" />)
    await screen.findByRole('alert')
    fireEvent.click(screen.getByText('Retry'))
    await screen.findByText('loading')
    await screen.findByRole('alert')
    expect(onRequest).toHaveBeenCalledTimes(2)
  })

  it('shows a response with an expiry length of 0, and does not request it again', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json(ada)
      }),
    )
    const getFleeting = UserResource.get.extend({ dataExpiryLength: 0, invalidIfStale: true })
    function Fleeting() {
      return <p>fleeting: {useSuspense(getFleeting, { id: '1' }).name}</p>
    }
    renderApp(Mode, <Fleeting />)
    expect(await screen.findByText('fleeting: Ada')).toBeTruthy()
    expect(onRequest).toHaveBeenCalledTimes(1)
  })

  it('shows stale data at mount while it is refetched, if it is older than a second', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const world = createStore({ dataExpiryLength: 1 })
    let name = 'old'
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name })))
    await world.controller.fetch(UserResource.get, { id: '1' })
    name = 'new'
    vi.setSystemTime(Date.now() + 1_000)
    renderApp(Mode, <Detail id="1" />, world)
    expect(screen.getByText('detail: old')).toBeTruthy()
    expect(await screen.findByText('detail: new')).toBeTruthy()
  })

  it('omits a deleted entity from lists at once', async () => {
    server.use(
      http.get(`${API}/users`, () => HttpResponse.json([ada, bob])),
      http.delete(`${API}/users/1`, () => new HttpResponse(null, { status: 204 })),
    )
    const { controller } = renderApp(Mode, <List />)
    await screen.findByText('list: Ada, Bob')
    await act(() => controller.fetch(UserResource.delete, { id: '1' }))
    expect(screen.getByText('list: Bob')).toBeTruthy()
  })

  it('suspends and sends a request after an invalidation', async () => {
    let name = 'Ada'
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name })))
    const { store, rest } = renderApp(Mode, <Detail id="1" />)
    await screen.findByText('detail: Ada')
    name = 'Ada Lovelace'
    act(() => {
      store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    })
    expect(screen.getByText('loading')).toBeTruthy()
    expect(await screen.findByText('detail: Ada Lovelace')).toBeTruthy()
  })

  it('keeps the old page while a transition waits for the invalidated data', async () => {
    const response = deferred()
    let calls = 0
    server.use(
      http.get(`${API}/users/1`, async () => {
        calls += 1
        if (calls > 1) await response.promise
        return HttpResponse.json({ id: '1', name: calls > 1 ? 'new' : 'old' })
      }),
    )
    const { store, rest } = renderApp(Mode, <Detail id="1" />)
    await screen.findByText('detail: old')
    act(() => {
      startTransition(() => {
        store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
      })
    })
    expect(screen.getByText('detail: old')).toBeTruthy()
    expect(screen.queryByText('loading')).toBeNull()
    response.resolve()
    expect(await screen.findByText('detail: new')).toBeTruthy()
  })

  it('neither suspends nor sends a request if its entity is deleted and the page left', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users`, () => HttpResponse.json([ada, bob])),
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json(ada)
      }),
      http.delete(`${API}/users/1`, () => new HttpResponse(null, { status: 204 })),
    )
    const shown: string[] = []
    function Page() {
      const [isDetail, setDetail] = useState(true)
      const controller = useController()
      const leave = async () => {
        await controller.fetch(UserResource.delete, { id: '1' })
        setDetail(false)
      }
      return (
        <>
          {isDetail ? <Detail id="1" /> : <List />}
          <button onClick={() => void leave()}>Delete</button>
        </>
      )
    }
    const world = createStore()
    await world.controller.fetch(UserResource.getList)
    const { container } = renderApp(Mode, <Page />, world)
    const observer = new MutationObserver(() => shown.push(container.textContent))
    await screen.findByText('detail: Ada')
    observer.observe(container, { childList: true, subtree: true, characterData: true })
    fireEvent.click(screen.getByText('Delete'))
    await screen.findByText('list: Bob')
    await world.controller.allSettled()
    expect(shown.join()).not.toContain('loading')
    expect(onRequest).not.toHaveBeenCalled()
    observer.disconnect()
  })

  it('throws an error for an entity that was deleted while mounted, and sends no request', async () => {
    let calls = 0
    server.use(
      http.get(`${API}/users/1`, () => {
        calls += 1
        return HttpResponse.json(ada)
      }),
      http.delete(`${API}/users/1`, () => new HttpResponse(null, { status: 204 })),
    )
    const { controller } = renderApp(Mode, <Detail id="1" />)
    await screen.findByText('detail: Ada')
    await act(() => controller.fetch(UserResource.delete, { id: '1' }))
    expect((await screen.findByRole('alert')).textContent).toContain('User 1 was deleted.')
    await controller.allSettled()
    expect(calls).toBe(1)
  })

  it('sends a request after a reset', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json(ada)
      }),
    )
    const { store, rest } = renderApp(Mode, <Detail id="1" />)
    await screen.findByText('detail: Ada')
    act(() => {
      store.dispatch(rest.reset())
    })
    await screen.findByText('loading')
    expect(await screen.findByText('detail: Ada')).toBeTruthy()
    expect(onRequest).toHaveBeenCalledTimes(2)
  })

  it('shows other data if its arguments change, and undefined for null', async () => {
    server.use(
      http.get(`${API}/users/:id`, ({ params }) =>
        HttpResponse.json(params['id'] === '1' ? ada : bob),
      ),
    )
    function Maybe({ id }: { id: string | null }) {
      const user = useSuspense(UserResource.get, id === null ? null : { id })
      return <p>maybe: {user?.name ?? 'nobody'}</p>
    }
    function Page() {
      const [id, setId] = useState<string | null>(null)
      return (
        <>
          <Maybe id={id} />
          <button onClick={() => setId(id === '1' ? '2' : '1')}>Next</button>
        </>
      )
    }
    renderApp(Mode, <Page />)
    expect(screen.getByText('maybe: nobody')).toBeTruthy()
    fireEvent.click(screen.getByText('Next'))
    await screen.findByText('maybe: Ada')
    fireEvent.click(screen.getByText('Next'))
    await screen.findByText('maybe: Bob')
  })

  it('throws an error instead of refetching repeatedly if a response is invalid', async () => {
    class Picky extends User {
      static override key = 'Picky'
      static override validate(data: { name?: string }) {
        // Good enough to be stored, and refused when it is read.
        return data.name === 'read' && Object.isFrozen(data) ? 'refused' : undefined
      }
    }
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json({ id: '1', name: 'read' })
      }),
    )
    const getPicky = UserResource.get.extend({ schema: Picky })
    function Picked() {
      return <p>{useSuspense(getPicky, { id: '1' }).name}</p>
    }
    renderApp(Mode, <Picked />)
    expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be shown/)
    expect(onRequest).toHaveBeenCalledTimes(1)
  })

  it('ignores a response that lands after the component was unmounted', async () => {
    const response = deferred()
    server.use(
      http.get(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.json(ada)
      }),
    )
    const { unmount, controller } = renderApp(Mode, <Detail id="1" />)
    await screen.findByText('loading')
    unmount()
    response.resolve()
    await controller.allSettled()
    await waitFor(() => expect(document.body.textContent).toBe(''))
  })
})

describe.each(modes)('useSuspense of a response that is no JSON %s', (_, Mode) => {
  it('shows a blob, and one with its file name', async () => {
    server.use(http.get(`${API}/logo`, () => new HttpResponse('abc')))
    const getLogo = new RestEndpoint({ urlPrefix: API, path: '/logo', content: 'blob' })
    const getReport = getLogo.extend({
      name: 'getReport',
      key: () => 'report',
      parseResponse: async (response: Response) => ({
        blob: await response.blob(),
        filename: 'may.csv',
      }),
      process: (report: { readonly blob: Blob; readonly filename: string }) => report,
    })
    function Page() {
      const logo = useSuspense(getLogo)
      const { blob, filename } = useSuspense(getReport)
      return <p>{`${logo.size} ${blob.size} ${filename}`}</p>
    }
    renderApp(Mode, <Page />)
    expect(await screen.findByText('3 3 may.csv')).toBeTruthy()
  })
})
