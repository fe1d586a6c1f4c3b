import type { Action, Middleware } from 'redux'
import { managerStoreOf } from './managerStore'
import { checkReaders } from './observe/checkReaders'
import { asRestAction, type CommitPayload, type RestAction } from './state/actions'
import { acceptAction } from './state/acceptAction'
import { abortBeforeReset } from './requests/lifecycle'
import { type RestSettings, Runtime } from './Runtime'
import { responseToWake, runtimesOf } from './runtimes'

/** The middleware of one `reducerPath`: creates the runtime of each store, starts its managers, and notifies observers after every action. */
export function createMiddleware(settings: RestSettings): Middleware {
  return function restMiddleware(api) {
    const runtimes = runtimesOf(api)
    const before = runtimes.get(settings.reducerPath)
    if (before !== undefined && before.disposal === undefined) return adopt(before)
    const runtime = new Runtime(api, settings, managerStoreOf)
    runtimes.set(settings.reducerPath, runtime)
    // The store takes dispatches by then.
    queueMicrotask(() => start(runtime))
    return (next) => (action) => {
      // Another one may have taken its place after it was disposed of.
      if (runtimes.get(settings.reducerPath) !== runtime) return next(action)
      const response = responseToWake(action)
      if (response !== undefined) return response
      start(runtime)
      const ours = asRestAction(settings.reducerPath, action)
      const accepted = ours && acceptAction(runtime, ours)
      // An action of another store may have no effect here, and one of a wrong shape is refused.
      if (ours !== undefined && accepted === undefined) return action
      // One of another session was rewritten, so that it is a new object.
      const isForeign = accepted !== undefined && accepted !== ours
      const committed = isForeign ? runtime.managers.commit(accepted, runtime.state) : accepted
      const taken = committed ?? action
      const result = commit(runtime, committed, () => next(taken))
      // An action that comes again or late may bring layers back, and one of another store rows that they were not computed from.
      if (ours !== undefined && !runtime.isOnTime(ours)) runtime.seen.settleSoon()
      if (process.env.NODE_ENV !== 'production') checkReaders(runtime)
      // Managers are notified after the observers.
      runtime.managers.action(taken as Action)
      return result
    }
  }
}

/** A module that was loaded again adds its middleware to a store that has a runtime, which stays in use. */
function adopt({ managers, settings: { reducerPath } }: Runtime): ReturnType<Middleware> {
  if (managers.isStarted || process.env.NODE_ENV === 'production')
    return (next) => (action) => next(action)
  throw new Error(
    `Two rest middlewares with the reducerPath "${reducerPath}" are installed in one store. Install each once, and give each instance a path of its own: createRest({ reducerPath: 'other' }).`,
  )
}

/** Has the store take an action, of which we know where it is one of ours, and notifies the observers. */
function commit(runtime: Runtime, ours: RestAction | undefined, next: () => unknown): unknown {
  const isReset = ours?.meta.kind === 'reset'
  // Requests in flight remember it also in a state that does not.
  if (isReset) runtime.last.reset = Math.max(runtime.last.reset, ours.meta.fetchedAt)
  const result = runtime.seen.run(ours !== undefined, next)
  if (isReset) abortBeforeReset(runtime)
  runtime.observers.check()
  const { entities } = (ours as { payload?: Partial<CommitPayload> } | undefined)?.payload ?? {}
  runtime.observers.noticeDoubt(entities)
  return result
}

function start(runtime: Runtime): void {
  if (runtime.managers.isStarted) return
  // A preloaded state may show what was in flight elsewhere, also to selectors.
  runtime.seen.look()
  runtime.managers.start()
}
