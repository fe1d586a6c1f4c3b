import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client'
import { ApolloProvider, useQuery } from '@apollo/client/react'
import { configureStore } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query/react'
import type { ReactElement } from 'react'
import { Provider } from 'react-redux'
import * as own from 'rtk-rest'
import * as other from 'rtk-rest-against'
import * as otherReact from 'rtk-rest-against/react'
import * as ownReact from 'rtk-rest/react'
import { issues, type Item } from '../data'
import { apollo } from './apollo'
import { defineKinds } from './kinds'
import { rtkQuery } from './rtkQuery'
import { createStore, rtkRest, rtkRestAgainst } from './rtkRest'

/** The first load of a list in a hook, with a library that has hooks. */
export interface FirstLoad {
  readonly library: string
  /** A component that requests the list as it mounts, within the provider that it needs. */
  render(request: () => Promise<Item[]>, onRender: (isLoading: boolean) => void): ReactElement
}

/** One for each library that has hooks here. */
export const firstLoads: readonly FirstLoad[] = [
  { library: rtkRest.name, render: renderRtkRest(own, ownReact) },
  ...(process.env['BENCH_AGAINST'] === undefined
    ? []
    : [{ library: rtkRestAgainst.name, render: renderRtkRest(other, otherReact) }]),
  { library: rtkQuery.name, render: renderRtkQuery },
  { library: apollo.name, render: renderApollo },
]

function renderRtkRest(lib: typeof own, { useDLE }: typeof ownReact): FirstLoad['render'] {
  return (request, onRender) => {
    const schema = new lib.Collection([defineKinds(lib.Entity, issues).Issue])
    const getList = new lib.Endpoint(request, { name: 'Issue.getList', schema })
    function List() {
      onRender(useDLE(getList).loading)
      return null
    }
    return (
      <Provider store={createStore(lib.createRest())}>
        <List />
      </Provider>
    )
  }
}

function renderRtkQuery(...[request, onRender]: Parameters<FirstLoad['render']>): ReactElement {
  const api = createApi({
    baseQuery: async () => ({ data: await request() }),
    endpoints: (build) => ({ list: build.query<Item[], undefined>({ query: () => '' }) }),
  })
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
  })
  function List() {
    onRender(api.useListQuery(undefined).isLoading)
    return null
  }
  return (
    <Provider store={store}>
      <List />
    </Provider>
  )
}

function renderApollo(...[request, onRender]: Parameters<FirstLoad['render']>): ReactElement {
  const query = gql('query Issues { issues { __typename id title } }')
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new ApolloLink(
      () =>
        new Observable((observer) => {
          void request().then((list) => {
            const named = list.map(({ id, title }) => ({ __typename: 'Issue', id, title }))
            observer.next({ data: { issues: named } })
            return observer.complete()
          })
        }),
    ),
  })
  function List() {
    onRender(useQuery(query).loading)
    return null
  }
  return (
    <ApolloProvider client={client}>
      <List />
    </ApolloProvider>
  )
}
