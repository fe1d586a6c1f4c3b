import type { ErrorPolicy } from '../../endpoint/contract'
import type { TouchedRows } from '../../normalize/landing'
import type { EntityRow, RowMeta } from '../../schema/contract'
import type { Clock } from './expiry'
import type { MutationRow, RequestArg, RequestRow, RestError, RestState } from './state'

/** The payload of an action that writes: exactly the rows that changed, already merged. */
export interface CommitPayload {
  /** The response with primary keys in place of entities. */
  readonly result?: unknown
  /** Stands for a response that is no JSON. */
  readonly beside?: object
  /** The rows that changed, by table and primary key, whole. */
  readonly entities: { readonly [schemaKey: string]: { readonly [pk: string]: EntityRow } }
  /** The rows that came back unchanged and only get the new meta, with the landing that each was compared with. */
  readonly touched?: { readonly [schemaKey: string]: readonly TouchedRows[] }
  /** Rows of reads, by key: those whose results the `update` of a mutation changed, and those of a stream or of another state. */
  readonly requests?: { readonly [requestKey: string]: RequestRow }
  /** The server's rows where `entities` has what is only expected; `null` for none. */
  readonly confirmed?: {
    readonly [schemaKey: string]: { readonly [pk: string]: EntityRow | null }
  }
  /** The primary keys, by table, of the rows that are removed; what was written since stays. */
  readonly removed?: {
    readonly entities?: { readonly [schemaKey: string]: readonly string[] }
  }
  /** The values that managers put into the state, by their names. */
  readonly managers?: RestState['managers']
}

/** What every action has. */
interface OfSession {
  /** The store that made it; absent in an action that was made by hand. */
  readonly session?: string
}

/** The meta of a request's actions; RTK's `isPending`, `isFulfilled` and `isRejected` understand it. */
export interface RequestMeta extends OfSession {
  /** Distinguishes actions of requests from all others. */
  readonly kind: 'request'
  /** When the request started, in ms since 1970. */
  readonly fetchedAt: number
  /** When the response was committed; absent as long as there is none. */
  readonly landed?: number
  /** When the action was made, in ms since 1970. */
  readonly date: number
  /** When what it brings goes stale, in ms since 1970. */
  readonly expiresAt: number
  /** The endpoint, the key and the arguments of the call. */
  readonly arg: RequestArg
  /** The id of the request, the same in all of its actions. */
  readonly requestId: string
  /** The stage of the request: it starts, succeeds or fails. */
  readonly requestStatus: 'pending' | 'fulfilled' | 'rejected'
  /** True for a mutation, which has a row among the mutations. */
  readonly sideEffect?: true
  /** The key under which components share a mutation, and its row is kept. */
  readonly mutationKey?: string
  /** Of a mutation that starts: the primary keys that its arguments name, by table. */
  readonly rows?: MutationRow['rows']
  /** True for a page, which adds to the row of its list and never takes its place. */
  readonly page?: true
  /** `hard` if the error hides the data that is there. */
  readonly errorPolicy?: Exclude<ErrorPolicy, undefined>
  /** True where the request was aborted. */
  readonly aborted?: boolean
  /** Of an aborted read: the id of another request of the same call that is still in flight. */
  readonly inFlight?: string
  /** Known from the actions of `createAsyncThunk`; the library does not set it. */
  readonly condition?: boolean
  /** Has subscribers notified of `pending` a little later, together with other actions. */
  readonly RTK_autoBatch?: true
}

/** The meta of what was written by hand. */
export interface SetMeta extends RowMeta, OfSession {
  /** Distinguishes it from the actions of requests. */
  readonly kind: 'set'
  /** The key of the schema, and the arguments of `set`. */
  readonly arg: { readonly schema: string; readonly args: readonly unknown[] }
}

/** The meta of all other actions. */
export interface PlainMeta<Kind extends string> extends OfSession {
  /** The event: `invalidate`, `reset`, … */
  readonly kind: Kind
  /** When the store made the action, in ms since 1970; no other one has the same. */
  readonly fetchedAt: number
  /** When the action was made, in ms since 1970. */
  readonly date: number
}

/** The meta of an action that a store makes now, and that is no request's. */
export function plainMeta<Kind extends string>(
  { clock }: { readonly clock: Clock },
  kind: Kind,
  fetchedAt = clock.next(),
): PlainMeta<Kind> {
  return { kind, fetchedAt, date: Date.now() }
}

/** A request has started: `rest/User.get/pending`. */
export interface PendingAction {
  /** Text for people: the `reducerPath`, the endpoint and the status. */
  readonly type: string
  /** The rows that a mutation is expected to change, and those that managers add. */
  readonly payload?: Partial<CommitPayload>
  /** The call, its times and its status. */
  readonly meta: RequestMeta
}

/** A request has succeeded, and these rows changed: `rest/User.get/fulfilled`. */
export interface FulfilledAction {
  /** Text for people: the `reducerPath`, the endpoint and the status. */
  readonly type: string
  /** The rows that changed, and the normalized response. */
  readonly payload: CommitPayload
  /** The call, its times and its status. */
  readonly meta: RequestMeta
}

/** A request has failed or was aborted: `rest/User.get/rejected`. */
export interface RejectedAction {
  /** Text for people: the `reducerPath`, the endpoint and the status. */
  readonly type: string
  /** Why it failed. */
  readonly error: RestError
  /** The rows that a mutation without a response may have written, or what is shown in place of the error of a read. */
  readonly payload?: Partial<CommitPayload>
  /** The call, its times and its status. */
  readonly meta: RequestMeta
}

/** The action with which a request ends. */
export type FinalAction = FulfilledAction | RejectedAction

/** Data was written by hand, with `set`: `rest/set`. */
export interface SetAction {
  /** Text for people: the `reducerPath` and the kind. */
  readonly type: string
  /** The rows that changed. */
  readonly payload: CommitPayload
  /** The arguments of the write, and its times. */
  readonly meta: SetMeta
}

/** The data of one call was hidden or made stale: `rest/invalidate`, `rest/expire`. */
export interface KeyAction<Kind extends 'invalidate' | 'expire'> {
  /** Text for people: the `reducerPath` and the kind. */
  readonly type: string
  /** The key of the call. */
  readonly payload: { readonly key: string }
  /** When it was hidden, or made stale. */
  readonly meta: PlainMeta<Kind>
}

/** Carries the keys that were chosen, never the predicate that chose them. */
export interface KeysAction<Kind extends 'invalidateAll' | 'expireAll'> {
  /** Text for people: the `reducerPath` and the kind. */
  readonly type: string
  /** The keys of the calls. */
  readonly payload: {
    readonly keys: readonly string[]
  } & Partial<Pick<CommitPayload, 'entities' | 'confirmed' | 'removed'>>
  /** When they were hidden, or made stale. */
  readonly meta: PlainMeta<Kind>
}

/** Rows were placed or removed, by a manager: `rest/` and its label. */
export interface WriteAction {
  /** Text for people: the `reducerPath` and the label. */
  readonly type: string
  /** The rows that are placed, as in other actions, and those that are removed. */
  readonly payload: Partial<Omit<CommitPayload, 'result' | 'beside'>> & {
    /** The ids of requests that the state shows as in flight, and that are not. */
    readonly ended?: readonly string[]
    /** The keys of reads and mutations as well. */
    readonly removed?: {
      readonly requests?: readonly string[]
      readonly mutations?: readonly string[]
    }
  }
  /** When it was written. */
  readonly meta: PlainMeta<'write'> & { readonly label: string }
}

/** All data was removed, by `reset` or a logout: `rest/reset`. */
export interface ResetAction {
  /** Text for people: the `reducerPath` and the kind. */
  readonly type: string
  /** After a logout, the request that was refused. */
  readonly payload?: { readonly requests?: { readonly [key: string]: RequestRow } }
  /** When the data was removed. */
  readonly meta: PlainMeta<'reset'>
}

/** Another state took the place of ours, as devtools do to show an earlier one: `rest/jump`. */
export interface JumpAction {
  /** Text for people: the `reducerPath` and the kind. */
  readonly type: string
  /** The state that takes its place, whole. */
  readonly payload: { readonly state: RestState }
  /** When it did. */
  readonly meta: PlainMeta<'jump'>
}

/** Unites all actions of this library. `meta` distinguishes them, never the text of their type. */
export type RestAction =
  | PendingAction
  | FulfilledAction
  | RejectedAction
  | SetAction
  | KeyAction<'invalidate'>
  | KeyAction<'expire'>
  | KeysAction<'invalidateAll'>
  | KeysAction<'expireAll'>
  | WriteAction
  | ResetAction
  | JumpAction

/** The creators of the actions of one `reducerPath`; pure, and without clocks. */
export interface ActionCreators {
  /** A request starts. */
  pending(meta: RequestMeta): PendingAction
  /** A request ends with a response. */
  fulfilled(payload: CommitPayload, meta: RequestMeta): FulfilledAction
  /** A request ends with an error. */
  rejected(error: RestError, meta: RequestMeta, payload?: RejectedAction['payload']): RejectedAction
  /** Data is written by hand. */
  set(payload: SetAction['payload'], meta: SetMeta): SetAction
  /** The data of a call is hidden. */
  invalidate(key: string, meta: PlainMeta<'invalidate'>): KeyAction<'invalidate'>
  /** The data of a call is made stale. */
  expire(key: string, meta: PlainMeta<'expire'>): KeyAction<'expire'>
  /** The data of several calls is hidden. */
  invalidateAll(
    keys: readonly string[],
    meta: PlainMeta<'invalidateAll'>,
  ): KeysAction<'invalidateAll'>
  /** The data of several calls is made stale. */
  expireAll(
    payload: KeysAction<'expireAll'>['payload'],
    meta: PlainMeta<'expireAll'>,
  ): KeysAction<'expireAll'>
  /** Rows are placed or removed. */
  write(payload: WriteAction['payload'], meta: WriteAction['meta']): WriteAction
  /** All data is removed. */
  reset(meta: PlainMeta<'reset'>, payload?: ResetAction['payload']): ResetAction
}

/**
 * Makes the action creators of one `reducerPath`; the types read as `createAsyncThunk`'s do.
 * @param session of the store that makes the actions. Default: none, as for actions that are made by hand
 */
export function createActions(reducerPath: string, session?: string): ActionCreators {
  const create = <Meta extends RestAction['meta'], Content extends object>(
    meta: Meta,
    content: Content,
  ) => ({
    type: `${reducerPath}/${nameOf(meta)}`,
    ...content,
    meta: session === undefined ? meta : { ...meta, session },
  })
  const carry = <Payload, Meta extends RestAction['meta']>(payload: Payload, meta: Meta) =>
    create(meta, { payload })
  return {
    pending: (meta) => create(meta, {}),
    fulfilled: carry,
    rejected: (error, meta, payload) => create(meta, { error, ...(payload && { payload }) }),
    set: carry,
    invalidate: (key, meta) => carry({ key }, meta),
    expire: (key, meta) => carry({ key }, meta),
    invalidateAll: (keys, meta) => carry({ keys }, meta),
    expireAll: carry,
    write: carry,
    reset: (meta, payload) => create(meta, { ...(payload && { payload }) }),
  }
}

function nameOf(meta: RestAction['meta']): string {
  if (meta.kind === 'request') return `${meta.arg.endpoint}/${meta.requestStatus}`
  if (meta.kind === 'write') return meta.label
  return meta.kind === 'set' && meta.arg.schema !== '' ? `${meta.arg.schema}/set` : meta.kind
}

/** The moment of an action, which no other action of its store has. */
export function momentOf({ meta }: RestAction): number {
  return (meta as RequestMeta).landed ?? meta.fetchedAt
}

/** The action as one of ours, or `undefined` where it belongs to others. */
export function asRestAction(reducerPath: string, action: unknown): RestAction | undefined {
  const { type, meta } = action as { type?: unknown; meta?: { kind?: unknown } }
  const isOurs = typeof type === 'string' && type.startsWith(`${reducerPath}/`)
  return isOurs && typeof meta?.kind === 'string' ? (action as RestAction) : undefined
}
