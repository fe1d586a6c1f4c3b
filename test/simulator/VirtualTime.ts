import type { SimulatedTime } from './time'

type Run = (...args: readonly unknown[]) => void

interface Timer {
  readonly run: Run
  readonly due: number
  readonly every: number | undefined
}

/** Where functions that were captured before a run look for its time. */
export const TIME = Symbol.for('rtk-rest simulator time')

const NAMES = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'requestAnimationFrame',
  'cancelAnimationFrame',
] as const

type Name = (typeof NAMES)[number]
type Globals = Record<Name | typeof TIME, unknown>

const START = 1_700_000_000_000
const FRAME = 16
const TOO_MANY = 2_000
const ENDLESS = 3_000

// React remembers moments from one run to the next, so this clock only goes forward.
let firstMoment = performance.now() + 3_600_000

// The only real task that a run waits for: all microtasks run before it.
const { real: realImmediate = setImmediate } = setImmediate as { real?: typeof setImmediate }
const microtasks = (): Promise<void> => new Promise((resolve) => void realImmediate(resolve))

/**
 * Timers, macrotasks and clocks in place of the machine's. Time passes when a run says so, so a seed gives the same
 * history on every machine.
 */
export class VirtualTime implements SimulatedTime {
  // More than the timeout of a request, than suspended components are waited for, and than errors are fresh.
  readonly longEnough = 7_000
  #elapsed = 0
  #skew = 0
  readonly #drift: number
  readonly #slowness: number
  #busy = 0
  #tasksRun = 0
  #turns = 0
  #lastId = 0
  readonly #timers = new Map<number, Timer>()
  readonly #tasks = new Map<number, Run>()
  readonly #saved: Partial<Globals> = {}
  readonly #savedNow = { date: Date.now, performance: performance.now }
  readonly #queueMicrotask = queueMicrotask
  #errors: unknown[] = []

  /**
   * @param drift how many ms the system clock advances each time that somebody reads it
   * @param slowness the same for `performance.now`, by which React decides when to let others work
   */
  constructor({ drift = 0, slowness = 0 } = {}) {
    this.#drift = drift
    this.#slowness = slowness
  }

  get now(): number {
    return START + this.#elapsed + this.#skew
  }

  get elapsed(): number {
    return this.#elapsed
  }

  get pending(): number {
    return this.#timers.size + this.#tasks.size
  }

  takeErrors(): readonly unknown[] {
    const errors = this.#errors
    this.#errors = []
    return errors
  }

  skew(ms: number): void {
    this.#skew += ms
  }

  /** Replaces the timers and clocks of this realm. */
  install(): this {
    const globals = globalThis as unknown as Globals
    const own = this.#functions()
    for (const name of NAMES) {
      this.#saved[name] = globals[name]
      globals[name] = own[name]
    }
    globals[TIME] = own
    globalThis.queueMicrotask = (run) => this.#queue(run)
    Date.now = () => this.#read()
    performance.now = () => {
      // Not in every task, so that whoever has only so much time for one gets done at last.
      if (this.#tasksRun % 3 !== 0) this.#busy += this.#slowness
      return firstMoment + this.#elapsed + this.#busy
    }
    return this
  }

  uninstall(): void {
    const globals = globalThis as unknown as Globals
    Object.assign(globals, this.#saved)
    globals[TIME] = undefined
    firstMoment += this.#elapsed + this.#busy + 60_000
    globalThis.queueMicrotask = this.#queueMicrotask
    Date.now = this.#savedNow.date
    performance.now = this.#savedNow.performance
  }

  async advance(ms: number): Promise<void> {
    const until = this.#elapsed + ms
    await this.runTasks(TOO_MANY)
    let fired = 0
    for (let id = this.#nextTimer(until); id !== undefined; id = this.#nextTimer(until)) {
      fired += 1
      if (fired > TOO_MANY) throw new Error('Timers start timers for ever.')
      this.#fire(id)
      await this.runTasks(TOO_MANY)
    }
    this.#elapsed = until
  }

  async runTasks(count: number): Promise<void> {
    await this.#runMicrotasks()
    for (let at = 0; at < count && this.#tasks.size > 0; at++) {
      const [[id, run]] = this.#tasks as unknown as [[number, Run]]
      this.#tasks.delete(id)
      this.#tasksRun += 1
      this.#call(run)
      await this.#runMicrotasks()
    }
    if (count === TOO_MANY && this.#tasks.size > 0) throw new Error('Tasks start tasks for ever.')
  }

  /** Microtasks that start each other for ever would never end, if these two did not end them. */
  #read(): number {
    this.#turns += 1
    if (this.#turns > ENDLESS) throw new Error('Microtasks start microtasks for ever.')
    this.#skew += this.#drift
    return this.now
  }

  #queue(run: () => void): void {
    this.#turns += 1
    if (this.#turns <= ENDLESS) this.#queueMicrotask.call(globalThis, () => this.#call(run))
  }

  async #runMicrotasks(): Promise<void> {
    await microtasks()
    const isEndless = this.#turns > ENDLESS
    this.#turns = 0
    if (isEndless) throw new Error('Microtasks started microtasks for ever.')
  }

  #functions(): Record<Name, unknown> {
    const clear = (id: unknown): void => {
      this.#timers.delete(Number(id))
      this.#tasks.delete(Number(id))
    }
    const timeout = (run: Run, delay = 0, ...args: unknown[]): object =>
      this.#add(() => run(...args), delay)
    return {
      setTimeout: timeout,
      clearTimeout: clear,
      setInterval: (run: Run, delay = 0) => this.#add(run, delay, true),
      clearInterval: clear,
      setImmediate: (run: Run, ...args: unknown[]) => {
        this.#tasks.set(++this.#lastId, () => run(...args))
        return handle(this.#lastId)
      },
      clearImmediate: clear,
      requestAnimationFrame: (run: Run) => Number(this.#add(() => run(this.#elapsed), FRAME)),
      cancelAnimationFrame: clear,
    }
  }

  #add(run: Run, delay: number, isRepeated = false): object {
    const length = Math.max(0, delay)
    const every = isRepeated ? Math.max(1, length) : undefined
    this.#timers.set(++this.#lastId, { run, due: this.#elapsed + length, every })
    return handle(this.#lastId)
  }

  /** The timer that is due first; of those due at once, the one that was set first. */
  #nextTimer(until: number): number | undefined {
    let next: number | undefined
    let due = until
    for (const [id, timer] of this.#timers) {
      if (timer.due < due || (timer.due === due && next === undefined)) {
        next = id
        due = timer.due
      }
    }
    return next
  }

  #fire(id: number): void {
    const timer = this.#timers.get(id) as Timer
    this.#elapsed = Math.max(this.#elapsed, timer.due)
    if (timer.every === undefined) this.#timers.delete(id)
    else this.#timers.set(id, { ...timer, due: timer.due + timer.every })
    this.#call(timer.run)
  }

  #call(run: Run): void {
    try {
      run()
    } catch (error) {
      this.#errors.push(error)
    }
  }
}

/** What Node gives for a timer, as far as anybody uses it. */
function handle(id: number): object {
  const it = { ref: () => it, unref: () => it, hasRef: () => true, [Symbol.toPrimitive]: () => id }
  return it
}
