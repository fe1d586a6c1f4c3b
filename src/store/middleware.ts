import type { Action, Middleware } from 'redux'
import { managerStoreOf } from './managerStore'
import { checkReaders } from './observe/checkReaders'
import {
  asRestAction,
  type CommitPayload,
  type RequestMeta,
  type RestAction,
} from './state/actions'
import { abortBeforeReset } from './requests/lifecycle'
import { type RestSettings, Runtime } from './Runtime'
import { runtimesOf } from './runtimes'

/** The middleware of one `reducerPath`: creates the runtime of each store, starts its managers, and notifies observers after every action. */
export function createMiddleware(settings: RestSettings): Middleware {
  const { reducerPath } = settings
  return function restMiddleware(api) {
    const runtimes = runtimesOf(api)
    if (process.env.NODE_ENV !== 'production') checkOnly(runtimes.get(reducerPath))
    const runtime = new Runtime(api, settings, managerStoreOf)
    runtimes.set(reducerPath, runtime)
    // The store takes dispatches by then. A preloaded state may show what was in flight elsewhere, also to selectors.
    queueMicrotask(() => {
      runtime.seen.look()
      runtime.managers.start()
    })
    return (next) => (action) => {
      // Another one has taken its place after it was disposed of.
      if (runtimes.get(reducerPath) !== runtime) return next(action)
      runtime.managers.start()
      const sent = asRestAction(reducerPath, action)
      const ours = sent && takeAction(runtime, sent)
      if (sent !== undefined && ours === undefined) return action
      const taken = ours ?? action
      const result = commit(runtime, ours, () => next(taken))
      if (process.env.NODE_ENV !== 'production') checkReaders(runtime)
      // Managers are notified after the observers.
      runtime.managers.action(taken as Action)
      return result
    }
  }
}

/** An action of this library as this store takes it; `undefined` where it has no effect here. */
function takeAction(runtime: Runtime, action: RestAction): RestAction | undefined {
  const { session, requestStatus, requestId } = action.meta as RequestMeta
  // The start of a request comes again, or late, after the request has ended; or it is one of another store.
  if (requestStatus === 'pending' && !runtime.inFlight.has(requestId)) return undefined
  // Copied or late, the reducer compares when it landed.
  if (session === runtime.session) return action
  const foreign = runtime.takeForeign(action)
  return foreign && runtime.managers.commit(foreign, runtime.state)
}

/** @throws Error for a second middleware of a path */
function checkOnly(before: Runtime | undefined): void {
  if (before === undefined || before.disposal !== undefined) return
  throw new Error(
    `Two rest middlewares with the reducerPath "${before.settings.reducerPath}" are installed in one store. Install each once, and give each instance a path of its own: createRest({ reducerPath: 'other' }). A module that is loaded again needs rest.dispose(store) first.`,
  )
}

/** Has the store take an action, of which we know where it is one of ours, and notifies the observers. */
function commit(runtime: Runtime, ours: RestAction | undefined, next: () => unknown): unknown {
  const isReset = ours?.meta.kind === 'reset'
  // Requests in flight remember it also in a state that does not.
  if (isReset) runtime.last.reset = Math.max(runtime.last.reset, ours.meta.fetchedAt)
  const result = runtime.seen.run(ours, next)
  if (isReset) abortBeforeReset(runtime)
  runtime.observers.check()
  const { entities } = (ours as { payload?: Partial<CommitPayload> } | undefined)?.payload ?? {}
  const isResponse = ours?.meta.kind === 'request' && ours.meta.requestStatus === 'fulfilled'
  runtime.observers.noticeDoubt(entities, isResponse ? ours.meta.arg.key : undefined)
  return result
}
