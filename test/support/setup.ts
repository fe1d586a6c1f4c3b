import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { server } from './server'

// Everything below counts for every test: no request goes unanswered for, and the console stays silent.
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
})

// Redux Toolkit's checks say so when they take long, which a busy machine makes of any check.
const SLOW_MACHINE = /Middleware took \d+ms, which is more than the warning threshold/

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method)
})

afterEach(() => {
  server.resetHandlers()
  vi.useRealTimers()
  const said = methods
    .flatMap((method) => vi.mocked(console[method]).mock.calls)
    .filter(([text]) => !SLOW_MACHINE.test(String(text)))
  vi.restoreAllMocks()
  expect(said, 'the console stays silent').toEqual([])
})

afterAll(() => {
  server.close()
})
