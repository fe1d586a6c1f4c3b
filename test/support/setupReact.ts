import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { collectStores, disposeStores } from './openStores'
import { takeRecoveredErrors } from './renderApp'
import { whenReactIsIdle } from './whenReactIsIdle'

const { asyncWrapper } = getConfig()
configure({
  // A busy machine may need more than the second that is the default.
  asyncUtilTimeout: 100_000,
  // On a busy machine, what is found may be on the page before its effects have run, which subscribe.
  asyncWrapper: (find) =>
    asyncWrapper(async () => {
      const found = await find()
      await whenReactIsIdle()
      return found
    }),
})
collectStores()

afterEach(() => {
  cleanup()
  disposeStores()
  expect(takeRecoveredErrors(), 'React recovers from no error').toEqual([])
})
