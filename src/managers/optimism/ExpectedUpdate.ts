import { broughtValue } from '../../endpoint/brought'
import type { EndpointContract } from '../../endpoint/contract'
import { type CacheEntry, visitRows } from '../../normalize/CacheEntry'
import { plainLanding } from '../../normalize/landing'
import { normalizeInto } from '../../normalize/normalize'
import type { NormalizedResponse } from '../../normalize/PendingRows'
import { plainSource, type StoredRows } from '../../normalize/rowSource'
import type { EntityRow, RowMeta, RowSchema } from '../../schema/contract'
import { isTemporaryKey, temporaryKey } from '../../schema/rowKey'
import { affectedBy } from '../../store/requests/affected'
import type { InFlightRequest, RequestCall } from '../../store/requests/InFlightRequest'
import { reportCallback } from '../../store/requests/reportCallback'
import type { Runtime } from '../../store/Runtime'
import type { EndpointRead } from '../../store/select/readEndpoint'
import { Snapshot } from '../../store/select/StateReader'
import { FOREVER } from '../../store/state/expiry'
import type { RowsRead } from '../../store/state/StateCache'
import { isObject } from '../../util/checks'
import { addTo } from '../../util/collections'
import { pick } from '../../util/record'
import { meet, type Names, type OverlaidRows, placeRow, type RowMaps } from './OverlaidRows'
import { temporaryKeysIn, withRealIds } from './temporaryArguments'

/** A function whose response depends on nothing that it reads: it is not called again where that changes. */
export interface PatchFunction {
  readonly isPatch?: true
}

/** What is expected, by itself: it is applied to whatever rows there are. */
interface Patch extends Pick<NormalizedResponse, 'entities' | 'changes' | 'result'> {
  readonly args: readonly unknown[]
  readonly value: unknown
  /** The rows without which there is nothing to show. */
  readonly needed: Names
}

/** Below no row: what is expected alone. */
const NO_ROWS = plainSource({})

/** What is expected lies over all rows, however late they landed. */
const META: RowMeta = { fetchedAt: FOREVER, date: 0, expiresAt: FOREVER, landed: FOREVER }

/** The fields that mutations have confirmed, with the start of the last of these. */
export type ConfirmedFields = Map<string, number>

export function nameOfField(schemaKey: string, pk: string, field: string): string {
  return JSON.stringify([schemaKey, pk, field])
}

/** What a mutation in flight is expected to write. It is applied again to rows that changed, and asked for again where its function used them. */
export class ExpectedUpdate {
  /** The rows that it writes, over those below it. */
  written: RowMaps = new Map()
  /** The rows that its function read. */
  reads: Names = new Map()
  #patch: Patch | undefined
  readonly #isPatch: boolean
  readonly #request: InFlightRequest
  readonly #runtime: Runtime
  readonly #confirmed: ConfirmedFields

  constructor(request: InFlightRequest, runtime: Runtime, confirmed: ConfirmedFields) {
    this.#request = request
    this.#runtime = runtime
    this.#confirmed = confirmed
    const getResponse = broughtValue(request.call.endpoint.getOptimisticResponse)
    this.#isPatch = (getResponse as PatchFunction | undefined)?.isPatch === true
  }

  /** The expected response, with primary keys in place of entities. */
  get result(): unknown {
    return this.#patch?.result
  }

  /** Whether it reads or writes what changed, or lists of a table in which some did. */
  meets(changed: Names): boolean {
    const lists = this.#patch?.changes ?? []
    return (
      meet(this.written, changed) ||
      meet(this.reads, changed) ||
      lists.some(({ schemaKey }) => changed.has(schemaKey))
    )
  }

  /** @param changed the names of the rows that are not what they were when it was applied last */
  apply(below: OverlaidRows, changed?: Names): void {
    const { call } = this.#request
    this.written = new Map()
    try {
      if (this.#isDue(call, changed)) this.#ask(call, below)
      if (this.#patch !== undefined) this.#write(this.#patch, below)
    } catch (error) {
      reportCallback(call, 'getOptimisticResponse', error)
    }
  }

  #isDue({ args }: RequestCall, changed: Names | undefined): boolean {
    if (changed === undefined || temporaryKeysIn(args).size > 0) return true
    // One that has nothing to show yet may have later, when there is the row that it lacks.
    return meet(this.reads, changed) && !(this.#isPatch && this.#patch !== undefined)
  }

  #ask({ endpoint, args: given, started }: RequestCall, below: OverlaidRows): void {
    const state = below.state()
    const args = withRealIds(state, given)
    const snap = new RecordingSnapshot(() => state, started)
    this.#patch = undefined
    this.reads = snap.rows
    this.#runtime.isExpecting = true
    try {
      const value: unknown = broughtValue(endpoint.getOptimisticResponse)?.call(
        endpoint,
        snap,
        ...args,
      )
      if (value instanceof Promise) {
        value.catch(() => undefined)
        throw new TypeError('it returned a promise')
      }
      const needed =
        this.#isPatch && snap.rows.size > 0 ? affectedBy({ endpoint, args }).rows : new Map()
      this.#patch = { ...this.#normalize(NO_ROWS, value, args), value, args, needed }
    } catch (error) {
      if (error !== snap.abort) throw error
    } finally {
      this.#runtime.isExpecting = false
    }
  }

  #normalize(source: StoredRows, value: unknown, args: readonly unknown[]): NormalizedResponse {
    const { endpoint, requestId } = this.#request.call
    let count = 0
    const landing = {
      ...plainLanding(META),
      isExpected: true,
      makeKey: () => temporaryKey(requestId, (count += 1)),
    }
    const { tableOwners: owners } = this.#runtime
    return normalizeInto(endpoint.schema, value, { source, args, landing, owners })
  }

  #write(patch: Patch, below: OverlaidRows): void {
    // A patch changes no row that is gone.
    for (const [schemaKey, pks] of patch.needed) {
      for (const pk of pks) if (below.getRow(schemaKey, pk)?.invalid !== false) return
    }
    for (const [schemaKey, table] of Object.entries(patch.entities)) {
      for (const [pk, row] of Object.entries(table)) {
        const next = this.#rowOver(below.getRow(schemaKey, pk), row, schemaKey, pk)
        if (next !== undefined) placeRow(this.written, schemaKey, pk, next)
      }
    }
    for (const { schemaKey, changeOf } of this.#listChanges(patch, below)) {
      for (const [pk, row] of below.rows(schemaKey)) {
        const change = row.invalid ? undefined : changeOf(pk)
        if (change) placeRow(this.written, schemaKey, pk, { ...row, data: change.apply(row.data) })
      }
    }
    below.writeAll(this.written)
  }

  /** Where a move puts an entity follows from its row, without what a later mutation has confirmed. */
  #listChanges({ changes, entities, value, args }: Patch, below: OverlaidRows): typeof changes {
    if (!changes.some(({ joins, leaves }) => joins.length > 0 && leaves.length > 0)) return changes
    const confirmed = Object.entries(entities).flatMap(([schemaKey, table]) =>
      Object.entries(table).map(([pk, { data }]) =>
        pick(
          { ...below.getRow(schemaKey, pk)?.data },
          Object.keys(data).filter((field) => this.#isOverruled(schemaKey, pk, field)),
        ),
      ),
    )
    const moved = isObject(value) ? Object.assign({ ...value }, ...confirmed) : value
    return this.#normalize(below, moved, args).changes
  }

  #rowOver(
    base: EntityRow | undefined,
    { data, invalid }: EntityRow,
    schemaKey: string,
    pk: string,
  ): EntityRow | undefined {
    const { started } = this.#request.call
    if (base === undefined) return invalid ? undefined : this.#newRow(data, schemaKey, pk)
    // A deletion that landed since wins.
    if ((base.meta.deleted ?? 0) > started) return undefined
    if (invalid || base.invalid) return { ...base, ...(!invalid && { data }), invalid }
    const names = Object.keys(data).filter((it) => !this.#isOverruled(schemaKey, pk, it))
    const schema = this.#runtime.tableOwners.get(schemaKey) as RowSchema
    const own = schema.isList === true ? data : pick(data, names)
    return { ...base, data: schema.mergeWithStore(base.meta, META, base.data, own) }
  }

  /** A row of which the server has none. */
  #newRow(data: object, schemaKey: string, pk: string): EntityRow {
    const { started } = this.#request.call
    const meta: RowMeta = {
      ...META,
      fetchedAt: started,
      date: Math.floor(started),
      landed: started,
    }
    if (!isTemporaryKey(pk)) return { data, invalid: false, meta }
    const { defaults = {} } = this.#runtime.tableOwners.get(schemaKey) as { defaults?: object }
    const named = 'id' in defaults ? { ...data, id: pk } : data
    return { data: named, invalid: false, meta: { ...meta, createdAs: [pk] } }
  }

  /** Whether a mutation that started later has confirmed a field; one that waits starts after all that has landed. */
  #isOverruled(schemaKey: string, pk: string, field: string): boolean {
    const { call, stage } = this.#request
    const by = this.#confirmed.get(nameOfField(schemaKey, pk, field)) ?? 0
    return by > call.started && stage !== 'waiting'
  }
}

/** A snapshot that records what is read from it. */
class RecordingSnapshot extends Snapshot {
  readonly rows: Names = new Map()

  protected override read(endpoint: EndpointContract, args: readonly unknown[]): EndpointRead {
    return this.#note(super.read(endpoint, args))
  }

  protected override query(schema: unknown, args: readonly unknown[]): RowsRead {
    return this.#note(super.query(schema, args))
  }

  #note<Read extends { readonly dependencies: readonly CacheEntry[] }>(read: Read): Read {
    visitRows(read.dependencies, { row: (schemaKey, pk) => addTo(this.rows, schemaKey, pk) })
    return read
  }
}
