import type { EndpointContract, Progress } from '../../endpoint/contract'
import { lastOf } from '../../util/collections'
import type { ManagedRequest } from '../Manager'
import type { FinalAction, RequestMeta } from '../state/actions'
import type { CoveredTables } from '../state/confirmed'
import { abortError } from '../state/errors'
import { expiryAt } from '../state/expiry'
import type { RequestArg } from '../state/state'

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
export interface RequestOptions {
  /** A failure keeps the data that is shown. */
  readonly isSoft?: boolean
  /** It is for what stands beside a list, whose members are known. */
  readonly isOfValues?: boolean
  /** The key under which components share a mutation. */
  readonly mutationKey?: string | undefined
}

/** What callers get. A value is read from the state where a caller wants it. */
type Result = { readonly value: unknown } | { readonly error: unknown }

/** How a request ended: its final action, and what its callers get. */
export type Outcome = Result & { readonly action: FinalAction }

/** The value of a result; throws its error. */
export function valueOf(result: Result): unknown {
  if ('error' in result) throw result.error
  return result.value
}

/** Called with the progress of a request. */
export type ProgressListeners = Set<(progress: Progress) => void>

/** The key of what is requested: that of the call, or of a page of a list. Requests in flight are shared by it. */
export function requestKeyOf({ endpoint, args, key }: Call): string {
  return endpoint.requestKey?.(...args) ?? key
}

/**
 * How far a request has come: a manager has it wait, its endpoint prepares it, the server may have got it, or its response is
 * being stored, which nothing can stop any more.
 */
type Stage = 'new' | 'waiting' | 'preparing' | 'sending' | 'settling' | 'settled'

/** The parts of a request that its store gives it. */
interface Given {
  /** What actions and state may contain of the call. */
  readonly arg: RequestArg
  readonly requestId: string
  readonly started: number
  /** The tables when a mutation started. */
  readonly before: CoveredTables | undefined
}

/** The request of a call. Each caller and reader retains it; when the last of them releases it, it is aborted. */
export class Request implements ManagedRequest {
  readonly endpoint: EndpointContract
  /** A manager may have others sent than those of the call. */
  args: readonly unknown[]
  readonly key: string
  readonly options: RequestOptions
  readonly arg: RequestArg
  readonly requestId: string
  readonly requestKey: string
  readonly isMutation: boolean
  /** When it started; one that waited starts anew when it is sent. */
  started: number
  before: CoveredTables | undefined
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
  constructor(call: Call, options: RequestOptions, given: Given, end: (error: Error) => void) {
    const { endpoint, args, key, uploadListeners = new Set() } = call
    this.endpoint = endpoint
    this.args = args
    this.key = key
    this.options = options
    this.arg = given.arg
    this.requestId = given.requestId
    this.requestKey = requestKeyOf(call)
    this.isMutation = endpoint.sideEffect === true
    this.started = given.started
    this.before = given.before
    this.uploadListeners = uploadListeners
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

  /** Whether it adds a page to the data of its key, and does not replace that. */
  get isPage(): boolean {
    return this.requestKey !== this.key
  }

  /** The state learns nothing of a sensitive call. */
  get isSensitive(): boolean {
    return this.endpoint.sensitive === true
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

  /** The meta of an action about it; what it brings is fresh for `expiryLength` ms. */
  meta(requestStatus: RequestMeta['requestStatus'], expiryLength = 0): RequestMeta {
    const { arg, requestId, started, isMutation, options } = this
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
      ...(this.isPage && { page: true }),
    }
  }
}

/** The requests of a store whose responses are still to come, by id and in order of start. */
export class InFlightRequests extends Map<string, Request> {
  get all(): readonly Request[] {
    return [...this.values()]
  }

  /** The newest read in flight of a request key, other than a given one. */
  read(requestKey: string, thanId?: string): Request | undefined {
    return lastOf(
      this.all.filter(
        (it) => !it.isMutation && it.requestKey === requestKey && it.requestId !== thanId,
      ),
    )
  }
}
