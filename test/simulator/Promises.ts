/** A promise that the simulator was given, and what became of it. */
export interface Tracked {
  readonly label: string
  isSettled: boolean
  abort?: (() => void) | undefined
}

/** All promises of a run: in the end each of them must have been settled. */
export class Promises {
  #all: Tracked[] = []

  track(label: string, promise: Promise<unknown>, abort?: () => void): Tracked {
    const tracked: Tracked = { label, isSettled: false, abort }
    const settle = (): void => {
      tracked.isSettled = true
    }
    promise.then(settle, settle)
    this.#all.push(tracked)
    return tracked
  }

  /** Those of a page that is gone settle or not. */
  forget(): void {
    this.#all = []
  }

  get unsettled(): readonly Tracked[] {
    return this.#all.filter(({ isSettled }) => !isSettled)
  }
}
