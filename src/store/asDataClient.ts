import { getOrCreate } from '../util/collections'
import type { Controller } from './Operations'

/** A controller that has the methods of data-client's under their names, too. */
export interface DataClientController extends Controller {
  /** The same as `reset`. */
  readonly resetEntireStore: Controller['reset']
  /** The same as `getResponse`. */
  readonly getResponseMeta: Controller['getResponse']
  /** The same as `setResponse`. */
  readonly resolve: Controller['setResponse']
}

const controllers = new WeakMap<Controller, DataClientController>()

/**
 * The controller with the names of data-client's; always the same object for a controller.
 *
 * @example
 * const controller = asDataClient(useController())
 * controller.resetEntireStore()
 */
export function asDataClient(controller: Controller): DataClientController {
  return getOrCreate(controllers, controller, (it) => ({
    ...it,
    resetEntireStore: it.reset,
    getResponseMeta: it.getResponse,
    resolve: it.setResponse,
  }))
}
