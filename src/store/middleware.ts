import type { Action, Middleware } from 'redux'
import { asRestAction, type ResetAction, type RestAction } from './state/actions'
import { acceptAction } from './state/acceptAction'
import { abortBeforeReset } from './requests/lifecycle'
import type { Cause } from './requests/Refetches'
import type { Manager } from './Manager'
import { type RestSettings, Runtime } from './Runtime'
import { registeredRuntime, registerRuntime } from './runtimes'
import { startManagers } from './startManagers'
import { advise } from '../util/advise'

/** The middleware of one `reducerPath`: gives each store its runtime and managers, and tells watchers after every action. */
export function createMiddleware(settings: RestSettings, managers: readonly Manager[]): Middleware {
  return function restMiddleware(api) {
    const before = registeredRuntime(api, settings.reducerPath)
    if (before !== undefined && before.disposal === undefined) return adopt(before)
    if (before !== undefined) before.isReplaced = true
    const runtime = new Runtime(api, settings)
    registerRuntime(api, runtime)
    const start = startManagers(runtime, managers)
    return (next) => (action) => {
      if (runtime.isReplaced) return next(action)
      start()
      const ours = asRestAction(settings.reducerPath, action)
      if (ours === undefined) {
        const result = runtime.run(false, () => next(action))
        runtime.watchers.check()
        return follow(runtime, action, result)
      }
      const accepted = acceptAction(runtime, ours)
      // What another store did may say nothing to this one, and what is no action of ours is refused.
      if (accepted === undefined) return action
      const repairing = runtime.withRepairs(accepted)
      return follow(runtime, repairing, commit(runtime, repairing, next))
    }
  }
}

/** A module that was loaded again installs its middleware into a store that has one: what the store has goes on. */
function adopt({ isStarted, settings: { reducerPath } }: Runtime): ReturnType<Middleware> {
  if (isStarted) return (next) => (action) => next(action)
  throw new Error(
    advise(
      'two middlewares',
      process.env.NODE_ENV === 'production' ||
        `Two rest middlewares with the reducerPath "${reducerPath}" are installed in one store. Install each once, and give each instance a path of its own: createRest({ reducerPath: 'other' }).`,
    ),
  )
}

/** What comes after an action whose readers are notified; gives back its result. */
function follow(runtime: Runtime, action: unknown, result: unknown): unknown {
  runtime.waiting?.checkSoon()
  runtime.notifyAction(action as Action)
  return result
}

function commit(runtime: Runtime, action: RestAction, next: (action: unknown) => unknown): unknown {
  const isReset = action.meta.kind === 'reset'
  if (isReset) runtime.logout.note(action as ResetAction)
  const run = (): unknown => {
    const result = runtime.run(true, () => next(action))
    if (isReset) abortBeforeReset(runtime)
    runtime.watchers.check()
    return result
  }
  const cause = readIn(runtime, action)
  return cause === undefined ? run() : runtime.refetches.because(cause, run)
}

/** The read whose response an action commits: what readers do then, no user asked for. */
function readIn({ inFlight }: Runtime, { meta }: RestAction): Cause | undefined {
  const isRead = meta.kind === 'request' && meta.sideEffect !== true
  if (!isRead || meta.requestStatus === 'pending') return undefined
  const { endpoint, key } = meta.arg
  return { key, name: endpoint, causes: inFlight.get(meta.requestId)?.call.causes }
}
