import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { createStore, User } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const one = { id: '1' }

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A user that a reader shows, and an update of it. */
async function showUser(options: object = {}) {
  const world = createStore()
  const { store, rest, controller } = world
  const getUser = holdRead('getUser', { schema: User, ...options })
  const update = holdMutation('update', { schema: User })
  const retain = () => store.dispatch(rest.retain(getUser.endpoint, one)).release
  const respond = async () => {
    getUser.calls.at(-1)?.resolve(ada)
    await wait(0)
  }
  /** An update of which nobody knows what it did. */
  const loseUpdate = async () => {
    const lost = controller.fetch(update.endpoint, one).catch(() => undefined)
    await wait(0)
    update.calls.at(-1)?.reject(new Error('no connection'))
    await lost
    await wait(0)
  }
  const release = retain()
  await wait(0)
  await respond()
  const sent = () => getUser.calls.length
  expect(sent()).toBe(1)
  return { ...world, getUser, update, retain, release, respond, loseUpdate, sent }
}

describe('a reader that shows data', () => {
  it('fetches what expired when no mutation is in flight', async () => {
    const { controller, getUser, update, sent, release } = await showUser()
    const updated = controller.fetch(update.endpoint, one)
    await wait(0)
    controller.expireAll(getUser.endpoint)
    await wait(900)
    expect(sent()).toBe(1)
    update.calls[0]?.resolve(ada)
    await updated
    await wait(0)
    expect(sent()).toBe(2)
    release()
  })

  it('fetches it after a second, however long a mutation takes', async () => {
    const { controller, getUser, update, sent, release } = await showUser()
    void controller.fetch(update.endpoint, one)
    await wait(0)
    controller.expireAll(getUser.endpoint)
    await wait(999)
    expect(sent()).toBe(1)
    await wait(1)
    expect(sent()).toBe(2)
    release()
  })

  it('fetches at once what was invalidated, which it shows no more', async () => {
    const { controller, getUser, update, sent, release } = await showUser()
    void controller.fetch(update.endpoint, one)
    await wait(0)
    controller.invalidateAll(getUser.endpoint)
    await wait(0)
    expect(sent()).toBe(2)
    release()
  })

  it('fetches a row again that an update may have changed, once', async () => {
    const { loseUpdate, respond, sent, release } = await showUser()
    await loseUpdate()
    expect(sent()).toBe(2)
    await respond()
    await wait(60_000)
    expect(sent()).toBe(2)
    release()
  })

  it('waits longer each time if the responses stay doubtful, and starts anew after one that does not', async () => {
    const { loseUpdate, respond, sent, release } = await showUser()
    await loseUpdate()
    for (const [at, pause] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      expect(sent()).toBe(at + 2)
      await loseUpdate()
      await respond()
      await wait(pause - 1)
      expect(sent()).toBe(at + 2)
      await wait(1)
    }
    const before = sent()
    await respond()
    await loseUpdate()
    expect(sent()).toBe(before + 1)
    release()
  })
})

describe('a reader whose doubt is not settled, as its request failed', () => {
  it('asks again with the same pauses until there is a response', async () => {
    const { loseUpdate, getUser, respond, sent, release } = await showUser()
    const fail = async () => {
      getUser.calls.at(-1)?.reject(Object.assign(new Error('down'), { status: 503 }))
      await wait(0)
    }
    await loseUpdate()
    for (const [at, pause] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      expect(sent()).toBe(at + 2)
      await fail()
      await wait(pause - 1)
      expect(sent()).toBe(at + 2)
      await wait(1)
    }
    const before = sent()
    await respond()
    await wait(100_000)
    expect(sent()).toBe(before)
    release()
  })

  it('asks no more where the server says that the item is gone', async () => {
    const { loseUpdate, getUser, sent, release } = await showUser()
    await loseUpdate()
    getUser.calls.at(-1)?.reject(Object.assign(new Error('gone'), { status: 404 }))
    await wait(100_000)
    expect(sent()).toBe(2)
    release()
  })
})

describe('a reader that comes', () => {
  it.each([0, 1])('takes data that is younger than a second as fresh', async (dataExpiryLength) => {
    const { retain, sent, release } = await showUser({ dataExpiryLength })
    await wait(999)
    retain()()
    await wait(0)
    expect(sent()).toBe(1)
    await wait(1)
    const second = retain()
    await wait(0)
    expect(sent()).toBe(2)
    second()
    release()
  })

  it('fetches young data that was expired', async () => {
    const { controller, getUser, retain, sent, release } = await showUser()
    release()
    await wait(1)
    controller.expireAll(getUser.endpoint)
    await wait(0)
    expect(sent()).toBe(1)
    const second = retain()
    await wait(0)
    expect(sent()).toBe(2)
    second()
  })
})
