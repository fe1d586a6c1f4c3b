import type { Action, Middleware } from 'redux'
import { codedMessage } from '../util/messages'
import { controllerOf } from './Controller'
import type { Manager } from './Manager'
import { runSafely } from './report'
import { asRestAction, type ResetAction, type RestAction } from './state/actions'
import { acceptAction } from './state/acceptAction'
import { abortBeforeReset } from './requests/lifecycle'
import type { Cause } from './requests/Refetches'
import { type RestSettings, Runtime } from './Runtime'
import { runtimesOf } from './runtimes'

/** The middleware of one `reducerPath`: creates the runtime of each store, starts its managers, and notifies observers after every action. */
export function createMiddleware(settings: RestSettings, managers: readonly Manager[]): Middleware {
  return function restMiddleware(api) {
    const runtimes = runtimesOf(api)
    const before = runtimes.get(settings.reducerPath)
    if (before !== undefined && before.disposal === undefined) return adopt(before)
    const runtime = new Runtime(api, settings)
    runtimes.set(settings.reducerPath, runtime)
    const start = startManagers(runtime, managers)
    return (next) => (action) => {
      // Another one may have taken its place after it was disposed of.
      if (runtimes.get(settings.reducerPath) !== runtime) return next(action)
      start()
      const ours = asRestAction(settings.reducerPath, action)
      const accepted = ours && acceptAction(runtime, ours)
      // An action of another store may have no effect here, and one of a wrong shape is refused.
      if (ours !== undefined && accepted === undefined) return action
      const repairing = accepted && runtime.withRepairs(accepted)
      const taken = repairing ?? action
      const result = commit(runtime, repairing, () => next(taken))
      // An action that comes again or late may bring layers back, and one of another store rows that they were not computed from.
      const { ownActions } = runtime
      if (ours !== undefined && !ownActions.isOnTime(ours)) {
        runtime.optimistic.restore(runtime.state, !ownActions.isNamed(ours))
      }
      if (process.env.NODE_ENV !== 'production') runtime.waiting?.checkSoon()
      // The listeners of actions are notified after the observers.
      runtime.notifyAction(taken as Action)
      return result
    }
  }
}

/** A module that was loaded again adds its middleware to a store that has a runtime, which stays in use. */
function adopt({ isStarted, settings: { reducerPath } }: Runtime): ReturnType<Middleware> {
  if (isStarted) return (next) => (action) => next(action)
  throw new Error(
    codedMessage(
      'duplicate-middleware',
      process.env.NODE_ENV === 'production' ||
        `Two rest middlewares with the reducerPath "${reducerPath}" are installed in one store. Install each once, and give each instance a path of its own: createRest({ reducerPath: 'other' }).`,
      reducerPath,
    ),
  )
}

/** Has the store take an action, of which we know where it is one of ours, and notifies the observers. */
function commit(runtime: Runtime, ours: RestAction | undefined, next: () => unknown): unknown {
  const isReset = ours?.meta.kind === 'reset'
  if (isReset) runtime.logout.note(ours as ResetAction)
  const run = (): unknown => {
    const result = runtime.run(ours !== undefined, next)
    if (isReset) abortBeforeReset(runtime)
    runtime.observers.check()
    return result
  }
  const cause = ours && readIn(runtime, ours)
  return cause === undefined ? run() : runtime.refetches.because(cause, run)
}

/** The read whose response an action commits: it causes the requests that readers start because of it. */
function readIn({ inFlight }: Runtime, { meta }: RestAction): Cause | undefined {
  const isRead = meta.kind === 'request' && meta.sideEffect !== true
  if (!isRead || meta.requestStatus === 'pending') return undefined
  const { endpoint, key } = meta.arg
  return { key, name: endpoint, causes: inFlight.get(meta.requestId)?.call.causes }
}

/** Starts the managers in a microtask, when the store takes dispatches, or when the returned function is called. */
function startManagers(runtime: Runtime, managers: readonly Manager[]): () => void {
  const start = (): void => {
    if (runtime.isStarted || runtime.disposal !== undefined) return
    runtime.isStarted = true
    // A preloaded state may show what was in flight elsewhere, also to selectors.
    runtime.look()
    for (const manager of managers) {
      // The error of a manager does not keep the store and the other managers from their work.
      const cleanup = runSafely(() => manager.init(controllerOf(runtime)))
      if (cleanup !== undefined) runtime.cleanups.add(cleanup)
    }
  }
  queueMicrotask(start)
  return start
}
