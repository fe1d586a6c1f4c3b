import type { EndpointContract, ErrorOf, MaybeArgs, ResponseMeta } from '../../endpoint/contract'
import type { Schema } from '../../schema/contract'
import { isLiteral } from '../../schema/schemaObject'
import type { DenormalizeNullable, SchemaArgs } from '../../schema/types'
import { isOff } from '../../util/checks'
import { abortError } from '../state/errors'
import { isInvalidated, isSettled } from '../state/requestRows'
import type { RestState } from '../state/state'
import type { RowsRead } from '../state/StateCache'
import { type EndpointRead, readEndpoint } from './readEndpoint'
import { inferResult } from './readRows'
import type { DataOf } from './selectors'

/** Is told of each read, and what it depends on. */
type OnRead = (read: Pick<RowsRead, 'dependencies'>) => void

/** Reads a state: a controller always the current one, a snapshot always the same one. */
export class StateReader {
  readonly #getState: () => RestState
  readonly #onRead: OnRead | undefined

  constructor(getState: () => RestState, onRead?: OnRead) {
    this.#getState = getState
    this.#onRead = onRead
  }

  /** The data of a call, with whether and how long it may be shown. */
  readonly getResponse = <E extends EndpointContract>(
    endpoint: E,
    ...args: MaybeArgs<E>
  ): ResponseMeta<DataOf<E>> => {
    if (isOff(args)) return INACTIVE
    const read = this.#read(endpoint, args)
    return {
      data: (read.isFound ? read.data : undefined) as DataOf<E> | undefined,
      expiryStatus: expiryStatus(endpoint, read),
      // The next reader of doubtful data fetches it.
      expiresAt: read.isDoubtful() ? 0 : read.expiresAt,
    }
  }

  /** The error of a call that is to be shown, if there is one. */
  readonly getError = <E extends EndpointContract>(
    endpoint: E,
    ...args: MaybeArgs<E>
  ): ErrorOf<E> | undefined =>
    (isOff(args) ? undefined : this.#read(endpoint, args).error) as ErrorOf<E> | undefined

  /** The data of a schema, as far as the arguments alone tell. */
  readonly get = <S extends Schema>(
    schema: S,
    ...args: SchemaArgs<S>
  ): DenormalizeNullable<S> | undefined => this.#query(schema, args).value as DenormalizeNullable<S>

  #read(endpoint: EndpointContract, args: readonly unknown[]): EndpointRead {
    return this.#note(readEndpoint(this.#getState(), endpoint, endpoint.key(...args), args))
  }

  #query(schema: unknown, args: readonly unknown[]): RowsRead {
    return this.#note(inferResult(this.#getState(), schema, args, JSON.stringify(args)))
  }

  #note<Read extends Pick<RowsRead, 'dependencies'>>(read: Read): Read {
    this.#onRead?.(read)
    return read
  }
}

const INACTIVE = Object.freeze({ data: undefined, expiryStatus: 3, expiresAt: Infinity } as const)

/** The content of one state, read as a controller reads the current one. */
export class Snapshot extends StateReader {
  /** When the request that it is for started, in ms since 1970; 0 where it is for none. */
  readonly fetchedAt: number
  #abort: Error | undefined

  constructor(getState: () => RestState, fetchedAt = 0, onRead?: OnRead) {
    super(getState, onRead)
    this.fetchedAt = fetchedAt
  }

  /** Throw it where there is no optimistic response. */
  get abort(): Error {
    return (this.#abort ??= abortError('Aborted'))
  }
}

/** Tells when data may be shown: never, while it is fresh, or also when it is stale. */
export const ExpiryStatus = Object.freeze({ Invalid: 1, InvalidIfStale: 2, Valid: 3 } as const)

export type ExpiryStatus = (typeof ExpiryStatus)[keyof typeof ExpiryStatus]

/** Whether what a state holds for a call may be shown. */
export function expiryStatus(endpoint: EndpointContract, read: EndpointRead): ExpiryStatus {
  const { row, isFound } = read
  if (isInvalidated(row)) return ExpiryStatus.Invalid
  if (isFound && endpoint.invalidIfStale !== true) return ExpiryStatus.Valid
  const cannotBeFound = isSettled(row) ? row.error === undefined : isLiteral(endpoint.schema)
  const isMissing = !isFound && (cannotBeFound || (read.isInvalid && row?.error === undefined))
  return isMissing ? ExpiryStatus.Invalid : ExpiryStatus.InvalidIfStale
}
