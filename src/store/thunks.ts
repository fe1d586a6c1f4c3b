import type { AnyType } from '../util/anyType'
import { mapValues } from '../util/record'
import type { OperationKind, Operations, RestThunk } from './Operations'
import { fetch, fetchIfStale } from './operations/fetch'
import { expire, expireAll, invalidate, invalidateAll, reset } from './operations/invalidate'
import { batch, retain, subscribe, unsubscribe } from './operations/retain'
import { set, setError, setResponse } from './operations/write'
import type { Runtime } from './Runtime'
import { findRuntime } from './runtimes'

/** What a thunk, or a method of a controller, does with a store. */
export type Operation = (runtime: Runtime, ...args: AnyType[]) => unknown

/** All that an app does with a store: each is a thunk of `rest`, and a method of a controller. */
export const OPERATIONS: Readonly<Record<keyof Operations<OperationKind>, Operation>> = {
  fetch,
  fetchIfStale,
  set,
  setResponse,
  setError,
  invalidate,
  invalidateAll,
  expire,
  expireAll,
  subscribe,
  unsubscribe,
  retain,
  reset,
  batch,
}

/** Makes a thunk creator of each operation, which runs it on the store that the thunk is dispatched to. */
export function createThunks(
  reducerPath: string,
  operations: Readonly<Record<string, Operation>>,
): Readonly<Record<string, unknown>> {
  return mapValues(
    operations,
    (operation) =>
      (...args: unknown[]): RestThunk<unknown> =>
      (dispatch, getState) =>
        operation(findRuntime({ getState, dispatch }, reducerPath), ...args),
  )
}
