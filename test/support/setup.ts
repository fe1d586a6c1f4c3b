import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { server } from './server'

// Everything below counts for every test: no request reaches a real server, and the console stays silent.
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
})

const EXPECTED = [
  // Redux Toolkit's checks say so when they take long, which a busy machine makes of any check.
  /Middleware took \d+ms, which is more than the warning threshold/,
  // React 18 also logs errors that it throws or that a boundary catches, and has no option against it.
  /^The above error occurred in /,
]

const isExpected = ([text]: readonly unknown[]) =>
  EXPECTED.some((pattern) => pattern.test(String(text)))

/** So long a condition is waited for, in ms: what takes a moment takes seconds on a busy machine. */
const LONGEST_WAIT = 100_000

/** Vitest's own, which waits for a second; the setup of each file runs in the same modules. */
const globals = globalThis as { waitForASecond?: typeof vi.waitFor }
const waitForASecond = (globals.waitForASecond ??= vi.waitFor)
vi.waitFor = (callback, options = {}) =>
  waitForASecond(
    callback,
    typeof options === 'number' ? options : { timeout: LONGEST_WAIT, ...options },
  )

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

beforeEach(() => {
  // Console messages are not printed: a test that did not expect one fails with it.
  for (const method of methods) {
    const { mock } = vi.spyOn(console, method).mockImplementation((...said: unknown[]) => {
      if (isExpected(said)) mock.calls.pop()
    })
  }
})

afterEach(() => {
  server.resetHandlers()
  vi.useRealTimers()
  const said = methods
    .flatMap((method) => vi.mocked(console[method]).mock.calls)
    // Where a test has another implementation.
    .filter((it) => !isExpected(it))
  vi.restoreAllMocks()
  expect(said, 'the console stays silent').toEqual([])
})

afterAll(() => {
  server.close()
})
