import type { ResultUpdates } from '../../endpoint/contract'
import { normalizeInto } from '../../normalize/normalize'
import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import type { RowRef } from '../../normalize/landing'
import type { TableOwners } from '../../normalize/PendingRows'
import { type Order, orderOf } from '../../schema/contract'
import { temporaryKey } from '../../schema/rowKey'
import { isLiteral } from '../../schema/schemaObject'
import { addTo } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { mapValues } from '../../util/record'
import { isSame } from '../../util/replaceEqualDeep'
import { RecordingSnapshot, type ReadRows, REQUESTS } from '../select/StateReader'
import type {
  ActionCreators,
  CommitPayload,
  LayerChanges,
  OptimisticAction,
  PlainMeta,
} from '../state/actions'
import { type Clock, FOREVER } from '../state/expiry'
import { addRowsOf, requestsOf, viewOf, writeResults } from '../state/layers'
import type { RowChange } from '../state/rowTree'
import type { OptimisticLayer, RequestRow, RestState } from '../state/state'
import { sourceOf } from '../state/StateCache'
import { rows, setRows } from '../state/table'
import { writeTables } from '../state/writes'
import type { InFlightRequests, RequestCall } from './InFlightRequest'
import { expectedRows, nameCreated } from './createdRows'
import type { LandingLog } from './LandingLog'
import { withRealIds } from './temporaryKeys'
import { reportCallback, updatedResults, updatesOf } from './updatedResults'

/** What a mutation in flight is expected to write, and what that was computed from. */
interface OptimisticUpdate {
  readonly call: RequestCall
  readonly layer: OptimisticLayer
  /** The expected response, with primary keys in place of entities. */
  readonly result: unknown
  readonly rows: ReadRows
}

interface Store {
  readonly state: RestState
  readonly actions: Pick<ActionCreators, 'optimistic'>
  readonly inFlight: Pick<InFlightRequests, 'has' | 'nameScopes'>
  readonly clock: Pick<Clock, 'now'>
  readonly landings: LandingLog
  readonly tableOwners: TableOwners
  send(action: OptimisticAction): void
  plainMeta(kind: 'optimistic'): PlainMeta<'optimistic'>
  dispatchSoon(run: () => void): void
  isBeforeReset(call: RequestCall): boolean
}

/** What an action writes that may change layers. */
interface Written extends Pick<CommitPayload, 'entities' | 'results'> {
  /** The rows that a mutation confirms, which may be as they were. */
  readonly confirmed?: readonly RowRef[]
}

/**
 * What readers are shown of mutations in flight: each is a layer over the tables, and over the layers of the mutations that
 * started before. A layer is computed anew when a row changes that it was computed from.
 */
export class OptimisticUpdates {
  readonly #store: Store
  /** By the id of the request, in order of start. */
  readonly #updates = new Map<string, OptimisticUpdate>()
  /** Whether there was an entity without a primary key. */
  hasMadeKeys = false
  #isComputing = false
  #isSending = false

  constructor(store: Store) {
    this.#store = store
  }

  /** Shows what a mutation that starts is expected to change. */
  start(call: RequestCall): void {
    const { endpoint, isMutation, isSensitive, requestId } = call
    if (!isMutation || isSensitive) return
    const { schema, getOptimisticResponse, update: changes } = endpoint
    if (getOptimisticResponse === undefined || (isLiteral(schema) && changes === undefined)) return
    const { state } = this.#store
    const update = this.#compute(call, shownState(state))
    // One that has nothing to show yet may have later, when there is the row that it lacks.
    this.#updates.set(requestId, update)
    if (!isEmpty(update.layer)) this.#send({ layers: [update.layer] })
  }

  /**
   * What an action does to the layers: those that its rows concern are computed anew.
   * @param ended the request that it ends: the layer of a mutation is dropped
   * @param read the key and the row of a read whose response it brings
   */
  changes(
    { entities, results = {}, confirmed = [] }: Written,
    ended: string | undefined,
    read?: RowChange<RequestRow>,
  ): LayerChanges | undefined {
    const updates = this.#updates
    const last = ended === undefined ? undefined : updates.get(ended)
    if (last !== undefined) updates.delete(last.call.requestId)
    // What a user's function writes while it computes a layer would compute that layer again, without end.
    if ((updates.size === 0 && last === undefined) || this.#isComputing) return undefined
    const changed: ReadRows = new Map()
    addChanges({ entities, results }, changed)
    for (const { schemaKey, pk } of confirmed) addTo(changed, schemaKey, pk)
    if (read !== undefined) addTo(changed, REQUESTS, read[0])
    if (last !== undefined) addChanges(last.layer, changed)
    const { state } = this.#store
    const written = mapValues(entities, (table) => Object.entries(table))
    const requests = setRows(state.requests, read === undefined ? [] : [read])
    const tables = { ...state, requests: writeResults(requests, results), optimistic: [] }
    const after = writeTables(tables, written)
    const layers = this.#recompute(after, (it) => isConcerned(it, changed), changed)
    if (layers.length === 0 && last === undefined) return undefined
    return { ...(layers.length > 0 && { layers }), ...(last && { dropped: [last.call.requestId] }) }
  }

  /**
   * Drops the layers and mutations of requests that ended, and puts back the layers of those in flight.
   * @param isReplaced there may be other rows than the layers were computed from: after a jump in time, or an import
   */
  restore({ optimistic, mutations }: RestState, isReplaced = true): void {
    const { inFlight } = this.#store
    const expected = [...this.#updates.values()].map(({ layer }) => layer)
    const ended = rows(mutations).flatMap(([, { status, requestId }]) =>
      status === 'pending' && !inFlight.has(requestId) ? [requestId] : [],
    )
    const isRight = isReplaced
      ? expected.length + optimistic.length === 0
      : isSame(withoutEmpty(optimistic), withoutEmpty(expected))
    // A middleware that takes layers out of actions would have them sent without end.
    if (this.#isSending || (isRight && ended.length === 0)) return
    const ids = [...optimistic.map(({ requestId }) => requestId), ...ended]
    this.#store.dispatchSoon(() => {
      const layers = this.#recompute({ ...this.#store.state, optimistic: [] }, () => true)
      const shown = new Set(layers.map(({ requestId }) => requestId))
      const dropped = [...new Set(ids)].filter((requestId) => !shown.has(requestId))
      this.#send({ layers, dropped })
    })
  }

  #send(optimistic: LayerChanges): void {
    const { actions } = this.#store
    this.#isSending = true
    try {
      this.#store.send(actions.optimistic({ optimistic }, this.#store.plainMeta('optimistic')))
    } finally {
      this.#isSending = false
    }
  }

  /**
   * Computes layers anew, each over the tables and the layers before.
   * @param changed takes what the layers change
   */
  #recompute(
    tables: RestState,
    isDue: (update: OptimisticUpdate) => boolean,
    changed: ReadRows = new Map(),
  ): readonly OptimisticLayer[] {
    const layers: OptimisticLayer[] = []
    let below = tables
    let over: OptimisticLayer[] = []
    for (const update of this.#updates.values()) {
      const { call, layer } = update
      if (isDue(update)) {
        below = shownState({ ...below, optimistic: over })
        over = []
        // A mutation that waited stays where it was called, below those that wait for it.
        const next = this.#compute(call, below, orderOf(layer))
        this.#updates.set(call.requestId, next)
        for (const it of [layer, next.layer]) addChanges(it, changed)
        if (!isEmpty(layer) || !isEmpty(next.layer)) layers.push(next.layer)
        over.push(next.layer)
      } else over.push(layer)
    }
    return layers
  }

  /** Has the rows that a mutation created know the keys that they were expected with. */
  nameCreated(requestId: string | undefined, response: NormalizedResponse, landed: Order): void {
    const { layer, result } = this.#updates.get(requestId ?? '') ?? {}
    const { state, inFlight } = this.#store
    if (layer === undefined) return
    nameCreated(state, layer, result, response, landed, (key, pk) => inFlight.nameScopes(key, pk))
  }

  /** The layer of a mutation in flight. */
  layerOf({ requestId }: RequestCall): OptimisticLayer | undefined {
    return this.#updates.get(requestId)?.layer
  }

  /** Takes a mutation as one that starts now, and not when it was called. */
  restart(call: RequestCall): void {
    const update = this.#updates.get(call.requestId)
    if (update !== undefined) this.#updates.set(call.requestId, { ...update, call })
  }

  /** Forgets the mutations that started before a reset. */
  reset(): void {
    for (const [requestId, { call }] of this.#updates) {
      if (this.#store.isBeforeReset(call)) this.#updates.delete(requestId)
    }
  }

  /** @param below the tables with the layers of the mutations before */
  #compute(call: RequestCall, below: RestState, order = call.order): OptimisticUpdate {
    const { endpoint, requestId, key } = call
    const args = withRealIds({ state: below }, call)
    const snap = new RecordingSnapshot(below, order.fetchedAt)
    const nothing: OptimisticLayer = { requestId, key, ...order, entities: {} }
    const wasComputing = this.#isComputing
    this.#isComputing = true
    try {
      const value: unknown = endpoint.getOptimisticResponse?.(snap, ...args)
      if (value instanceof Promise) {
        value.catch(() => undefined)
        throw new TypeError('it returned a promise')
      }
      const response = this.#normalize({ ...call, args }, below, value)
      const { result } = response
      const updates = updatesOf({ ...call, args }, result)
      const results = updatedResults(call, updates, below.requests)
      const hasResults = Object.keys(results).length > 0
      const entities = expectedRows(response, order, this.#store.tableOwners)
      const layer = freezeData({ ...nothing, entities, ...(hasResults && { results }) })
      addRead(snap.rows, layer, response, updates)
      return { call, layer, result, rows: snap.rows }
    } catch (error) {
      if (error !== snap.abort) reportCallback(call, 'getOptimisticResponse', error)
      return { call, layer: nothing, result: undefined, rows: snap.rows }
    } finally {
      this.#isComputing = wasComputing
    }
  }

  #normalize(
    { endpoint, args, order, requestId, isQueued }: RequestCall,
    below: RestState,
    value: unknown,
  ) {
    const { clock, landings, tableOwners } = this.#store
    const names = endpoint.writtenFields?.(...args)
    let count = 0
    const landing = landings.landing({
      // One that waits will be later than all that lands before.
      meta: {
        ...(isQueued === true ? clock.now() : order),
        date: 0,
        expiresAt: 0,
        landed: { fetchedAt: FOREVER, seq: 0 },
      },
      isMutation: true,
      names: names && new Set(names),
      isLogged: false,
      isContested: () => false,
    })
    const nextKey = (): string => {
      this.hasMadeKeys = true
      return temporaryKey(requestId, (count += 1))
    }
    const expected = { ...landing, temporaryKey: nextKey }
    return normalizeInto(sourceOf(below), endpoint.schema, value, args, expected, tableOwners)
  }
}

/** Adds the rows and results that a layer was computed from, besides those of its snapshot. */
function addRead(
  read: ReadRows,
  layer: OptimisticLayer,
  { touched, changes }: NormalizedResponse,
  updates: ResultUpdates,
): void {
  addChanges(layer, read)
  for (const [schemaKey, groups] of Object.entries(touched)) {
    for (const { pks } of groups) for (const pk of pks) addTo(read, schemaKey, pk)
  }
  for (const { schemaKey } of changes) addTo(read, schemaKey, undefined)
  for (const requestKey of Object.keys(updates)) addTo(read, REQUESTS, requestKey)
}

/** A state that holds what readers see of another one. */
function shownState(state: RestState): RestState {
  return { ...state, entities: viewOf(state).entities, requests: requestsOf(state), optimistic: [] }
}

function withoutEmpty(layers: readonly OptimisticLayer[]): readonly OptimisticLayer[] {
  return layers.filter((it) => !isEmpty(it))
}

function isEmpty({ entities, results }: OptimisticLayer): boolean {
  return results === undefined && Object.keys(entities).length === 0
}

function addChanges(
  { entities, results = {} }: Pick<OptimisticLayer, 'entities' | 'results'>,
  changed: ReadRows,
): void {
  addRowsOf({ entities }, changed)
  for (const key of Object.keys(results)) addTo(changed, REQUESTS, key)
}

function isConcerned(update: OptimisticUpdate, changed: ReadRows): boolean {
  for (const [schemaKey, pks] of changed) {
    const read = update.rows.get(schemaKey)
    if (read?.has(undefined) === true) return true
    for (const pk of pks) if (read?.has(pk) === true) return true
  }
  return false
}
