import type { Controller } from './Controller'

/**
 * Something that works for a store for as long as there is one: polls, listens to a socket, signs out. It holds options
 * only; what is per store lives in `init`, so that one manager can serve several stores.
 *
 * @example
 * const logger: Manager = { init: (controller) => controller.onAction((action) => send(action.type)) }
 */
export interface Manager {
  /** Called once for each store, when it is ready for dispatches; what it returns is called by `rest.dispose(store)`. */
  init(controller: Controller): (() => void) | void
}
