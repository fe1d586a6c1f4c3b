import { act, fireEvent, render, screen } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { createContext, type ReactNode, StrictMode } from 'react'
import { Provider, type ReactReduxContextValue } from 'react-redux'
import * as exported from 'rtk-rest/react'
import {
  AsyncBoundary,
  createRestHooks,
  type RestHooks,
  useController,
  useSuspense,
} from 'rtk-rest/react'
import { createRest, RestEndpoint } from 'rtk-rest'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createTwo } from '../support/twoInstances'
import { createStore, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const quiet = { onCaughtError: () => undefined }

function show(page: ReactNode): void {
  render(
    <StrictMode>
      <AsyncBoundary
        fallback={<p>loading</p>}
        errorComponent={({ error }) => <p role="alert">{error.message}</p>}
      >
        {page}
      </AsyncBoundary>
    </StrictMode>,
    quiet,
  )
}

/** Responds with a user, and counts. */
function serveUser(): { count: number } {
  const requests = { count: 0 }
  server.use(
    http.get(`${API}/users/1`, async () => {
      requests.count += 1
      await delay(5)
      return HttpResponse.json(ada)
    }),
    http.patch(`${API}/users/1`, async ({ request }) =>
      HttpResponse.json({ ...ada, ...((await request.json()) as object) }),
    ),
  )
  return requests
}

describe('createRestHooks in a store with two instances', () => {
  it('has hooks that read and write one of them, and others the other one', async () => {
    const requests = serveUser()
    const { shop, blog, store } = createTwo()
    const ofShop = createRestHooks({ rest: shop })
    const ofBlog = createRestHooks({ rest: blog })
    function Page() {
      // In one component, so that the hooks of both run in turn.
      const customer = ofShop.useSuspense(UserResource.get, { id: '1' })
      const author = ofBlog.useSuspense(UserResource.get, { id: '1' })
      const again = ofShop.useQuery(User, { id: '1' })
      const [rename, { isLoading }] = ofShop.useMutation(UserResource.partialUpdate)
      return (
        <button onClick={() => void rename({ id: '1' }, { name: 'Bea' })}>
          {customer.name} {author.name} {again?.name} {`${isLoading}`}
        </button>
      )
    }
    show(
      <Provider store={store}>
        <Page />
      </Provider>,
    )
    fireEvent.click(await screen.findByText('Ada Ada Ada false'))
    expect(await screen.findByText('Bea Ada Bea false')).toBeTruthy()
    expect(requests.count).toBe(2)
    expect(Object.keys(store.getState().shop.entities)).toEqual(['User'])
    expect(blog.selectors.selectEntity(store.getState(), User, '1')?.name).toBe('Ada')
  })

  it('renders again for the state that is read beside the data', async () => {
    serveUser()
    const { shop, store } = createTwo()
    const { useDLE, useController: useShop } = createRestHooks({ rest: shop })
    const seen = new Set<string>()
    function Page() {
      const { data, isFetching, refetch } = useDLE(UserResource.get, { id: '1' })
      expect(useShop()).toBe(shop.getController(store))
      seen.add(`${data?.name} ${isFetching}`)
      return <button onClick={() => void refetch()}>{`${data?.name} ${isFetching}`}</button>
    }
    show(
      <Provider store={store}>
        <Page />
      </Provider>,
    )
    fireEvent.click(await screen.findByText('Ada false'))
    await screen.findByText('Ada true')
    await screen.findByText('Ada false')
    expect([...seen]).toEqual(['undefined true', 'Ada false', 'Ada true'])
  })

  it('polls, downloads and switches off as the exported hooks do', async () => {
    const requests = serveUser()
    const { shop, store } = createTwo()
    const { useLive, useDownload, useCache, useSuspense: useShop } = createRestHooks({ rest: shop })
    const polled = UserResource.get.extend({ pollFrequency: 50 })
    const getReport = new RestEndpoint({ path: '/users/:id', urlPrefix: API })
    function Page() {
      const user = useLive(polled, { id: '1' })
      const { start, status } = useDownload(getReport)
      const cached = useCache(UserResource.get, { id: '1' })
      const none = useShop(UserResource.get, null)
      return (
        <button onClick={() => void start({ id: '1' })}>
          {user.name} {cached?.name} {String(none?.name)} {status}
        </button>
      )
    }
    show(
      <Provider store={store}>
        <Page />
      </Provider>,
    )
    fireEvent.click(await screen.findByText('Ada Ada undefined idle'))
    await screen.findByText('Ada Ada undefined done')
    await vi.waitFor(() => expect(requests.count).toBeGreaterThan(3))
  })

  it('leaves the exported hooks as they are, also after an error and a wait', async () => {
    const { shop, store } = createTwo()
    const other = createStore()
    server.use(
      http.get(`${API}/users/1`, () => HttpResponse.json({}, { status: 500 })),
      http.get(`${API}/users/2`, () => HttpResponse.json({ id: '2', name: 'Bea' })),
    )
    const { useSuspense: useShop } = createRestHooks({ rest: shop })
    const Failing = () => useShop(UserResource.get, { id: '1' }).name
    const Plain = () => <i>{useSuspense(UserResource.get, { id: '2' }).name}</i>
    render(
      <>
        <Provider store={store}>
          <AsyncBoundary fallback="loading" errorComponent={() => <b>failed</b>}>
            <Failing />
          </AsyncBoundary>
        </Provider>
        <Provider store={other.store}>
          <AsyncBoundary fallback="loading">
            <Plain />
          </AsyncBoundary>
        </Provider>
      </>,
      quiet,
    )
    await screen.findByText('failed')
    expect(await screen.findByText('Bea')).toBeTruthy()
    expect(Object.keys(other.store.getState().rest.requests)).toHaveLength(1)
  })

  it('is what the error of an exported hook says to write', async () => {
    const { store } = createTwo()
    const Page = () => <p>{`${useController() !== undefined}`}</p>
    show(
      <Provider store={store}>
        <Page />
      </Provider>,
    )
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /several rest instances \(shop, blog\).*createRestHooks\(\{ rest \}\)/,
    )
  })
})

describe('createRestHooks with a context', () => {
  const StoreContext = createContext<ReactReduxContextValue | null>(null)

  it('reads the store of that context, within a page with another one', async () => {
    serveUser()
    const [page, widget] = [createStore(), createStore()]
    widget.controller.set(User, { id: '1' }, { id: '1', name: 'Cleo' })
    const { useSuspense: useWidget } = createRestHooks({ rest: widget.rest, context: StoreContext })
    const Both = () => (
      <p>
        {useSuspense(UserResource.get, { id: '1' }).name}{' '}
        {useWidget(UserResource.get, { id: '1' }).name}
      </p>
    )
    show(
      <Provider store={page.store}>
        <Provider store={widget.store} context={StoreContext}>
          <Both />
        </Provider>
      </Provider>,
    )
    expect(await screen.findByText('Ada Cleo')).toBeTruthy()
    act(() => void widget.controller.set(User, { id: '1' }, { id: '1', name: 'Dora' }))
    expect(await screen.findByText('Ada Dora')).toBeTruthy()
  })

  it('reads one of two instances there', async () => {
    serveUser()
    const { blog, store } = createTwo()
    const { useDLE } = createRestHooks({ rest: blog, context: StoreContext })
    const Page = () => <p>{useDLE(UserResource.get, { id: '1' }).data?.name}</p>
    show(
      <Provider store={store} context={StoreContext}>
        <Page />
      </Provider>,
    )
    expect(await screen.findByText('Ada')).toBeTruthy()
    expect(Object.keys(store.getState().shop.requests)).toEqual([])
  })

  it('says that the Provider is missing', async () => {
    const { rest, store } = createStore()
    const hooks = createRestHooks({ rest, context: StoreContext })
    const Page = () => <p>{`${hooks.useController() !== undefined}`}</p>
    show(
      <Provider store={store}>
        <Page />
      </Provider>,
    )
    expect((await screen.findByRole('alert')).textContent).toMatch(/<Provider>/)
  })
})

describe('createRestHooks', () => {
  it('has every hook that is exported, with its types', () => {
    const names = Object.keys(exported).filter((name) => name.startsWith('use'))
    const hooks = createRestHooks({ rest: createRest() })
    expect(Object.keys(hooks).toSorted()).toEqual(names.toSorted())
    type Hooks = Omit<typeof exported, 'AsyncBoundary' | 'ErrorBoundary' | 'createRestHooks'>
    expectTypeOf<RestHooks>().toEqualTypeOf<Readonly<Hooks>>()
  })

  it('takes nothing but an instance', () => {
    // @ts-expect-error an instance is given as an option
    expect(() => createRestHooks(createRest())).toThrow(
      'createRestHooks({ rest }) takes what createRest() returns, found undefined.',
    )
    expect(() => createRestHooks({ rest: createStore().store as never })).toThrow(/takes what/)
  })

  it('names the middleware that its store lacks', async () => {
    const { useController: useOther } = createRestHooks({
      rest: createRest({ reducerPath: 'other' }),
    })
    const { store } = createStore()
    const Page = () => <p>{`${useOther() !== undefined}`}</p>
    show(
      <Provider store={store}>
        <Page />
      </Provider>,
    )
    expect((await screen.findByRole('alert')).textContent).toMatch(/no rest middleware/)
  })
})
