/** The longest time that a timer can be set to, in ms. */
export const LONGEST_TIMER = 2 ** 31 - 1

/** The timers of one store. None of them keeps a process alive, and all of them end together. */
export class Timers {
  readonly #running = new Set<ReturnType<typeof setTimeout>>()

  /** Runs something once, after `delay` ms at the earliest; returns how to stop it. */
  after(delay: number, run: () => void): () => void {
    const timer = setTimeout(() => {
      this.#running.delete(timer)
      run()
    }, delay)
    unref(timer)
    this.#running.add(timer)
    return () => {
      clearTimeout(timer)
      this.#running.delete(timer)
    }
  }

  clear(): void {
    for (const timer of this.#running) clearTimeout(timer)
    this.#running.clear()
  }
}

/** On a server such a timer alone must not keep the process alive; elsewhere it is a number. */
function unref(timer: { unref?: () => void }): void {
  timer.unref?.()
}
