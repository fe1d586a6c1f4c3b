import type { EndpointContract } from '../../endpoint/contract'
import { type CacheEntry, visitRows } from '../../normalize/CacheEntry'
import type { EndpointRead } from '../../store/select/readEndpoint'
import { Snapshot } from '../../store/select/StateReader'
import type { RowsRead } from '../../store/state/StateCache'
import { addTo } from '../../util/collections'
import { REQUESTS, type RowNames } from './footprints'

/** A snapshot that records what is read from it. */
export class RecordingSnapshot extends Snapshot {
  readonly rows: RowNames = new Map()

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
