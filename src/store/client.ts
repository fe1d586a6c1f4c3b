import type { EndpointContract } from '../endpoint/contract'
import type { AnyType } from '../util/anyType'
import { getOrCreate } from '../util/collections'
import { mapValues } from '../util/record'
import type { Controller, OperationKind, Operations, RestThunk } from './Operations'
import { fetch, fetchIfStale } from './operations/fetch'
import { expire, expireAll, invalidate, invalidateAll, reset } from './operations/invalidate'
import { batch, retain, subscribe, unsubscribe } from './operations/retain'
import { set, setError, setResponse } from './operations/write'
import type { Runtime } from './Runtime'
import { findRuntime } from './runtimes'
import { Snapshot, StateReader } from './select/StateReader'

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

/** The others return nothing, so that one of them may be all that an effect of a component does. */
const RETURNING: ReadonlySet<string> = new Set(['set', 'retain', 'batch'])

const controllers = new WeakMap<Runtime, Controller>()

/** The controller of a store; always the same one. */
export function controllerOf(runtime: Runtime): Controller {
  return getOrCreate(controllers, runtime, createController)
}

function createController(runtime: Runtime): Controller {
  const { get, getResponse, getError } = new StateReader(() => runtime.state)
  const bound = mapValues(OPERATIONS, (operation, name) => (...args: unknown[]): unknown => {
    const result = operation(runtime, ...args)
    return RETURNING.has(name) ? result : undefined
  })
  const controller = {
    ...bound,
    fetch: async (endpoint: EndpointContract, ...args: unknown[]) =>
      fetch(runtime, endpoint, ...args).unwrap(),
    fetchIfStale: (endpoint: EndpointContract, ...args: unknown[]) =>
      fetchIfStale(runtime, endpoint, ...args).value(),
    get,
    getResponse,
    getError,
    snapshot: (state = runtime.state, fetchedAt = 0) => new Snapshot(() => state, fetchedAt),
    getState: () => runtime.state,
    allSettled: () => allSettled(runtime),
  }
  return controller as unknown as Controller
}

async function allSettled({ inFlight }: Runtime): Promise<void> {
  const outcomes = (): readonly Promise<unknown>[] =>
    inFlight.all.flatMap(({ isMutation, outcome }) => (isMutation ? [] : [outcome]))
  do {
    // Readers request invalidated data in a microtask.
    await Promise.resolve()
    await Promise.all(outcomes())
  } while (outcomes().length > 0)
}
