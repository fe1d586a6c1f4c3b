import { Endpoint, Entity } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { expect, vi } from 'vitest'
import { createStore } from '../../support/world'
import type { Row } from './world'

class Clock extends Entity {
  id = ''
  static override key = 'Clock'
}

const KEY = 'readClock ["UTC"]'

/** An endpoint with these options, in its own store, and the number of its requests. */
function inStore(options: object = {}) {
  const count = { requests: 0 }
  const readClock = async (zone: string): Promise<unknown> => {
    count.requests += 1
    return { id: zone }
  }
  const world = createStore({ managers: [new PollingManager()] })
  return { ...world, endpoint: new Endpoint(readClock, { name: 'readClock', ...options }), count }
}

async function rowOf(options: object = {}) {
  const { controller, endpoint, store } = inStore(options)
  await controller.fetch(endpoint, 'UTC')
  return (store.getState().rest.requests as unknown as Record<string, RowShape>)[KEY]
}

interface RowShape {
  readonly date: number
  readonly expiresAt: number
  readonly result: unknown
}

/** Data that is there, and a refetch that failed. */
async function afterFailure(options: object = {}, failure: object = { status: 400 }) {
  const fetch = () => Promise.reject(Object.assign(new Error('no'), failure))
  const { controller, endpoint, actions } = inStore(options)
  controller.setResponse(endpoint, 'UTC', { id: 'UTC' })
  await controller.fetch(endpoint.extend({ fetch }), 'UTC').catch(() => undefined)
  const { meta } = actions.at(-1) as unknown as { meta: RowShape }
  return { error: controller.getError(endpoint, 'UTC'), length: meta.expiresAt - meta.date }
}

async function pollsOf(options: object = {}): Promise<number> {
  vi.useFakeTimers()
  const { controller, endpoint, count } = inStore(options)
  controller.subscribe(endpoint, 'UTC')
  await vi.advanceTimersByTimeAsync(2_500)
  controller.unsubscribe(endpoint, 'UTC')
  return count.requests
}

async function argsOf(options: object = {}): Promise<string> {
  const { controller, endpoint, actions, store } = inStore(options)
  await controller.fetch(endpoint, 'UTC')
  return JSON.stringify([actions, store.getState()])
}

async function statusOf(options: object = {}): Promise<number> {
  const { controller, endpoint } = inStore(options)
  await controller.fetch(endpoint, 'UTC')
  return controller.getResponse(endpoint, 'UTC').expiryStatus
}

/** What the options that a store reads do there. */
export const policyRows: readonly Row[] = [
  [
    'schema',
    'undefined',
    'determines what is stored of a response',
    async () => {
      expect((await rowOf())?.result).toEqual({ id: 'UTC' })
      expect((await rowOf({ schema: Clock }))?.result).toBe('UTC')
    },
  ],
  [
    'sideEffect',
    'undefined',
    'keeps the response out of the state',
    async () => {
      expect(await rowOf()).toBeDefined()
      expect(await rowOf({ sideEffect: true })).toBeUndefined()
    },
  ],
  [
    'dataExpiryLength',
    '60 s',
    'is the duration for which data is fresh',
    async () => {
      const lengthOf = (row?: RowShape) => row && row.expiresAt - row.date
      expect(lengthOf(await rowOf())).toBe(60_000)
      expect(lengthOf(await rowOf({ dataExpiryLength: 5_000 }))).toBe(5_000)
    },
  ],
  [
    'errorExpiryLength',
    '1 s',
    'is the duration for which an error is fresh',
    async () => {
      expect((await afterFailure()).length).toBe(1_000)
      expect((await afterFailure({ errorExpiryLength: 5_000 })).length).toBe(5_000)
    },
  ],
  [
    'errorPolicy',
    'soft without a response and from the status 500 on, else hard',
    'determines whether an error hides data',
    async () => {
      expect((await afterFailure({}, { status: 500 })).error).toBeUndefined()
      expect((await afterFailure({}, { code: 'NETWORK' })).error).toBeUndefined()
      expect(
        (await afterFailure({ errorPolicy: () => 'hard' }, { status: 500 })).error,
      ).toBeDefined()
      expect((await afterFailure()).error).toMatchObject({ status: 400 })
      expect((await afterFailure({ errorPolicy: () => 'soft' })).error).toBeUndefined()
    },
  ],
  [
    'invalidIfStale',
    'false',
    'hides stale data',
    async () =>
      expect([await statusOf(), await statusOf({ invalidIfStale: true })]).toEqual([3, 2]),
  ],
  [
    'pollFrequency',
    'never',
    'repeats the request for subscribers',
    async () => expect([await pollsOf(), await pollsOf({ pollFrequency: 1_000 })]).toEqual([0, 3]),
  ],
  [
    'sensitive',
    'false',
    'keeps arguments and results out of actions and state',
    async () => {
      expect(await argsOf()).toContain('UTC')
      expect(await argsOf({ sensitive: true })).not.toContain('UTC')
    },
  ],
]
