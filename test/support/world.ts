import { configureStore, type Middleware, type Reducer, type UnknownAction } from '@reduxjs/toolkit'
import { createRest, Entity, resource, type RestAction, type RestState } from 'rtk-rest'
import { disposeAfterTest } from './openStores'
import { API } from './server'

// The little world that most tests live in: users, and posts that have an author.

export class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

export class Post extends Entity {
  id = ''
  title = ''
  author = User.fromJS({})
  reviewer: User | undefined = undefined
  static override key = 'Post'
  static override schema = { author: User, reviewer: User }
}

export const UserResource = resource({ path: '/users/:id', urlPrefix: API, schema: User })
export const PostResource = resource({ path: '/posts/:id', urlPrefix: API, schema: Post })

/** A store as a user would set one up, all of RTK's development checks on, and the actions that went through it. */
export function createStore(config: Parameters<typeof createRest<'rest'>>[0] = {}) {
  const rest = createRest(config)
  const actions: RestAction[] = []
  const record: Middleware = () => (next) => (action) => {
    if (isRestAction(action)) actions.push(action)
    return next(action)
  }
  const store = configureStore({
    reducer: { [rest.reducerPath]: copied(rest.reducer) },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(record, rest.middleware),
  })
  disposeAfterTest(() => rest.dispose(store))
  return { rest, store, actions, controller: rest.getController(store) }
}

/** A store of an instance that may have others. */
export function createStoreOf({
  reducer,
  middleware,
}: {
  reducer: Reducer<RestState>
  middleware: Middleware
}) {
  return configureStore({
    reducer: { rest: reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(middleware),
  })
}

/**
 * With RTK_REST_COPIES every new state is a copy: of our part alone (`slice`), as redux-persist makes them, or of its tables
 * too (`tables`), so that nothing that is noted beside a state is found again, as after a jump in DevTools.
 */
function copied(reducer: Reducer<RestState>): Reducer<RestState> {
  const depth = process.env['RTK_REST_COPIES']
  if (depth === undefined) return reducer
  return (state, action) => {
    const next = reducer(state, action)
    if (next === state) return next
    return depth === 'slice' ? { ...next } : { ...next, entities: { ...next.entities } }
  }
}

function isRestAction(action: unknown): action is RestAction {
  return (action as UnknownAction).type.startsWith('rest/')
}

/** A promise with its resolvers, for servers that respond when the test resolves it. */
export function deferred<Value = void>(): {
  promise: Promise<Value>
  resolve: (value: Value) => void
} {
  let resolve!: (value: Value) => void
  const promise = new Promise<Value>((it) => (resolve = it))
  return { promise, resolve }
}
