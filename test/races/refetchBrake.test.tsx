import { act } from '@testing-library/react'
import { Endpoint, Invalidate } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readers, shown } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { createStore, Post, User } from '../support/world'

beforeEach(() => {
  vi.useFakeTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** An endpoint whose responses land after some time, and the number of its requests. */
function timed(name: string, delay: number, respond: (count: number) => unknown, options: object) {
  const source = { count: 0 }
  const send = async () => {
    const count = (source.count += 1)
    await new Promise((resolve) => setTimeout(resolve, delay))
    return respond(count)
  }
  return { source, endpoint: new Endpoint(send, { ...options, name, key: () => name }) }
}

/** A user, and events that say again and again that it has changed. */
function feed(delay: number) {
  const user = (count: number) => ({ id: '1', name: `Ada ${count}` })
  const events = { schema: [new Invalidate(User)], pollFrequency: 120 }
  return {
    getUser: timed('getUser', delay, user, { schema: User }),
    getEvents: timed('getEvents', 1, () => ['1'], events),
  }
}

class City extends User {
  static override key = 'City'
}

/** Three endpoints, each of which invalidates the data of the next. */
function circleOfThree() {
  const kinds = [User, Post, City]
  return kinds.map((kind, at) => {
    const next = kinds[(at + 1) % kinds.length] as typeof User
    const schema = { data: kind, stale: [new Invalidate(next)] }
    const respond = (count: number) => ({
      data: { id: '1', name: `name ${count}`, title: 'Notes' },
      stale: ['1'],
    })
    return timed(`get${kind.key}`, 5, respond, { schema })
  })
}

describe.each(modes)("three responses that invalidate each other's data %s", (_, Mode) => {
  it.each(readers.slice(0, 2))(
    'are requested five times at once for %s, then once a second, and shown',
    async (_, Reader) => {
      const circle = circleOfThree()
      renderApp(
        Mode,
        circle.map(({ endpoint }) => <Reader key={endpoint.name} endpoint={endpoint} />),
      )
      const most = () => Math.max(...circle.map(({ source }) => source.count))
      await wait(500)
      expect(most()).toBeGreaterThan(1)
      expect(most()).toBeLessThanOrEqual(6)
      await wait(10_000)
      expect(most()).toBeLessThanOrEqual(17)
      expect(shown().join()).not.toContain('error')
    },
  )
})

describe.each(modes)('data that is invalidated again and again %s', (_, Mode) => {
  it.each(readers)('by polled events is shown by %s, as it is at the end', async (_, Reader) => {
    const { getUser, getEvents } = feed(10)
    const { controller } = renderApp(
      Mode,
      <Reader endpoint={getUser.endpoint} />,
      createStore({ managers: [new PollingManager()] }),
    )
    await wait(50)
    controller.subscribe(getEvents.endpoint)
    for (let count = 0; count < 12; count += 1) {
      await wait(120)
      expect(shown().join()).toMatch(/^(Ada \d+|loading)$/)
    }
    controller.unsubscribe(getEvents.endpoint)
    await wait(10_000)
    expect(getUser.source.count).toBeLessThan(12)
    expect(shown()).toEqual([`Ada ${getUser.source.count}`])
  })

  it.each(readers)('by a user is shown by %s, as it is at the end', async (_, Reader) => {
    const { getUser } = feed(1)
    const { controller } = renderApp(Mode, <Reader endpoint={getUser.endpoint} />)
    await wait(50)
    for (let count = 1; count <= 10; count += 1) {
      controller.invalidate(getUser.endpoint)
      await wait(10)
    }
    await wait(10_000)
    expect(shown()).toEqual([`Ada ${getUser.source.count}`])
  })
})
