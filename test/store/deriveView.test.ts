import { describe, expect, it } from 'vitest'
import { deriveView, NOTHING_SHOWN, type Shown } from '../../src/store/observe/deriveView'
import type { EndpointRead } from '../../src/store/select/readEndpoint'
import type { RequestRow } from '../../src/store/state/state'

// What a reader shows is derived; this table of cases is its specification.

const data = { id: '1' }
const other = { id: '2' }
const failure = new Error('404')
const problem = new Error('Logged out')

const order = { fetchedAt: 1, seq: 2 }
const later = { fetchedAt: 1, seq: 3 }
const row = (changes: Partial<RequestRow> = {}): RequestRow => ({
  ...order,
  status: 'fulfilled',
  date: 1,
  expiresAt: 100,
  invalid: false,
  ...changes,
})

const read = (changes: Partial<EndpointRead> = {}): EndpointRead => ({
  data: undefined,
  isFound: false,
  isInvalid: false,
  isLost: false,
  error: undefined,
  row: undefined,
  expiresAt: 100,
  dependencies: [],
  isDoubtful: () => false,
  hasChanged: () => false,
  ...changes,
})

const shownData = { kind: 'data', data, error: undefined } as const
const shownError = { kind: 'error', data: undefined, error: failure } as const
const shownProblem = { kind: 'error', data: undefined, error: problem } as const
const block = { kind: 'suspend' } as const

const answered = row()
const failed = row({ status: 'rejected', error: { name: 'NetworkError', message: '404' } })
const pending = row({ status: 'pending' })
const expired = row({ expired: later })
const nothing = NOTHING_SHOWN
const shows = (changes: Partial<Shown>): Shown => ({ ...NOTHING_SHOWN, ...changes })
const hadData = shows({ view: shownData, presented: shownData, row: answered })
const isBlocked = shows({ view: block, presented: shownData, row: answered })
const hadProblem = shows({ view: shownProblem, presented: shownProblem, problem, row: answered })

interface Case {
  readonly name: string
  readonly reading: Partial<EndpointRead>
  readonly policy?: { readonly fetches?: boolean; readonly invalidIfStale?: boolean }
  readonly under?: { readonly isInFlight?: boolean; readonly problem?: Error }
  readonly shown?: Shown
  readonly view: object
  /** The view that it is to be the same object as. */
  readonly same?: object
}

const loading = { kind: 'loading' }
const suspend = { kind: 'suspend' }
const cannotBeShown = { kind: 'error', error: { message: expect.stringContaining('User.get') } }

const cases: readonly Case[] = [
  { name: 'nothing was asked for', reading: {}, view: loading },
  { name: 'the first response is on its way', reading: { row: pending }, view: loading },
  {
    name: 'the response is there',
    reading: { row: answered, isFound: true, data },
    view: shownData,
  },
  {
    name: 'other responses brought it, while its own is on its way',
    reading: { row: pending, isFound: true, data },
    view: shownData,
  },
  {
    name: 'there is nothing new',
    reading: { row: answered, isFound: true, data },
    shown: hadData,
    view: shownData,
    same: shownData,
  },
  {
    name: 'the data changed',
    reading: { row: answered, isFound: true, data: other },
    shown: hadData,
    view: { kind: 'data', data: other },
  },
  {
    name: 'the data was invalidated',
    reading: { row: row({ invalid: true, invalidated: later }), isInvalid: true },
    shown: hadData,
    view: suspend,
  },
  {
    name: 'it still is',
    reading: { row: row({ invalid: true, invalidated: later }), isInvalid: true },
    shown: isBlocked,
    view: block,
    same: block,
  },
  {
    name: 'the same data comes again after that, as a new view',
    reading: { row: row(later), isFound: true, data },
    shown: isBlocked,
    view: shownData,
  },
  {
    name: 'the store was reset',
    reading: {},
    shown: hadData,
    view: suspend,
  },
  { name: 'the request failed', reading: { row: failed, error: failure }, view: shownError },
  {
    name: 'the request failed, and there is older data',
    reading: { row: failed, error: failure, isFound: true, data },
    shown: hadData,
    view: { kind: 'error', data, error: failure },
  },
  {
    name: 'the same error again',
    reading: { row: failed, error: failure },
    shown: shows({ view: shownError, presented: shownError, row: failed }),
    view: shownError,
    same: shownError,
  },
  {
    name: 'an error that was stale when the reader came',
    reading: { row: failed, error: failure },
    shown: shows({ hidden: order }),
    view: loading,
  },
  {
    name: 'a newer error than that',
    reading: { row: { ...failed, ...later }, error: failure },
    shown: shows({ hidden: order }),
    view: shownError,
  },
  {
    name: 'stale data that must not be shown, found without a response',
    reading: { isFound: true, data },
    shown: shows({ hidden: 'rows' }),
    view: loading,
  },
  {
    name: 'a response after that',
    reading: { row: answered, isFound: true, data },
    shown: shows({ hidden: 'rows' }),
    view: shownData,
  },
  {
    name: 'data was expired: it goes on being shown',
    reading: { row: expired, isFound: true, data },
    shown: hadData,
    view: shownData,
    same: shownData,
  },
  {
    name: 'data was expired that must not be shown when it is stale',
    reading: { row: expired, isFound: true, data },
    policy: { invalidIfStale: true },
    shown: hadData,
    view: suspend,
  },
  {
    name: 'an error was expired',
    reading: { row: { ...failed, expired: later }, error: failure },
    shown: shows({ view: shownError, presented: shownError, row: failed }),
    view: suspend,
  },
  {
    name: 'an error was expired, and the reader does not fetch',
    reading: { row: { ...failed, expired: later }, error: failure },
    policy: { fetches: false },
    view: shownError,
  },
  {
    name: 'a response came that cannot be shown',
    reading: { row: answered, isInvalid: true },
    view: cannotBeShown,
  },
  {
    name: 'a response came that cannot be shown, but what it needs changed since',
    reading: { row: answered, isInvalid: true, hasChanged: () => true },
    shown: hadData,
    view: suspend,
  },
  {
    name: 'a response came from elsewhere, and cannot be shown',
    reading: { row: row({ seq: 0 }), isInvalid: true },
    view: loading,
  },
  {
    name: 'a binary is gone',
    reading: { row: answered, isInvalid: true, isLost: true },
    view: loading,
  },
  {
    name: 'the user was logged out',
    reading: {},
    under: { problem },
    shown: hadData,
    view: shownProblem,
  },
  {
    name: 'there is data in spite of a problem',
    reading: { row: answered, isFound: true, data },
    under: { problem },
    view: shownData,
  },
  {
    name: 'a problem is forgotten: it stands until something is asked for',
    reading: { row: answered, isInvalid: true, hasChanged: () => true },
    shown: hadProblem,
    view: shownProblem,
    same: shownProblem,
  },
  {
    name: 'something is asked for after a problem',
    reading: { row: answered, isInvalid: true, hasChanged: () => true },
    under: { isInFlight: true },
    shown: hadProblem,
    view: suspend,
  },
  {
    name: 'the request row is another after a problem',
    reading: { row: row({ invalid: true }), isInvalid: true },
    shown: hadProblem,
    view: suspend,
  },
]

describe('what a reader shows where', () => {
  it.each(cases)('$name', ({ reading, policy, under, shown = nothing, view, same }) => {
    const { fetches = true, invalidIfStale = false } = policy ?? {}
    const found = deriveView(
      read(reading),
      { endpoint: { name: 'User.get', invalidIfStale }, fetches },
      { isInFlight: false, problem: undefined, ...under },
      shown,
    )
    expect(found).toMatchObject(view)
    // The same object says that nothing changed.
    expect(found === (same ?? shown.presented)).toBe(same !== undefined)
  })
})
