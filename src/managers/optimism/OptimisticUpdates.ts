import { broughtValue } from '../../endpoint/brought'
import { normalizeInto } from '../../normalize/normalize'
import { creationOf, temporaryKey } from '../../schema/rowKey'
import { isLiteral } from '../../schema/schemaObject'
import { addTo } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { mapValues } from '../../util/record'
import { RecordingSnapshot, type ReadRows, REQUESTS } from './RecordingSnapshot'
import type { ManagedCall, ManagerHooks, RunRequest } from '../../store/Manager'
import type { RequestCall } from '../../store/requests/InFlightRequest'
import type { Runtime } from '../../store/Runtime'
import type {
  CommitPayload,
  FinalAction,
  LayerChanges,
  RequestMeta,
  RestAction,
} from '../../store/state/actions'
import { FOREVER } from '../../store/state/expiry'
import { writeResults } from '../../store/state/layers'
import { requestRow } from '../../store/state/requestRows'
import type { RowChange } from '../../store/state/rowTree'
import type { OptimisticLayer, RequestRow, RestState } from '../../store/state/state'
import { sourceOf } from '../../store/state/StateCache'
import { getRow, setRows } from '../../store/state/table'
import { writeTables } from '../../store/state/writes'
import { reportCallback } from '../../store/requests/reportCallback'
import { updatedResults, updatesOf } from '../updatedResults'
import { expectedRows, nameCreated } from './createdRows'
import { addChanges, addRead, addTouched, isConcerned, isEmpty, shownState } from './layerRows'
import { argsToSend, temporaryKeysIn, withRealIds } from './temporaryArguments'

/** What a mutation in flight is expected to write, and what that was computed from. */
interface OptimisticUpdate {
  readonly call: RequestCall
  readonly layer: OptimisticLayer
  /** The expected response, with primary keys in place of entities. */
  readonly result: unknown
  readonly rows: ReadRows
}

/**
 * What readers are shown of mutations in flight: each is a layer over the tables, and over the layers of the mutations that
 * started before. A layer is computed anew when a row changes that it was computed from.
 */
export class OptimisticUpdates implements ManagerHooks {
  readonly #runtime: Runtime
  /** By the id of the request, in order of start. */
  readonly #updates = new Map<string, OptimisticUpdate>()
  #isComputing = false

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** A call waits for the creations of the entities that its arguments name by temporary keys. */
  readonly request = (call: ManagedCall, run: RunRequest): Promise<unknown> => {
    const keys = temporaryKeysIn(call.args)
    return keys.size === 0 ? run() : this.#runLater(call, [...keys], run)
  }

  async #runLater(
    { endpoint, args }: ManagedCall,
    keys: readonly string[],
    run: RunRequest,
  ): Promise<unknown> {
    const { inFlight } = this.#runtime
    await Promise.all(keys.flatMap((key) => inFlight.get(creationOf(key))?.outcome ?? []))
    return run({ args: argsToSend(this.#runtime.state, endpoint.name, args) })
  }

  /** Adds to an action what it does to the layers. */
  readonly commit = (action: RestAction): RestAction => {
    const { meta } = action
    if (meta.kind === 'reset') this.#updates.clear()
    const isStart = meta.kind === 'request' && meta.requestStatus === 'pending'
    const optimistic = isStart ? this.#start(meta.requestId) : undefined
    if (optimistic !== undefined) return shownAtOnce(withPayload(action, { optimistic }))
    return isStart || meta.kind === 'optimistic' ? action : this.#settle(action)
  }

  /** Shows what a mutation that starts is expected to change. */
  #start(requestId: string): LayerChanges | undefined {
    const call = this.#runtime.inFlight.get(requestId)?.call
    if (call === undefined || !call.isMutation) return undefined
    const { schema, getOptimisticResponse, update: changes } = call.endpoint
    const isExpected = getOptimisticResponse !== undefined
    if (!isExpected || (isLiteral(schema) && changes === undefined)) return undefined
    const update = this.#compute(call, shownState(this.#runtime.state))
    // One that has nothing to show yet may have later, when there is the row that it lacks.
    this.#updates.set(requestId, update)
    return isEmpty(update.layer) ? undefined : { layers: [update.layer] }
  }

  #settle(action: RestAction): RestAction {
    const { meta, payload = {} } = action as RestAction & { payload?: Partial<CommitPayload> }
    const isRequest = meta.kind === 'request'
    const isMutation = isRequest && meta.sideEffect === true
    const ended = isMutation ? meta.requestId : undefined
    const last = ended === undefined ? undefined : this.#updates.get(ended)
    // What a user's function writes while it computes a layer would compute that layer again, without end.
    if ((this.#updates.size === 0 && last === undefined) || this.#isComputing) return action
    const isRead = isRequest && !isMutation && meta.requestStatus === 'fulfilled'
    const entities = last === undefined ? payload.entities : this.#named(last, payload, meta)
    // What a mutation confirms may be as it was.
    const touched = isMutation ? payload.touched : {}
    const written = { ...payload, ...(entities && { entities }), ...(touched && { touched }) }
    const read = isRead ? this.#nextRow(action as FinalAction) : undefined
    const optimistic = this.#changes(written, last, read)
    return optimistic === undefined && entities === payload.entities
      ? action
      : withPayload(action, { ...(entities && { entities }), ...(optimistic && { optimistic }) })
  }

  /** The rows of a response, where those that it creates know the keys that they were expected with. */
  #named(
    { layer, result }: OptimisticUpdate,
    { entities, result: response }: Partial<CommitPayload>,
    meta: RestAction['meta'],
  ): CommitPayload['entities'] | undefined {
    const { landed } = meta as { readonly landed?: number }
    if (entities === undefined || response === undefined || landed === undefined) return entities
    return nameCreated(this.#runtime.state, layer, result, { entities, result: response }, landed)
  }

  #nextRow(action: FinalAction): RowChange<RequestRow> {
    const { key } = action.meta.arg
    return [key, requestRow(getRow(this.#runtime.state.requests, key), action)]
  }

  /**
   * What an action does to the layers: those that its rows concern are computed anew.
   * @param last the mutation that it ends, whose layer is dropped
   * @param read the key and the row of a read whose response it brings
   */
  #changes(
    { entities = {}, touched = {}, results = {} }: Partial<CommitPayload>,
    last: OptimisticUpdate | undefined,
    read: RowChange<RequestRow> | undefined,
  ): LayerChanges | undefined {
    if (last !== undefined) this.#updates.delete(last.call.requestId)
    const changed: ReadRows = new Map()
    addChanges({ entities, results }, changed)
    addTouched(touched, changed)
    if (read !== undefined) addTo(changed, REQUESTS, read[0])
    if (last !== undefined) addChanges(last.layer, changed)
    const { state } = this.#runtime
    const written = mapValues(entities, (table) => Object.entries(table))
    const requests = setRows(state.requests, read === undefined ? [] : [read])
    const tables = { ...state, requests: writeResults(requests, results), optimistic: [] }
    const after = writeTables(tables, written)
    const layers = this.#recompute(after, (it) => isConcerned(it, changed), changed)
    if (layers.length === 0 && last === undefined) return undefined
    return { ...(layers.length > 0 && { layers }), ...(last && { dropped: [last.call.requestId] }) }
  }

  /** The layers of the mutations in flight, computed anew over the state as it is. */
  recompute(): readonly OptimisticLayer[] {
    return this.#recompute({ ...this.#runtime.state, optimistic: [] }, () => true)
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
      const { layer } = update
      const call = this.#runtime.inFlight.get(update.call.requestId)?.call ?? update.call
      if (isDue(update)) {
        below = shownState({ ...below, optimistic: over })
        over = []
        // A mutation that waited stays where it was called, below those that wait for it.
        const next = this.#compute(call, below, layer.fetchedAt)
        this.#updates.set(call.requestId, next)
        for (const it of [layer, next.layer]) addChanges(it, changed)
        if (!isEmpty(layer) || !isEmpty(next.layer)) layers.push(next.layer)
        over.push(next.layer)
      } else over.push(layer)
    }
    return layers
  }

  /** The layer of a mutation in flight. */
  layerOf({ requestId }: RequestCall): OptimisticLayer | undefined {
    return this.#updates.get(requestId)?.layer
  }

  /** @param below the tables with the layers of the mutations before */
  #compute(call: RequestCall, below: RestState, fetchedAt = call.started): OptimisticUpdate {
    const { endpoint, requestId, key } = call
    const args = withRealIds(below, call.args)
    const snap = new RecordingSnapshot(below, fetchedAt)
    const nothing: OptimisticLayer = { requestId, key, fetchedAt, entities: {} }
    const wasComputing = this.#isComputing
    this.#isComputing = true
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
      const response = this.#normalize({ ...call, args }, below, value)
      const { result } = response
      const updates = updatesOf({ ...call, args }, result)
      const results = updatedResults(call, updates, below.requests)
      const hasResults = Object.keys(results).length > 0
      const entities = expectedRows(response, fetchedAt, this.#runtime.tableOwners)
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
    { endpoint, args, started, requestId, isQueued }: RequestCall,
    below: RestState,
    value: unknown,
  ) {
    const { clock, landings, tableOwners } = this.#runtime
    const names = endpoint.writtenFields?.(...args)
    let count = 0
    const landing = landings.landing({
      // One that waits will be later than all that lands before.
      meta: {
        fetchedAt: isQueued === true ? clock.now() : started,
        date: 0,
        expiresAt: 0,
        landed: FOREVER,
      },
      isMutation: true,
      names: names && new Set(names),
      isLogged: false,
      isContested: () => false,
    })
    const expected = { ...landing, temporaryKey: () => temporaryKey(requestId, (count += 1)) }
    return normalizeInto(sourceOf(below), endpoint.schema, value, args, expected, tableOwners)
  }
}

function withPayload(action: RestAction, added: Partial<CommitPayload>): RestAction {
  const { payload } = action as { payload?: object }
  return { ...action, payload: freezeData({ ...payload, ...added }) } as RestAction
}

/** Subscribers are notified of other starts a moment later. */
function shownAtOnce(action: RestAction): RestAction {
  const { RTK_autoBatch: _, ...meta } = action.meta as RequestMeta
  return { ...action, meta } as RestAction
}
