import type { EndpointContract } from '../endpoint/contract'
import { getOwn } from '../util/record'
import {
  asRestAction,
  type FinalAction,
  type FulfilledAction,
  type PendingAction,
  type RejectedAction,
  type RequestMeta,
  type SetAction,
} from './state/actions'

/** A type guard that works passed bare, and called with endpoints (or entities) that the action must be about. */
export interface Matcher<Action, Subject> {
  (...subjects: readonly [Subject, ...Subject[]]): (action: unknown) => action is Action
  (action: unknown): action is Action
}

/** The matchers of one `reducerPath`, for `extraReducers` and listeners. */
export interface Matchers {
  /** Matches the start of a request. */
  readonly matchPending: Matcher<PendingAction, Named>
  /** Matches the success of a request. */
  readonly matchFulfilled: Matcher<FulfilledAction, Named>
  /** Matches the failure of a request. */
  readonly matchRejected: Matcher<RejectedAction, Named>
  /** Matches every action about a mutation: its start and its end. */
  readonly matchMutation: Matcher<PendingAction | FinalAction, Named>
  /** Matches every action about a read. */
  readonly matchRead: Matcher<PendingAction | FinalAction, Named>
  /** Matches an action that changed a row of a table. */
  readonly matchEntityChange: Matcher<FulfilledAction | SetAction, Keyed>
}

type Named = Pick<EndpointContract, 'name'>
type Keyed = { readonly key: string }

/** Makes the matchers of one `reducerPath`. They read `meta`, never the text of a type. */
export function createMatchers(reducerPath: string): Matchers {
  const request =
    (test: (meta: RequestMeta) => boolean) => (action: unknown, of: readonly Named[]) => {
      const meta = asRestAction(reducerPath, action)?.meta
      if (meta?.kind !== 'request' || !test(meta)) return false
      return of.length === 0 || of.some(({ name }) => name === meta.arg.endpoint)
    }
  return {
    matchPending: makeMatcher(request(({ requestStatus }) => requestStatus === 'pending')),
    matchFulfilled: makeMatcher(request(({ requestStatus }) => requestStatus === 'fulfilled')),
    matchRejected: makeMatcher(request(({ requestStatus }) => requestStatus === 'rejected')),
    matchMutation: makeMatcher(request(({ sideEffect }) => sideEffect === true)),
    matchRead: makeMatcher(request(({ sideEffect }) => sideEffect !== true)),
    matchEntityChange: makeMatcher((action, of: readonly Keyed[]) =>
      changes(reducerPath, action, of),
    ),
  }
}

function changes(reducerPath: string, action: unknown, of: readonly Keyed[]): boolean {
  const ours = asRestAction(reducerPath, action)
  const isCommit = ours?.meta.kind === 'set' || ours?.meta.kind === 'request'
  const entities = isCommit ? (ours as Partial<FulfilledAction>).payload?.entities : undefined
  if (entities === undefined) return false
  return of.length === 0
    ? Object.keys(entities).length > 0
    : of.some(({ key }) => getOwn(entities, key) !== undefined)
}

function makeMatcher<Action, Subject>(
  test: (action: unknown, subjects: readonly Subject[]) => boolean,
): Matcher<Action, Subject> {
  const matcher = (...given: unknown[]): unknown =>
    isAction(given[0]) ? test(given[0], []) : (action: unknown) => test(action, given as Subject[])
  return matcher as Matcher<Action, Subject>
}

/** An endpoint or an entity class is a function; an action never is. */
function isAction(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value
}
