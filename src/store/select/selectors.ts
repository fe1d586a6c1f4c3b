import { lruMemoize, weakMapMemoize } from 'reselect'
import type {
  EndpointContract,
  KeyTest,
  MaybeArgs,
  ResponseOf,
  SchemaOf,
  ErrorOf,
} from '../../endpoint/contract'
import type { Entity } from '../../schema/Entity'
import type { Schema } from '../../schema/contract'
import type { DenormalizeNullable, ReadonlyList, SchemaArgs } from '../../schema/types'
import { isContainer, isOff } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { getOwn } from '../../util/record'
import { isCovered } from '../state/confirmed'
import { selectRestState } from '../state/readableState'
import type { MutationRow, RestState } from '../state/state'
import { isFetching } from '../state/requestRows'
import { getRow, rows as tableRows } from '../state/table'
import { readEndpoint, type EndpointRead } from './readEndpoint'
import { inferResult, readAll } from './readRows'

/** Any root state that has ours under `Path`. */
export type RootWith<Path extends string> = { readonly [Key in Path]: RestState }

/** The data of an endpoint as readers see it: by its schema, or as the endpoint gives it. */
export type DataOf<E> =
  SchemaOf<E> extends undefined ? ReadonlyList<ResponseOf<E>> : DenormalizeNullable<SchemaOf<E>>

/** A call as `selectRequest` shows it, in RTK Query's words. Times are in ms since 1970, 0 where there is none. */
export interface RequestView<Data = unknown, Failure = Error> {
  /** The data; `undefined` where it is missing or must not be shown. */
  readonly data: Data | undefined
  /** The error to show; `undefined` where there is none. */
  readonly error: Failure | undefined
  /** Why the last refetch failed, where its data is shown all the same; `undefined` after the next success. */
  readonly refetchError: Failure | undefined
  /** The outcome of the last request: `pending` until the first one ends, and `uninitialized` before it starts. */
  readonly status: 'uninitialized' | 'pending' | 'fulfilled' | 'rejected'
  /** Never requested. */
  readonly isUninitialized: boolean
  /** Being fetched, with nothing to show. */
  readonly isLoading: boolean
  /** Being fetched, with or without data to show. */
  readonly isFetching: boolean
  /** The last request succeeded, and its data may be shown. */
  readonly isSuccess: boolean
  /** There is an error to show. */
  readonly isError: boolean
  /** There was data that must not be shown any more. */
  readonly isInvalid: boolean
  /**
   * There is no network, for which it waits: it is missing, or was stale when the network was lost. Always false without the manager
   * `refetchOn`.
   */
  readonly isPaused: boolean
  /** When the request of the data started, or when the data was expired or invalidated since. */
  readonly fetchedAt: number
  /** When the data goes stale; 0 where a list has changed and what stands beside it may be older. */
  readonly expiresAt: number
}

/** Reads for `useSelector`, `connect`, thunks and servers: pure functions of state, `===` while nothing changed. */
export interface Selectors<Root> {
  /** The data of a call; `undefined` where it is missing or invalid. */
  selectData<E extends EndpointContract>(
    state: Root,
    endpoint: E,
    ...args: MaybeArgs<E>
  ): DataOf<E> | undefined
  /** The data of a call with all that is known of it. */
  selectRequest<E extends EndpointContract>(
    state: Root,
    endpoint: E,
    ...args: MaybeArgs<E>
  ): RequestView<DataOf<E>, ErrorOf<E>>
  /** One entity, by primary key or by fields that make one. */
  selectEntity<E extends typeof Entity>(
    state: Root,
    entity: E,
    pkOrArgs: SchemaArgs<E>[0],
  ): InstanceType<E> | undefined
  /** Every entity of a kind that the store knows. */
  selectAll<E extends typeof Entity>(state: Root, entity: E): readonly InstanceType<E>[]
  /** Tells whether a mutation is in flight: any, or one of an endpoint. */
  selectIsMutating(state: Root, endpoint?: Pick<EndpointContract, 'name'>): boolean
  /** Tells whether a read is in flight: any, or one of an endpoint. */
  selectIsFetching(state: Root, endpoint?: KeyTest): boolean
  /** Tells whether a mutation is in flight that writes an entity: by what it is expected to write, or by its arguments. */
  selectIsPending(state: Root, entity: typeof Entity, pk: string | number): boolean
  /** The data of a schema, found by the arguments. */
  selectQuery<S extends Schema>(
    state: Root,
    schema: S,
    ...args: SchemaArgs<S>
  ): DenormalizeNullable<S> | undefined
}

/** Makes the selectors for root states in which `selectState` finds ours. */
export function createSelectors<Root>(selectState: (root: Root) => RestState): Selectors<Root> {
  const read = (root: Root, endpoint: EndpointContract, args: readonly unknown[]): EndpointRead =>
    readEndpoint(selectState(root), endpoint, endpoint.key(...args), args)
  const query = (root: Root, schema: unknown, args: readonly unknown[]): unknown =>
    inferResult(selectState(root), schema, args, JSON.stringify(args)).value
  const selectors = {
    selectData(root: Root, endpoint: EndpointContract, ...args: readonly unknown[]) {
      return isOff(args) ? undefined : shownData(read(root, endpoint, args))
    },
    selectRequest(root: Root, endpoint: EndpointContract, ...args: readonly unknown[]) {
      return isOff(args) ? UNINITIALIZED : requestView(read(root, endpoint, args))
    },
    selectEntity: (root: Root, entity: typeof Entity, pkOrArgs: unknown) =>
      query(root, entity, [pkOrArgs]),
    selectAll: (root: Root, entity: typeof Entity) => readAll(selectState(root), entity),
    selectIsMutating: (root: Root, endpoint?: Pick<EndpointContract, 'name'>) =>
      pendingMutations(selectState(root)).some(
        ({ arg }) => endpoint === undefined || arg.endpoint === endpoint.name,
      ),
    selectIsFetching: (root: Root, endpoint?: KeyTest) =>
      fetchedKeys(selectState(root).requests).some(
        (key) => endpoint === undefined || endpoint.testKey?.(key) === true,
      ),
    selectIsPending(root: Root, { key }: typeof Entity, pk: string | number) {
      const state = selectState(root)
      // A mutation may have been called with the key that the row had before.
      const { createdAs = [] } = getRow(getOwn(state.entities, key), `${pk}`)?.meta ?? {}
      const isOfRow = (it: string): boolean => it === `${pk}` || createdAs.includes(it)
      return (
        isCovered(state, key, `${pk}`) ||
        pendingMutations(state).some(({ rows = {} }) => getOwn(rows, key)?.some(isOfRow))
      )
    },
    selectQuery: (root: Root, schema: Schema, ...args: readonly unknown[]) =>
      query(root, schema, args),
  }
  return selectors as unknown as Selectors<Root>
}

/** The selectors of root states that have ours under `reducerPath`. */
export function createPathSelectors<Path extends string>(path: Path): Selectors<RootWith<Path>> {
  return createSelectors((root: RootWith<Path>) => selectRestState(root, path))
}

function pendingMutations({ mutations }: RestState): readonly MutationRow[] {
  return tableRows(mutations).flatMap(([, row]) => (row.status === 'pending' ? [row] : []))
}

const fetching = new WeakMap<object, readonly string[]>()

/** The keys of the reads in flight. */
function fetchedKeys(requests: RestState['requests']): readonly string[] {
  return getOrCreate(fetching, requests, () =>
    tableRows(requests).flatMap(([key, row]) => (isFetching(row) ? [key] : [])),
  )
}

function shownData(read: EndpointRead): unknown {
  return read.isFound ? read.data : undefined
}

/** As many views of one request and its data are found again: a number, and when it goes stale, may be others for ever. */
const MAX_VIEWS = 32

/** Makes the views of a row and its data, with which they are forgotten. */
const viewsOf = /* @__PURE__ */ weakMapMemoize((_row: object, _data: object) =>
  lruMemoize(newView, { maxSize: MAX_VIEWS }),
)

/** Stands for what is no object. */
const NO_OBJECT = {}

function requestView(read: EndpointRead): RequestView {
  const { row = NO_OBJECT, isInvalid, error, refetchError, isPaused } = read
  const isOlder = read.isDoubtful() && !read.isDoubtful('rows')
  const expiresAt = isOlder ? 0 : read.expiresAt
  const data = shownData(read)
  const viewOf = viewsOf(row, isContainer(data) ? data : NO_OBJECT)
  return viewOf(read.row, data, isInvalid, error, refetchError, expiresAt, isPaused)
}

function newView(
  row: EndpointRead['row'],
  data: unknown,
  isInvalid: boolean,
  error: Error | undefined,
  refetchError: Error | undefined,
  expiresAt: number,
  isPaused: boolean,
): RequestView {
  const status = row?.status ?? 'uninitialized'
  const isInFlight = isFetching(row)
  return Object.freeze({
    data,
    error,
    refetchError,
    status,
    isUninitialized: status === 'uninitialized',
    isLoading: isInFlight && data === undefined,
    isFetching: isInFlight,
    isSuccess: status === 'fulfilled' && !isInvalid,
    isError: error !== undefined,
    isInvalid,
    isPaused,
    fetchedAt: row?.fetchedAt ?? 0,
    expiresAt,
  })
}

const UNINITIALIZED = /* @__PURE__ */ newView(
  undefined,
  undefined,
  false,
  undefined,
  undefined,
  0,
  false,
)
