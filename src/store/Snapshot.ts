import type { ArgsOf, EndpointContract, ResponseMeta } from '../endpoint/contract'
import type { Schema } from '../schema/contract'
import type { DenormalizeNullable, SchemaArgs } from '../schema/types'
import { abortError } from './state/errors'
import { expiryStatus, readEndpoint } from './select/readEndpoint'
import { createSelectors, type DataOf, type Selectors } from './select/selectors'
import type { RestState } from './state/state'

/** What one state holds, read as a controller reads the current one. */
export class Snapshot {
  /** When the request that it is for started, in ms since 1970; 0 where it is for none. */
  readonly fetchedAt: number
  /** To be thrown where there is nothing to say. */
  readonly abort: Error = abortError('Aborted')
  readonly #state: RestState
  readonly #selectors: Selectors<RestState> = createSelectors((state: RestState) => state)

  constructor(state: RestState, fetchedAt = 0) {
    this.#state = state
    this.fetchedAt = fetchedAt
  }

  /** The data of a call, with whether and how long it may be shown. */
  readonly getResponse = <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ): ResponseMeta<DataOf<E>> => {
    if (args[0] === null) return INACTIVE
    const read = readEndpoint(this.#state, endpoint, endpoint.key(...args), args)
    return {
      data: (read.isFound ? read.data : undefined) as DataOf<E> | undefined,
      expiryStatus: expiryStatus(endpoint, read),
      // What is doubtful is fetched by whoever reads it next.
      expiresAt: read.isDoubtful() ? 0 : read.expiresAt,
    }
  }

  /** The same as `getResponse`. */
  readonly getResponseMeta = this.getResponse

  /** The error of a call that is to be shown, if there is one. */
  readonly getError = <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ): Error | undefined => this.#selectors.selectRequest(this.#state, endpoint, ...args).error

  /** What is known of a schema's data by the arguments alone. */
  readonly get = <S extends Schema>(
    schema: S,
    ...args: SchemaArgs<S>
  ): DenormalizeNullable<S> | undefined => this.#selectors.selectQuery(this.#state, schema, ...args)
}

const INACTIVE = Object.freeze({ data: undefined, expiryStatus: 3, expiresAt: Infinity } as const)
