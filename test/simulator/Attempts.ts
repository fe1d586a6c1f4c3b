type Outcome = 'shown' | 'suspended' | 'failed'

interface Attempt {
  /** What became of the tries to render since the last commit. */
  now: Outcome[]
  /** The same before that commit. */
  before: Outcome[]
}

/** How components fared that React tried to render: not every try gets to the screen. */
export class Attempts {
  readonly #attempts = new Map<number, Attempt>()

  /** A component was rendered, for the screen or in vain. */
  note(mount: number, outcome: Outcome): void {
    this.#of(mount).now.push(outcome)
  }

  /** What it has on the screen is another. */
  commit(mount: number): void {
    const attempt = this.#of(mount)
    attempt.before = attempt.now
    attempt.now = []
  }

  /** Whether it was suspended the last time, and the screen may not say so yet. */
  isSuspended(mount: number): boolean {
    return this.#of(mount).now.at(-1) === 'suspended'
  }

  /**
   * Whether an error that React recovered from was one that a component threw each time. React then takes one that a
   * boundary caught for recovered, as it rendered something else at the same time: a component that waits, or goes.
   */
  get isErrorThrownEachTime(): boolean {
    const outcomes = [...this.#attempts.values()].map(({ now, before }) =>
      now.length > 0 ? now : before,
    )
    const failed = outcomes.filter((it) => it.includes('failed'))
    return failed.length > 0 && failed.every((it) => it.at(-1) === 'failed')
  }

  #of(mount: number): Attempt {
    let attempt = this.#attempts.get(mount)
    if (attempt === undefined) this.#attempts.set(mount, (attempt = { now: [], before: [] }))
    return attempt
  }
}

/** What a component came to that threw. */
export function outcomeOf(thrown: unknown): Outcome {
  const isError = thrown instanceof Error && !thrown.message.startsWith('Suspense Exception')
  return isError ? 'failed' : 'suspended'
}
