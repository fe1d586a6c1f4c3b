type Run = (...args: readonly unknown[]) => void

interface Timer {
  readonly run: Run
  readonly due: number
  readonly every: number | undefined
}

/** Timers that wait for their time, and tasks that wait for their turn. */
export class TimerQueue {
  readonly #timers = new Map<number, Timer>()
  readonly #tasks = new Map<number, Run>()
  #lastId = 0

  get size(): number {
    return this.#timers.size + this.#tasks.size
  }

  get hasTasks(): boolean {
    return this.#tasks.size > 0
  }

  /** Adds a timer; with `every` it comes again. */
  addTimer(run: Run, due: number, every?: number): object {
    this.#lastId += 1
    this.#timers.set(this.#lastId, { run, due, every })
    return handle(this.#lastId)
  }

  addTask(run: Run): object {
    this.#lastId += 1
    this.#tasks.set(this.#lastId, run)
    return handle(this.#lastId)
  }

  /** Takes what `addTimer` and `addTask` gave, or its number. */
  remove(it: unknown): void {
    this.#timers.delete(Number(it))
    this.#tasks.delete(Number(it))
  }

  takeTask(): Run | undefined {
    for (const [id, run] of this.#tasks) {
      this.#tasks.delete(id)
      return run
    }
    return undefined
  }

  /** Takes the timer that is due first, if it is by then; of those due at once, the first that was set. */
  takeTimer(until: number): Timer | undefined {
    let next: number | undefined
    let due = until
    for (const [id, timer] of this.#timers) {
      if (timer.due < due || (timer.due === due && next === undefined)) {
        next = id
        due = timer.due
      }
    }
    return next === undefined ? undefined : this.#take(next)
  }

  #take(id: number): Timer | undefined {
    const timer = this.#timers.get(id)
    if (timer?.every === undefined) this.#timers.delete(id)
    else this.#timers.set(id, { ...timer, due: timer.due + timer.every })
    return timer
  }
}

/** The part of a Node timer that is used. */
function handle(id: number): object {
  const it = { ref: () => it, unref: () => it, hasRef: () => true, [Symbol.toPrimitive]: () => id }
  return it
}
