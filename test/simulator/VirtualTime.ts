import { Random } from '../support/Random'
import { TimerQueue } from './TimerQueue'
import type { SimulatedTime } from './time'

type Run = (...args: readonly unknown[]) => void

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
  'queueMicrotask',
] as const

type Name = (typeof NAMES)[number]
type Globals = Record<Name | typeof TIME, unknown>

const START = 1_700_000_000_000
const FRAME = 16
/** More tasks, timers or microtasks than these in one go are taken for endless. */
const TOO_MANY = 2_000
const ENDLESS = 3_000

// React remembers moments from one run to the next, so this clock only goes forward.
let firstMoment = performance.now() + 3_600_000

// The only real task that a run waits for: all microtasks run before it.
const { real: realImmediate = setImmediate } = setImmediate as { real?: typeof setImmediate }
const realMicrotask = queueMicrotask.bind(globalThis)
const allMicrotasks = (): Promise<void> => new Promise((resolve) => void realImmediate(resolve))

/**
 * Timers, macrotasks and clocks in place of the machine's. A run advances the time, so a seed gives the same
 * history on every machine.
 */
export class VirtualTime implements SimulatedTime {
  // More than the timeout of a request, than suspended components are waited for, and than errors are fresh.
  readonly longEnough = 7_000
  readonly #queue = new TimerQueue()
  readonly #drift: number
  readonly #slowness: number
  readonly #saved: Partial<Globals> = {}
  readonly #savedNow = { date: Date.now, performance: performance.now, random: Math.random }
  readonly #random = new Random({ seed: 1, size: 1 })
  #elapsed = 0
  #skew = 0
  #busy = 0
  #tasksRun = 0
  /** The number of microtasks and reads of the clock since the last task. */
  #turns = 0
  #errors: unknown[] = []

  /**
   * @param drift how many ms the system clock advances at each read
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
    return this.#queue.size
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
    Date.now = () => this.#readDate()
    performance.now = () => this.#readMoment()
    Math.random = () => this.#random.below(1_000) / 1_000
    return this
  }

  uninstall(): void {
    const globals = globalThis as unknown as Globals
    Object.assign(globals, this.#saved)
    globals[TIME] = undefined
    firstMoment += this.#elapsed + this.#busy + 60_000
    Date.now = this.#savedNow.date
    performance.now = this.#savedNow.performance
    Math.random = this.#savedNow.random
  }

  async advance(ms: number): Promise<void> {
    const until = this.#elapsed + ms
    await this.runTasks(TOO_MANY)
    let fired = 0
    for (let timer = this.#queue.takeTimer(until); timer; timer = this.#queue.takeTimer(until)) {
      fired += 1
      if (fired > TOO_MANY) throw new Error('Timers start timers for ever.')
      this.#elapsed = Math.max(this.#elapsed, timer.due)
      this.#call(timer.run)
      await this.runTasks(TOO_MANY)
    }
    this.#elapsed = until
  }

  async runTasks(count: number): Promise<void> {
    await this.#runMicrotasks()
    for (let at = 0; at < count && this.#queue.hasTasks; at++) {
      this.#tasksRun += 1
      this.#call(this.#queue.takeTask() as Run)
      await this.#runMicrotasks()
    }
    if (count === TOO_MANY && this.#queue.hasTasks) throw new Error('Tasks start tasks for ever.')
  }

  /** Microtasks that start each other for ever would never end, if this and `#addMicrotask` did not end them. */
  #readDate(): number {
    this.#turns += 1
    if (this.#turns > ENDLESS) throw new Error('Microtasks start microtasks for ever.')
    this.#skew += this.#drift
    return this.now
  }

  #readMoment(): number {
    // Not in every task, so that code with a time limit for each task finishes.
    if (this.#tasksRun % 3 !== 0) this.#busy += this.#slowness
    return firstMoment + this.#elapsed + this.#busy
  }

  #addMicrotask(run: Run): void {
    this.#turns += 1
    if (this.#turns <= ENDLESS) realMicrotask(() => this.#call(run))
  }

  async #runMicrotasks(): Promise<void> {
    await allMicrotasks()
    const isEndless = this.#turns > ENDLESS
    this.#turns = 0
    if (isEndless) throw new Error('Microtasks started microtasks for ever.')
  }

  #functions(): Record<Name, unknown> {
    const queue = this.#queue
    const remove = (it: unknown): void => queue.remove(it)
    const dueIn = (delay: number): number => this.#elapsed + Math.max(0, delay)
    return {
      setTimeout: (run: Run, delay = 0, ...args: unknown[]) =>
        queue.addTimer(() => run(...args), dueIn(delay)),
      clearTimeout: remove,
      setInterval: (run: Run, delay = 0) => queue.addTimer(run, dueIn(delay), Math.max(1, delay)),
      clearInterval: remove,
      setImmediate: (run: Run, ...args: unknown[]) => queue.addTask(() => run(...args)),
      clearImmediate: remove,
      requestAnimationFrame: (run: Run) =>
        Number(queue.addTimer(() => run(this.#elapsed), dueIn(FRAME))),
      cancelAnimationFrame: remove,
      queueMicrotask: (run: Run) => this.#addMicrotask(run),
    }
  }

  #call(run: Run): void {
    try {
      run()
    } catch (error) {
      this.#errors.push(error)
    }
  }
}
