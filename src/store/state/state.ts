import type { ErrorPolicy } from '../../endpoint/contract'
import type { EntityRow } from '../../schema/contract'
import { freezeData } from '../../util/freeze'
import { emptyTable, type Table } from './table'

/** The form of states that this build reads. */
export const VERSION = 2

/** Describes what this library keeps in a Redux state: plain JSON, under `reducerPath`. */
export interface RestState {
  /** The form of the state; a state of another version reads as empty. */
  readonly version: typeof VERSION
  /** The store that wrote it last; empty before the first action. */
  readonly session: string
  /** `entities[schemaKey][pk]` */
  readonly entities: Entities
  /** One row per read, by its key: `requests["GET /users/5"]`. Mutations have none. */
  readonly requests: Table<RequestRow>
  /** The mutations in flight, by the ids of their requests; and the last one of each key that components share. */
  readonly mutations: Table<MutationRow>
  /** The server's rows where mutations in flight are expected to change them and the tables show that; `null` for none. */
  readonly confirmed: { readonly [schemaKey: string]: Table<EntityRow | null> }
  /**
   * The state of managers, by their names: plain data. `offline` is `{ since, reconnect }` while there is no network, and
   * `null` after it.
   */
  readonly managers: { readonly [name: string]: unknown }
  /** The moment of the last reset: what started before it never lands. */
  readonly lastReset: number
}

/** What the state says while there is no network. */
export interface Outage {
  /** When it was noticed, in ms since 1970. */
  readonly since: number
  /** Whether requests that nobody asked for wait, unless an endpoint says otherwise. */
  readonly reconnect: boolean
}

/** The entity tables. */
export interface Entities {
  readonly [schemaKey: string]: Table<EntityRow>
}

/** The row of one read. A refetch only adds its `requestId`. */
export interface RequestRow {
  /**
   * When the request started whose response came last, or when the call was invalidated or expired since, in ms since 1970; 0
   * where this store has sent none. A response that was requested before this is refused.
   */
  readonly fetchedAt: number
  /** The outcome of the last request; `pending` until the first one ends. A refetch leaves it as it is. */
  readonly status: 'pending' | 'fulfilled' | 'rejected'
  /** When the response was committed. */
  readonly landed?: number
  /** The request in flight. */
  readonly requestId?: string
  /** The response with primary keys in place of entities. */
  readonly result?: unknown
  /** Stands for a response that is no JSON, such as a `Blob`. It is kept beside the state; in a copy of the state it is missing. */
  readonly beside?: object
  /** When the row was written, in ms since 1970. */
  readonly date: number
  /** When the response goes stale, in ms since 1970; 0 for a call that was expired. */
  readonly expiresAt: number
  /** The result must not be shown any more. */
  readonly invalid: boolean
  /** Why the last request failed. */
  readonly error?: RestError
  /** `hard` if the error hides the data that is there. */
  readonly errorPolicy?: Exclude<ErrorPolicy, undefined>
  /** With a `soft` error: when the last request started that had a response, in ms since 1970; 0 if none had one. */
  readonly succeededAt?: number
}

/** The row of one mutation. */
export interface MutationRow {
  /** When the request started, in ms since 1970. */
  readonly fetchedAt: number
  /** The state of the request: in flight, or its outcome. */
  readonly status: 'pending' | 'fulfilled' | 'rejected'
  /** The id of the request. */
  readonly requestId: string
  /** The endpoint, the key and the arguments of the call. */
  readonly arg: RequestArg
  /** The primary keys that the arguments name, by table. */
  readonly rows?: { readonly [schemaKey: string]: readonly string[] }
  /** The response with primary keys in place of entities. */
  readonly result?: unknown
  /** Stands for a response that is no JSON, such as a `Blob`. It is kept beside the state; in a copy of the state it is missing. */
  readonly beside?: object
  /** Why it failed. */
  readonly error?: RestError
}

/** The identity of a call: its endpoint, key and arguments. `args` are its arguments as JSON; what is no JSON, such as a file, is there by its name. */
export interface RequestArg {
  /** The name of the endpoint. */
  readonly endpoint: string
  /** The key of the call. */
  readonly key: string
  /** The arguments as JSON; nothing of a sensitive call. */
  readonly args: readonly unknown[]
}

/** An error as plain data: without stack, response or query string. */
export interface RestError {
  /** The name of its class: `NetworkError`, `ValidationError`, … */
  readonly name: string
  /** The message of the error. */
  readonly message: string
  /** The HTTP status of a response that is an error. */
  readonly status?: number
  /** Why there is no status: an `ErrorCode`, or that of an error of your own. */
  readonly code?: string
  /** The address of the request, without its query string. */
  readonly url?: string
  /** Where in a response: `Post.comments[3].author`. */
  readonly path?: string
  /** The findings of a `ValidationError`. */
  readonly issues?: readonly unknown[]
  /** The body of the response, of at most 16 kB: `data` of the error. */
  readonly data?: unknown
}

/** A state without data; a new object each time, so that two stores never share what is remembered for them. */
export function createInitialState(): RestState {
  const state: RestState = {
    version: VERSION,
    session: '',
    entities: {},
    requests: emptyTable(),
    mutations: emptyTable(),
    confirmed: {},
    managers: {},
    lastReset: 0,
  }
  return freezeData(state)
}
