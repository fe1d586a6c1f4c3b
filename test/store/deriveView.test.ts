import { describe, expect, it } from 'vitest'
import { deriveView, LOADING, type ObserverView } from '../../src/store/observe/deriveView'
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
  error: undefined,
  refetchError: undefined,
  isPartial: false,
  row: undefined,
  expiresAt: 100,
  isPaused: false,
  dependencies: [],
  isDoubtful: () => false,
  hasChanged: () => false,
  ...changes,
})

const loading = LOADING
const suspend = { isWaiting: true } as const
const shownData = { data, error: undefined } as const
const shownError = { data: undefined, error: failure } as const
const shownProblem = { data: undefined, error: problem } as const
const cannotBeShown = { error: { message: expect.stringContaining('User.get') } }

const fulfilled = row()
const error = { name: 'NetworkError', message: '404' }
const failed = row({ status: 'rejected', error })
const pending = row({ status: 'pending' })
const expired = row({ fetchedAt: later, expiresAt: 0 })
const invalidated = row({ invalid: true, fetchedAt: later })

const found = { row: fulfilled, isFound: true, data }
const failing = { row: failed, error: failure }
const unusable = { row: fulfilled, isInvalid: true }
const strict = { invalidIfStale: true }

interface Case {
  readonly name: string
  readonly reading: Partial<EndpointRead>
  readonly policy?: { readonly fetches?: boolean; readonly invalidIfStale?: boolean }
  /** Default: fresh, and no problem. */
  readonly now?: { readonly isTooOld?: boolean; readonly problem?: Error }
  /** Default: nothing yet. */
  readonly before?: ObserverView
  /** Where it is `before`, the same object. */
  readonly view: object
}

const cases: readonly Case[] = [
  { name: 'loading before any request', reading: {}, view: loading },
  { name: 'loading during the first request', reading: { row: pending }, view: loading },
  { name: 'data after the response', reading: found, view: shownData },
  {
    name: 'data of other responses during the first request',
    reading: { row: pending, isFound: true, data },
    view: shownData,
  },
  {
    name: 'the same object if nothing changed',
    reading: found,
    before: shownData,
    view: shownData,
  },
  {
    name: 'the new data if it changed',
    reading: { ...found, data: other },
    before: shownData,
    view: { data: other },
  },
  // What is gone.
  {
    name: 'suspend after an invalidation',
    reading: { row: invalidated, isInvalid: true },
    before: shownData,
    view: suspend,
  },
  {
    name: 'the same object while the data is still invalid',
    reading: { row: invalidated, isInvalid: true },
    before: suspend,
    view: suspend,
  },
  { name: 'data after a wait', reading: found, before: suspend, view: shownData },
  { name: 'suspend after a reset', reading: {}, before: shownData, view: suspend },
  // Errors.
  { name: 'the error of a failed request', reading: failing, view: shownError },
  {
    name: 'the error with the older data of a failed refetch',
    reading: { ...failing, isFound: true, data },
    before: shownData,
    view: { data, error: failure },
  },
  {
    name: 'the same object for the same error',
    reading: failing,
    before: shownError,
    view: shownError,
  },
  // What was stale when the reader came.
  {
    name: 'loading for an error that is too old',
    reading: failing,
    now: { isTooOld: true },
    view: loading,
  },
  {
    name: 'an error that is too old for a hook that does not fetch',
    reading: failing,
    policy: { fetches: false },
    now: { isTooOld: true },
    view: shownError,
  },
  { name: 'data that is too old', reading: found, now: { isTooOld: true }, view: shownData },
  {
    name: 'loading for data that is too old with invalidIfStale',
    reading: found,
    policy: strict,
    now: { isTooOld: true },
    view: loading,
  },
  {
    name: 'suspend for a response that cannot be shown and is too old',
    reading: unusable,
    now: { isTooOld: true },
    before: suspend,
    view: suspend,
  },
  // What was expired: everybody hides it that may not show it stale.
  {
    name: 'the same object after expireAll',
    reading: { ...found, row: expired },
    before: shownData,
    view: shownData,
  },
  {
    name: 'suspend after expireAll with invalidIfStale',
    reading: { ...found, row: expired },
    policy: strict,
    before: shownData,
    view: suspend,
  },
  {
    name: 'suspend after an error expired',
    reading: { ...failing, row: { ...failed, expiresAt: 0 } },
    before: shownError,
    view: suspend,
  },
  {
    name: 'the expired error for a hook that does not fetch',
    reading: { ...failing, row: { ...failed, expiresAt: 0 } },
    policy: { fetches: false },
    view: shownError,
  },
  {
    name: 'suspend after a response expired that cannot be shown',
    reading: { ...unusable, row: expired },
    before: { ...shownError, error: new Error('cannot be shown') },
    view: suspend,
  },
  // What cannot be shown.
  { name: 'an error if the response is invalid', reading: unusable, view: cannotBeShown },
  {
    name: 'suspend if the response is invalid because its rows changed since',
    reading: { ...unusable, hasChanged: () => true },
    before: shownData,
    view: suspend,
  },
  {
    name: 'loading if the response is invalid and came from another reader',
    reading: { row: row({ fetchedAt: 0 }), isInvalid: true },
    view: loading,
  },
  {
    name: 'loading if binary data is lost',
    reading: { row: row({ beside: {} }), isInvalid: true },
    view: loading,
  },
  // Problems are shown in place of what is missing.
  {
    name: 'the logout error after a logout',
    reading: {},
    now: { problem },
    before: shownData,
    view: shownProblem,
  },
  { name: 'data even after a logout', reading: found, now: { problem }, view: shownData },
  {
    name: 'the error of the request even after a logout',
    reading: failing,
    now: { problem },
    view: shownError,
  },
  {
    name: 'the logout error in place of what is too old',
    reading: failing,
    now: { problem, isTooOld: true },
    before: shownProblem,
    view: shownProblem,
  },
  { name: 'suspend when the logout is over', reading: {}, before: shownProblem, view: suspend },
  {
    name: 'suspend for what is too old when the logout is over',
    reading: failing,
    now: { isTooOld: true },
    before: shownProblem,
    view: suspend,
  },
]

describe('deriveView gives', () => {
  it.each(cases)('$name', ({ reading, policy, now, before = loading, view }) => {
    const endpoint = { name: 'User.get', invalidIfStale: policy?.invalidIfStale === true }
    const derived = deriveView(
      read(reading),
      { endpoint, fetches: policy?.fetches !== false },
      { isTooOld: () => now?.isTooOld === true, problem: () => now?.problem },
      before,
    )
    expect(derived).toMatchObject(view)
    expect(derived === before).toBe(view === before)
  })

  it('the same error each time for a response that cannot be shown', () => {
    const policy = { endpoint: { name: 'User.get' }, fetches: true }
    const now = { isTooOld: () => false, problem: () => undefined }
    const derive = () => deriveView(read(unusable), policy, now, LOADING)
    expect(derive()).toEqual(derive())
    expect((derive() as { error: Error }).error).toBe((derive() as { error: Error }).error)
  })
})
