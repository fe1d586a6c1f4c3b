import { vi } from 'vitest'

/** What was warned of, which the test thereby expects. */
export function said(): readonly string[] {
  const warn = vi.mocked(console.warn)
  const texts = warn.mock.calls.map(([text]) => String(text))
  warn.mockClear()
  return texts
}
