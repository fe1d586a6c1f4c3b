import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { configureStore } from '@reduxjs/toolkit'
import { Collection, createRest, Endpoint, Entity } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { PollingManager } from 'rtk-rest/polling'
import { expect, it, vi } from 'vitest'
import { isExhaustive } from '../support/runs'

const DAY = 86_400_000
const PACE = isExhaustive ? 1_000 : 20_000
const SHOWN = 20
const LIMIT = 2_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

class Trade extends Entity {
  id = ''
  price = 0
  static override key = 'Trade'
}

/** The newest trades: with each response one leaves, and one that was never there enters. */
function createTape() {
  const server = { polls: 0 }
  const getTape = new Endpoint(
    async () => {
      server.polls += 1
      const newest = Array.from({ length: SHOWN }, (_, at) => server.polls + at)
      return newest.map((id) => ({ id: `${id}`, price: server.polls }))
    },
    { name: 'getTape', schema: new Collection([Trade]), pollFrequency: PACE },
  )
  return { server, getTape }
}

async function heap(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    collectGarbage()
    // What a weak reference was made of lives until the end of the task.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

it('a day of polling leaves as much in memory as half a day', { timeout: 600_000 }, async () => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 0, 1),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  const { server, getTape } = createTape()
  const rest = createRest({ managers: [new PollingManager(), garbage()] })
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(rest.middleware),
    devTools: false,
  })
  const watched: number[] = []
  const held = store.dispatch(rest.retain(getTape))
  store.subscribe(() => {
    const tape = rest.selectors.selectData(store.getState(), getTape)
    watched[0] = tape?.length ?? 0
  })
  await vi.advanceTimersByTimeAsync(DAY / 2)
  const half = await heap()
  await vi.advanceTimersByTimeAsync(DAY / 2)
  const whole = await heap()
  expect(server.polls).toBeGreaterThan(0.99 * (DAY / PACE))
  expect(watched).toEqual([SHOWN])
  // Those of the last minutes are kept, for five of them and a sweep or two.
  expect(Object.keys(store.getState().rest.entities['Trade'] ?? {}).length).toBeLessThan(
    SHOWN + (3 * 300_000) / PACE,
  )
  expect(whole - half).toBeLessThan(LIMIT)
  held.release()
  rest.dispose(store)
})
