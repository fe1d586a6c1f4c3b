import { isDeepStrictEqual } from 'node:util'
import { callsOf, concernOf, type Footprint, footprintOf, haveCommon } from './footprints'
import type { History, Outcome, Step } from './history'
import {
  applyMutation,
  applySet,
  describeOperation,
  isMutation,
  isRequest,
  itemNamedBy,
  type Operation,
  operations,
  type Request,
  responseOf,
} from './operations'
import { createServer, type Id, type ServerState } from './server'

// Every order in which some operations can happen, with what the server makes of each.

/** Which histories there are to be. */
export interface Bounds {
  /** The items that the server has at first. */
  readonly ids: readonly Id[]
  /** Whether it gives them versions, by which any two responses differ. */
  readonly hasVersions: boolean
  /** How many operations. */
  readonly count: number
  /** Two neighbouring steps that have nothing in common happen in one order alone. */
  readonly isReduced: boolean
  /** Leaves out all but a part of the histories; `{ of: 1, at: 0 }` is all. */
  readonly slice: Slice
}

/** Of the beginnings with two operations, numbered, those whose number leaves a remainder. */
export interface Slice {
  readonly of: number
  readonly at: number
}

export const ALL: Slice = { of: 1, at: 0 }

/** What the server has at first. */
export const worlds: readonly { readonly ids: readonly Id[] }[] = [
  { ids: ['1'] },
  { ids: ['1', '2'] },
]

/** An operation of a history that is being made. */
interface Progress {
  readonly operation: Operation
  readonly isOver: boolean
  readonly joins: number | undefined
  /** Something happened since it started that may keep other reads from joining it. */
  readonly isOutdated: boolean
  /** At some moment since it started the server could do its part. */
  readonly isPossible: boolean
  /** What the server made of it, where it has done its part. */
  readonly served: { readonly response: unknown } | undefined
  /** What it would have been at the start. */
  readonly early: unknown
  /** How many steps of the server came before. */
  readonly since: number
}

interface Draft {
  readonly server: ServerState
  readonly progress: readonly Progress[]
  readonly steps: readonly Step[]
  /** What the server did so far: the parts of the world that it read or wrote. */
  readonly served: readonly Footprint[]
}

/**
 * All histories within bounds. Of those that differ in names alone (items 1 and 2, fields a and b) there is one, and none in
 * which the server refuses what it also refuses at will, or in which a part of it could as well be done at another moment.
 */
export function* histories(bounds: Bounds): Generator<History> {
  const { ids, hasVersions } = bounds
  const server = createServer(ids, hasVersions)
  const empty = { server, progress: [], steps: [], served: [] }
  let beginnings = 0
  const isInSlice = ({ progress, steps }: Draft): boolean => {
    const isBeginning =
      progress.length === 2 && steps.at(-1)?.op === 1 && steps.at(-1)?.do !== 'end'
    return !isBeginning || beginnings++ % bounds.slice.of === bounds.slice.at
  }
  for (const { progress, steps } of grow(bounds, empty, isInSlice)) {
    const operations = progress.map(({ operation }) => operation)
    if (isWorthwhile(bounds, operations)) yield { server, operations, steps }
  }
}

/** Whether no other history covers the same. */
function isWorthwhile({ ids, isReduced }: Bounds, operations: readonly Operation[]): boolean {
  // With both items there, what is about one of them alone has happened with that one alone.
  const named = new Set(operations.map(itemNamedBy).filter((it) => it !== undefined))
  if (ids.length === 2 && named.size < 2) return false
  // A mark on a call that nothing else is about is tried in shorter histories.
  const isLonely = (operation: Operation): boolean => {
    const isMark = operation.do === 'invalidate' || operation.do === 'expire'
    const others = operations.filter((it) => it !== operation)
    return isMark && !others.some((it) => haveCommon(callsOf(operation), callsOf(it)))
  }
  return !isReduced || !operations.some(isLonely)
}

function* grow(
  bounds: Bounds,
  draft: Draft,
  isInSlice: (draft: Draft) => boolean,
): Generator<Draft> {
  const { progress } = draft
  if (progress.length === bounds.count && progress.every(({ isOver }) => isOver)) yield draft
  for (const next of [...starts(bounds, draft), ...ends(draft)]) {
    if (isWithin(bounds, next) && isInSlice(next)) yield* grow(bounds, next, isInSlice)
  }
}

function isWithin({ isReduced }: Bounds, { steps, progress }: Draft): boolean {
  const [one, other] = steps.slice(-2)
  if (!isReduced || one === undefined || other === undefined || one.op === other.op) return true
  const operations = [one, other].map(({ op }) => progress[op]?.operation as Operation)
  const [first, second] = operations as [Operation, Operation]
  const isOutOfOrder = rankOf(first) > rankOf(second)
  return !isOutOfOrder || haveCommon(concernOf(first, one), concernOf(second, other))
}

const ranks = new Map(operations.map((it, rank) => [describeOperation(it), rank]))

function rankOf(operation: Operation): number {
  return ranks.get(describeOperation(operation)) as number
}

function starts(bounds: Bounds, draft: Draft): Draft[] {
  const { progress } = draft
  if (progress.length === bounds.count) return []
  const isNew = (operation: Operation) => isFirstOfItsKind(bounds, draft, operation)
  return operations
    .filter(isNew)
    .flatMap((it) => (isRequest(it) ? startsOf(draft, it) : happen(draft, it)))
}

/** Item 1 before item 2 where both are there, and field a of each item before field b. */
function isFirstOfItsKind({ ids }: Bounds, { progress }: Draft, operation: Operation): boolean {
  const earlier = progress.map((it) => it.operation)
  const id = itemNamedBy(operation)
  if (ids.length === 2 && id === '2' && !earlier.some((it) => itemNamedBy(it) === '1')) return false
  if (operation.do !== 'patch' || operation.field === 'a') return true
  return earlier.some((it) => it.do === 'patch' && it.id === id)
}

/** What happens at once. */
function happen(draft: Draft, operation: Exclude<Operation, Request>): Draft[] {
  const op = draft.progress.length
  const isSet = operation.do === 'set'
  const server = isSet ? applySet(draft.server, operation.id, op) : draft.server
  const response = isSet ? responseOf(server, { do: 'read', call: operation.id }) : undefined
  const step: Step = { op, do: 'now', isServed: isSet, server, ...(isSet ? { response } : {}) }
  const done: Progress = { ...progressOf(draft, operation), isOver: true }
  const progress = isSet ? draft.progress : draft.progress.map(outdated)
  return [add(draft, step, [...progress, done])]
}

/** A request starts, and the server does its part at once or at the end. */
function startsOf(draft: Draft, request: Request): Draft[] {
  const op = draft.progress.length
  const { server } = draft
  const started = progressOf(draft, request)
  const joins = request.do === 'read' ? joinableAt(draft, request.call) : undefined
  const step: Step = { op, do: 'start', isServed: false, server }
  if (joins !== undefined) {
    return [add(draft, { ...step, joins }, [...draft.progress, { ...started, joins }])]
  }
  const later = add(draft, step, [...draft.progress, started])
  const applied = isMutation(request) ? applyMutation(server, request, op) : server
  if (applied === undefined) return [later]
  const served = { response: responseOf(applied, request) }
  const atOnce = { ...step, isServed: true, server: applied }
  return [add(draft, atOnce, [...draft.progress, { ...started, served }]), later]
}

/** The read in flight that one of the same call joins for certain. */
function joinableAt({ progress }: Draft, call: string): number | undefined {
  const at = progress.findLastIndex(
    ({ operation, isOver, joins }) =>
      operation.do === 'read' && operation.call === call && !isOver && joins === undefined,
  )
  return at === -1 || progress[at]?.isOutdated === true ? undefined : at
}

function progressOf({ server, progress, served }: Draft, operation: Operation): Progress {
  return {
    operation,
    isOver: false,
    joins: undefined,
    isOutdated: false,
    isPossible: canServe(server, operation, progress.length),
    served: undefined,
    early: isRequest(operation) ? responseOf(server, operation) : undefined,
    since: served.length,
  }
}

function canServe(server: ServerState, operation: Operation, op: number): boolean {
  return !isMutation(operation) || applyMutation(server, operation, op) !== undefined
}

/** Each request in flight ends, in each way in which it can. */
function ends(draft: Draft): Draft[] {
  return draft.progress.flatMap(({ isOver, joins, operation }, op) =>
    isOver || joins !== undefined ? [] : endsOf(draft, op, operation as Request),
  )
}

function endsOf(draft: Draft, op: number, request: Request): Draft[] {
  const { served } = draft.progress[op] as Progress
  if (served === undefined) return endsUnserved(draft, op, request)
  if (request.do === 'read') {
    return [end(draft, op, served.response === undefined ? 'refused' : 'ok')]
  }
  return [end(draft, op, 'ok'), end(draft, op, 'lost')]
}

function endsUnserved(draft: Draft, op: number, request: Request): Draft[] {
  const { early, since, isPossible } = draft.progress[op] as Progress
  if (!isPossible) return []
  const isRead = request.do === 'read'
  const failed = isRead
    ? [end(draft, op, 'lost')]
    : [end(draft, op, 'refused'), end(draft, op, 'lost')]
  const server = isRead ? draft.server : applyMutation(draft.server, request, op)
  if (server === undefined) return failed
  const response = responseOf(server, request)
  // What would have come to the same at the start has been tried there.
  const isTried = isRead
    ? isDeepStrictEqual(response, early)
    : !draft.served.slice(since).some((it) => haveCommon(it, footprintOf(request)))
  if (isTried) return failed
  const late: Draft = {
    ...draft,
    server,
    progress: draft.progress.map((it, at) => (at === op ? { ...it, served: { response } } : it)),
  }
  const ways = endsOf(late, op, request).map((it) => {
    const steps = [...draft.steps, { ...(it.steps.at(-1) as Step), isServed: true }]
    return { ...it, steps, served: [...it.served, footprintOf(request)] }
  })
  return [...ways, ...failed]
}

/** A request ends, and with it the reads that joined it. */
function end(draft: Draft, op: number, outcome: Outcome): Draft {
  const { operation, served } = draft.progress[op] as Progress
  const hasEffect = isMutation(operation) && outcome !== 'refused'
  const progress = draft.progress.map((it, at) => {
    if (at === op || it.joins === op) return { ...it, isOver: true }
    return hasEffect ? outdated(it) : it
  })
  const response = outcome === 'ok' ? { response: served?.response } : {}
  const step: Step = {
    op,
    do: 'end',
    outcome,
    isServed: false,
    server: draft.server,
    ...response,
  }
  return add(draft, step, progress)
}

function outdated(progress: Progress): Progress {
  return { ...progress, isOutdated: true }
}

function add(draft: Draft, step: Step, progress: readonly Progress[]): Draft {
  const { operation } = progress[step.op] as Progress
  const { server } = step
  const steps = [...draft.steps, step]
  if (!step.isServed) return { ...draft, server, progress, steps }
  const later = progress.map((it, op) => {
    const isPossible = it.isPossible || canServe(server, it.operation, op)
    return isPossible === it.isPossible ? it : { ...it, isPossible }
  })
  const served = [...draft.served, footprintOf(operation)]
  return { ...draft, server, progress: later, steps, served }
}
