import { describeValue } from '../util/messages'
import { isObject } from '../util/checks'
import type { Controller } from './Controller'

/**
 * Something that works for a store for as long as there is one: polls, listens to a socket, signs out. It holds options
 * only; what is per store lives in `init`, so that one manager can serve several stores.
 *
 * @example
 * const logger: Manager = { init: (controller) => controller.onAction((action) => log(action.type)) }
 */
export interface Manager {
  /** Called once for each store, when it is ready for dispatches; what it returns is called by `rest.dispose(store)`. */
  init(controller: Controller): (() => void) | void
}

/** @throws TypeError in development for a value that is no manager, such as one in data-client's form; the message contains the change */
export function checkManagers(managers: readonly unknown[]): void {
  if (process.env.NODE_ENV === 'production') return
  const problem = Array.isArray(managers)
    ? managers.map(problemOf).find((found) => found !== undefined)
    : `${describeValue(managers)} in place of a list`
  if (problem === undefined) return
  throw new TypeError(
    `createRest({ managers }): found ${problem}. A manager is an object with init(controller), which returns its cleanup; controller.onAction(listener) takes the place of a middleware.`,
  )
}

function problemOf(manager: unknown): string | undefined {
  if (typeof manager === 'function') return `the function ${manager.name}, which is no instance`
  const found = describeValue(manager)
  if (!isObject(manager)) return found
  const foreign = ['middleware', 'getMiddleware'].find((member) => member in manager)
  if (foreign !== undefined) return `${found} with \`${foreign}\``
  return typeof (manager as Partial<Manager>).init === 'function'
    ? undefined
    : `${found} without \`init\``
}
