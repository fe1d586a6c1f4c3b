import { touchedMeta } from '../../normalize/landing'
import { creationOf, isTemporaryKey } from '../../schema/rowKey'
import { isLiteral } from '../../schema/schemaObject'
import { freezeData } from '../../util/freeze'
import { isSameField } from '../../util/replaceEqualDeep'
import type { ManagedRequest, ManagerHooks, RunRequest } from '../../store/Manager'
import { affectedBy } from '../../store/requests/affected'
import { doubted } from '../../store/requests/lostMutations'
import type { Request } from '../../store/requests/Request'
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
import { ExpectedUpdate, type IsConfirmed } from './ExpectedUpdate'
import { namedRows, OverlaidRows } from './OverlaidRows'
import { argsToSend, temporaryKeysIn } from './temporaryArguments'

/**
 * What readers are shown of mutations in flight. The tables hold what is shown, and `state.confirmed` the server's rows where
 * that differs. After each commit, what is expected goes over the server's rows again, in the order of the calls.
 */
export class OptimisticUpdates implements ManagerHooks {
  readonly #runtime: Runtime
  /** By the id of the request, in order of start. */
  readonly #updates = new Map<string, ExpectedUpdate>()
  /** The fields that mutations have confirmed, with the one of these that started last. */
  readonly #confirmed = new Map<string, Request>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** A call waits for the creations of the entities that its arguments name by temporary keys. */
  readonly request = async (
    { endpoint, args }: ManagedRequest,
    run: RunRequest,
  ): Promise<unknown> => {
    const keys = [...temporaryKeysIn(args)]
    if (keys.length === 0) return run()
    const { inFlight } = this.#runtime
    await Promise.all(keys.flatMap((key) => inFlight.get(creationOf(key))?.outcome ?? []))
    return run({ args: argsToSend(confirmedState(this.#runtime.state), endpoint.name, args) })
  }

  /** Adds to an action what is shown. */
  readonly commit = (action: RestAction, state: RestState): RestAction => {
    const { meta } = action
    const { payload = {} } = action as { payload?: Partial<CommitPayload> }
    if (meta.kind === 'reset') this.#updates.clear()
    const start = this.#start(meta)
    if (this.#updates.size === 0) this.#confirmed.clear()
    if (this.#updates.size === 0 || payload.confirmed !== undefined) return action
    const next = withPayload(action, this.#cover(action, payload, state, start))
    if (next === action || start === undefined) return next
    // Subscribers are notified of other starts a moment later.
    const { RTK_autoBatch: _, ...atOnce } = meta as RequestMeta
    return { ...next, meta: atOnce } as RestAction
  }

  /** What a call is expected to write lies over all that is shown. */
  #start(meta: RestAction['meta']): ExpectedUpdate | undefined {
    if (!isOfMutation(meta) || meta.requestStatus !== 'pending') return undefined
    const request = this.#runtime.inFlight.get(meta.requestId)
    const { schema, getOptimisticResponse } = request?.endpoint ?? {}
    if (!request || !getOptimisticResponse || isLiteral(schema)) return undefined
    const update = new ExpectedUpdate(request, this.#runtime, this.#isConfirmed)
    this.#updates.set(meta.requestId, update)
    return update
  }

  readonly #isConfirmed: IsConfirmed = (schemaKey, pk, field, request) => {
    if (this.#confirmed.size === 0) return false
    const confirmedBy = (isToggle: boolean): Request | undefined => {
      const last = this.#confirmed.get(nameOfField(schemaKey, pk, field, isToggle))
      return last !== undefined && last.started > request.started ? last : undefined
    }
    const toggle = fieldsOf(request) === undefined ? confirmedBy(true) : undefined
    const isToggled = toggle !== undefined && toggle.endpoint.name !== request.endpoint.name
    return isToggled || confirmedBy(false) !== undefined
  }

  /** What is shown after an action, and what the server has where that differs. */
  #cover(
    action: RestAction,
    payload: Partial<CommitPayload>,
    state: RestState,
    start?: ExpectedUpdate,
  ): Partial<Covered> {
    const touched = touchedMetaOf(action.meta)
    const committed = serverRows(state)
    committed.writeAll(namedRows(payload.entities))
    // A reducer leaves these rows as they are, where what is expected lies or comes over them.
    for (const [schemaKey, groups] of Object.entries(payload.touched ?? {})) {
      for (const pk of groups.flatMap(({ pks }) => pks)) {
        const isShown = !isCovered(state, schemaKey, pk) && !this.#expects(schemaKey, pk)
        const row = isShown ? undefined : committed.getRow(schemaKey, pk)
        if (row) committed.write(schemaKey, pk, { ...row, meta: touchedMeta(touched, row) })
      }
    }
    const { meta } = action
    const last = isOfMutation(meta) ? this.#end(meta) : undefined
    if (last !== undefined && payload.entities) {
      this.#land(last, committed, action as FulfilledAction, touched.landed)
      this.#overrule(last, committed)
    }
    // What all others expect is shown already.
    const isApart =
      !start && !last && ![...this.#updates.values()].some((it) => it.isOver(committed))
    return isApart ? {} : this.#shown(state, committed, touched.landed, start)
  }

  /** Ends the update of a mutation. What it has confirmed is no longer expected of those that started before it. */
  #end({ requestId, requestStatus }: RequestMeta): ExpectedUpdate | undefined {
    if (requestStatus === 'pending') return undefined
    const last = this.#updates.get(requestId)
    this.#updates.delete(requestId)
    const request = this.#runtime.inFlight.get(requestId)
    if (request === undefined || requestStatus !== 'fulfilled') return last
    const fields = fieldsOf(request) ?? []
    for (const [schemaKey, pks] of affectedBy(request).rows) {
      for (const pk of pks) this.#confirm(request, schemaKey, pk, fields)
    }
    return last
  }

  /** What a mutation without a body was expected to change, and has, is no longer expected of others without one that started before. */
  #overrule({ rows, request }: ExpectedUpdate, committed: OverlaidRows): void {
    const { before } = request
    if (before === undefined || fieldsOf(request) !== undefined) return
    for (const [schemaKey, pk, { data }] of rows) {
      const shown = sourceOf(before).getRow(schemaKey, pk)?.data
      const next = committed.getRow(schemaKey, pk)?.data
      if (shown === undefined || next === undefined) continue
      const fields = Object.keys(data).filter((it) => !isSameField(shown, next, it))
      this.#confirm(request, schemaKey, pk, fields, true)
    }
  }

  #confirm(
    request: Request,
    schemaKey: string,
    pk: string,
    fields: readonly string[],
    isToggle = false,
  ): void {
    for (const field of fields) {
      const name = nameOfField(schemaKey, pk, field, isToggle)
      const last = this.#confirmed.get(name)
      if (last === undefined || last.started < request.started) this.#confirmed.set(name, request)
    }
    for (const it of this.#updates.values()) it.forget(schemaKey, pk)
  }

  #expects(schemaKey: string, pk: string): boolean {
    return [...this.#updates.values()].some((it) => it.expects(schemaKey, pk))
  }

  /** What the response of a mutation, or its lack, says of the rows that it was expected to write. */
  #land(
    last: ExpectedUpdate,
    committed: OverlaidRows,
    { meta, payload }: FulfilledAction,
    landed: number,
  ): void {
    if (payload.result !== undefined) return nameCreated(last, committed, payload.result, landed)
    const expected = new OverlaidRows(committed)
    last.apply(expected)
    const rows = [...expected.all()]
    // A success without a row confirms what was expected, but for a row that has no primary key yet.
    const isConfirmed =
      meta.requestStatus === 'fulfilled' && !rows.some(([, pk]) => isTemporaryKey(pk))
    const { inFlight, journal } = this.#runtime
    if (isConfirmed) {
      // What was expected is of no moment until it lands.
      const changes = last.changes.map((it) => ({ ...it, landed }))
      journal.add(inFlight.all, { landed, changes })
    }
    for (const [schemaKey, pk, shown] of rows) {
      const row = isConfirmed ? shown : committed.getRow(schemaKey, pk)
      const isList = this.#runtime.tableOwners.get(schemaKey)?.isList
      if (row !== undefined) committed.write(schemaKey, pk, doubted(row, landed, isList))
    }
  }

  /**
   * Applies all that is expected, in order of start.
   * @param start the last one, if it starts now
   */
  #shown(
    state: RestState,
    committed: OverlaidRows,
    landed: number,
    start?: ExpectedUpdate,
  ): Covered {
    const shown = new OverlaidRows(committed)
    // What is below one that starts is nearly always what the state shows; a middleware may delay other starts.
    const below = (): RestState =>
      isEmpty(coveredRows(state, committed, shown, landed)) ? state : shown.state()
    for (const it of this.#updates.values()) it.apply(shown, it === start ? below : undefined)
    return coveredRows(state, committed, shown, landed)
  }

  /** What is shown of all of them, where a state shows something else. */
  shown(state: RestState, landed: number): Partial<CommitPayload> {
    const covered = this.#shown(state, serverRows(state), landed)
    return isEmpty(covered) ? {} : covered
  }
}

function isEmpty({ entities, removed }: Covered): boolean {
  return removed === undefined && Object.keys(entities).length === 0
}

function isOfMutation(meta: RestAction['meta']): meta is RequestMeta {
  return meta.kind === 'request' && meta.sideEffect === true
}

function nameOfField(schemaKey: string, pk: string, field: string, isToggle: boolean): string {
  return JSON.stringify([schemaKey, pk, field, isToggle])
}

/** The fields that the body of a call names; `undefined` where there is none. */
function fieldsOf({ endpoint, args }: Request): readonly string[] | undefined {
  return endpoint.writtenFields?.(...args)
}

function serverRows(state: RestState): OverlaidRows {
  return new OverlaidRows({ ...confirmedSource(state), state: () => confirmedState(state) })
}

/** An action with what is added to it, where that is something. */
function withPayload(action: RestAction, added: Partial<Covered>): RestAction {
  const { payload } = action as { payload?: Partial<CommitPayload> }
  const given = Object.entries(added).filter(([, tables]) => Object.keys(tables).length > 0)
  if (given.length === 0) return action
  const next = { ...payload, ...Object.fromEntries(given) }
  const before = payload?.removed
  if (before)
    next.removed = { ...before, entities: { ...before.entities, ...added.removed?.entities } }
  return { ...action, payload: freezeData(next) } as RestAction
}
