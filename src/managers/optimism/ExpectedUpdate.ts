import { broughtValue } from '../../endpoint/brought'
import { type Landing, plainLanding } from '../../normalize/landing'
import { normalizeInto } from '../../normalize/normalize'
import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import type { TableOwners } from '../../normalize/PendingRows'
import type { EntityRow } from '../../schema/contract'
import { temporaryKey } from '../../schema/rowKey'
import { affectedBy } from '../../store/requests/affected'
import type { RequestCall } from '../../store/requests/InFlightRequest'
import { reportCallback } from '../../store/requests/reportCallback'
import { confirmedRow } from '../../store/state/confirmed'
import { FOREVER } from '../../store/state/expiry'
import type { RestState } from '../../store/state/state'
import { writeTables } from '../../store/state/writes'
import { addTo } from '../../util/collections'
import { ConfirmedFields } from './ConfirmedFields'
import { expectedRows } from './createdRows'
import { addRows, meet, type RowNames } from './footprints'
import type { OverlaidRows } from './OverlaidRows'
import { RecordingSnapshot } from './RecordingSnapshot'
import { temporaryKeysIn, withRealIds } from './temporaryArguments'

/** What an update is applied to: the server's rows, with what earlier updates are expected to write. */
export interface Below {
  readonly rows: OverlaidRows
  /** A state with these rows. */
  state(): RestState
}

type Entities = { readonly [schemaKey: string]: { readonly [pk: string]: EntityRow } }

/** A function whose response depends on nothing that it reads: it is not called again where that changes. */
export interface PatchFunction {
  readonly isPatch?: true
}

/** What a mutation in flight is expected to write. It is applied again to rows that changed, and asked for again where its function used them. */
export class ExpectedUpdate {
  readonly call: RequestCall
  /** The rows that it writes, over those below it. */
  entities: Entities = {}
  /** The expected response, with primary keys in place of entities. */
  result: unknown
  /** What it depends on, and what it writes. */
  footprint: RowNames = new Map()
  readonly confirmed = new ConfirmedFields()
  readonly #owners: TableOwners
  /** The arguments, with the ids that entities have by now in place of temporary keys. */
  #args: readonly unknown[]
  #named: RowNames = new Map()
  #reads: RowNames = new Map()
  #response: { readonly value: unknown } | undefined
  /** It is a patch of rows that were there. */
  #needsRows = false
  #lists: NormalizedResponse['changes'] = []

  constructor(call: RequestCall, owners: TableOwners) {
    this.call = call
    this.#owners = owners
    this.#args = call.args
  }

  /**
   * @param changed the names of the rows that are not what they were when it was applied last
   * @param args the arguments of the call as it is now: what is sent has no temporary keys
   */
  apply(below: Below, changed: RowNames | undefined, args = this.call.args): void {
    this.entities = {}
    try {
      const isPlain = temporaryKeysIn(args).size === 0
      const isDue = changed === undefined || !isPlain || meet(this.#reads, changed)
      if (isDue) {
        this.#args = isPlain ? args : withRealIds(below.state(), args)
        this.#named = affectedBy({ endpoint: this.call.endpoint, args: this.#args }).rows
        this.#ask(below, this.#args)
      }
      if (this.#response !== undefined) this.#write(below.rows, this.#response.value)
    } catch (error) {
      reportCallback(this.call, 'getOptimisticResponse', error)
    }
    this.#note()
  }

  #ask(below: Below, args: readonly unknown[]): void {
    const { endpoint, started } = this.call
    const getResponse = broughtValue(endpoint.getOptimisticResponse)
    const snap = new RecordingSnapshot(() => below.state(), started)
    this.#reads = snap.rows
    this.#response = undefined
    try {
      const value: unknown = getResponse?.call(endpoint, snap, ...args)
      if (value instanceof Promise) {
        value.catch(() => undefined)
        throw new TypeError('it returned a promise')
      }
      this.#response = { value }
      const isPatch = (getResponse as PatchFunction | undefined)?.isPatch === true
      this.#needsRows = isPatch && snap.rows.size > 0
      if (isPatch) this.#reads = new Map()
    } catch (error) {
      if (error !== snap.abort) throw error
    }
  }

  #write(below: OverlaidRows, value: unknown): void {
    const { endpoint, started } = this.call
    if (!this.#hasRows(below)) return
    const normalized = normalizeInto(
      below,
      endpoint.schema,
      value,
      this.#args,
      this.#landing(),
      this.#owners,
    )
    this.#lists = normalized.changes
    this.result = normalized.result
    this.entities = expectedRows(normalized, started, this.#owners, below)
    below.write(this.entities)
  }

  /** A patch changes no row that is gone. */
  #hasRows(below: OverlaidRows): boolean {
    if (!this.#needsRows) return true
    return [...this.#named].every(([schemaKey, pks]) =>
      [...pks].every((pk) => below.getRow(schemaKey, pk as string)?.invalid === false),
    )
  }

  #landing(): Landing {
    const { started, requestId, before } = this.call
    let count = 0
    return {
      // What is expected lies over all rows, however late they landed.
      ...plainLanding({ fetchedAt: FOREVER, date: 0, expiresAt: 0, landed: FOREVER }),
      started,
      isMutation: true,
      ...(before && { before: (schemaKey, pk) => confirmedRow(before, schemaKey, pk) }),
      overruled: (schemaKey, pk) => this.confirmed.of(schemaKey, pk),
      temporaryKey: () => temporaryKey(requestId, (count += 1)),
    }
  }

  #note(): void {
    const names: RowNames = new Map()
    for (const some of [this.#reads, this.#named]) {
      for (const [schemaKey, pks] of some) for (const pk of pks) addTo(names, schemaKey, pk)
    }
    addRows(names, this.entities)
    // Lists come that it changes as well.
    for (const { schemaKey } of this.#lists) addTo(names, schemaKey, undefined)
    this.footprint = names
  }
}

/** @param state holds the rows that these lie over */
export function belowOf(state: RestState, rows: OverlaidRows): Below {
  return { rows, state: () => writeRows(state, rows) }
}

export function writeRows(state: RestState, { written }: OverlaidRows): RestState {
  const tables = Array.from(written, ([schemaKey, table]) => [schemaKey, [...table]] as const)
  return writeTables(state, Object.fromEntries(tables))
}
