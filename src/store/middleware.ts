import type { Middleware } from 'redux'
import { asRestAction } from './actions'
import { resetFlights } from './request'
import { type RestSettings, Runtime } from './Runtime'
import { registerRuntime } from './runtimes'

/** The middleware of one `reducerPath`: gives each store its runtime, and tells watchers after every action. */
export function createMiddleware(settings: RestSettings): Middleware {
  return function restMiddleware(api) {
    const runtime = new Runtime(api, settings)
    registerRuntime(api.getState, runtime)
    return (next) => (action) => {
      const result = next(action)
      if (asRestAction(settings.reducerPath, action)?.meta.kind === 'reset') resetFlights(runtime)
      runtime.watchers.check()
      return result
    }
  }
}
