import type { RestThunk } from './types'
import { findRuntime } from '../runtimes'

/** Makes the thunk creator `rest.batch(run)`. */
export function createBatch(reducerPath: string) {
  return function batch<Result>(run: () => Result): RestThunk<Result> {
    return function batchThunk(dispatch, getState) {
      return findRuntime({ getState, dispatch }, reducerPath).watchers.hold(run)
    }
  }
}
