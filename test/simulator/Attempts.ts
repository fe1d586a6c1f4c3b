import type { Slot } from './PageReaders'

type Outcome = 'shown' | 'suspended' | 'failed'

/** The tries of a component to show one call. */
interface History {
  /** Since the component came to the screen. */
  now: Outcome[]
  /** Before that. */
  before: Outcome[]
}

/** How components fared that React tried to render: not every try gets to the screen. */
export class Attempts {
  /** By component and call, of which a component has two while it changes from one to the other. */
  readonly #histories = new Map<string, History>()
  readonly #last = new Map<number, Outcome>()

  /** A component was rendered, for the screen or in vain. */
  note(slot: Slot, outcome: Outcome): void {
    this.#of(slot).now.push(outcome)
    this.#last.set(slot.mount, outcome)
  }

  /** What it has on the screen is another. */
  commit(slot: Slot): void {
    this.#last.delete(slot.mount)
    const history = this.#of(slot)
    // StrictMode has effects twice.
    if (history.now.length === 0) return
    history.before = history.now
    history.now = []
  }

  /** Whether it was suspended the last time, and the screen may not say so yet. */
  isSuspended({ mount }: Slot): boolean {
    return this.#last.get(mount) === 'suspended'
  }

  /**
   * Whether an error that React recovered from was one that a component threw each time. React then takes one that a
   * boundary caught for recovered, as it rendered something else at the same time: a component that waits, or goes.
   */
  get isErrorThrownEachTime(): boolean {
    const histories = [...this.#histories.values()].map(({ now, before }) =>
      now.length > 0 ? now : before,
    )
    const failed = histories.filter((it) => it.includes('failed'))
    return failed.length > 0 && failed.every((it) => it.at(-1) === 'failed')
  }

  #of({ mount, call }: Slot): History {
    const name = `${mount} ${call.path}`
    let history = this.#histories.get(name)
    if (history === undefined) this.#histories.set(name, (history = { now: [], before: [] }))
    return history
  }
}

/** What a component came to that threw. */
export function outcomeOf(thrown: unknown): Outcome {
  const isError = thrown instanceof Error && !thrown.message.startsWith('Suspense Exception')
  return isError ? 'failed' : 'suspended'
}
