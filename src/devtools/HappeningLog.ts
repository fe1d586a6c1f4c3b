import type { FinalAction, PendingAction, RestAction } from '../store/state/actions'
import type { RestError, RestState } from '../store/state/state'
import { rows as rowsOf } from '../store/state/table'
import { type Changes, changesOf, NO_CHANGES } from './changedRows'
import type {
  ActionView,
  AroundStates,
  ChangedRow,
  DevtoolsGroup,
  DevtoolsRequest,
  PlaceSet,
  RecentRow,
} from './types'

/** How much is kept. What was dropped is still counted, except rows: up to this limit each of them counts once. */
export const LIMITS = {
  groups: 100,
  requests: 50,
  actions: 50,
  rows: 1_000,
  text: 160,
  /** Actions whose states are kept: each state of a large table has some kilobytes of its own. */
  states: 100,
} as const

const RECENT_ROWS = 50

/** The cause of what no user did: polls, timers, other tabs. */
export const BY_ITSELF = 'By itself'

/** What followed from one cause; its view is made anew when something was added. */
export interface Group {
  readonly id: number
  readonly cause: string
  readonly isByUser: boolean
  readonly requests: DevtoolsRequest[]
  readonly actions: ActionView[]
  readonly total: { requests: number; actions: number; components: number }
  /** One more than the limit, if there are more. */
  readonly rows: Set<string>
  /** Only of the newest groups, as it holds elements. */
  places: PlaceSet | undefined
  placeCount: number | undefined
  /** Whether what is counted was counted from its start. */
  readonly isObserved: boolean
  isNavigation: boolean
  view: DevtoolsGroup | undefined
}

/** What happened in a store, newest first: outside of Redux, and bounded. */
export class HappeningLog {
  readonly #groups: Group[] = []
  readonly #byRequest = new Map<string, Sent>()
  readonly #recent = new Map<string, RecentRow[]>()
  #views: readonly DevtoolsGroup[] = []
  #recentView: ReadonlyMap<string, readonly RecentRow[]> | undefined
  readonly #now: () => number
  #lastId = 0
  readonly #withStates: { readonly group: Group; readonly id: number }[] = []
  /** Whether an observer counts components. */
  countsComponents = false
  /** Whether the observers are there: the panel is loaded after the page. */
  isObserved = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** A group for what follows from a cause. */
  open(cause: string, isByUser: boolean, places?: PlaceSet): Group {
    const group: Group = {
      id: ++this.#lastId,
      cause: shorten(abbreviate(cause)),
      isByUser,
      requests: [],
      actions: [],
      total: { requests: 0, actions: 0, components: 0 },
      rows: new Set(),
      places,
      placeCount: undefined,
      isObserved: this.isObserved,
      isNavigation: false,
      view: undefined,
    }
    this.#groups.unshift(group)
    this.#releaseElements()
    for (const dropped of this.#groups.splice(LIMITS.groups)) this.#forget(dropped)
    return group
  }

  get newest(): Group | undefined {
    return this.#groups[0]
  }

  /** The group that a request belongs to, as long as it is in flight. */
  groupOf(requestId: string): Group | undefined {
    return this.#byRequest.get(requestId)?.group
  }

  /** Adds an action of rtk-rest to a group. */
  addRestAction(group: Group, action: RestAction, { before, after }: AroundStates): void {
    if (isOfRequest(action)) this.#noteRequest(group, action, before)
    const states = before === after ? undefined : { before, after }
    this.#add(group, { type: action.type, isRest: true, states }, changesOf(action, before))
  }

  /** Adds a request that was in flight already. */
  addRequest(group: Group, id: string, key: string): void {
    this.#start(group, toRequest(id, key))
  }

  /** Adds a sensitive request, of which its endpoint's name alone is kept. */
  startSensitive(group: Group, id: string, endpoint: string): void {
    const path = shorten(`${endpoint} (sensitive)`)
    this.#start(group, { ...NEW_REQUEST, id, method: '', path })
  }

  /** Notes how a sensitive request ended. */
  endSensitive(group: Group, id: string, error?: unknown): void {
    const { name = 'Error', status, code } = (error ?? {}) as Partial<RestError>
    const failure = failed(String(status ?? code ?? name), name === 'AbortError')
    this.#end(group, id, error === undefined ? DONE : failure)
  }

  /** Adds an action of the app. Its payload may hold anything, so only its type is kept. */
  addOtherAction(group: Group, type: string): void {
    this.#add(group, { type, isRest: false, states: undefined }, NO_CHANGES)
  }

  /** The groups as they are now, newest first; the same views, and the same array, where nothing was added. */
  views(): readonly DevtoolsGroup[] {
    const before = this.#views
    const views = this.#groups.map((group) => (group.view ??= this.#viewOf(group)))
    const isSame = views.length === before.length && views.every((view, at) => view === before[at])
    return isSame ? before : (this.#views = views)
  }

  /** The rows that changed last, by table; the same map where none changed. */
  recent(): ReadonlyMap<string, readonly RecentRow[]> {
    return (this.#recentView ??= new Map(this.#recent))
  }

  #add(group: Group, action: Added, { rows, more, changed }: Changes): void {
    const id = ++this.#lastId
    const type = shorten(action.type)
    group.actions.push({ ...action, id, type, rows: rows.map(shortened), more })
    if (action.states !== undefined) this.#keepStates(group, id)
    group.actions.splice(0, group.actions.length - LIMITS.actions)
    group.total.actions += 1
    group.view = undefined
    for (const row of changed) {
      if (group.rows.size > LIMITS.rows) break
      group.rows.add(row)
    }
    // The first one is listed first.
    for (let at = rows.length - 1; at >= 0; at--) this.#noteRow(rows[at] as ChangedRow, id)
  }

  /** Of the newest actions alone. */
  #keepStates(group: Group, id: number): void {
    this.#withStates.push({ group, id })
    for (const old of this.#withStates.splice(0, this.#withStates.length - LIMITS.states)) {
      const { actions } = old.group
      const index = actions.findIndex((action) => action.id === old.id)
      const action = actions[index]
      if (action === undefined) continue
      actions[index] = { ...action, states: undefined }
      old.group.view = undefined
    }
  }

  #noteRow({ table, key, kind, fields }: ChangedRow, version: number): void {
    this.#recentView = undefined
    const others = (this.#recent.get(table) ?? []).filter((row) => row.key !== key)
    this.#recent.set(table, [{ key, kind, fields, version }, ...others].slice(0, RECENT_ROWS))
  }

  #noteRequest(group: Group, action: RequestAction, before: RestState): void {
    const { requestId, requestStatus, fetchedAt } = action.meta
    if (requestStatus === 'pending')
      this.#start(group, toRequest(requestId, action.meta.arg.key), fetchedAt)
    else this.#end(group, requestId, { ...outcomeOf(action), before, fetchedAt })
  }

  #start(group: Group, request: DevtoolsRequest, fetchedAt?: number): void {
    // It was in flight when recording started, and its action comes only now.
    if (this.#byRequest.has(request.id)) return
    this.#byRequest.set(request.id, { group, startedAt: this.#now(), fetchedAt })
    group.requests.push(request)
    group.requests.splice(0, group.requests.length - LIMITS.requests)
    group.total.requests += 1
    group.view = undefined
  }

  #end(group: Group, requestId: string, { status, reason, before, fetchedAt }: End): void {
    const known = this.#byRequest.get(requestId)
    this.#byRequest.delete(requestId)
    const index = group.requests.findIndex(({ id }) => id === requestId)
    const request = group.requests[index]
    if (request === undefined || known === undefined) return
    // One that waited, for others of its scope or for a creation, starts when it is sent.
    const { startedAt, fetchedAt: firstAt } = known
    const waited = fetchedAt === undefined || firstAt === undefined ? 0 : fetchedAt - firstAt
    const ms = Math.max(0, Math.round(this.#now() - startedAt - waited))
    const path = before === undefined ? request.path : withIds(request.path, before)
    group.requests[index] = { ...request, path, ms, status, reason }
    group.view = undefined
  }

  #viewOf(group: Group): DevtoolsGroup {
    const { id, cause, isByUser, isNavigation, requests, actions, total, rows } = group
    const counts = {
      requests: total.requests,
      actions: total.actions,
      rows: rows.size,
      places: group.isObserved ? countPlaces(group) : undefined,
      components: group.isObserved && this.countsComponents ? total.components : undefined,
    }
    const shared = { id, cause, isByUser, isNavigation, counts }
    return { ...shared, requests: [...requests], actions: [...actions] }
  }

  /** Old groups keep the number of their places, and not the elements, which may have left the page. */
  #releaseElements(): void {
    const old = this.#groups[3]
    if (old?.places === undefined) return
    old.placeCount = countPlaces(old)
    old.places = undefined
  }

  #forget(group: Group): void {
    for (const { id } of group.requests) this.#byRequest.delete(id)
  }
}

function countPlaces({ places, placeCount }: Group): number | undefined {
  return places === undefined ? placeCount : places.places().size
}

/** A request in flight, with the order of its start. */
interface Sent {
  readonly group: Group
  readonly startedAt: number
  /** `undefined` where no action tells of it. */
  readonly fetchedAt: number | undefined
}

/** A path with the ids of entities that were created meanwhile, in place of their temporary keys. */
function withIds(path: string, { entities }: RestState): string {
  const idOf = (key: string) => {
    const all = Object.values(entities).flatMap((table) => rowsOf(table))
    return all.find(([, { meta }]) => meta.createdAs?.includes(key))?.[0] ?? key
  }
  const segments = path.split('/').map((it) => (it.startsWith('new-') ? idOf(it) : it))
  return segments.join('/')
}

type Added = Pick<ActionView, 'type' | 'isRest' | 'states'>

type RequestAction = PendingAction | FinalAction

function isOfRequest(action: RestAction): action is RequestAction {
  return action.meta.kind === 'request'
}

const NEW_REQUEST = { status: 'pending', reason: undefined, ms: undefined } as const

function toRequest(id: string, key: string): DevtoolsRequest {
  return { ...NEW_REQUEST, id, ...splitKey(key) }
}

/** The method and the local path of a key, where it has these. */
export function splitKey(key: string): Pick<DevtoolsRequest, 'method' | 'path'> {
  const [, method = '', path = key] = /^([A-Z]+) (\S+)/.exec(key) ?? []
  return { method, path: shorten(path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]+/i, '')) }
}

type Outcome = Pick<DevtoolsRequest, 'status' | 'reason'>

/** How a request ended; with the state and the order of its last start, where an action tells of it. */
interface End extends Outcome {
  readonly before?: RestState
  readonly fetchedAt?: number
}

const DONE: Outcome = { status: 'done', reason: undefined }

function outcomeOf(action: RequestAction): Outcome {
  if (!('error' in action)) return DONE
  const { error, meta } = action
  return failed(String(error.status ?? error.code ?? error.name), meta.aborted === true)
}

function failed(reason: string, isAborted: boolean): Outcome {
  if (isAborted) return { status: 'aborted', reason: undefined }
  return { status: 'failed', reason: shorten(reason) }
}

function shortened(row: ChangedRow): ChangedRow {
  return { ...row, key: shorten(row.key), fields: row.fields.map((name) => shorten(name)) }
}

/** A text with its long ids cut short: `/members/3f20806a…`. */
export function abbreviate(text: string): string {
  return text.replace(/\b([\da-f]{8})-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '$1\u2026')
}

/** A text of bounded length. */
export function shorten(text: string, most: number = LIMITS.text): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`
}
