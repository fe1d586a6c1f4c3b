import type { EndpointContract } from '../endpoint/contract'
import { getOwn } from '../util/record'
import type {
  FinalAction,
  FulfilledAction,
  PendingAction,
  RejectedAction,
  RequestMeta,
  RestAction,
  SetAction,
} from './state/actions'

// For `extraReducers` and listeners. They read `meta`, never the text of a type.

/** A type guard that works passed bare, and called with endpoints (or entities) that the action must be about. */
export interface Matcher<Action, Subject> {
  (...subjects: readonly [Subject, ...Subject[]]): (action: unknown) => action is Action
  (action: unknown): action is Action
}

type Named = Pick<EndpointContract, 'name'>
type Keyed = { readonly key: string }

/**
 * Matches the start of a request: any, or one of some endpoints.
 *
 * @example
 * builder.addMatcher(matchPending(UserResource.update), (state) => { state.isSaving = true })
 */
export const matchPending: Matcher<PendingAction, Named> = /* @__PURE__ */ requestMatcher(
  ({ requestStatus }) => requestStatus === 'pending',
)

/** Matches the success of a request. */
export const matchFulfilled: Matcher<FulfilledAction, Named> = /* @__PURE__ */ requestMatcher(
  ({ requestStatus }) => requestStatus === 'fulfilled',
)

/** Matches the failure of a request. */
export const matchRejected: Matcher<RejectedAction, Named> = /* @__PURE__ */ requestMatcher(
  ({ requestStatus }) => requestStatus === 'rejected',
)

/** Matches every action about a mutation: its start and its end. */
export const matchMutation: Matcher<PendingAction | FinalAction, Named> =
  /* @__PURE__ */ requestMatcher(({ sideEffect }) => sideEffect === true)

/** Matches every action about a read. */
export const matchRead: Matcher<PendingAction | FinalAction, Named> =
  /* @__PURE__ */ requestMatcher(({ sideEffect }) => sideEffect !== true)

/** Matches an action that changed a row of a table: any, or that of some entities. */
export const matchEntityChange: Matcher<FulfilledAction | SetAction, Keyed> =
  /* @__PURE__ */ makeMatcher((action, of: readonly Keyed[]) => {
    const { meta, payload } = action as Partial<FulfilledAction | SetAction>
    // What is only expected is no change yet.
    const isCommit =
      meta?.kind === 'set' ||
      (meta?.kind === 'request' && meta.requestStatus !== ('pending' as string))
    const entities = isCommit ? payload?.entities : undefined
    if (entities === undefined) return false
    return of.length === 0
      ? Object.keys(entities).length > 0
      : of.some(({ key }) => getOwn(entities, key) !== undefined)
  })

function requestMatcher<Action>(test: (meta: RequestMeta) => boolean): Matcher<Action, Named> {
  return makeMatcher((action, of: readonly Named[]) => {
    const { meta } = action as Partial<RestAction>
    if (meta?.kind !== 'request' || !test(meta)) return false
    return of.length === 0 || of.some(({ name }) => name === meta.arg.endpoint)
  })
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
