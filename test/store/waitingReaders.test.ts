import { describe, expect, it, vi } from 'vitest'
import { Endpoint } from 'rtk-rest'
import { WaitingReaders } from '../../src/store/observe/WaitingReaders'
import { Refetches } from '../../src/store/requests/Refetches'
import { Timers } from '../../src/store/Timers'

const endpoint = new Endpoint(async () => undefined, { name: 'User.get' })
const observed = { key: 'GET /users/1', endpoint, args: [] }

/** The check of one store in which nothing happens by itself. */
function createCheck() {
  vi.useFakeTimers()
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const timers = new Timers()
  const store = {
    problems: new Map(),
    timers,
    settings: { errorExpiryLength: 1_000 },
    currentRead: () => undefined,
    waiting: undefined as WaitingReaders | undefined,
  }
  const refetches = new Refetches(store)
  const waiting = new WaitingReaders(refetches, timers, () => undefined)
  store.waiting = waiting
  const messages = (): string[] => {
    const texts = complained.mock.calls.map(([text]) => String(text))
    complained.mockClear()
    return texts
  }
  return { refetches, waiting, messages }
}

describe('the check for suspended readers', () => {
  it('reports the key of a reader that waits without a request', () => {
    const { waiting, messages } = createCheck()
    waiting.enter({ observed, isStillWaiting: true })
    expect(messages()).toEqual([])
    vi.advanceTimersByTime(0)
    expect(messages()).toEqual([
      expect.stringMatching(
        /User\.get waits for data that no request is to bring.*"GET \/users\/1".*none/,
      ),
    ])
    waiting.checkSoon()
    vi.advanceTimersByTime(0)
    expect(messages()).toEqual([])
  })

  it('reports a reader that waits although its data is there', () => {
    const { waiting, messages } = createCheck()
    waiting.enter({ observed, isStillWaiting: false })
    vi.advanceTimersByTime(0)
    expect(messages()).toEqual([expect.stringMatching(/was not notified of data that is there/)])
  })

  it('reports nothing while a refetch timer is running', () => {
    const { refetches, waiting, messages } = createCheck()
    const done = refetches.defer(observed.key)
    waiting.enter({ observed, isStillWaiting: true })
    vi.advanceTimersByTime(0)
    expect(messages()).toEqual([])
    done()
    waiting.checkSoon()
    vi.advanceTimersByTime(0)
    expect(messages()).toEqual([expect.stringMatching(/last reason: timer/)])
  })

  it('reports nothing for a reader that has left the page', () => {
    const { waiting, messages } = createCheck()
    const reader = { observed, isStillWaiting: true }
    waiting.enter(reader)
    waiting.leave(reader)
    vi.advanceTimersByTime(0)
    expect(messages()).toEqual([])
  })
})
