import {
  combineReducers,
  configureStore,
  type Middleware,
  type UnknownAction,
} from '@reduxjs/toolkit'
import {
  createRest,
  Entity,
  type FetchPromise,
  type Manager,
  resource,
  type RestAction,
  type RestState,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { expect, vi } from 'vitest'
import { type HeldRequest, type HeldServer, holdServer } from '../support/holdServer'
import { API } from '../support/server'

export class Todo extends Entity {
  id = ''
  title = ''
  done = false
  votes = 0
  project = ''
  slug = ''
  static override key = 'Todo'
  static override indexes = ['slug'] as const
}

interface Search {
  readonly project?: string
}

// The types of what calls may have.
const anySearch = (): Search | undefined => ({})
const anyBody = (): Partial<TodoData> => ({})

export const TodoResource = resource({
  path: '/todos/:id',
  urlPrefix: API,
  schema: Todo,
  searchParams: anySearch(),
  body: anyBody(),
  optimistic,
}).extend((base) => ({
  /** Counts on what is shown: two of them in flight count twice. */
  vote: base.partialUpdate.extend({
    path: '/todos/:id/votes',
    method: 'POST',
    body: undefined,
    getOptimisticResponse: [
      optimistic,
      (snap, params) => {
        const todo = snap.get(Todo, params)
        if (todo === undefined) throw snap.abort
        return { ...params, votes: todo.votes + 1 }
      },
    ],
  }),
  toggle: base.partialUpdate.extend({
    path: '/todos/:id/done',
    method: 'POST',
    body: undefined,
    getOptimisticResponse: [
      optimistic,
      (snap, params) => {
        const todo = snap.get(Todo, params)
        if (todo === undefined) throw snap.abort
        return { ...params, done: !todo.done }
      },
    ],
  }),
}))

export interface TodoData {
  readonly id: string
  readonly title: string
  readonly done: boolean
  readonly votes: number
  readonly project: string
  readonly slug: string
}

/** A row as the server has it. */
export const row = (id: string, fields: Partial<TodoData> = {}): TodoData => ({
  id,
  title: `todo ${id}`,
  done: false,
  votes: 0,
  project: 'home',
  slug: `todo-${id}`,
  ...fields,
})

export const one = { id: '1' }

export type Root = { rest: RestState }

interface WorldOptions {
  readonly preloadedState?: Root
  readonly managers?: readonly Manager[]
  /** In front of that of the library. */
  readonly middleware?: Middleware
  readonly behind?: Middleware
}

const passOn: Middleware = () => (next) => (action) => next(action)

/** A store whose state can be replaced from outside, as DevTools do it, with all of RTK's development checks. */
export function createWorld({
  preloadedState,
  managers = [],
  middleware = passOn,
  behind = () => (next) => (action) => next(action),
}: WorldOptions = {}) {
  const rest = createRest({ managers })
  const actions: RestAction[] = []
  const record: Middleware = () => (next) => (action) => {
    if ((action as UnknownAction).type.startsWith('rest/')) actions.push(action as RestAction)
    return next(action)
  }
  const reducer = combineReducers({ rest: rest.reducer })
  const store = configureStore({
    reducer: (state: Root | undefined, action: UnknownAction) =>
      action.type === 'replace' ? (action['state'] as Root) : reducer(state, action),
    middleware: (defaults) => defaults().concat(record, middleware, rest.middleware, behind),
    ...(preloadedState && { preloadedState }),
  })
  const replace = (state: Root): void => void store.dispatch({ type: 'replace', state })
  return { rest, store, actions, controller: rest.getController(store), replace }
}

export type World = ReturnType<typeof createWorld>
export type Controller = World['controller']

/** A request on its way: its promise, and how the test responds. */
export interface Sent<Value = unknown> extends HeldRequest {
  readonly promise: Promise<Value>
  abort(): void
  /** Responds, and waits until the response has landed. */
  land(...response: Parameters<HeldRequest['respond']>): Promise<Value>
  /** Ends the request with a status, and waits until it has failed. */
  fail(status?: number): Promise<unknown>
  /** Waits until the request has failed. */
  error(): Promise<unknown>
}

/** What a dispatched fetch gives. */
export type Fetched<Value> = Pick<FetchPromise<Value>, 'abort' | 'unwrap'>

/** Waits until a request has arrived at the server. */
export async function arrive<Value>(
  server: HeldServer,
  name: string,
  fetched: Fetched<Value>,
): Promise<Sent<Value>> {
  const promise = fetched.unwrap()
  promise.catch(() => undefined)
  const request = await server.take(name)
  const error = () =>
    promise.then(
      () => expect.unreachable('it was to fail'),
      (reason: unknown) => reason,
    )
  return {
    ...request,
    promise,
    error,
    abort: () => fetched.abort(),
    async land(...response) {
      request.respond(...response)
      return await promise
    },
    async fail(status = 500) {
      request.respond({ message: 'failed' }, status)
      return await error()
    },
  }
}

/** A world that has read a list of rows, and the details of its first row. */
export async function loaded(
  rows: readonly TodoData[] = [row('1'), row('2')],
  options: WorldOptions = {},
) {
  const server = holdServer()
  const world = createWorld(options)
  const send = sender(server, world)
  const list = await send.list()
  await list.land([...rows])
  const [first] = rows
  if (first !== undefined) {
    const detail = await send.get(first.id)
    await detail.land({ ...first })
  }
  return { ...world, server, send }
}

/** Sends the requests of the tests. */
export function sender(server: HeldServer, { store, rest }: Pick<World, 'store' | 'rest'>) {
  const { get, getList, partialUpdate, update, vote, toggle } = TodoResource
  const { dispatch } = store
  return {
    patch: (id: string, body: Partial<TodoData>) =>
      arrive(server, `PATCH /todos/${id}`, dispatch(rest.fetch(partialUpdate, { id }, body))),
    put: (id: string, body: Partial<TodoData>) =>
      arrive(server, `PUT /todos/${id}`, dispatch(rest.fetch(update, { id }, body))),
    create: (body: Partial<TodoData>, params?: Search) =>
      arrive(
        server,
        `POST /todos${searchOf(params)}`,
        dispatch(
          params === undefined
            ? rest.fetch(getList.push, body)
            : rest.fetch(getList.push, params, body),
        ),
      ),
    remove: (id: string) =>
      arrive(server, `DELETE /todos/${id}`, dispatch(rest.fetch(TodoResource.delete, { id }))),
    vote: (id: string) =>
      arrive(server, `POST /todos/${id}/votes`, dispatch(rest.fetch(vote, { id }))),
    toggle: (id: string) =>
      arrive(server, `POST /todos/${id}/done`, dispatch(rest.fetch(toggle, { id }))),
    get: (id: string) => arrive(server, `GET /todos/${id}`, dispatch(rest.fetch(get, { id }))),
    list: (params?: Search) =>
      arrive(
        server,
        `GET /todos${searchOf(params)}`,
        dispatch(params === undefined ? rest.fetch(getList) : rest.fetch(getList, params)),
      ),
  }
}

function searchOf(params: Search | undefined): string {
  return params?.project === undefined ? '' : `?project=${params.project}`
}

/** An endpoint with more options, which leave its types as they are. */
export function withOptions<E extends object>(endpoint: E, options: object): E {
  return (endpoint as { extend(options: object): unknown } & E).extend(options) as E
}

/** The details of an entity as they are shown. */
export function shown({ controller }: Pick<World, 'controller'>, id = '1'): Todo | undefined {
  return controller.getResponse(TodoResource.get, { id }).data
}

/** The titles of the list as they are shown. */
export function titles({ controller }: Pick<World, 'controller'>): string[] | undefined {
  return controller.getResponse(TodoResource.getList).data?.map(({ title }) => title)
}

/** The state without the stamps of doubt, and without the moments of landings. */
export function withoutStamps({ store }: Pick<World, 'store'>): unknown {
  const text = JSON.stringify(store.getState(), (name, value: unknown) =>
    ['fetchedAt', 'landed', 'doubtful', 'changed'].includes(name) ? undefined : value,
  )
  return JSON.parse(text)
}

/** A copy as JSON makes it. */
export function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** The rows of which the state shows what is only expected. */
export function coveredIn({ store }: Pick<World, 'store'>): string[] {
  const tables = Object.entries(store.getState().rest.confirmed)
  return tables.flatMap(([schemaKey, rows]) => Object.keys(rows).map((pk) => `${schemaKey} ${pk}`))
}

/** How many actions there were that changed alone what is expected. */
export function settleActions({ actions }: Pick<World, 'actions'>): number {
  return actions.filter(({ type }) => type === 'rest/settle').length
}

/** The messages of errors that the library reported since the last call. */
export function reported(): string[] {
  const said = vi.mocked(console.error)
  const messages = said.mock.calls.map(([error]) => (error as Error).message)
  said.mockClear()
  return messages
}
