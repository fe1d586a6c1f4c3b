import type { Order } from '../schema/contract'
import type { FinalAction, RequestArg } from './actions'
import { abortError } from './errors'

/** How a request ended: the action that says so, with the value or the error that its callers get. */
export type Outcome =
  | { readonly action: FinalAction; value(): unknown }
  | { readonly action: FinalAction; readonly error: unknown }

/** A request under way. Whoever wants its answer holds it; when the last one lets go it is aborted. */
export class Flight {
  readonly arg: RequestArg
  readonly requestId: string
  readonly order: Order
  readonly isMutation: boolean
  readonly outcome: Promise<Outcome>
  /** Rejects when the request is aborted, so that nobody waits for a server that does not listen. */
  readonly aborted: Promise<never>
  /** A component was suspended for it and has not committed yet. */
  isAwaited = false
  isSettled = false
  /** Somebody asked for the value, and not only for the end. */
  isUnwrapped = false
  readonly #abort = new AbortController()
  #holders = 0
  #resolve!: (outcome: Outcome) => void
  #reject!: (error: unknown) => void

  constructor(arg: RequestArg, requestId: string, order: Order, isMutation: boolean) {
    this.arg = arg
    this.requestId = requestId
    this.order = order
    this.isMutation = isMutation
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    this.aborted = new Promise((_, reject) => (this.#reject = reject))
    // Somebody races with it or nobody does; either way a rejection is not news.
    this.aborted.catch(() => undefined)
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  settle(outcome: Outcome): void {
    this.isSettled = true
    this.#resolve(outcome)
  }

  /** Ends the request now, whether or not the server listens. */
  abort(reason?: unknown): void {
    if (this.isSettled) return
    const error = abortError(reason)
    this.#reject(error)
    this.#abort.abort(error)
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
}
