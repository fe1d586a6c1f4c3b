import { keepCreatedAs } from '../../normalize/landing'
import { creationOf, isTemporaryKey } from '../../schema/rowKey'
import { isLiteral } from '../../schema/schemaObject'
import { addTo } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { mapValues } from '../../util/record'
import type { ManagedCall, ManagerHooks, RunRequest } from '../../store/Manager'
import { affectedBy } from '../../store/requests/affected'
import { doubted } from '../../store/requests/lostMutations'
import type { Runtime } from '../../store/Runtime'
import type {
  CommitPayload,
  FulfilledAction,
  RequestMeta,
  RestAction,
} from '../../store/state/actions'
import { confirmedSource, confirmedState, isCovered } from '../../store/state/confirmed'
import type { RestState } from '../../store/state/state'
import { sourceOf } from '../../store/state/StateCache'
import { touchedMetaOf } from '../../store/state/commit'
import { type Covered, coveredRows } from './coveredRows'
import { nameCreated } from './createdRows'
import { type ConfirmedFields, ExpectedUpdate, nameOfField } from './ExpectedUpdate'
import { addNames, type Names, OverlaidRows } from './OverlaidRows'
import { argsToSend, temporaryKeysIn } from './temporaryArguments'

/**
 * What readers are shown of mutations in flight. The tables hold what is shown, and `state.confirmed` the server's rows where
 * that differs. After each commit, what is expected goes over the server's rows again, in the order of the calls.
 */
export class OptimisticUpdates implements ManagerHooks {
  readonly #runtime: Runtime
  /** By the id of the request, in order of start. */
  readonly #updates = new Map<string, ExpectedUpdate>()
  readonly #confirmed: ConfirmedFields = new Map()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** A call waits for the creations of the entities that its arguments name by temporary keys. */
  readonly request = async ({ endpoint, args }: ManagedCall, run: RunRequest): Promise<unknown> => {
    const keys = [...temporaryKeysIn(args)]
    if (keys.length === 0) return run()
    const { inFlight } = this.#runtime
    await Promise.all(keys.flatMap((key) => inFlight.get(creationOf(key))?.outcome ?? []))
    return run({ args: argsToSend(confirmedState(this.#runtime.state), endpoint.name, args) })
  }

  /** Adds to an action what is shown. */
  readonly commit = (action: RestAction, state: RestState): RestAction => {
    const { meta } = action
    if (meta.kind === 'reset') this.#updates.clear()
    if (meta.kind === 'request' && meta.sideEffect === true && meta.requestStatus === 'pending') {
      return this.#start(action, meta, state)
    }
    if (this.#updates.size === 0) this.#confirmed.clear()
    const { payload = {} } = action as { payload?: Partial<CommitPayload> }
    const isAsIs = this.#updates.size === 0 || payload.confirmed !== undefined
    return isAsIs ? action : withPayload(action, this.#settle(action, payload, state))
  }

  /** What a call is expected to write lies over all that is shown. */
  #start(action: RestAction, meta: RequestMeta, state: RestState): RestAction {
    const request = this.#runtime.inFlight.get(meta.requestId)
    if (request === undefined) return action
    const { schema, getOptimisticResponse } = request.call.endpoint
    if (getOptimisticResponse === undefined || isLiteral(schema)) return action
    const update = new ExpectedUpdate(request, this.#runtime, this.#confirmed)
    this.#updates.set(meta.requestId, update)
    const shown = new OverlaidRows({ ...sourceOf(state), state: () => state })
    update.apply(shown)
    const changed: Names = new Map()
    addNames(changed, update.written)
    const covered = coveredRows(state, serverRows(state), shown, changed, meta.fetchedAt)
    const next = withPayload(action, covered)
    if (next === action) return action
    // Subscribers are notified of other starts a moment later.
    const { RTK_autoBatch: _, ...atOnce } = meta
    return { ...next, meta: atOnce } as RestAction
  }

  #settle(
    action: RestAction,
    payload: Partial<CommitPayload>,
    state: RestState,
  ): Partial<CommitPayload> | undefined {
    const { meta } = action
    const committed = serverRows(state)
    for (const [schemaKey, table] of Object.entries(payload.entities ?? {})) {
      for (const [pk, row] of Object.entries(table)) committed.write(schemaKey, pk, row)
    }
    const touchedMeta = touchedMetaOf(meta)
    const { landed } = touchedMeta
    const touched = mapValues(payload.touched ?? {}, (groups, schemaKey) =>
      groups.map((group) => ({
        ...group,
        pks: group.pks.filter((pk) => {
          const row = isCovered(state, schemaKey, pk) ? committed.getRow(schemaKey, pk) : undefined
          if (row === undefined) return true
          committed.write(schemaKey, pk, { ...row, meta: keepCreatedAs(touchedMeta, row) })
          return false
        }),
      })),
    )
    const changed: Names = new Map()
    const isEnd = meta.kind === 'request' && meta.sideEffect === true
    const last = isEnd ? this.#end(meta) : undefined
    if (last !== undefined) {
      addNames(changed, last.written)
      if (payload.entities) this.#land(last, committed, action as FulfilledAction, landed)
    }
    addNames(changed, committed.written)
    if (last === undefined && this.#affected(changed).length === 0) return undefined
    const covered = this.#cover(state, committed, changed, landed)
    return { ...covered, ...(payload.touched && { touched }) }
  }

  /** Ends the update of a mutation. What it has confirmed is no longer expected of those that started before it. */
  #end({ requestId, requestStatus }: RequestMeta): ExpectedUpdate | undefined {
    const last = this.#updates.get(requestId)
    this.#updates.delete(requestId)
    const call = this.#runtime.inFlight.get(requestId)?.call
    if (call === undefined || requestStatus !== 'fulfilled') return last
    for (const field of call.endpoint.writtenFields?.(...call.args) ?? []) {
      for (const [schemaKey, pks] of affectedBy(call).rows) {
        for (const pk of pks) {
          const name = nameOfField(schemaKey, pk, field)
          this.#confirmed.set(name, Math.max(call.started, this.#confirmed.get(name) ?? 0))
        }
      }
    }
    return last
  }

  /** What the response of a mutation, or its lack, says of the rows that it was expected to write. */
  #land(
    last: ExpectedUpdate,
    committed: OverlaidRows,
    { meta, payload }: FulfilledAction,
    landed: number,
  ): void {
    if (payload.result !== undefined) return nameCreated(last, committed, payload.result, landed)
    // A success without a row confirms what was expected, but for a row that has no primary key yet.
    const pks = [...last.written.values()].flatMap((table) => [...table.keys()])
    if (meta.requestStatus === 'fulfilled' && !pks.some(isTemporaryKey)) last.apply(committed)
    for (const [schemaKey, table] of last.written) {
      const isList = this.#runtime.tableOwners.get(schemaKey)?.isList
      for (const pk of table.keys()) {
        const row = committed.getRow(schemaKey, pk)
        if (row !== undefined) committed.write(schemaKey, pk, doubted(row, landed, isList))
      }
    }
  }

  /** Applies what is expected again where it is affected. */
  #cover(state: RestState, committed: OverlaidRows, changed: Names, landed: number): Covered {
    for (;;) {
      const shown = new OverlaidRows(committed)
      const affected = this.#affected(changed)
      for (const it of affected) it.apply(shown, changed)
      addNames(changed, shown.written)
      // What they write now may be what others write, that are not among them.
      if (this.#affected(changed).length > affected.length) continue
      return coveredRows(state, committed, shown, changed, landed)
    }
  }

  /** The updates that share a row or a list with what changed, and with each other, in order of start. */
  #affected(changed: Names): readonly ExpectedUpdate[] {
    const all = [...this.#updates.values()]
    const affected = new Set<ExpectedUpdate>()
    let count: number
    do {
      count = affected.size
      for (const it of all) {
        if (affected.has(it) || !it.meets(changed)) continue
        affected.add(it)
        addNames(changed, it.written)
      }
    } while (affected.size > count)
    return all.filter((it) => affected.has(it))
  }

  /** What is shown of all of them, where a state shows something else. */
  shown(state: RestState, { meta }: RestAction): Partial<CommitPayload> {
    const changed: Names = new Map()
    for (const [schemaKey, table] of Object.entries(state.confirmed)) {
      for (const pk of Object.keys(table)) addTo(changed, schemaKey, pk)
    }
    for (const { written, reads } of this.#updates.values()) {
      addNames(changed, written)
      addNames(changed, reads)
    }
    const covered = this.#cover(state, serverRows(state), changed, meta.fetchedAt)
    const { entities, settled } = covered
    return Object.keys(entities).length + Object.keys(settled).length > 0 ? covered : {}
  }
}

function serverRows(state: RestState): OverlaidRows {
  return new OverlaidRows({ ...confirmedSource(state), state: () => confirmedState(state) })
}

/** An action with what is added to it, where that is something. */
function withPayload(action: RestAction, added: Partial<CommitPayload> | undefined): RestAction {
  const { payload } = action as { payload?: object }
  const given = Object.entries(added ?? {}).filter(
    ([, tables]) => Object.keys(tables as object).length > 0,
  )
  if (given.length === 0) return action
  return {
    ...action,
    payload: freezeData({ ...payload, ...Object.fromEntries(given) }),
  } as RestAction
}
