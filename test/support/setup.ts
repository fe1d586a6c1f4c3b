import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { server } from './server'

// Everything below counts for every test: no request goes unanswered for, and the console stays silent.
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
})

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method)
})

afterEach(() => {
  cleanup()
  server.resetHandlers()
  vi.useRealTimers()
  const said = methods.flatMap((method) => vi.mocked(console[method]).mock.calls)
  vi.restoreAllMocks()
  expect(said, 'the console stays silent').toEqual([])
})

afterAll(() => {
  server.close()
})
