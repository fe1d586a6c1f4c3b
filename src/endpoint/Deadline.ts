/** The end of a request's time: it aborts the request, and whoever waits for it hears why. */
export class Deadline {
  readonly #abort = new AbortController()
  readonly #expired: Promise<never>
  readonly #timer: ReturnType<typeof setTimeout>

  constructor(length: number, makeError: () => Error) {
    let expire: (error: Error) => void
    this.#expired = new Promise((_, reject) => (expire = reject))
    this.#timer = setTimeout(() => {
      const error = makeError()
      expire(error)
      this.#abort.abort(error)
    }, length)
    // Nobody may be waiting any more, as for a stream that was given to the caller.
    this.#expired.catch(() => {})
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** What the work gives, or the error of the deadline; also for work that does not listen to the signal. */
  race<Value>(work: Promise<Value>): Promise<Value> {
    return Promise.race([work, this.#expired])
  }

  /** There is nothing left to wait for. */
  end(): void {
    clearTimeout(this.#timer)
  }
}
