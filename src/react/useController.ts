import { type Controller, controllerOf } from '../store/Controller'
import { useRuntime } from './useRuntime'

/**
 * Everything a component can do with the store's data. The controller of a store is always the same object.
 *
 * @example
 * const controller = useController()
 * await controller.fetch(UserResource.update, { id }, { name })
 */
export function useController(): Controller {
  return controllerOf(useRuntime())
}
