import { act } from '@testing-library/react'
import { Endpoint, Invalidate } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readers, shown } from '../support/readers'
import { modes, renderApp } from '../support/renderApp'
import { Post, User } from '../support/world'

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

describe.each(modes)('polled events %s', (_, Mode) => {
  it.each(readers)('may invalidate the data of %s at each poll', async (_, Reader) => {
    const { getUser, getEvents } = feed(10)
    const { controller } = renderApp(Mode, <Reader endpoint={getUser.endpoint} />)
    await wait(50)
    controller.subscribe(getEvents.endpoint)
    for (let count = 0; count < 12; count += 1) {
      await wait(120)
      expect(shown().join()).toMatch(/^(Ada \d+|loading)$/)
    }
    controller.unsubscribe(getEvents.endpoint)
    await wait(1_000)
    expect(getUser.source.count).toBeGreaterThan(10)
    expect(shown()).toEqual([`Ada ${getUser.source.count}`])
  })
})

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
  it.each(readers.slice(0, 2))('throw a RefetchLoopError in %s', async (_, Reader) => {
    const circle = circleOfThree()
    renderApp(
      Mode,
      circle.map(({ endpoint }) => <Reader key={endpoint.name} endpoint={endpoint} />),
    )
    await wait(3_000)
    const counts = circle.map(({ source }) => source.count)
    expect(Math.max(...counts)).toBeLessThanOrEqual(8)
    const error = shown().find((text) => text.startsWith('error'))
    for (const name of ['getUser', 'getPost', 'getCity']) expect(error).toContain(name)
    await wait(3_000)
    expect(circle.map(({ source }) => source.count)).toEqual(counts)
  })

  it('throw a RefetchLoopError even if polled events invalidate some of the data too', async () => {
    const circle = circleOfThree()
    const { getEvents } = feed(10)
    const [[, Reader]] = readers as [(typeof readers)[0]]
    const { controller } = renderApp(
      Mode,
      circle.map(({ endpoint }) => <Reader key={endpoint.name} endpoint={endpoint} />),
    )
    controller.subscribe(getEvents.endpoint)
    await wait(3_000)
    expect(shown().join()).toMatch(/error The responses of/)
    controller.unsubscribe(getEvents.endpoint)
  })
})
