import type { Progress } from '../../endpoint/contract'
import type { Order } from '../../schema/contract'
import type { FinalAction, RequestArg } from '../state/actions'
import type { Causes } from './causes'
import { abortError } from '../state/errors'
import { report } from '../report'

/** How a request ended: the action that says so, with the value or the error that its callers get. */
export type Outcome =
  | { readonly action: FinalAction; value(): unknown }
  | { readonly action: FinalAction; readonly error: unknown }

/** What a request is, from its start on. */
export interface FlightInit {
  /** What the endpoint calls it; `arg.key` is what actions and state may call it. */
  readonly key: string
  /** What requests in flight are shared by: the key, or that of a page of a list. */
  readonly requestKey: string
  /** It adds to the data of its key, and does not replace it. */
  readonly isPage: boolean
  readonly arg: RequestArg
  readonly requestId: string
  readonly order: Order
  readonly isMutation: boolean
  /** Nothing of it may be kept or told. */
  readonly isSensitive: boolean
  /** The responses that led to it; `undefined` where somebody asked for it. */
  readonly causes?: Causes | undefined
  /** Whether it is a mutation whose arguments name a row. */
  mayWrite(schemaKey: string, pk: string): boolean
}

/** A request under way. Whoever wants its answer holds it; when the last one lets go it is aborted. */
export class Flight implements FlightInit {
  readonly key: string
  readonly requestKey: string
  readonly isPage: boolean
  readonly arg: RequestArg
  readonly requestId: string
  readonly order: Order
  readonly isMutation: boolean
  readonly isSensitive: boolean
  readonly causes: Causes | undefined
  readonly mayWrite: FlightInit['mayWrite']
  readonly outcome: Promise<Outcome>
  /** Rejects when the request is aborted, so that nobody waits for a server that does not listen. */
  readonly aborted: Promise<never>
  /** The server may have got it. */
  mayBeSent = false
  /** Its answer is being stored; nothing can stop that any more. */
  isConcluding = false
  isSettled = false
  /** Somebody asked for the value, and not only for the end. */
  isUnwrapped = false
  #view: Promise<unknown> | undefined
  readonly #abort = new AbortController()
  readonly #progressListeners = new Set<(progress: Progress) => void>()
  #holders = 0
  #resolve!: (outcome: Outcome) => void
  #reject!: (error: unknown) => void

  constructor(init: FlightInit) {
    this.key = init.key
    this.requestKey = init.requestKey
    this.isPage = init.isPage
    this.arg = init.arg
    this.requestId = init.requestId
    this.order = init.order
    this.isMutation = init.isMutation
    this.isSensitive = init.isSensitive
    this.causes = init.causes
    this.mayWrite = init.mayWrite
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    this.aborted = new Promise((_, reject) => (this.#reject = reject))
    // Somebody races with it or nobody does; either way a rejection is not news.
    this.aborted.catch(() => undefined)
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** What its endpoint is called. */
  get name(): string {
    return this.arg.endpoint
  }

  /** Resolves to what there is to show when the request has ended; always the same promise. */
  view<View>(show: () => View): Promise<View> {
    this.#view ??= this.outcome.then(show)
    return this.#view as Promise<View>
  }

  settle(outcome: Outcome): void {
    this.isSettled = true
    this.#resolve(outcome)
  }

  /** Settles without the server, and lets the request go. */
  end(outcome: Outcome): void {
    if (this.isSettled) return
    this.settle(outcome)
    this.#stop(abortError('The answer is not needed any more.'))
  }

  /** Ends the request now, whether or not the server listens. */
  abort(reason?: unknown): void {
    if (!this.isSettled) this.#stop(abortError(reason))
  }

  hold(): void {
    this.#holders += 1
  }

  /** Lets go at once; the last one to do so aborts. */
  release(reason?: unknown): void {
    this.#holders -= 1
    if (this.#holders === 0) this.abort(reason)
  }

  /** Lets go; who comes within the same task, as StrictMode and a change of pages do, still finds the request. */
  releaseSoon(): void {
    setTimeout(() => {
      this.release()
    })
  }

  /** Tells how much has come, whenever more has; returns how to stop. */
  onProgress(listener: (progress: Progress) => void): () => void {
    this.#progressListeners.add(listener)
    return () => {
      this.#progressListeners.delete(listener)
    }
  }

  /** Whether anybody wants to know how much has come. */
  get isProgressHeard(): boolean {
    return this.#progressListeners.size > 0
  }

  /** A listener that fails is heard of, but is no failure of the request. */
  tellProgress(progress: Progress): void {
    if (this.isSettled) return
    for (const listener of this.#progressListeners) {
      try {
        listener(progress)
      } catch (error) {
        report(error)
      }
    }
  }

  #stop(error: Error): void {
    this.#reject(error)
    this.#abort.abort(error)
  }
}
