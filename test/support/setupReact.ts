import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { collectStores, disposeStores } from './openStores'
import { takeRecoveredErrors } from './renderApp'

// A busy machine may need more than the second that is the default.
configure({ asyncUtilTimeout: 10_000 })
collectStores()

afterEach(() => {
  cleanup()
  disposeStores()
  expect(takeRecoveredErrors(), 'React recovers from no error').toEqual([])
})
