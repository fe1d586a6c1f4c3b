/** How time passes in a run: virtual time for thousands of runs, real time with a real server. */
export interface SimulatedTime {
  /** Milliseconds since 1970 as the system clock shows them. */
  readonly now: number
  /** How much time passed since the run began, in ms. */
  readonly elapsed: number
  /** How many timers and tasks wait; `undefined` if they cannot be counted. */
  readonly pending: number | undefined
  /** Longer than anything waits that is not sent again, in ms for `advance`. */
  readonly longEnough: number
  /** What timers and tasks threw since the last call. */
  takeErrors(): readonly unknown[]
  /** Lets some time pass, and everything happen that is due. */
  advance(ms: number): Promise<void>
  /** Lets a number of macrotasks run, and no more. */
  runTasks(count: number): Promise<void>
  /** Moves the system clock without moving time. */
  skew(ms: number): void
  uninstall(): void
}

/** In ms of the machine. */
const STEP = 5

/** Real time. A millisecond of a run takes a fraction of one, so that the runs stay short. */
export class RealTime implements SimulatedTime {
  readonly pending = undefined
  readonly longEnough: number
  readonly #scale: number
  readonly #start = Date.now()

  /** @param longEnough in ms of the machine */
  constructor(scale: number, longEnough: number) {
    this.#scale = scale
    this.longEnough = longEnough / scale
  }

  get now(): number {
    return Date.now()
  }

  get elapsed(): number {
    return this.now - this.#start
  }

  takeErrors(): readonly unknown[] {
    return []
  }

  async advance(ms: number): Promise<void> {
    // In steps, so that on a busy machine the wait grows with all else that takes its turn.
    let left = ms * this.#scale
    do {
      await new Promise((resolve) => setTimeout(resolve, Math.min(left, STEP)))
      left -= STEP
    } while (left > 0)
  }

  async runTasks(count: number): Promise<void> {
    for (let at = 0; at < count; at++) await new Promise((resolve) => setImmediate(resolve))
  }

  skew(): void {
    // The clock of the machine stays as it is.
  }

  uninstall(): void {
    // Nothing was replaced.
  }
}
