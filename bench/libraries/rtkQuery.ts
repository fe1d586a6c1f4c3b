import { configureStore } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query'
import type { Id, Item } from '../data'
import type { Library, World } from '../Library'

type Draft = { -readonly [Field in keyof Item]: Item[Field] }

/** RTK Query: the list is kept as it came, and patched by hand with `updateQueryData`. */
export const rtkQuery: Library = {
  name: 'RTK Query',
  package: '@reduxjs/toolkit',
  skips: (size) => (size >= 100_000 ? 'Immer over it takes too long' : undefined),
  start: startWorld,
}

function startWorld(): World {
  const { api, store } = createStore()
  const selectList = api.endpoints.list.select(undefined)
  const read = () => selectList(store.getState()).data ?? []
  const patchAt = (at: number, change: (item: Draft) => void) =>
    store.dispatch(
      api.util.updateQueryData('list', undefined, (draft) => change(draft[at] as Draft)),
    )
  // Looking in the plain list first is kinder than `draft.find`, which makes a draft of all that it passes.
  const patch = (id: Id, title: string) => {
    const detail = store.dispatch(
      api.util.updateQueryData('detail', id, (draft) => void ((draft as Draft).title = title)),
    )
    const at = read().findIndex((item) => item.id === id)
    return at < 0 ? detail : patchAt(at, (item) => void (item.title = title))
  }
  return {
    write: (value) => upsert(store, api, 'list', undefined, value),
    read,
    readOne: (id) => {
      const item = read().find((it) => it.id === id)
      void upsert(store, api, 'detail', id, item)
      const select = api.endpoints.detail.select(id)
      return () => select(store.getState()).data
    },
    update: patch,
    updateUser: (id, login) => renameUser(store, api, read(), id, login),
    addOutside: (value) => upsert(store, api, 'detail', value.id, value),
    push: (item) =>
      store.dispatch(
        api.util.updateQueryData('list', undefined, (draft) => void draft.push(item as Draft)),
      ),
    optimistic: (id, title, look) => {
      const change = patch(id, title)
      look()
      change.undo()
      look()
    },
    hang: () => store.dispatch(api.endpoints.list.initiate(undefined, { forceRefetch: true })),
  }
}

/** What a cache that is not normalized needs done by hand: every list item is looked at. */
function renameUser(
  store: Rtkq['store'],
  api: Rtkq['api'],
  list: readonly Item[],
  id: Id,
  login: string,
): unknown {
  return store.dispatch(
    api.util.updateQueryData('list', undefined, (draft) => {
      for (const [at, item] of list.entries()) {
        if (item.user?.id !== id) continue
        const user = draft[at]?.user as { login?: string } | undefined
        if (user !== undefined) user.login = login
      }
    }),
  )
}

type Rtkq = ReturnType<typeof createStore>

function createStore() {
  const api = createApi({
    reducerPath: 'api',
    keepUnusedDataFor: Infinity,
    // Lists are written by hand; a request is only made to hang.
    baseQuery: () => new Promise<{ data: undefined }>(() => {}),
    endpoints: (build) => ({
      list: build.query<Item[], undefined>({ query: () => '' }),
      detail: build.query<Item, Id>({ query: () => '' }),
    }),
  })
  const store = configureStore({
    reducer: { api: api.reducer },
    devTools: false,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ immutableCheck: false, serializableCheck: false }).concat(
        api.middleware,
      ),
  })
  return { api, store }
}

function upsert(
  store: Rtkq['store'],
  api: Rtkq['api'],
  endpointName: 'list' | 'detail',
  arg: unknown,
  value: unknown,
): unknown {
  const entry = { endpointName, arg, value } as never
  return store.dispatch(api.util.upsertQueryEntries([entry]))
}
