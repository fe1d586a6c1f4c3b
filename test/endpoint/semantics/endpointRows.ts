import { Endpoint } from 'rtk-rest'
import { expect } from 'vitest'
import { type Row, User } from './world'

async function readClock(zone: string) {
  return `12:00 ${zone}`
}

const time = new Endpoint(readClock)

export const endpointRows: readonly Row[] = [
  ['call', '', 'calls fetch', async () => expect(await time('UTC')).toBe('12:00 UTC')],
  ['typeof', '', 'is "function"', () => expect(typeof time).toBe('function')],
  [
    'instanceof',
    '',
    'is true for Endpoint and Function',
    () => {
      expect(time).toBeInstanceOf(Endpoint)
      expect(time).toBeInstanceOf(Function)
    },
  ],
  ['fetch', 'the constructor’s', 'is the function', () => expect(time.fetch).toBe(readClock)],
  [
    'name',
    'the function’s',
    'is the option if given',
    () => {
      expect(time.name).toBe('readClock')
      expect(time.extend({ name: 'x' }).name).toBe('x')
    },
  ],
  [
    'key',
    'name and arguments as JSON',
    'can be replaced',
    () => {
      expect(time.key('UTC')).toBe('readClock ["UTC"]')
      expect(time.extend({ key: (zone: string) => zone }).key('UTC')).toBe('UTC')
    },
  ],
  [
    'testKey',
    'keys of this name',
    'can be replaced',
    () => {
      expect(time.testKey('readClock []')).toBe(true)
      expect(time.testKey('readClocks []')).toBe(false)
      expect(time.extend({ testKey: () => true }).testKey('')).toBe(true)
    },
  ],
  [
    'extend',
    '',
    'inherits from the original, and leaves it unchanged',
    () => {
      const child = time.extend({ extra: 1 })
      expect(child.fetch).toBe(readClock)
      expect(child).toBeInstanceOf(Endpoint)
      expect('extra' in time).toBe(false)
    },
  ],
  [
    'bind',
    '',
    'fixes the arguments, and keeps the key',
    async () => {
      const bound = time.bind(undefined, 'UTC')
      expect(await bound()).toBe('12:00 UTC')
      expect(bound.key()).toBe(time.key('UTC'))
      expect(bound.name).toBe('readClock')
    },
  ],
  [
    'call, apply',
    '',
    'work like those of functions',
    async () => {
      expect(await Reflect.apply(time, undefined, ['UTC'])).toBe('12:00 UTC')
    },
  ],
  [
    'run',
    '',
    'passes the context',
    async () => {
      const whoAsks = new Endpoint(async function (this: { context: { requestId?: string } }) {
        return this.context.requestId
      })
      expect(await whoAsks.run([], { requestId: 'r' })).toBe('r')
    },
  ],
]

const optional = [
  'schema',
  'sideEffect',
  'dataExpiryLength',
  'errorExpiryLength',
  'errorPolicy',
  'invalidIfStale',
  'pollFrequency',
  'sensitive',
  'getOptimisticResponse',
  'update',
  'extra',
] as const

export const keptRows: readonly Row[] = optional.map((member) => [
  member,
  'undefined',
  'is kept as it was given, by constructor and extend',
  () => {
    const value = member === 'schema' ? User : () => 'hard' as const
    const options: object = { [member]: value }
    expect(time[member as 'schema']).toBeUndefined()
    expect(new Endpoint(readClock, options)[member as 'schema']).toBe(value)
    expect(time.extend(options)[member as 'schema']).toBe(value)
  },
])
