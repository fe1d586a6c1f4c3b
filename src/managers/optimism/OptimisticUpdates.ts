import type { EntityRow } from '../../schema/contract'
import { creationOf, isTemporaryKey } from '../../schema/rowKey'
import { isLiteral } from '../../schema/schemaObject'
import { addTo } from '../../util/collections'
import { freezeData } from '../../util/freeze'
import { getOwn } from '../../util/record'
import type { ManagedCall, ManagerHooks, RunRequest } from '../../store/Manager'
import type { Runtime } from '../../store/Runtime'
import type { CommitPayload, RequestMeta, RestAction } from '../../store/state/actions'
import { confirmedSource, confirmedState } from '../../store/state/confirmed'
import type { RestState } from '../../store/state/state'
import { sourceOf } from '../../store/state/StateCache'
import { touchedMetaOf } from '../../store/state/commit'
import { type Covered, coveredRows, withTouched } from './coveredRows'
import { nameCreated } from './createdRows'
import { belowOf, ExpectedUpdate, writeRows } from './ExpectedUpdate'
import { addRows, addTouched, meet, REQUESTS, type RowNames } from './footprints'
import { OverlaidRows } from './OverlaidRows'
import { argsToSend, temporaryKeysIn } from './temporaryArguments'

type Entities = CommitPayload['entities']

/**
 * What readers are shown of mutations in flight. The tables hold what is shown, and `state.confirmed` the server's rows where
 * that differs. After each commit, what is expected goes over the server's rows again, in the order of the calls.
 */
export class OptimisticUpdates implements ManagerHooks {
  readonly #runtime: Runtime
  /** By the id of the request, in order of start. */
  readonly #updates = new Map<string, ExpectedUpdate>()
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
    return run({ args: argsToSend(confirmedState(this.#runtime.state), endpoint.name, args) })
  }

  /** Adds to an action what is shown. */
  readonly commit = (action: RestAction): RestAction => {
    const { meta } = action
    if (meta.kind === 'reset') this.#updates.clear()
    if (meta.kind === 'request' && meta.requestStatus === 'pending')
      return this.#start(action, meta)
    // What a user's function writes while it computes what is expected would be computed again, without end.
    const isShown =
      (action as { payload?: Partial<CommitPayload> }).payload?.confirmed !== undefined
    return this.#isComputing || isShown ? action : this.#settle(action)
  }

  /** What a call is expected to write lies over all that is shown. */
  #start(action: RestAction, meta: RequestMeta): RestAction {
    const call = this.#runtime.inFlight.get(meta.requestId)?.call
    if (call === undefined || !call.isMutation) return action
    const { schema, getOptimisticResponse } = call.endpoint
    if (getOptimisticResponse === undefined || isLiteral(schema)) return action
    const update = new ExpectedUpdate(call, this.#runtime.tableOwners)
    const before = this.#runtime.state
    this.#compute(() =>
      update.apply(belowOf(before, new OverlaidRows(sourceOf(before))), undefined),
    )
    // The user's function may have written.
    const { state } = this.#runtime
    const shown = new OverlaidRows(sourceOf(state))
    if (state === before) shown.write(update.entities)
    else update.apply(belowOf(state, shown), undefined)
    // One that has nothing to show yet may have later, when there is the row that it lacks.
    this.#updates.set(call.requestId, update)
    const names: RowNames = new Map()
    addRows(names, update.entities)
    const committed = new OverlaidRows(confirmedSource(state))
    const landed = this.#momentAfter(before, meta.fetchedAt)
    const covered = coveredRows(state, {}, committed, shown, names, landed)
    const added = this.#added(action, covered)
    return Object.keys(added).length === 0 ? action : shownAtOnce(withPayload(action, added))
  }

  #settle(action: RestAction): RestAction {
    const { meta, payload = {} } = action as RestAction & { payload?: Partial<CommitPayload> }
    const mutation = meta.kind === 'request' && meta.sideEffect === true ? meta : undefined
    const last = mutation && this.#updates.get(mutation.requestId)
    if (this.#updates.size === 0) return action
    if (mutation?.requestStatus === 'fulfilled') this.#noteConfirmed(mutation.requestId)
    if (last !== undefined) this.#updates.delete(last.call.requestId)
    const { state } = this.#runtime
    const touchedMeta = touchedMetaOf(meta)
    const committed = new OverlaidRows(confirmedSource(state))
    const named =
      last === undefined
        ? payload
        : { ...payload, ...this.#named(last, payload, touchedMeta.landed) }
    const { entities, touched } = withTouched(state, named, committed, touchedMeta)
    committed.write(entities)
    const isEmpty = mutation?.requestStatus === 'fulfilled' && payload.result === undefined
    const brought =
      last !== undefined && isEmpty
        ? this.#confirmEmpty(last, state, entities, committed, touchedMeta.landed)
        : entities
    const changed: RowNames = new Map()
    addRows(changed, brought)
    addTouched(changed, touched)
    if (last !== undefined) addRows(changed, last.entities)
    if (meta.kind === 'request' && mutation === undefined)
      changed.set(REQUESTS, new Set([meta.arg.key]))
    // Most commits concern nothing that is expected.
    const isOther = last === undefined && this.#affected(changed).length === 0
    const covered = isOther
      ? { entities: brought, confirmed: {}, settled: {} }
      : this.#cover(state, brought, committed, changed, touchedMeta.landed)
    const added = this.#added(action, covered)
    const isTouched = touched !== payload.touched && touched !== undefined
    return withPayload(action, { ...added, ...(isTouched && { touched }) })
  }

  /** Applies what is expected again where it is affected. */
  #cover(
    state: RestState,
    brought: Entities,
    committed: OverlaidRows,
    changed: RowNames,
    landed: number,
  ): Covered {
    for (;;) {
      const affected = this.#affected(changed)
      const shown = new OverlaidRows(committed)
      const below = belowOf(writeRows(confirmedState(state), committed), shown)
      const before = this.#runtime.state
      this.#compute(() => {
        for (const it of affected) it.apply(below, changed, this.#argsOf(it))
      })
      for (const update of affected) addRows(changed, update.entities)
      // What they write now may be what others write, that are not among them.
      if (this.#affected(changed).length > affected.length) continue
      const moment = this.#momentAfter(before, landed)
      if (moment === landed) return coveredRows(state, brought, committed, shown, changed, landed)
      const now = this.#runtime.state
      const base = new OverlaidRows(confirmedSource(now))
      base.write(brought)
      const again = new OverlaidRows(base)
      for (const it of affected) it.apply(belowOf(now, again), new Map(), this.#argsOf(it))
      return coveredRows(now, brought, base, again, changed, moment)
    }
  }

  #argsOf({ call }: ExpectedUpdate): readonly unknown[] {
    return this.#runtime.inFlight.get(call.requestId)?.call.args ?? call.args
  }

  /** A user's function may have written while it was asked, which is older than what is expected over it. */
  #momentAfter(before: RestState, landed: number): number {
    return this.#runtime.state === before ? landed : this.#runtime.clock.next()
  }

  /** The updates that share a row or a list with what changed, and with each other, in order of start. */
  #affected(changed: RowNames): readonly ExpectedUpdate[] {
    const affected = new Set<ExpectedUpdate>()
    let count: number
    do {
      count = affected.size
      for (const update of this.#updates.values()) {
        if (affected.has(update) || !meet(update.footprint, changed)) continue
        affected.add(update)
        addRows(changed, update.entities)
      }
    } while (affected.size > count)
    return [...this.#updates.values()].filter((it) => affected.has(it))
  }

  #compute(run: () => void): void {
    const wasComputing = this.#isComputing
    this.#isComputing = true
    try {
      run()
    } finally {
      this.#isComputing = wasComputing
    }
  }

  /** The rows of a response, where those that it creates know the keys that they were expected with. */
  #named(
    { entities: expected, result }: ExpectedUpdate,
    { entities, result: response }: Partial<CommitPayload>,
    landed: number,
  ): Partial<CommitPayload> {
    if (entities === undefined || response === undefined) return {}
    const { state } = this.#runtime
    const written = { entities, result: response }
    return { entities: nameCreated(state, expected, result, written, landed) }
  }

  /** A success without a row confirms what was expected, and the server may have something else. */
  #confirmEmpty(
    last: ExpectedUpdate,
    state: RestState,
    entities: Entities,
    committed: OverlaidRows,
    landed: number,
  ): Entities {
    const own = new OverlaidRows(committed)
    this.#compute(() =>
      last.apply(
        belowOf(writeRows(confirmedState(state), committed), own),
        undefined,
        this.#argsOf(last),
      ),
    )
    const pks = [...own.written.values()].flatMap((table) => [...table.keys()])
    // What it created has no primary key yet.
    if (pks.some(isTemporaryKey)) return entities
    const confirmed: Record<string, Record<string, EntityRow>> = {}
    for (const [schemaKey, table] of own.written) {
      const isList = this.#runtime.tableOwners.get(schemaKey)?.isList === true
      for (const [pk, { data, invalid, meta }] of table) {
        const base = committed.getRow(schemaKey, pk)
        if (base?.invalid === true) continue
        const known = base?.meta ?? meta
        const fetchedAt = isList ? known.fetchedAt : landed
        const row = { data, invalid, meta: { ...known, fetchedAt, landed, doubtful: landed } }
        ;(confirmed[schemaKey] ??= {})[pk] = row
      }
    }
    committed.write(confirmed)
    return joined(entities, confirmed)
  }

  #noteConfirmed(requestId: string): void {
    const { inFlight } = this.#runtime
    const later = inFlight.get(requestId)?.call
    if (later === undefined) return
    for (const [id, { confirmed }] of this.#updates) {
      const earlier = inFlight.get(id)
      // One that waits will be later than all that lands before.
      if (earlier === undefined || earlier.stage === 'waiting') continue
      if (earlier.call.started < later.started) confirmed.add(later)
    }
  }

  /** What is added to an action: nothing where nothing is expected. */
  #added(action: RestAction, { entities, confirmed, settled }: Covered): Partial<CommitPayload> {
    const { payload } = action as { payload?: Partial<CommitPayload> }
    const hasRows = payload?.entities !== undefined || Object.keys(entities).length > 0
    return {
      ...(hasRows && { entities }),
      ...(Object.keys(confirmed).length > 0 && { confirmed }),
      ...(Object.keys(settled).length > 0 && { settled }),
    }
  }

  /** The names of what a mutation in flight is expected to write. */
  footprintOf(requestId: string): RowNames | undefined {
    const update = this.#updates.get(requestId)
    const names: RowNames = new Map()
    if (update === undefined) return undefined
    addRows(names, update.entities)
    return names
  }

  /** What is shown of all of them, where a state shows something else. */
  shown(state: RestState, action: RestAction): Partial<CommitPayload> {
    const changed: RowNames = new Map()
    addRows(changed, state.confirmed)
    for (const { footprint } of this.#updates.values()) {
      for (const [schemaKey, pks] of footprint) {
        for (const pk of pks) addTo(changed, schemaKey, pk)
      }
    }
    const committed = new OverlaidRows(confirmedSource(state))
    const covered = this.#cover(state, {}, committed, changed, action.meta.fetchedAt)
    const added = this.#added(action, covered)
    return Object.keys(added).length === 0 ? added : { confirmed: {}, ...added }
  }
}

function joined(one: Entities, other: Entities): Entities {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const tables = Array.from(names, (name) => [
    name,
    { ...getOwn(one, name), ...getOwn(other, name) },
  ])
  return Object.fromEntries(tables) as Entities
}

function withPayload(action: RestAction, added: Partial<CommitPayload>): RestAction {
  if (Object.keys(added).length === 0) return action
  const { payload } = action as { payload?: object }
  return { ...action, payload: freezeData({ ...payload, ...added }) } as RestAction
}

/** Subscribers are notified of other starts a moment later. */
function shownAtOnce(action: RestAction): RestAction {
  const { RTK_autoBatch: _, ...meta } = action.meta as RequestMeta
  return { ...action, meta } as RestAction
}
