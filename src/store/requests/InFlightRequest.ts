import type { EndpointContract, Progress } from '../../endpoint/contract'
import { lastOf } from '../../util/collections'
import type { FinalAction, RequestMeta } from '../state/actions'
import type { CoveredTables } from '../state/confirmed'
import { abortError } from '../state/errors'
import { expiryAt } from '../state/expiry'
import type { RequestArg } from '../state/state'

/** What an endpoint returned or threw, or what its callers get. */
export type Response = { readonly value: unknown } | { readonly error: unknown }

/** How a request ended: its final action, and what its callers get. */
export type Outcome = Response & { readonly action: FinalAction }

/** The value of a response; throws its error. */
export function valueOf(response: Response): unknown {
  if ('error' in response) throw response.error
  return response.value
}

/** A call of an endpoint. */
export interface Call {
  readonly endpoint: EndpointContract
  readonly args: readonly unknown[]
  /** The endpoint's key of the call. */
  readonly key: string
  /** Those that its request has before it is sent. */
  readonly uploadListeners?: ProgressListeners | undefined
}

/** How a request is started. */
export interface CallOptions {
  /** A failure keeps the data that is shown. */
  readonly isSoft?: boolean
  /** It is for what stands beside a list, whose members are known. */
  readonly isOfValues?: boolean
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
  settle!: (outcome: Outcome) => void
  /** A newer request of the same page has landed. */
  isOld = false
  readonly #controller = new AbortController()
  readonly #end: (error: Error) => void
  #holders = 0

  /** @param end ends it with an error, also where its endpoint ignores the signal */
  constructor(call: RequestCall, end: (error: Error) => void) {
    this.call = call
    this.uploadListeners = call.uploadListeners ?? new Set()
    this.#end = end
    this.outcome = new Promise((resolve) => (this.settle = resolve))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Whether its response is being stored, or was. */
  get isOver(): boolean {
    return this.stage === 'settling' || this.stage === 'settled'
  }

  abort(reason?: unknown): void {
    if (this.isOver) return
    const error = reason instanceof Error ? reason : abortError(reason)
    this.stop(error)
    this.#end(error)
  }

  /** Has the endpoint stop, whose response is not needed any more. */
  stop(error?: Error): void {
    this.#controller.abort(error)
  }

  retain(): void {
    this.#holders += 1
  }

  release(reason?: unknown): void {
    this.#holders -= 1
    if (this.#holders === 0) this.abort(reason)
  }
}

/** The requests of a store whose responses are still to come, by id and in order of start. */
export class InFlightRequests extends Map<string, InFlightRequest> {
  get all(): readonly InFlightRequest[] {
    return [...this.values()]
  }

  /** The newest read in flight of a request key, other than a given one. */
  read(requestKey: string, thanId?: string): InFlightRequest | undefined {
    return lastOf(
      this.all.filter(
        ({ call }) =>
          !call.isMutation && call.requestKey === requestKey && call.requestId !== thanId,
      ),
    )
  }
}
