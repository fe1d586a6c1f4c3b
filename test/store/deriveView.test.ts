import { describe, expect, it } from 'vitest'
import { deriveView, NOTHING_SHOWN, type Shown } from '../../src/store/observe/deriveView'
import type { EndpointRead } from '../../src/store/select/readEndpoint'
import type { RequestRow } from '../../src/store/state/state'

// What a reader shows is derived; this table of cases is its specification.

const data = { id: '1' }
const other = { id: '2' }
const failure = new Error('404')
const problem = new Error('Logged out')

const fetchedAt = 1
const later = 1.001
const row = (changes: Partial<RequestRow> = {}): RequestRow => ({
  fetchedAt,
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

const fulfilled = row()
const failed = row({ status: 'rejected', error: { name: 'NetworkError', message: '404' } })
const pending = row({ status: 'pending' })
const expired = row({ expired: later })
const nothing = NOTHING_SHOWN
const shows = (changes: Partial<Shown>): Shown => ({ ...NOTHING_SHOWN, ...changes })
const hadData = shows({ view: shownData, presented: shownData, row: fulfilled })
const isBlocked = shows({ view: block, presented: shownData, row: fulfilled })
const hadProblem = shows({ view: shownProblem, presented: shownProblem, problem, row: fulfilled })

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
  { name: 'loading before any request', reading: {}, view: loading },
  { name: 'loading during the first request', reading: { row: pending }, view: loading },
  {
    name: 'data after the response',
    reading: { row: fulfilled, isFound: true, data },
    view: shownData,
  },
  {
    name: 'data of other responses during the first request',
    reading: { row: pending, isFound: true, data },
    view: shownData,
  },
  {
    name: 'the same object if nothing changed',
    reading: { row: fulfilled, isFound: true, data },
    shown: hadData,
    view: shownData,
    same: shownData,
  },
  {
    name: 'the new data if it changed',
    reading: { row: fulfilled, isFound: true, data: other },
    shown: hadData,
    view: { kind: 'data', data: other },
  },
  {
    name: 'suspend after an invalidation',
    reading: { row: row({ invalid: true, invalidated: later }), isInvalid: true },
    shown: hadData,
    view: suspend,
  },
  {
    name: 'the same object while the data is still invalid',
    reading: { row: row({ invalid: true, invalidated: later }), isInvalid: true },
    shown: isBlocked,
    view: block,
    same: block,
  },
  {
    name: 'a new object if the same data arrives after an invalidation',
    reading: { row: row({ fetchedAt: later }), isFound: true, data },
    shown: isBlocked,
    view: shownData,
  },
  {
    name: 'suspend after a reset',
    reading: {},
    shown: hadData,
    view: suspend,
  },
  {
    name: 'the error of a failed request',
    reading: { row: failed, error: failure },
    view: shownError,
  },
  {
    name: 'the error with the older data of a failed refetch',
    reading: { row: failed, error: failure, isFound: true, data },
    shown: hadData,
    view: { kind: 'error', data, error: failure },
  },
  {
    name: 'the same object for the same error',
    reading: { row: failed, error: failure },
    shown: shows({ view: shownError, presented: shownError, row: failed }),
    view: shownError,
    same: shownError,
  },
  {
    name: 'loading instead of an error that was stale at mount',
    reading: { row: failed, error: failure },
    shown: shows({ hidden: fetchedAt }),
    view: loading,
  },
  {
    name: 'an error that is newer than the stale one',
    reading: { row: { ...failed, fetchedAt: later }, error: failure },
    shown: shows({ hidden: fetchedAt }),
    view: shownError,
  },
  {
    name: 'loading instead of stale data with invalidIfStale',
    reading: { isFound: true, data },
    shown: shows({ hidden: 'rows' }),
    view: loading,
  },
  {
    name: 'data after the response that follows stale data',
    reading: { row: fulfilled, isFound: true, data },
    shown: shows({ hidden: 'rows' }),
    view: shownData,
  },
  {
    name: 'the same object after expireAll',
    reading: { row: expired, isFound: true, data },
    shown: hadData,
    view: shownData,
    same: shownData,
  },
  {
    name: 'suspend after expireAll with invalidIfStale',
    reading: { row: expired, isFound: true, data },
    policy: { invalidIfStale: true },
    shown: hadData,
    view: suspend,
  },
  {
    name: 'suspend after an error expired',
    reading: { row: { ...failed, expired: later }, error: failure },
    shown: shows({ view: shownError, presented: shownError, row: failed }),
    view: suspend,
  },
  {
    name: 'the expired error for a hook that does not fetch',
    reading: { row: { ...failed, expired: later }, error: failure },
    policy: { fetches: false },
    view: shownError,
  },
  {
    name: 'an error if the response is invalid',
    reading: { row: fulfilled, isInvalid: true },
    view: cannotBeShown,
  },
  {
    name: 'suspend if the response is invalid because its rows changed since',
    reading: { row: fulfilled, isInvalid: true, hasChanged: () => true },
    shown: hadData,
    view: suspend,
  },
  {
    name: 'loading if the response is invalid and came from another reader',
    reading: { row: row({ fetchedAt: 0 }), isInvalid: true },
    view: loading,
  },
  {
    name: 'loading if binary data is lost',
    reading: { row: fulfilled, isInvalid: true, isLost: true },
    view: loading,
  },
  {
    name: 'the logout error after a logout',
    reading: {},
    under: { problem },
    shown: hadData,
    view: shownProblem,
  },
  {
    name: 'data even after a logout error',
    reading: { row: fulfilled, isFound: true, data },
    under: { problem },
    view: shownData,
  },
  {
    name: 'the same logout error until a new request',
    reading: { row: fulfilled, isInvalid: true, hasChanged: () => true },
    shown: hadProblem,
    view: shownProblem,
    same: shownProblem,
  },
  {
    name: 'suspend during a request after a logout error',
    reading: { row: fulfilled, isInvalid: true, hasChanged: () => true },
    under: { isInFlight: true },
    shown: hadProblem,
    view: suspend,
  },
  {
    name: 'suspend if the request row changed after a logout error',
    reading: { row: row({ invalid: true }), isInvalid: true },
    shown: hadProblem,
    view: suspend,
  },
]

describe('deriveView gives', () => {
  it.each(cases)('$name', ({ reading, policy, under, shown = nothing, view, same }) => {
    const { fetches = true, invalidIfStale = false } = policy ?? {}
    const found = deriveView(
      read(reading),
      { endpoint: { name: 'User.get', invalidIfStale }, fetches },
      { isInFlight: false, problem: undefined, ...under },
      shown,
    )
    expect(found).toMatchObject(view)
    // The same object means that nothing changed.
    expect(found === (same ?? shown.presented)).toBe(same !== undefined)
  })
})
