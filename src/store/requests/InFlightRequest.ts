import type { EndpointContract, Progress } from '../../endpoint/contract'
import { addTo, type Groups, removeFrom } from '../../util/collections'
import type { FinalAction, RequestMeta } from '../state/actions'
import type { CoveredTables } from '../state/confirmed'
import { abortError } from '../state/errors'
import { expiryAt } from '../state/expiry'
import type { RequestArg } from '../state/state'

/** How a request ended: its final action, and what gives its callers the value, or throws the error. */
export interface Outcome {
  readonly action: FinalAction
  value(): unknown
}

/** A call of an endpoint. */
export interface Call {
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  /** The endpoint's key of the call. */
  readonly key: string
  /** Those that its request has before it is sent. */
  readonly uploadListeners?: ProgressListeners
}

/** How a request is started. */
export interface CallOptions {
  /** A failure keeps the data that is shown. */
  readonly isSoft?: boolean
  /** The key under which components share a mutation. */
  readonly mutationKey?: string | undefined
}

/** A call of an endpoint, as it was made. */
export interface RequestCall extends Call {
  readonly options: CallOptions
  /** What actions and state may contain of it. */
  readonly arg: RequestArg
  readonly requestId: string
  /** Requests in flight are shared by this: the key, or that of a page of a list. */
  readonly requestKey: string
  readonly isMutation: boolean
  /** When it started. */
  readonly started: number
  /** The tables when a mutation started. */
  readonly before: CoveredTables | undefined
}

/** What is notified of the progress of a request. */
export type ProgressListeners = Set<(progress: Progress) => void>

/** What requests in flight are shared by. */
export function requestKeyOf({ endpoint, args, key }: Call): string {
  return endpoint.requestKey?.(...args) ?? key
}

/** Whether it adds a page to the data of its key, and does not replace that. */
export function isPage({ requestKey, key }: RequestCall): boolean {
  return requestKey !== key
}

/** The meta of an action about a request; what it brings is fresh for `expiryLength` ms. */
export function requestMeta(
  call: RequestCall,
  requestStatus: RequestMeta['requestStatus'],
  expiryLength = 0,
): RequestMeta {
  const { arg, requestId, started, isMutation, options } = call
  // The real time: the clock of a store may be ahead of it, where the clock of the machine was.
  const date = Date.now()
  return {
    kind: 'request',
    arg,
    requestId,
    requestStatus,
    fetchedAt: started,
    date,
    expiresAt: expiryAt(date, expiryLength),
    ...(isMutation && { sideEffect: true }),
    ...(options.mutationKey !== undefined && { mutationKey: options.mutationKey }),
    ...(isPage(call) && { page: true }),
  }
}

/**
 * How far a request has come: a manager has it wait, its endpoint prepares it, the server may have got it, or its response is
 * being stored, which nothing can stop any more.
 */
type Stage = 'new' | 'waiting' | 'preparing' | 'sending' | 'settling' | 'settled'

/** A request in flight. Each caller and reader retains it; when the last of them releases it, it is aborted. */
export class InFlightRequest {
  /** One that waited starts anew when it is sent. */
  call: RequestCall
  stage: Stage = 'new'
  /** Called as the body of the request is sent. */
  readonly uploadListeners: ProgressListeners
  /** Called as the body of the response comes. */
  readonly downloadListeners: ProgressListeners = new Set()
  readonly outcome: Promise<Outcome>
  /** Rejects when the request is aborted, also where the endpoint ignores its signal. */
  readonly aborted: Promise<never>
  readonly #controller = new AbortController()
  #holders = 0
  #resolve!: (outcome: Outcome) => void
  #reject!: (error: unknown) => void

  constructor(call: RequestCall) {
    this.call = call
    this.uploadListeners = call.uploadListeners ?? new Set()
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    this.aborted = new Promise((_, reject) => (this.#reject = reject))
    // No rejection is unhandled where nothing waits for it.
    this.aborted.catch(() => undefined)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The first outcome counts. */
  settle(outcome: Outcome): void {
    this.stage = 'settled'
    this.#resolve(outcome)
  }

  /** Ends the request now, also where the endpoint ignores its signal. */
  abort(reason?: unknown): void {
    if (this.stage === 'settled') return
    const error = abortError(reason)
    this.#reject(error)
    this.#controller.abort(error)
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
}

/** The requests of a store whose responses are still to come, by id and in order of start. */
export class InFlightRequests extends Map<string, InFlightRequest> {
  /** The reads of each request key, in order of start. */
  readonly #reads: Groups<string, InFlightRequest> = new Map()

  get all(): readonly InFlightRequest[] {
    return [...this.values()]
  }

  add(request: InFlightRequest): void {
    const { requestId, requestKey, isMutation } = request.call
    this.set(requestId, request)
    if (!isMutation) addTo(this.#reads, requestKey, request)
  }

  remove(request: InFlightRequest): void {
    const { requestId, requestKey } = request.call
    this.delete(requestId)
    removeFrom(this.#reads, requestKey, request)
  }

  /** The newest read in flight of a request key, other than a given one. */
  read(requestKey: string, than?: InFlightRequest): InFlightRequest | undefined {
    let newest: InFlightRequest | undefined
    for (const read of this.#reads.get(requestKey) ?? []) if (read !== than) newest = read
    return newest
  }
}
