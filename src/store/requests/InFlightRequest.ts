import type { EndpointContract, Progress } from '../../endpoint/contract'
import { addTo, type Groups, removeFrom } from '../../util/collections'
import { runSafely } from '../report'
import type { FinalAction, RequestMeta } from '../state/actions'
import type { CoveredTables } from '../state/confirmed'
import type { RequestArg } from '../state/state'
import { abortError } from '../state/errors'
import { expiryAt } from '../state/expiry'

/** How a request ended: its final action, with the value or the error that its callers get. */
export type Outcome =
  | { readonly action: FinalAction; value(): unknown }
  | { readonly action: FinalAction; readonly error: unknown }

/** A call of an endpoint. */
export interface Call {
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  /** The endpoint's key of the call. */
  readonly key: string
  /** Those that its request has before it is sent. */
  readonly uploadListeners?: ProgressListeners
}

/** What requests in flight are shared by. */
export function requestKeyOf({ endpoint, args, key }: Call): string {
  return endpoint.requestKey?.(...args) ?? key
}

/** A call of an endpoint, as it was made; `arg.key` is what actions and state may contain of its key. */
export interface RequestCall extends Call {
  /** A failure keeps the data that is shown. */
  readonly isSoft: boolean
  readonly name: string
  /** Requests in flight are shared by this: the key, or that of a page of a list. */
  readonly requestKey: string
  /** It adds to the data of its key, and does not replace it. */
  readonly isPage: boolean
  readonly arg: RequestArg
  readonly requestId: string
  /** When it started. */
  readonly started: number
  readonly isMutation: boolean
  /** The tables when a mutation started. */
  readonly before?: CoveredTables | undefined
  /** The key under which components share a mutation. */
  readonly mutationKey?: string | undefined
  /** A manager has it wait, and it is not sent yet. */
  readonly isQueued?: boolean
}

/** Which read in flight a caller or reader may join. */
export interface JoinOptions {
  /** A caller starts it, and wants to see what was written, invalidated or expired before. */
  readonly isExplicit?: boolean
}

/** What is notified of the progress of a request. */
export type ProgressListeners = Set<(progress: Progress) => void>

/** The meta of an action about a request; what it brings is fresh for `expiryLength` ms. */
export function requestMeta(
  { arg, requestId, started, isMutation, mutationKey, isPage }: RequestCall,
  requestStatus: RequestMeta['requestStatus'],
  expiryLength: number,
  landed?: number,
): RequestMeta {
  // The real time: the clock of a store may be ahead of it, where the clock of the machine was.
  const date = Date.now()
  return {
    kind: 'request',
    arg,
    requestId,
    requestStatus,
    fetchedAt: started,
    ...(landed !== undefined && { landed }),
    date,
    expiresAt: expiryAt(date, expiryLength),
    ...(isMutation && { sideEffect: true }),
    ...(mutationKey !== undefined && { mutationKey }),
    ...(isPage && { page: true }),
  }
}

/** A request in flight. Each caller and reader retains it; when the last of them releases it, it is aborted. */
export class InFlightRequest {
  /** One that waited starts anew when it is sent. */
  call: RequestCall
  /** Called as the body of the request is sent. */
  readonly uploadListeners: ProgressListeners
  /** Called as the body of the response comes. */
  readonly downloadListeners: ProgressListeners = new Set()
  readonly outcome: Promise<Outcome>
  /** Rejects when the request is aborted, also where the endpoint ignores its signal. */
  readonly aborted: Promise<never>
  /** No manager has it wait any more. */
  isSent = false
  /** The server may have got it. */
  mayBeSent = false
  /** Its response is being stored, and nothing can stop that any more. */
  isSettling = false
  isSettled = false
  /** A caller waits for the value, and not only for the end. */
  isUnwrapped = false
  readonly #controller = new AbortController()
  #holders = 0
  #resolve!: (outcome: Outcome) => void
  #reject!: (error: unknown) => void

  constructor(call: RequestCall, uploadListeners: ProgressListeners = new Set()) {
    this.call = call
    this.uploadListeners = uploadListeners
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    this.aborted = new Promise((_, reject) => (this.#reject = reject))
    // No rejection is unhandled where nothing waits for it.
    this.aborted.catch(() => undefined)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  settle(outcome: Outcome): void {
    this.isSettled = true
    this.#resolve(outcome)
  }

  /** Settles without the server, and stops the request. */
  end(outcome: Outcome): void {
    if (this.isSettled) return
    this.settle(outcome)
    this.#stop('The response is not needed.')
  }

  /** Ends the request now, also where the endpoint ignores its signal. */
  abort(reason?: unknown): void {
    if (!this.isSettled) this.#stop(reason)
  }

  retain(): void {
    this.#holders += 1
  }

  release(reason?: unknown): void {
    this.#holders -= 1
    if (this.#holders === 0) this.abort(reason)
  }

  /** Releases it in a macrotask: readers that mount within the same task, as in StrictMode, still find the request. */
  releaseSoon(): void {
    setTimeout(() => this.release())
  }

  /** Calls the listeners of the upload or the download. One that throws does not fail the request. */
  notifyProgress(listeners: ProgressListeners, progress: Progress): void {
    if (this.isSettled) return
    for (const listener of listeners) runSafely(() => listener(progress))
  }

  #stop(reason: unknown): void {
    const error = abortError(reason)
    this.#reject(error)
    this.#controller.abort(error)
  }
}

/** The requests of a store whose responses are still to come. */
export class InFlightRequests {
  /** By id, in order of start. */
  readonly #all = new Map<string, InFlightRequest>()
  /** The reads of each request key, in order of start. */
  readonly #reads: Groups<string, InFlightRequest> = new Map()

  add(request: InFlightRequest): void {
    const { requestId, requestKey, isMutation } = request.call
    this.#all.set(requestId, request)
    if (!isMutation) addTo(this.#reads, requestKey, request)
  }

  remove(request: InFlightRequest): void {
    const { requestId, requestKey } = request.call
    this.#all.delete(requestId)
    removeFrom(this.#reads, requestKey, request)
  }

  /** Takes a request as one that starts now. */
  restart(request: InFlightRequest, started: number, before: RequestCall['before']): void {
    const { isQueued: _, ...call } = request.call
    request.call = { ...call, started, before }
    this.remove(request)
    this.add(request)
  }

  has(requestId: string): boolean {
    return this.#all.has(requestId)
  }

  get(requestId: string): InFlightRequest | undefined {
    return this.#all.get(requestId)
  }

  /** The newest read in flight of a request key, other than a given one. */
  read(requestKey: string, than?: InFlightRequest): InFlightRequest | undefined {
    let newest: InFlightRequest | undefined
    for (const read of this.#reads.get(requestKey) ?? []) if (read !== than) newest = read
    return newest
  }

  /** All of them, in order of start. */
  get all(): readonly InFlightRequest[] {
    return [...this.#all.values()]
  }

  get size(): number {
    return this.#all.size
  }

  /** The earliest request. */
  get first(): InFlightRequest | undefined {
    for (const request of this.#all.values()) return request
    return undefined
  }

  /** When the oldest of them started. */
  get oldest(): number | undefined {
    return this.first?.call.started
  }
}
