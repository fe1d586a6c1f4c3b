/** The longest time that a timer can be set to, in ms. */
export const LONGEST_TIMER = 2 ** 31 - 1

/** The timers of one store, and what else ends with its work. */
export class Timers {
  /** What is called when the store's work ends. */
  readonly ends = new Set<() => void>()

  /** Has something called when the store's work ends; returns how to forget it. */
  atEnd(end: () => void): () => void {
    this.ends.add(end)
    return () => void this.ends.delete(end)
  }

  /** Runs something once, after `delay` ms at the earliest; returns how to stop it. */
  after(delay: number, run: () => void): () => void {
    const timer: { unref?: () => void } = setTimeout(
      () => {
        forget()
        run()
      },
      Math.min(delay, LONGEST_TIMER),
    )
    // On a server such a timer alone must not keep the process alive; elsewhere it is a number.
    timer.unref?.()
    const stop = (): void => {
      clearTimeout(timer as never)
      forget()
    }
    const forget = this.atEnd(stop)
    return stop
  }
}
