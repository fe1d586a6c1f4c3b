import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { configureStore } from '@reduxjs/toolkit'
import { All, createRest, Endpoint, Query } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { isExhaustive } from '../support/runs'
import { User } from '../support/world'

/** A million take about 8 s. */
const CALLS = isExhaustive ? 1_000_000 : 200_000
const LIMIT = 2_000_000

const script = fileURLToPath(new URL('./manyReads.ts', import.meta.url))

describe('selectors with arguments that never come again', () => {
  it('leave the heap after all calls as it was after half of them', async () => {
    const run = promisify(execFile)
    const options = ['--import', 'tsx', '--expose-gc', script, `${CALLS}`]
    const { stdout, stderr } = await run(process.execPath, options)
    expect(stderr).toBe('')
    const [, half = 0, , all = 0] = JSON.parse(stdout) as number[]
    expect(half).toBeGreaterThan(0)
    expect(all - half).toBeLessThan(LIMIT)
  })
})

describe('selectRequest of an endpoint whose data is a number', () => {
  const count = new Query(new All(User), (users) => users.length)
  const getCount = new Endpoint(async () => [], { name: 'getCount', schema: count })

  it('gives the same object while the number is the same, and warns of nothing', () => {
    const rest = createRest()
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    const controller = rest.getController(store)
    controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
    controller.setResponse(getCount, [])
    const view = () => rest.selectors.selectRequest(store.getState(), getCount)
    const one = view()
    expect(one).toMatchObject({ data: 1, status: 'fulfilled' })
    controller.set(User, { id: '1' }, { id: '1', name: 'Bea' })
    expect(view()).toBe(one)
    controller.set(User, { id: '2' }, { id: '2', name: 'Cleo' })
    expect(view()).toMatchObject({ data: 2 })
  })
})
