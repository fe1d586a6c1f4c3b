import type { Action } from 'redux'
import type { EndpointContract, RunContext } from '../endpoint/contract'
import type { Schema } from '../schema/contract'
import { isObject } from '../util/checks'
import { describeValue } from '../util/messages'
import type { Controller } from './Operations'
import type { FetchPromise } from './Operations'
import type { CommitPayload, RestAction, WriteAction } from './state/actions'
import type { RestState } from './state/state'

/**
 * Something that works for a store: polls, signs out, keeps what is unused from growing. It holds options alone; what is per
 * store lives in what `init` returns, so that one manager serves several stores.
 *
 * @example
 * const logger: Manager = { name: 'logger', init: () => ({ action: ({ type }) => console.log(type) }) }
 */
export interface Manager<Api extends object = {}> {
  /** Identifies it in a store, where the first of a name wins. */
  readonly name: string
  /** The names of what `init` returns as `api`; each becomes a thunk of `rest`. Default: none. */
  readonly apiNames?: readonly string[]
  /** Called once for each store, before its first reader or request. A function that is returned is the same as `dispose`. */
  init(store: ManagerStore): (ManagerHooks & { readonly api?: Api }) | (() => void) | void
}

/** The functions of a manager in one store, called as things happen there. A hook that throws is reported, and the store goes on without it. */
export interface ManagerHooks {
  /**
   * Called around the run of each request: it may wait before `run`, repeat it, give it more context, or give a value of its
   * own. What it throws rejects the call.
   */
  request?(request: ManagedRequest, run: RunRequest): Promise<unknown>
  /** Returns the action that the store takes in place of one of this library. It may read the store, and writes nothing. */
  commit?(action: RestAction, state: RestState): RestAction
  /** Called after the store took an action, of whatever slice. */
  action?(action: Action): void
  /** Called as a reader comes; the function that it returns is called as the reader goes. */
  reader?(reader: Reader): (() => void) | void
  /** Tells whether an automatic request has to wait, or is not sent at all: it is asked again at each attempt. */
  gate?(call: Reader | ManagedRequest, from: GatedBy): Gate | undefined
  /** Called by `rest.dispose(store)`. */
  dispose?(): void
}

/** A request, as managers see it. */
export interface ManagedRequest {
  /** The endpoint that is called. */
  readonly endpoint: EndpointContract
  /**
   * The arguments of the call; from then on that a manager has others sent, those. A hook that repeats a run takes them before the
   * first one.
   */
  readonly args: readonly unknown[]
  /** The endpoint's key of the call. */
  readonly key: string
  /** The options that it was started with. */
  readonly options: {
    /** It was asked for by nobody, such as by a poll: a failure keeps the data that is shown. */
    readonly isSoft?: boolean
    /** It is for what stands beside a list, such as a number, whose members are known. */
    readonly isOfValues?: boolean
  }
  /** Its id, which its actions have too. */
  readonly requestId: string
  /** True if it changes data. */
  readonly isMutation: boolean
  /** Resolves when its response is stored, or when it has failed; never rejects. A hook `request` that waits for it never ends. */
  readonly outcome: Promise<unknown>
  /** Ends it; its callers get an `AbortError`. */
  abort(reason?: string): void
}

/** Additions of a manager to the context of a request. */
export interface RunOptions extends Partial<RunContext> {
  /** Take the place of the arguments of the call. */
  readonly args?: readonly unknown[]
  /** True where one of several parts of the response is sent: the request keeps its arguments and its start. */
  readonly isPart?: boolean
}

/** Runs a request, with what the managers add. */
export type RunRequest = (more?: RunOptions) => Promise<unknown>

/** A reader of a call: a hook, `retain` or a subscription. */
export interface Reader {
  /** The endpoint that is read. */
  readonly endpoint: EndpointContract
  /** The arguments of the call. */
  readonly args: readonly unknown[]
  /** The endpoint's key of the call. */
  readonly key: string
  /** Its data is to be kept up to date: `useLive`, `useSubscription`, `retain` or `subscribe`. */
  readonly isLive: boolean
}

/** The cause of a request that nobody asked for. */
export type GatedBy = 'reader' | 'poll' | 'retry' | 'stream'

/**
 * An error is shown in place of missing data; a promise lets readers without data wait until it settles, and they say
 * so where the wait is a pause, as without a network.
 */
export type Gate =
  | { readonly error: Error; readonly until?: undefined; readonly isPaused?: undefined }
  | {
      readonly until: Promise<void>
      readonly error?: undefined
      readonly isPaused?: boolean | undefined
    }

/** The store as its managers see it: all that a controller does, and what is in progress. */
export interface ManagerStore extends Controller {
  /** The requests in flight, in order of start. */
  readonly inFlight: readonly ManagedRequest[]
  /** Dispatches an action of this library. */
  send<Sent extends RestAction>(action: Sent): Sent
  /**
   * Takes a value apart by its schema, as the response of a call with these arguments would be. Writes nothing.
   * @throws SchemaError where the value does not fit the schema
   */
  normalize(schema: Schema, value: unknown, args?: readonly unknown[]): CommitPayload
  /** Places and removes rows by one action, `rest/` and the label. What is older than what is there changes nothing. */
  write(label: string, changes: WriteAction['payload']): WriteAction
  /** The moment of the store: ms that grow with each call. */
  now(): number
  /** Runs a manager in this store, unless one of its name runs already; returns the `api` of that. */
  use<Api extends object>(manager: Manager<Api>): Api | undefined
  /** The rows that a reader is shown now, as table and primary key. */
  rowsOf(reader: Reader): Iterable<readonly [schemaKey: string, pk: string]>
  /** Sends a request for a reader, or joins the one in flight. A failure keeps the data that is shown. */
  refetch(reader: Reader): FetchPromise<unknown>
  /** Why an automatic request of a call is not to be sent now; `undefined` where it may be. */
  gate(call: Reader | ManagedRequest, from: GatedBy): Gate | undefined
  /** Has readers that a gate held back ask again: all, or those whose key passes a test. */
  wake(test?: (key: string) => boolean): void
}

/**
 * An action that puts values into `state.managers` as well, by the names of managers; for the hook `commit`. The values are plain
 * data.
 */
export function withManagerState<A extends RestAction>(
  action: A,
  values: RestState['managers'],
): A {
  const { payload } = action as { readonly payload?: Partial<CommitPayload> }
  return { ...action, payload: { ...payload, managers: { ...payload?.managers, ...values } } }
}

/** What a list of managers adds to `createRest`. */
export type ApiOf<Managers> = Managers extends readonly [Manager<infer Api>, ...infer Rest]
  ? Api & ApiOf<Rest>
  : {}

/** @throws TypeError in development for a value that is no manager, such as one in data-client's form; the message contains the change */
export function checkManagers(managers: readonly unknown[]): void {
  if (process.env.NODE_ENV === 'production') return
  const problem = Array.isArray(managers)
    ? managers.map(problemOf).find((found) => found !== undefined)
    : `${describeValue(managers)} in place of a list`
  if (problem === undefined) return checkNames(managers as readonly Manager[])
  throw new TypeError(
    `createRest({ managers }): found ${problem}. A manager is an object with a name and init(store), which returns its hooks.`,
  )
}

/** A manager of a name that runs already does not run, and a function of `api` is one of `rest`. */
function checkNames(managers: readonly Manager[]): void {
  const twice = firstTwice(managers.map(({ name }) => name))
  if (twice !== undefined) {
    console.warn(
      `createRest({ managers }): two managers are called "${twice}"; the first one runs, and the other does nothing.`,
    )
  }
  const apiName = firstTwice(managers.flatMap(({ apiNames = [] }) => apiNames))
  if (apiName === undefined) return
  throw new TypeError(
    `createRest({ managers }): two managers have \`${apiName}\` among their \`apiNames\`; rename one of them.`,
  )
}

function firstTwice(names: readonly string[]): string | undefined {
  return names.find((name, at) => names.indexOf(name) !== at)
}

function problemOf(manager: unknown): string | undefined {
  if (typeof manager === 'function') return `the function ${manager.name}, which is no instance`
  const found = describeValue(manager)
  if (!isObject(manager)) return found
  const foreign = ['middleware', 'getMiddleware'].find((member) => member in manager)
  if (foreign !== undefined) return `${found} with \`${foreign}\``
  const { init, name } = manager as Partial<Manager>
  if (typeof init !== 'function') return `${found} without \`init\``
  return typeof name === 'string' && name !== '' ? undefined : `${found} without a \`name\``
}
