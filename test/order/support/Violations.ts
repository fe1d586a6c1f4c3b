export interface Findings {
  readonly count: number
  /** What was violated, how often, and some of the histories, as text; empty where all is well. */
  readonly found: string
}

interface Violated<History> {
  readonly times: number
  readonly first: History
  readonly message: string
}

/** What was violated, by kind. */
export class Violations<History> {
  readonly #kinds = new Map<string, Violated<History>>()
  readonly #describeHistory: (history: History) => string

  constructor(describeHistory: (history: History) => string) {
    this.#describeHistory = describeHistory
  }

  add(error: unknown, history: History): void {
    const message = error instanceof Error ? error.message : String(error)
    const kind = kindOf(message)
    const known = this.#kinds.get(kind) ?? { times: 0, first: history, message }
    this.#kinds.set(kind, { ...known, times: known.times + 1 })
  }

  /** How often what, and the first history for some of them. */
  describe(): string {
    const lines = [...this.#kinds].map(([kind, { times }]) => `${times} times: ${kind}`)
    const reports = [...this.#kinds.values()]
      .slice(0, 4)
      .map(({ first, message }) => `${this.#describeHistory(first)}\n=> ${message}`)
    return [lines.join('\n'), ...reports].join('\n\n')
  }
}

/** What was violated, without names and values. */
function kindOf(message: string): string {
  return message.replaceAll(/\{[^}]*\}|'[^']*'/g, '…').replaceAll(/\d/g, 'n')
}
