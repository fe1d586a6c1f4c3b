import type { Action, Middleware } from 'redux'
import { asRestAction, type ResetAction } from './actions'
import { endFlights } from './endFlights'
import type { Manager } from './Manager'
import { type RestSettings, Runtime } from './Runtime'
import { registerRuntime } from './runtimes'
import { startManagers } from './startManagers'

/** The middleware of one `reducerPath`: gives each store its runtime and managers, and tells watchers after every action. */
export function createMiddleware(settings: RestSettings, managers: readonly Manager[]): Middleware {
  return function restMiddleware(api) {
    const runtime = new Runtime(api, settings)
    registerRuntime(api.getState, runtime)
    const start = startManagers(runtime, managers)
    return (next) => (action) => {
      start()
      const ours = asRestAction(settings.reducerPath, action)
      const isReset = ours?.meta.kind === 'reset'
      if (isReset) runtime.logout.note(ours as ResetAction)
      const result = next(action)
      if (isReset) endFlights(runtime)
      runtime.watchers.check()
      runtime.tellOf(action as Action)
      return result
    }
  }
}
