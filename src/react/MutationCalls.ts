import type { EndpointContract } from '../endpoint/contract'
import { promiseOf } from '../store/operations/fetch'
import { startRequest } from '../store/requests/lifecycle'
import type { Call, ProgressListeners, Request } from '../store/requests/Request'
import type { Runtime } from '../store/Runtime'
import { readMutation } from '../store/select/readEndpoint'
import type { FinalAction } from '../store/state/actions'
import { confirmedState } from '../store/state/confirmed'
import type { MutationRow } from '../store/state/state'
import { getRow } from '../store/state/table'
import { getOrCreate, lastOf, listenTo } from '../util/collections'
import { type CallPromise, DebouncedCalls } from './DebouncedCalls'
import { createUploadListeners } from './useUploadProgress'

/** The options of `useMutation`: how its calls are sent. */
export interface MutationOptions {
  /** Components with the same key share the state of the mutation; it stays until `reset`. */
  readonly key?: string
  /**
   * The time for which a call waits for another one of the same endpoint and key that takes its place, in ms. Calls of a `RestEndpoint`
   * have one key where their parameters are the same, whatever the body is; an `Endpoint` may have a `key` of its own. Default:
   * none waits.
   */
  readonly debounce?: number
}

/**
 * A promise of the final action, which is a promise of nothing as well: the actions of forms return one of these. `await`, `then`
 * and `Awaited` see the action alone.
 */
type FinalPromise = Promise<FinalAction> & Pick<Promise<never>, 'catch' | 'finally'> & FormPromise

interface FormPromise {
  then<Result = FinalAction, Failure = never>(
    onfulfilled?: FormCallback<Result | PromiseLike<Result>> | null,
    onrejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure>
}

interface FormCallback<Result> {
  (nothing: void): Result
  (action: FinalAction): Result
}

/** The promise of a call: it resolves to the final action and never rejects. */
export interface MutationPromise<Value> extends FinalPromise {
  /** The data once it is stored; rejects with the error of the request. */
  unwrap(): Promise<Value>
  /** Rejects this caller's promises; the request ends where no other caller waits for it. */
  abort(reason?: string): void
}

/** The state of the last call. */
export interface CallState {
  readonly status: 'uninitialized' | 'pending' | 'fulfilled' | 'rejected'
  readonly args: readonly unknown[] | undefined
  readonly data: unknown
  readonly error: Error | undefined
  /** Those of its request, while it is pending. */
  readonly uploadListeners?: ProgressListeners | undefined
}

/** The state before the first call, and after `reset`. */
const UNINITIALIZED: CallState = Object.freeze({
  status: 'uninitialized',
  args: undefined,
  data: undefined,
  error: undefined,
})

/** A call of a component, and its state. */
interface OwnCall extends Call {
  /** When it was made, or when it ended if it is sensitive; a later reset of the store forgets it. */
  started: number
  /** The key under which components share it. */
  readonly sharedBy: string | undefined
  /** Whether its request is in the state, or was. */
  isSent: boolean
  state: CallState
}

/** The calls of one component: sends them, and has the state of the last one. */
export class MutationCalls {
  readonly #runtime: Runtime
  #endpoint: EndpointContract
  #options: MutationOptions
  #last: OwnCall | undefined
  #resetAt = 0
  readonly #debounced: DebouncedCalls<OwnCall>
  readonly #listeners = new Set<() => void>()
  /** The component has read the progress of an upload, so it renders for it. */
  readsProgress = false

  constructor(runtime: Runtime, endpoint: EndpointContract, options: MutationOptions) {
    this.#runtime = runtime
    this.#endpoint = endpoint
    this.#options = options
    this.#debounced = new DebouncedCalls(runtime, (call) => this.#start(call))
  }

  /** Takes what the last render was given. */
  update(endpoint: EndpointContract, options: MutationOptions): void {
    this.#endpoint = endpoint
    this.#options = options
  }

  readonly subscribe = listenTo(this.#listeners)

  /** The state of the last call of an endpoint; with a key, of all components that share it. */
  getState(endpoint: EndpointContract, key: string | undefined): CallState {
    const own = this.#ownCall(endpoint, key)
    if (key === undefined || endpoint.sensitive === true) return own?.state ?? UNINITIALIZED
    const row = getRow(this.#runtime.state.mutations, key)
    const shared = row?.arg.endpoint === endpoint.name ? row : undefined
    return own !== undefined && isOnlyOwn(own, shared)
      ? own.state
      : sharedState(this.#runtime, endpoint, shared)
  }

  readonly run = (...args: readonly unknown[]): CallPromise => {
    const { debounce, key } = this.#options
    const started = this.#runtime.clock.next()
    const call = callOf(this.#endpoint, args)
    const { uploadListeners } = call
    const state = { ...UNINITIALIZED, status: 'pending', args: call.args, uploadListeners } as const
    const own: OwnCall = { ...call, started, sharedBy: key, isSent: false, state }
    if (debounce === undefined) this.flush()
    const promise =
      debounce === undefined
        ? promiseOf(this.#runtime, this.#start(own))
        : this.#debounced.wait(own, debounce)
    this.#show(own)
    promise.unwrap().then(
      (data) => this.#settle(own, { status: 'fulfilled', data }),
      (error: Error) => this.#settle(own, { status: 'rejected', error }),
    )
    return promise
  }

  /** Sends now what waits to be sent, as the component unmounts. */
  readonly flush = (): void => this.#debounced.flush()

  /** Forgets all calls, and what components share by a key. */
  reset(key: string | undefined): void {
    this.#resetAt = this.#runtime.clock.next()
    this.#show(undefined)
    if (key !== undefined) this.#runtime.write('gc', { removed: { mutations: [key] } })
  }

  #start(own: OwnCall): Request {
    const mutationKey = own.started > this.#resetAt ? own.sharedBy : undefined
    const request = startRequest(this.#runtime, own, { isExplicit: true, mutationKey })
    // What fails at once is in no state.
    own.isSent = request.stage !== 'settled'
    this.#show(this.#last)
    return request
  }

  #settle(own: OwnCall, outcome: Partial<CallState>): void {
    if (this.#last !== own) return
    if (own.endpoint.sensitive === true) own.started = this.#runtime.clock.next()
    own.state = { ...UNINITIALIZED, args: own.args, ...outcome }
    this.#show(own)
  }

  /** The last call, if it is one of this endpoint and key, and a reset of the store has not forgotten it. */
  #ownCall({ name, sensitive }: EndpointContract, key: string | undefined): OwnCall | undefined {
    const last = this.#last
    if (last?.endpoint.name !== name || last.sharedBy !== key) return undefined
    // A sensitive call in flight is the sign-in or sign-out itself.
    const isSignIn = sensitive === true && last.state.status === 'pending'
    return isSignIn || !this.#runtime.isBeforeReset(last) ? last : undefined
  }

  /** The state is that of this call, until there is another one. */
  #show(own: OwnCall | undefined): void {
    this.#last = own
    for (const listener of this.#listeners) listener()
  }
}

/** Whether a call waits to be sent, or ended before it was, and none that is shared came later. */
function isOnlyOwn({ isSent, started, state }: OwnCall, shared: MutationRow | undefined): boolean {
  const isLast = state.status === 'pending' || shared === undefined || started > shared.fetchedAt
  return isLast && !isSent
}

const sharedStates = new WeakMap<MutationRow, CallState>()

/** The state that a row stands for: the same for all components, with the data as the first of them read it. */
function sharedState(
  { state, inFlight }: Runtime,
  endpoint: EndpointContract,
  row: MutationRow | undefined,
): CallState {
  if (row === undefined) return UNINITIALIZED
  return getOrCreate(sharedStates, row, ({ status, requestId, arg }) => {
    const { uploadListeners } = (status === 'pending' && inFlight.get(requestId)) || {}
    const read = readMutation(confirmedState(state), endpoint, row)
    return { ...read, status, args: arg.args, uploadListeners }
  })
}

/**
 * A call. A form adds its fields to the arguments, which are left out where the endpoint takes none.
 * @throws where the arguments fit no call, and not when it is sent
 */
function callOf(endpoint: EndpointContract, args: readonly unknown[]): Call {
  try {
    const key = endpoint.key(...args)
    return { endpoint, args, key, uploadListeners: createUploadListeners() }
  } catch (error) {
    if (lastOf(args) instanceof FormData) return callOf(endpoint, args.slice(0, -1))
    throw error
  }
}
