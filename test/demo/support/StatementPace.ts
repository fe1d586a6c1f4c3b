import type { Pace } from '../../../demo/server/statement'
import { deferred } from '../../support/world'

/** A statement that the server has begun to send. */
export interface HeldStatement {
  /** Lets the rest of it through, and later ones of this member too. */
  release(): void
  /** Resolves when the server sees that the request was aborted. */
  readonly dropped: Promise<void>
}

/** How fast the server sends statements: at once, but for those that a test holds. */
export class StatementPace {
  readonly #holds = new Map<string, (signal: AbortSignal) => Promise<void>>()

  readonly pace: Pace = async (memberId, signal) => this.#holds.get(memberId)?.(signal)

  /** Sends a quarter of a member's next statement, and the rest when the test releases it. */
  hold(memberId: string): HeldStatement {
    const released = deferred()
    const dropped = deferred()
    let pieces = 5
    this.#holds.set(memberId, async (signal) => {
      if (pieces-- > 0) return
      const aborted = deferred()
      signal.addEventListener('abort', () => aborted.resolve())
      await Promise.race([released.promise, aborted.promise])
      if (signal.aborted) dropped.resolve()
    })
    const release = () => {
      this.#holds.delete(memberId)
      released.resolve()
    }
    return { release, dropped: dropped.promise }
  }
}
