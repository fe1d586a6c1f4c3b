import { cleanup } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { collectStores, disposeStores } from './openStores'
import { takeRecoveredErrors } from './renderApp'

collectStores()

afterEach(() => {
  cleanup()
  disposeStores()
  expect(takeRecoveredErrors(), 'React recovers from no error').toEqual([])
})
