import type { EndpointContract } from '../endpoint/contract'
import { promiseOf } from '../store/operations/fetch'
import type { Call, InFlightRequest, ProgressListeners } from '../store/requests/InFlightRequest'
import { startRequest } from '../store/requests/lifecycle'
import type { Runtime } from '../store/Runtime'
import type { FinalAction } from '../store/state/actions'
import { lastOf, listenTo } from '../util/collections'
import { type CallPromise, DebouncedCalls } from './DebouncedCalls'
import { createUploadListeners } from './useUploadProgress'

/** How the calls of one `useMutation` are sent. */
export interface MutationOptions {
  /** Components with the same key share the state of the mutation; it stays until `reset`. */
  readonly key?: string
  /**
   * How long a call waits for another one of the same key that takes its place, in ms. Calls of a `RestEndpoint` have one key
   * where their parameters are the same, whatever the body is; an `Endpoint` may have a `key` of its own. Default: none waits.
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
export const UNINITIALIZED: CallState = Object.freeze({
  status: 'uninitialized',
  args: undefined,
  data: undefined,
  error: undefined,
})

/** The calls of one component: sends them, and has the state of the last one. */
export class MutationCalls {
  readonly #runtime: Runtime
  #endpoint: EndpointContract
  #options: MutationOptions
  #state = UNINITIALIZED
  #last: CallPromise | undefined
  readonly #debounced: DebouncedCalls
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

  readonly getState = (): CallState => this.#state

  readonly run = (...args: readonly unknown[]): CallPromise => {
    const call = callOf(this.#endpoint, args)
    const { debounce } = this.#options
    if (debounce === undefined) this.flush()
    const promise =
      debounce === undefined
        ? promiseOf(this.#runtime, this.#start(call))
        : this.#debounced.wait(call, debounce)
    this.#show(promise, call)
    return promise
  }

  /** Whether a call waits to be sent. */
  get isWaiting(): boolean {
    return this.#debounced.isWaiting
  }

  /** Sends now what waits to be sent, as the component unmounts. */
  readonly flush = (): void => this.#debounced.flush()

  readonly reset = (): void => {
    this.#last = undefined
    this.#set(UNINITIALIZED)
  }

  #start(call: Call): InFlightRequest {
    return startRequest(this.#runtime, call, {
      isExplicit: true,
      mutationKey: this.#options.key,
    })
  }

  /** The state is that of this call, until there is another one. */
  #show(promise: CallPromise, { args, uploadListeners }: Call): void {
    this.#last = promise
    this.#set({ ...UNINITIALIZED, status: 'pending', args, uploadListeners })
    const settle = (state: Partial<CallState>): void => {
      if (this.#last === promise) this.#set({ ...UNINITIALIZED, args, ...state })
    }
    promise.unwrap().then(
      (data) => settle({ status: 'fulfilled', data }),
      (error: Error) => settle({ status: 'rejected', error }),
    )
  }

  #set(state: CallState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
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
