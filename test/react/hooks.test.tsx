import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { StrictMode, useState } from 'react'
import { connect, Provider, useSelector } from 'react-redux'
import { createRest, type RestState } from 'rtk-rest'
import { useCache, useController, useDLE, useQuery, useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { createStore, deferred, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

describe.each(modes)('useDLE %s', (_, Mode) => {
  function Detail() {
    const { data, loading, error } = useDLE(UserResource.get, { id: '1' })
    if (loading) return <p>busy</p>
    return <p>{error ? `failed: ${error.message}` : `user: ${data.name}`}</p>
  }

  it('returns loading, then data', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    renderApp(Mode, <Detail />)
    expect(screen.getByText('busy')).toBeTruthy()
    expect(await screen.findByText('user: Ada')).toBeTruthy()
  })

  it('returns the error, then the data of the next response', async () => {
    let status = 500
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada, { status })))
    const { controller } = renderApp(Mode, <Detail />)
    expect(await screen.findByText('failed: Internal Server Error (500)')).toBeTruthy()
    status = 200
    await act(() => controller.fetch(UserResource.get, { id: '1' }))
    expect(screen.getByText('user: Ada')).toBeTruthy()
  })

  it('returns loading again after an invalidation', async () => {
    let name = 'Ada'
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name })))
    const { store, rest } = renderApp(Mode, <Detail />)
    await screen.findByText('user: Ada')
    name = 'Bob'
    act(() => {
      store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    })
    expect(screen.getByText('busy')).toBeTruthy()
    expect(await screen.findByText('user: Bob')).toBeTruthy()
  })

  it('returns neither loading nor data for null', () => {
    function Idle() {
      const { data, loading, error } = useDLE(UserResource.get, null)
      return <p>{JSON.stringify([data ?? null, loading, error ?? null])}</p>
    }
    renderApp(Mode, <Idle />)
    expect(screen.getByText('[null,false,null]')).toBeTruthy()
  })

  it('aborts the request when the component unmounts before the response', async () => {
    const aborted = deferred()
    server.use(
      http.get(`${API}/users/1`, async ({ request }) => {
        request.signal.addEventListener('abort', () => aborted.resolve())
        await aborted.promise
        return HttpResponse.error()
      }),
    )
    const { unmount, controller, actions } = renderApp(Mode, <Detail />)
    await act(() => Promise.resolve())
    unmount()
    await aborted.promise
    await controller.allSettled()
    expect(actions.at(-1)).toMatchObject({ meta: { aborted: true } })
  })
})

describe.each(modes)('useCache %s', (_, Mode) => {
  it('returns stored data, and never sends a request', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    function Cached() {
      return <p>cached: {useCache(UserResource.get, { id: '1' })?.name ?? 'nothing'}</p>
    }
    const { controller, store, rest } = renderApp(Mode, <Cached />)
    expect(screen.getByText('cached: nothing')).toBeTruthy()
    await act(() => controller.fetch(UserResource.get, { id: '1' }))
    expect(screen.getByText('cached: Ada')).toBeTruthy()
    act(() => {
      store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    })
    expect(screen.getByText('cached: nothing')).toBeTruthy()
  })
})

describe.each(modes)('useQuery %s', (_, Mode) => {
  it('finds an entity by its primary key when any response contains it', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([ada])))
    function Found() {
      return <p>found: {useQuery(User, { id: '1' })?.name ?? 'nobody'}</p>
    }
    const { controller } = renderApp(Mode, <Found />)
    expect(screen.getByText('found: nobody')).toBeTruthy()
    await act(() => controller.fetch(UserResource.getList))
    expect(screen.getByText('found: Ada')).toBeTruthy()
  })

  it('finds a list by its arguments', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([ada])))
    const all = UserResource.getList.schema
    function Count() {
      return <p>count: {useQuery(all)?.length ?? 'unknown'}</p>
    }
    const { controller } = renderApp(Mode, <Count />)
    expect(screen.getByText('count: unknown')).toBeTruthy()
    await act(() => controller.fetch(UserResource.getList))
    expect(screen.getByText('count: 1')).toBeTruthy()
  })
})

describe.each(modes)('together with react-redux %s', (_, Mode) => {
  it('hooks, useSelector and connect show the same data without a warning', async () => {
    server.use(
      http.get(`${API}/users`, () => HttpResponse.json([ada])),
      http.patch(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada Lovelace' })),
    )
    const world = createStore()
    const { selectData, selectAll, selectRequest } = world.rest.selectors
    type Root = { rest: RestState }
    const ByHook = () => <p>{useSuspense(UserResource.getList)[0]?.name}</p>
    const BySelector = () => (
      <p>{useSelector((state: Root) => selectData(state, UserResource.getList))?.[0]?.name}</p>
    )
    const ByRequest = () => (
      <p>
        {useSelector((state: Root) => selectRequest(state, UserResource.getList)).data?.[0]?.name}
      </p>
    )
    const ByConnect = connect((state: Root) => ({ users: selectAll(state, User) }))(
      ({ users }: { users: readonly User[] }) => <p>{users[0]?.name}</p>,
    )
    renderApp(
      Mode,
      <>
        <ByHook />
        <BySelector />
        <ByRequest />
        <ByConnect />
      </>,
      world,
    )
    expect(await screen.findAllByText('Ada')).toHaveLength(4)
    await act(() =>
      world.controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada Lovelace' }),
    )
    expect(screen.getAllByText('Ada Lovelace')).toHaveLength(4)
  })
})

describe.each(modes)('a page with a thousand rows %s', (_, Mode) => {
  it('renders one component when one row changes', async () => {
    const ids = Array.from({ length: 1_000 }, (__, index) => String(index))
    const users = ids.map((id) => ({ id, name: `user ${id}` }))
    server.use(http.get(`${API}/users`, () => HttpResponse.json(users)))
    const ran = vi.fn()
    function Row({ id }: { id: string }) {
      ran(id)
      return <li>{useSuspense(UserResource.get, { id }).name}</li>
    }
    const world = createStore()
    await world.controller.fetch(UserResource.getList)
    renderApp(
      Mode,
      <ul>
        {ids.map((id) => (
          <Row key={id} id={id} />
        ))}
      </ul>,
      world,
    )
    const runsPerRender = Mode === StrictMode ? 2 : 1
    ran.mockClear()
    act(() => {
      world.store.dispatch(world.rest.set(User, { id: '500' }, { id: '500', name: 'changed' }))
    })
    expect(screen.getByText('changed')).toBeTruthy()
    expect(ran.mock.calls).toEqual(Array.from({ length: runsPerRender }, () => ['500']))
    ran.mockClear()
    // The same again, and a list that brings nothing new, run none.
    act(() => {
      world.store.dispatch(world.rest.set(User, { id: '500' }, { id: '500', name: 'changed' }))
    })
    server.use(
      http.get(`${API}/users`, () =>
        HttpResponse.json(users.map((it) => (it.id === '500' ? { ...it, name: 'changed' } : it))),
      ),
    )
    await act(() => world.controller.fetch(UserResource.getList))
    expect(ran).not.toHaveBeenCalled()
  })
})

describe('a hook with an incomplete store', () => {
  const rest = createRest()
  const messageOf = (store: Parameters<typeof Provider>[0]['store']): string => {
    function Broken() {
      useSuspense(UserResource.get, { id: '1' })
      return null
    }
    try {
      render(
        <Provider store={store}>
          <Broken />
        </Provider>,
      )
    } catch (error) {
      return String(error)
    }
    return 'nothing was thrown'
  }

  it('without the middleware throws an error with the missing line', () => {
    const store = configureStore({ reducer: { rest: rest.reducer } })
    expect(messageOf(store)).toMatch(/getDefaultMiddleware\(\)\.concat\(rest\.middleware\)/)
    expect(() => store.dispatch(rest.fetch(UserResource.get, { id: '1' }))).toThrow(
      /no rest middleware/,
    )
  })

  it('without the reducer throws an error with the missing line', () => {
    const store = configureStore({
      reducer: combineReducers({ other: () => 1 }),
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    expect(messageOf(store)).toMatch(/\[rest\.reducerPath\]: rest\.reducer/)
  })

  it('with two instances throws an error', () => {
    const other = createRest({ reducerPath: 'other' })
    const store = configureStore({
      reducer: { rest: rest.reducer, other: other.reducer },
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware().concat(rest.middleware, other.middleware),
    })
    expect(messageOf(store)).toMatch(/rest, other/)
  })
})

describe.each(modes)('useController %s', (_, Mode) => {
  it('returns the same object in every render and component', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([ada])))
    const seen = new Set<unknown>()
    function Probe() {
      const controller = useController()
      const [count, setCount] = useState(0)
      seen.add(controller)
      return <button onClick={() => setCount(count + 1)}>render {count}</button>
    }
    renderApp(
      Mode,
      <>
        <Probe />
        <Probe />
      </>,
    )
    for (const button of screen.getAllByRole('button')) fireEvent.click(button)
    expect(screen.getAllByText('render 1')).toHaveLength(2)
    expect(seen.size).toBe(1)
  })
})
