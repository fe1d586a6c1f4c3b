import { configureStore } from '@reduxjs/toolkit'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { type ArgsOf, type Controller, createRest, type ReadEndpoint } from 'rtk-rest'
import { type Shown, useDLE } from 'rtk-rest/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { API, received } from '../recipes/api'
import { controller, store } from '../recipes/store'

/** A read that a component shows. */
interface Read<Data> {
  /** Its data, as the component has it. */
  (): Data | undefined
  /** Loads the next page, as a button does. */
  more(): Promise<void>
}

/** Loads the page behind what is shown; `undefined` where there is none. */
type LoadMore<Data> = (data: Data, by: Controller) => unknown

interface Mounted {
  readonly endpoint: ReadEndpoint
  readonly args: readonly unknown[]
  readonly loadMore: LoadMore<unknown>
  readonly result: { readonly current: { readonly data: unknown; readonly loading: boolean } }
}

const mounted: Mounted[] = []

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

afterEach(() => {
  mounted.length = 0
})

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <Provider store={store}>{children}</Provider>
)

/** Renders a component that reads, and waits until there is nothing to wait for. */
export async function show<E extends ReadEndpoint>(
  endpoint: E,
  args: ArgsOf<E>,
  loadMore?: LoadMore<Shown<E>>,
): Promise<Read<Shown<E>>> {
  const read = useDLE as unknown as (...all: readonly unknown[]) => Mounted['result']['current']
  const { result } = renderHook(() => read(endpoint, ...args), { wrapper })
  mounted.push({ endpoint, args, result, loadMore: (loadMore ?? noMore) as LoadMore<unknown> })
  await settled()
  const shown = () => result.current.data as Shown<E> | undefined
  return Object.assign(shown, {
    more: () => act(async () => void (await loadMore?.(shown() as Shown<E>, controller))),
  })
}

const noMore = () => undefined

/** Waits until no request is under way, and until what came has been rendered. */
export const settled = () => act(() => controller.allSettled())

/** Runs what a user does, and gives the requests until nothing is under way any more. */
export async function requestsOf(action: () => unknown): Promise<readonly string[]> {
  received.length = 0
  await act(async () => void (await action()))
  await settled()
  return received.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)
}

/** Expects that each read shows what the server says to an app that has just started; of a list with pages, as far as it is loaded. */
export async function expectTruth(): Promise<void> {
  await settled()
  const rest = createRest()
  const other = configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  const fresh = rest.getController(other)
  for (const { endpoint, args, loadMore } of mounted) {
    await fresh.fetch(endpoint, ...args)
    const said = () => fresh.getResponse(endpoint, ...args).data
    while (await loadMore(said(), fresh));
  }
  for (const { endpoint, args, loadMore, result } of mounted) {
    const { data, loading } = result.current
    const said = fresh.getResponse(endpoint, ...args).data
    expect(loading, endpoint.name).toBe(false)
    const isPart = Boolean(loadMore(data, prober))
    if (!isPart) expect(plain(data), endpoint.name).toEqual(plain(said))
    else {
      const [members, all] = [membersIn(data), membersIn(said)]
      const start = isInFront(endpoint) ? all.length - members.length : 0
      expect(members, endpoint.name).toEqual(all.slice(start, start + members.length))
    }
  }
  rest.dispose(other)
}

/** Whether pages come in front of a list, so that its end is loaded first. */
const isInFront = (endpoint: object) =>
  JSON.stringify((endpoint as { readonly paginationField?: unknown }).paginationField).includes(
    'backwards',
  )

/** Sends nothing. */
const prober = { fetch: () => true } as unknown as Controller

const plain = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data ?? null, (name, value) =>
      /^(?:self|previous)$/.test(name) ? undefined : value,
    ),
  )

/** The members of a response that is a list, or has one. */
function membersIn(data: unknown): readonly unknown[] {
  const list = [data, ...Object.values(data ?? {})].find(Array.isArray)
  return plain(list) as unknown[]
}
