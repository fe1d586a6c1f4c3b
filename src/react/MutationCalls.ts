import type { EndpointContract } from '../endpoint/contract'
import { abortedCall, type FetchPromise, promiseOf } from '../store/operations/fetch'
import { startRequest } from '../store/requests/lifecycle'
import type { Runtime } from '../store/Runtime'
import type { FinalAction } from '../store/state/actions'

/** How the calls of one `useMutation` are sent. */
export interface MutationOptions {
  /** Components with the same key share the state of the mutation; it stays until `reset`. */
  readonly key?: string
  /** How long a call waits for another one that takes its place, in ms. Default: none waits. */
  readonly debounce?: number
}

/**
 * The promise of a call: it resolves to the final action and never rejects. To the compiler that is also nothing, since the
 * actions of forms return a promise of nothing.
 */
export interface MutationPromise<Value> extends Promise<FinalAction & void> {
  /** The data once it is stored; rejects with the error of the request. */
  unwrap(): Promise<Value>
  /** Rejects this caller's promises; the request ends where no other caller waits for it. */
  abort(reason?: string): void
}

type CallPromise = Promise<FinalAction> & Omit<MutationPromise<unknown>, keyof Promise<unknown>>

/** The state of the last call. */
export interface CallState {
  readonly status: 'uninitialized' | 'pending' | 'fulfilled' | 'rejected'
  readonly args: readonly unknown[] | undefined
  readonly data: unknown
  readonly error: Error | undefined
}

export const UNINITIALIZED: CallState = Object.freeze({
  status: 'uninitialized',
  args: undefined,
  data: undefined,
  error: undefined,
})

/** A caller that waits for the request to be sent. */
interface Caller {
  readonly promise: CallPromise
  follow(request: FetchPromise<unknown>): void
}

/** The calls that wait to be sent as one, with the arguments of the last of them. */
interface Waiting {
  readonly callers: Set<Caller>
  args: readonly unknown[]
  timer?: ReturnType<typeof setTimeout>
}

/** The calls of one component: sends them, and has the state of the last one. */
export class MutationCalls {
  readonly #runtime: Runtime
  #endpoint: EndpointContract
  #options: MutationOptions
  #state = UNINITIALIZED
  #last: CallPromise | undefined
  #waiting: Waiting | undefined
  readonly #listeners = new Set<() => void>()

  constructor(runtime: Runtime, endpoint: EndpointContract, options: MutationOptions) {
    this.#runtime = runtime
    this.#endpoint = endpoint
    this.#options = options
  }

  /** Takes what the last render was given. */
  update(endpoint: EndpointContract, options: MutationOptions): void {
    this.#endpoint = endpoint
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly getState = (): CallState => this.#state

  readonly run = (...args: readonly unknown[]): CallPromise => {
    const { debounce } = this.#options
    const promise = debounce === undefined ? this.#send(args) : this.#wait(args, debounce)
    this.#show(promise, args)
    return promise
  }

  /** Sends now what waits to be sent, as the component unmounts. */
  readonly flush = (): void => {
    const waiting = this.#waiting
    if (waiting === undefined) return
    clearTimeout(waiting.timer)
    this.#waiting = undefined
    const [first, ...others] = waiting.callers
    if (first === undefined) return
    const request = this.#start(waiting.args)
    for (const caller of [first, ...others]) caller.follow(promiseOf(this.#runtime, request))
  }

  readonly reset = (): void => {
    this.#last = undefined
    this.#set(UNINITIALIZED)
  }

  #start(args: readonly unknown[]) {
    const endpoint = this.#endpoint
    const call = { endpoint, args, key: endpoint.key(...args) }
    return startRequest(this.#runtime, call, { isExplicit: true, mutationKey: this.#options.key })
  }

  #send(args: readonly unknown[]): FetchPromise<unknown> {
    return promiseOf(this.#runtime, this.#start(args))
  }

  #wait(args: readonly unknown[], debounce: number): CallPromise {
    // Arguments that fit no call fail now, and not when they are sent.
    const key = this.#endpoint.key(...args)
    const waiting = (this.#waiting ??= { callers: new Set(), args })
    waiting.args = args
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(this.flush, debounce)
    const call = { endpoint: this.#endpoint, args, key }
    const caller = newCaller((reason) => {
      if (waiting.callers.delete(caller)) caller.follow(abortedCall(this.#runtime, call, reason))
    })
    waiting.callers.add(caller)
    return caller.promise
  }

  /** The state is that of this call, until there is another one. */
  #show(promise: CallPromise, args: readonly unknown[]): void {
    this.#last = promise
    this.#set({ ...UNINITIALIZED, status: 'pending', args })
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

/** @param leave called where a caller aborts before the request is sent */
function newCaller(leave: (reason?: string) => void): Caller {
  let follow!: (request: FetchPromise<unknown>) => void
  // In an object, since a promise of a promise is the inner one.
  const sent = new Promise<{ readonly request: FetchPromise<unknown> }>((resolve) => {
    follow = (request) => resolve({ request })
  })
  const promise = Object.assign(
    sent.then(({ request }) => request),
    {
      unwrap: async () => (await sent).request.unwrap(),
      abort(reason?: string) {
        leave(reason)
        void sent.then(({ request }) => request.abort(reason))
      },
    },
  )
  return { promise, follow }
}
