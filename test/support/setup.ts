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

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

beforeEach(() => {
  // Console messages are not printed: a test that did not expect one fails with it.
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => undefined)
})

afterEach(() => {
  server.resetHandlers()
  vi.useRealTimers()
  const said = methods
    .flatMap((method) => vi.mocked(console[method]).mock.calls)
    .filter(([text]) => !EXPECTED.some((pattern) => pattern.test(String(text))))
  vi.restoreAllMocks()
  expect(said, 'the console stays silent').toEqual([])
})

afterAll(() => {
  server.close()
})
