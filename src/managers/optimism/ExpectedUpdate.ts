import { broughtValue } from '../../endpoint/brought'
import { visitRows } from '../../normalize/CacheEntry'
import { plainLanding } from '../../normalize/landing'
import { NormalizeRun } from '../../normalize/NormalizeRun'
import type { NormalizedResponse } from '../../normalize/PendingRows'
import { plainSource, type StoredRows } from '../../normalize/rowSource'
import type { EntityRow, RowMeta, RowSchema } from '../../schema/contract'
import { isTemporaryKey, temporaryKey } from '../../schema/rowKey'
import { reportCallback } from '../../store/report'
import type { Request } from '../../store/requests/Request'
import type { Runtime } from '../../store/Runtime'
import { Snapshot } from '../../store/select/StateReader'
import { FOREVER } from '../../store/state/expiry'
import type { RestState } from '../../store/state/state'
import { isObject } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { pick } from '../../util/record'
import { isSame } from '../../util/replaceEqualDeep'
import { checkExpected } from './checkExpected'
import { type NamedRow, namedRows, type OverlaidRows } from './OverlaidRows'
import { temporaryKeysIn, withRealIds } from './temporaryArguments'

/** A function whose response depends on nothing that it reads: it is not called again where that changes. */
export interface PatchFunction {
  readonly isPatch?: true
}

/** What is expected, by itself: it is applied to whatever rows there are. */
interface Patch extends Pick<NormalizedResponse, 'changes' | 'result'> {
  readonly rows: readonly NamedRow[]
  readonly args: readonly unknown[]
  readonly value: unknown
}

/** Below no row: what is expected alone. */
const NO_ROWS = plainSource({})

/** What is expected lies over all rows, however late they landed. */
const META: RowMeta = { fetchedAt: FOREVER, date: 0, expiresAt: FOREVER, landed: FOREVER }

/** Whether a mutation that started later than a call has confirmed a field. */
export type IsConfirmed = (
  schemaKey: string,
  pk: string,
  field: string,
  request: Request,
) => boolean

/** What a mutation in flight is expected to write. It is applied to the rows below it, and asked for again where its function used rows that changed. */
export class ExpectedUpdate {
  #patch: Patch | undefined
  /** The rows that its function read; `undefined` before it was called. */
  #reads: readonly NamedRow<EntityRow | undefined>[] | undefined
  /** The rows that it writes, by the rows below them. */
  #over = new WeakMap<EntityRow, EntityRow | undefined>()
  /** How it changed lists when it was applied last. */
  changes: Patch['changes'] = []
  readonly #isPatch: boolean
  /** Its arguments have keys of entities that get their own later. */
  readonly #isUnnamed: boolean
  readonly request: Request
  readonly #runtime: Runtime
  readonly #isConfirmed: IsConfirmed

  constructor(request: Request, runtime: Runtime, isConfirmed: IsConfirmed) {
    this.request = request
    this.#runtime = runtime
    this.#isConfirmed = isConfirmed
    const getResponse = broughtValue(request.endpoint.getOptimisticResponse)
    this.#isPatch = (getResponse as PatchFunction | undefined)?.isPatch === true
    this.#isUnnamed = temporaryKeysIn(request.args).size > 0
  }

  /** The expected response, with primary keys in place of entities. */
  get result(): unknown {
    return this.#patch?.result
  }

  /** The entities of the expected response. */
  get rows(): readonly NamedRow[] {
    return this.#patch?.rows ?? []
  }

  /** Whether it reads or writes what is written there. */
  isOver({ written }: OverlaidRows): boolean {
    return (
      [...this.rows, ...(this.#reads ?? [])].some(([table, pk]) => written.get(table)?.has(pk)) ||
      this.#patch?.changes.some(({ schemaKey }) => written.has(schemaKey)) === true
    )
  }

  /** Whether it writes a row. */
  expects(schemaKey: string, pk: string): boolean {
    return this.rows.some(([table, it]) => table === schemaKey && it === pk)
  }

  /** Some fields of a row were confirmed, which may be no others than before. */
  forget(schemaKey: string, pk: string): void {
    if (this.expects(schemaKey, pk)) this.#over = new WeakMap()
  }

  /**
   * Writes what is expected over some rows.
   * @param getState the state that has them
   */
  apply(below: OverlaidRows, getState = (): RestState => below.state()): void {
    try {
      if (this.#isDue(below)) this.#ask(below, getState)
      if (this.#patch !== undefined) below.writeAll(this.#rowsOver(this.#patch, below))
    } catch (error) {
      reportCallback(this.request, 'getOptimisticResponse', error)
    }
  }

  #isDue(below: OverlaidRows): boolean {
    if (this.#reads === undefined || this.#isUnnamed) return true
    // One that has nothing to show yet may have later, when there is the row that it lacks.
    if (this.#isPatch && this.#patch !== undefined) return false
    return this.#reads.some(([schemaKey, pk, row]) => {
      const next = below.getRow(schemaKey, pk)
      return next !== row && !this.#isIn(next, schemaKey, pk)
    })
  }

  /** Whether a read has brought what is expected since: counted anew, a counter would go up twice, and back. */
  #isIn(row: EntityRow | undefined, schemaKey: string, pk: string): boolean {
    const { fetchedAt = 0, landed = 0 } = row?.meta ?? {}
    if (fetchedAt === landed || landed < this.request.started) return false
    const expected = this.rows.find(([table, it]) => table === schemaKey && it === pk)?.[2]
    return !!row && !!expected && isSame(row.data, { ...row.data, ...expected.data })
  }

  #ask(below: OverlaidRows, getState: () => RestState): void {
    const { endpoint, args: given, started } = this.request
    let state: RestState | undefined
    // Made for those that read it alone.
    const read = (): RestState => (state ??= getState())
    const args = this.#isUnnamed ? withRealIds(read(), given) : given
    const reads: NamedRow<EntityRow | undefined>[] = []
    const row = (schemaKey: string, pk = ''): void => {
      reads.push([schemaKey, pk, below.getRow(schemaKey, pk)])
    }
    const snap = new Snapshot(read, started, ({ dependencies }) => visitRows(dependencies, { row }))
    this.#patch = undefined
    this.#reads = reads
    this.#over = new WeakMap()
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
      const { entities, changes, result } = this.#normalize(NO_ROWS, value, args)
      const rows = namedRows(entities)
      if (process.env.NODE_ENV !== 'production') {
        checkExpected(this.request, rows, below, this.#runtime.tableOwners)
      }
      this.#patch = { rows, changes, result, args, value }
    } catch (error) {
      if (error !== snap.abort) throw error
    } finally {
      this.#runtime.isExpecting = false
    }
  }

  #normalize(source: StoredRows, value: unknown, args: readonly unknown[]): NormalizedResponse {
    const { endpoint, requestId } = this.request
    let count = 0
    const landing = {
      ...plainLanding(META),
      isExpected: true,
      makeKey: () => temporaryKey(requestId, (count += 1)),
    }
    const { tableOwners: owners } = this.#runtime
    return new NormalizeRun({ source, args, landing, owners }, endpoint.schema).run(value)
  }

  /** The rows that it writes over those below it. */
  #rowsOver(patch: Patch, below: OverlaidRows): readonly NamedRow[] {
    const written: NamedRow[] = []
    for (const [schemaKey, pk, row] of patch.rows) {
      const base = below.getRow(schemaKey, pk)
      const next = getOrCreate(this.#over, base ?? row, () =>
        base === undefined
          ? this.#newRow(schemaKey, pk, row)
          : this.#rowOver(base, schemaKey, pk, row),
      )
      if (next !== undefined && next !== base) written.push([schemaKey, pk, next])
    }
    const moves = this.#movesOver(patch, below)
    this.changes = moves ?? patch.changes
    for (const { schemaKey, changeOf } of this.changes) {
      for (const [pk, base] of below.rows(schemaKey)) {
        const changed = (): EntityRow => {
          const change = base.invalid ? undefined : changeOf(pk, base)
          return change ? { ...base, data: change.apply(base.data) } : base
        }
        const next = moves === undefined ? getOrCreate(this.#over, base, changed) : changed()
        if (next !== base) written.push([schemaKey, pk, next as EntityRow])
      }
    }
    return written
  }

  /** Where a move puts an entity follows from its row, without what a later mutation has confirmed. */
  #movesOver(
    { changes, rows, value, args }: Patch,
    below: OverlaidRows,
  ): typeof changes | undefined {
    if (!changes.some(({ joins, leaves }) => joins.length > 0 && leaves.length > 0))
      return undefined
    const confirmed = rows.map(([schemaKey, pk, { data }]) => {
      const names = Object.keys(data).filter((it) => this.#isOverruled(schemaKey, pk, it))
      return pick({ ...below.getRow(schemaKey, pk)?.data }, names)
    })
    const moved = isObject(value) ? Object.assign({ ...value }, ...confirmed) : value
    return this.#normalize(below, moved, args).changes
  }

  #rowOver(
    base: EntityRow,
    schemaKey: string,
    pk: string,
    { data, invalid }: EntityRow,
  ): EntityRow {
    // A deletion that landed since wins, and a patch changes no row that is gone.
    const isGone =
      (base.meta.deleted ?? 0) > this.request.started || (base.invalid && this.#isChange)
    if (isGone) return base
    if (invalid || base.invalid) return { ...base, ...(!invalid && { data }), invalid }
    const names = Object.keys(data).filter((it) => !this.#isOverruled(schemaKey, pk, it))
    const schema = this.#runtime.tableOwners.get(schemaKey) as RowSchema
    const own = schema.isList === true ? data : pick(data, names)
    return { ...base, data: schema.mergeWithStore(base.meta, META, base.data, own) }
  }

  /** A row of which the server has none. */
  #newRow(schemaKey: string, pk: string, { data, invalid }: EntityRow): EntityRow | undefined {
    if (invalid || this.#isChange) return undefined
    const { started } = this.request
    const meta: RowMeta = { ...META, fetchedAt: started, date: Math.floor(started) }
    if (!isTemporaryKey(pk)) return { data, invalid, meta }
    const { defaults = {} } = this.#runtime.tableOwners.get(schemaKey) as { defaults?: object }
    const named = 'id' in defaults ? { ...data, id: pk } : data
    return { data: named, invalid, meta: { ...meta, createdAs: [pk] } }
  }

  /** Whether it is a patch of rows that it found, and creates none. */
  get #isChange(): boolean {
    return this.#isPatch && this.#reads?.length !== 0
  }

  /** Whether a mutation that started later has confirmed a field; one that waits starts after all that has landed. */
  #isOverruled(schemaKey: string, pk: string, field: string): boolean {
    const { request } = this
    return request.stage !== 'waiting' && this.#isConfirmed(schemaKey, pk, field, request)
  }
}
