import { cleanup } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { takeRecoveredErrors } from './renderApp'

afterEach(() => {
  cleanup()
  expect(takeRecoveredErrors(), 'React recovers from no error').toEqual([])
})
