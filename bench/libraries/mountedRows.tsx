import { configureStore } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query/react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement, memo, type ReactElement } from 'react'
import { Provider } from 'react-redux'
import * as own from 'rtk-rest'
import * as other from 'rtk-rest-against'
import * as otherReact from 'rtk-rest-against/react'
import * as ownReact from 'rtk-rest/react'
import { issues, type Item } from '../data'
import { defineKinds } from './kinds'
import { rtkQuery } from './rtkQuery'
import { createStore, rtkRest, rtkRestAgainst } from './rtkRest'
import { tanstack } from './tanstack'

/** A page of one row for each issue of a list that is polled. */
export interface MountedPage {
  readonly page: ReactElement
  /** Takes in a response of the list. */
  write(list: readonly Item[]): unknown
}

/** Such a page, with a library that has hooks. */
export interface MountedRows {
  readonly library: string
  /** Makes the page of a list, which is in the store by then; `onRender` is called as a row renders. */
  start(list: readonly Item[], onRender: () => void): MountedPage | Promise<MountedPage>
}

/** One for each library that has hooks here. */
export const mountedRows: readonly MountedRows[] = [
  { library: rtkRest.name, start: startRtkRest(own, ownReact) },
  ...(process.env['BENCH_AGAINST'] === undefined
    ? []
    : [{ library: rtkRestAgainst.name, start: startRtkRest(other, otherReact) }]),
  { library: rtkQuery.name, start: startRtkQuery },
  { library: tanstack.name, start: startTanstack },
]

/** Long enough that nothing is stale meanwhile, in ms. */
const LONG = 3_600_000

interface RowProps {
  readonly id: string
  readonly at: number
}

/** The rows of a list, none of which renders because another one does. */
function rowsOf(list: readonly Item[], useTitle: (props: RowProps) => string | undefined) {
  const Row = memo((props: RowProps) => <li>{useTitle(props)}</li>)
  return list.map(({ id }, at) => <Row key={id} id={`${id}`} at={at} />)
}

function startRtkRest(lib: typeof own, { useSuspense }: typeof ownReact): MountedRows['start'] {
  return async (list, onRender) => {
    const { Issue } = defineKinds(lib.Entity, issues)
    const schema = new lib.Collection([Issue])
    const getList = new lib.Endpoint(async () => list, { name: 'Issue.getList', schema })
    const getOne = new lib.RestEndpoint({ path: '/issues/:id', schema: Issue })
    const rest = lib.createRest({ dataExpiryLength: LONG })
    const store = createStore(rest)
    await store.dispatch(rest.fetch(getList))
    const rows = rowsOf(list, ({ id }) => {
      onRender()
      return (useSuspense(getOne, { id }) as unknown as Item).title
    })
    return {
      page: <Provider store={store}>{rows}</Provider>,
      write: (next) => store.dispatch(rest.setResponse(getList, next)),
    }
  }
}

async function startRtkQuery(list: readonly Item[], onRender: () => void): Promise<MountedPage> {
  const api = createApi({
    baseQuery: async () => ({ data: list }),
    endpoints: (build) => ({ list: build.query<readonly Item[], undefined>({ query: () => '' }) }),
  })
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ immutableCheck: false, serializableCheck: false }).concat(
        api.middleware,
      ),
  })
  const write = (next: readonly Item[]) =>
    store.dispatch(api.util.upsertQueryData('list', undefined, next))
  await write(list)
  const rows = rowsOf(list, ({ at }) => {
    onRender()
    return api.useListQuery(undefined, {
      selectFromResult: ({ data }) => ({ item: data?.[at] }),
    }).item?.title
  })
  return { page: <Provider store={store}>{rows}</Provider>, write }
}

function startTanstack(list: readonly Item[], onRender: () => void): MountedPage {
  const client = new QueryClient()
  const queryKey = ['issues']
  const write = (next: readonly Item[]) => client.setQueryData(queryKey, next)
  write(list)
  const rows = rowsOf(list, ({ at }) => {
    onRender()
    const select = (items: readonly Item[]) => items[at]
    return useQuery({ queryKey, queryFn: () => list, staleTime: LONG, select }).data?.title
  })
  return { page: createElement(QueryClientProvider, { client }, rows), write }
}
