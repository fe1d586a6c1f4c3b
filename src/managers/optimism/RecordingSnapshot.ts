import type { EndpointContract } from '../../endpoint/contract'
import { type CacheEntry, visitRows } from '../../normalize/CacheEntry'
import type { EndpointRead } from '../../store/select/readEndpoint'
import { Snapshot } from '../../store/select/StateReader'
import type { RowsRead } from '../../store/state/StateCache'
import { addTo, type Groups } from '../../util/collections'

/** Stands for the table of requests among the names of rows. */
export const REQUESTS = '\0requests'

/** Names of rows by table; `undefined` stands for all of them. */
export type ReadRows = Groups<string, string | undefined>

/** A snapshot that records what is read from it. */
export class RecordingSnapshot extends Snapshot {
  readonly rows: ReadRows = new Map()

  protected override read(endpoint: EndpointContract, args: readonly unknown[]): EndpointRead {
    const read = super.read(endpoint, args)
    addTo(this.rows, REQUESTS, endpoint.key(...args))
    this.#add(read.dependencies)
    return read
  }

  protected override query(schema: unknown, args: readonly unknown[]): RowsRead {
    const read = super.query(schema, args)
    this.#add(read.dependencies)
    return read
  }

  #add(dependencies: readonly CacheEntry[]): void {
    visitRows(dependencies, { row: (schemaKey, pk) => addTo(this.rows, schemaKey, pk) })
  }
}
