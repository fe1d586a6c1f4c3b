const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const

/**
 * What React 18 writes of an error that a boundary caught, and that nobody knows which posts the topic of the feed has, nor the
 * status of one that is deleted. Some pages show what is polled by hooks that do not poll. A deletion while pages are fetched may
 * have a cursor come again.
 */
const EXPECTED =
  /^(The above error occurred in |The lists \[Post\] (at \/[^ ]+ )?with `(topic|status)` are fetched|(User\.getLive|polledFeed) has a `|feed: the server gives a `cursor` that it gave before)/

/** Keeps what is written to the console: nothing should be. */
export interface CapturedConsole {
  take(): readonly string[]
  restore(): void
}

function textOf(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part)
}

export function captureConsole(): CapturedConsole {
  let messages: string[] = []
  const saved = METHODS.map((method) => [method, console[method]] as const)
  for (const method of METHODS) {
    console[method] = (...parts: unknown[]) => {
      const text = parts.map(textOf).join(' ')
      if (!EXPECTED.test(text)) messages.push(`${method}: ${text}`)
    }
  }
  return {
    take() {
      const taken = messages
      messages = []
      return taken
    },
    restore: () => Object.assign(console, Object.fromEntries(saved)),
  }
}
