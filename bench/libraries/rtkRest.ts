import { configureStore } from '@reduxjs/toolkit'
import * as own from 'rtk-rest'
import * as other from 'rtk-rest-against'
import type { Id, Item, Kind, Shape } from '../data'
import type { Library, World } from '../Library'
import { defineKinds, type Kinds } from './kinds'
import { expecting, pendingMutations } from './mutations'

type Package = typeof own
type Entity = typeof own.Entity

/** This library, through its public API: a request whose response is at hand, `rest.set`, `selectData`. */
export const rtkRest: Library = describeLibrary('rtk-rest', own)

/** Another working tree of it, where `--against` names one. */
export const rtkRestAgainst: Library = describeLibrary('rtk-rest (against)', other)

function describeLibrary(name: string, lib: Package): Library {
  return {
    name,
    package: 'rtk-rest',
    supports: (shape) => shape.union === undefined || unionOf(lib) !== undefined,
    start: (shape) => startWorld(lib, shape),
  }
}

function startWorld(lib: Package, shape: Shape): World {
  const kinds = defineKinds(lib.Entity, shape)
  const list = new lib.Collection([memberOf(lib, shape, kinds)])
  const fields = { Issue: kinds.Issue, User: kinds.User }
  const source: { response: readonly Item[] | Promise<never> } = { response: [] }
  const getList = new lib.Endpoint(async () => source.response, {
    name: 'Issue.getList',
    schema: list,
  })
  const getOne = new lib.RestEndpoint({ path: '/issues/:id', schema: kinds.Issue })
  const search = new lib.Endpoint(async (key: string) => key, { name: 'search', key: (it) => it })
  const rename = renameOf(lib, kinds.Issue)
  const mutations = pendingMutations(lib, kinds.Issue, list.push)
  const rest = lib.createRest({ fetchFn: mutations.fetchFn })
  let store = createStore(rest)
  const set = (kind: keyof typeof fields, id: Id, value: object) =>
    store.dispatch(rest.set(fields[kind], { id: `${id}` }, value))
  return {
    write: async (payload) => {
      source.response = payload
      await store.dispatch(rest.fetch(getList))
      // What was sent is not ours to keep.
      source.response = []
    },
    read: () => rest.selectors.selectData(store.getState(), getList) as unknown as Item[],
    readOne: (id) => () =>
      rest.selectors.selectData(store.getState(), getOne, { id }) as Item | undefined,
    update: (id, title) => set('Issue', id, { id, title }),
    updateUser: (id, login) => set('User', id, { id, login }),
    addOutside: (item) => set('Issue', item.id, item),
    push: (item) => store.dispatch(rest.set(list.push, item)),
    // The same rows as a state that is not in any cache, and of which nothing was read.
    cool: () => {
      const { entities, ...state } = rest.selectSlice(store.getState())
      store = createStore(rest, { rest: { ...state, entities: { ...entities } } })
    },
    optimistic: async (id, title, look) => {
      const sent = store.dispatch(rest.fetch(rename, id, title))
      look()
      sent.abort()
      await sent
      look()
    },
    startUpdate: (id, title) => store.dispatch(rest.fetch(rename, id, title)),
    start: (calls) =>
      mutations.start(calls, (endpoint, args) =>
        store.dispatch(rest.fetch(endpoint, ...(args as never[]))),
      ),
    fillLists: (items, argument) => {
      for (const item of items) {
        const name = { [argument]: item.title }
        store.dispatch(rest.set(mutations.getList.schema, name, [item]))
      }
    },
    rename: (id, title) => store.dispatch(rest.fetch(...mutations.rename(id, title))),
    hang: () => {
      source.response = new Promise<never>(() => {})
      void store.dispatch(rest.fetch(getList))
    },
    request: (key) => store.dispatch(rest.fetch(search, key)),
  }
}

/** A store of rtk-rest alone, without the checks that Redux Toolkit makes in development. */
export function createStore(rest: ReturnType<Package['createRest']>, preloadedState?: object) {
  return configureStore({
    reducer: { rest: rest.reducer },
    devTools: false,
    ...(preloadedState === undefined ? {} : { preloadedState }),
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ immutableCheck: false, serializableCheck: false }).concat(
        rest.middleware,
      ),
  })
}

/** A mutation that never gets a response, and has an optimistic one. */
function renameOf(lib: Package, schema: Entity) {
  return new lib.Endpoint((_id: Id, _title: string) => new Promise<never>(() => {}), {
    name: 'Issue.rename',
    schema,
    sideEffect: true,
    ...expecting(lib, (_snap: unknown, id: Id, title: string) => ({ id, title })),
  })
}

type UnionConstructor = new (kinds: object, attribute: string) => Entity

/** `Union`, once the library has it. */
function unionOf(lib: Package): UnionConstructor | undefined {
  return (lib as unknown as { readonly Union?: UnionConstructor }).Union
}

function memberOf(lib: Package, { union }: Shape, kinds: Kinds<Entity>): Entity {
  const Union = unionOf(lib)
  if (union === undefined || Union === undefined) return kinds.Issue
  const members = Object.entries(union).map(([type, kind]: [string, Kind]) => [type, kinds[kind]])
  return new Union(Object.fromEntries(members) as object, 'type')
}
