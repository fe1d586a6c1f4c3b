import {
  describeOperation,
  isCreation,
  isOfFirst,
  type Operation,
  operations,
  type Served,
  serve,
  targetOf,
  type World,
} from './optimisticOperations'
import { createServer, type Id } from './server'

// Every order in which operations with optimistic updates can start and land, with what the server makes of each.

/** How a request ends. A mutation that was never sent ends as `unsent`: it waited for a creation that failed. */
export type Outcome = 'ok' | 'refused' | 'aborted' | 'unsent'

export interface Progress {
  readonly operation: Operation
  /** The creation of the item that it changes. */
  readonly creation: number | undefined
  readonly phase: 'waiting' | 'sent' | 'over'
  readonly outcome: Outcome | undefined
  readonly served: Served | undefined
}

/** One thing that happens: the page starts a request, the server handles it, or it ends. */
export interface Step {
  readonly op: number
  readonly do: 'start' | 'serve' | 'end'
  readonly outcome?: Outcome
  /** All operations after the step. */
  readonly progress: readonly Progress[]
  readonly world: World
}

export interface History {
  readonly world: World
  readonly operations: readonly Operation[]
  readonly steps: readonly Step[]
}

/** Which histories there are to be. */
export interface Bounds {
  readonly ids: readonly Id[]
  readonly count: number
  /**
   * Leaves out what others stand for: all operations start before the first one ends, none is aborted, and one at most is a
   * read. A scope has two votes, the plain list is read while an item is added to it, and each creation adds to that list.
   */
  readonly isReduced: boolean
}

interface Draft extends History {
  /** The server after the last step. */
  readonly now: World
  readonly progress: readonly Progress[]
}

export function* histories(bounds: Bounds): Generator<History> {
  const { ids } = bounds
  const world = { server: createServer(ids, true), recent: ids, given: ids.length }
  yield* grow(bounds, { world, now: world, operations: [], steps: [], progress: [] })
}

function* grow(bounds: Bounds, draft: Draft): Generator<History> {
  const { progress } = draft
  const isFull = progress.length === bounds.count
  if (isFull && progress.every(isOver)) yield draft
  if (isFull && bounds.isReduced && !isWorthwhile(draft)) return
  const isServing = draft.steps.at(-1)?.do === 'serve'
  if (!isFull && !isServing) {
    const isEnding = progress.some(isOver)
    if (!bounds.isReduced || !isEnding) {
      for (const it of operations) {
        if (isWithin(bounds, draft, it) && canStart(bounds, draft, it))
          yield* grow(bounds, start(draft, it))
      }
    }
    if (bounds.isReduced) return
  }
  for (const next of ends(bounds, draft)) yield* grow(bounds, next)
}

function isOver({ phase }: Progress): boolean {
  return phase === 'over'
}

const omitted: ReadonlySet<string> = new Set(['create', 'patch b of the first item', 'read item 1'])

function isWithin({ isReduced }: Bounds, { operations }: Draft, operation: Operation): boolean {
  if (!isReduced) return true
  const isRead = operation.do === 'read' && operations.some((it) => it.do === 'read')
  return !isRead && !omitted.has(describeOperation(operation))
}

/** Whether no other history covers the same. */
function isWorthwhile({ operations }: Draft): boolean {
  const names = operations.map(describeOperation)
  const isLonelyRead = names.includes('read the recent list') && !names.includes('add')
  return !isLonelyRead && names.filter((it) => it === 'vote in the scope').length !== 1
}

function canStart({ ids }: Bounds, { progress }: Draft, operation: Operation): boolean {
  const creations = progress.filter((it) => isCreation(it.operation))
  // The model server has two items at most.
  if (isCreation(operation)) return ids.length + creations.length < 2
  if (isOfFirst(operation) && ids.length === 0) return false
  if (targetOf(operation) === 'created') return isShown(progress, newestCreation(progress))
  // A read joins one of the same call that is in flight, which the other histories have.
  const isRead = operation.do === 'read'
  return !progress.some(
    (it) =>
      isRead && !isOver(it) && describeOperation(it.operation) === describeOperation(operation),
  )
}

function newestCreation(progress: readonly Progress[]): number {
  return progress.findLastIndex(
    ({ operation, outcome = 'ok' }) => isCreation(operation) && outcome === 'ok',
  )
}

/** Whether the page shows the item of a creation, so that a user can change it. */
function isShown(progress: readonly Progress[], creation: number): boolean {
  return (
    creation !== -1 &&
    !progress.some(
      ({ operation, creation: of, outcome = 'ok' }) =>
        of === creation && operation.do === 'delete' && outcome === 'ok',
    )
  )
}

function start(draft: Draft, operation: Operation): Draft {
  const { progress, now: world } = draft
  const op = progress.length
  const creation = targetOf(operation) === 'created' ? newestCreation(progress) : undefined
  const began: Progress = {
    operation,
    creation,
    phase: 'sent',
    outcome: undefined,
    served: undefined,
  }
  const phase = isBlocked(progress, began, op) ? 'waiting' : 'sent'
  return add(
    { ...draft, operations: [...draft.operations, operation] },
    { op, do: 'start', world, progress: [...progress, { ...began, phase }] },
  )
}

/** Whether a mutation waits: for the creation of its item, or for one of its scope. */
function isBlocked(progress: readonly Progress[], it: Progress, op: number): boolean {
  return progress.some((other, at) => {
    if (at >= op || isOver(other)) return false
    return it.creation === at || (isScoped(it) && isScoped(other))
  })
}

function isScoped({ operation }: Progress): boolean {
  return operation.do === 'vote' && operation.isInScope
}

/** Every end that is possible now, and everything that the server can do before the next end. */
function ends(bounds: Bounds, draft: Draft): Draft[] {
  const { progress, steps } = draft
  const last = steps.at(-1)
  const serving = last?.do === 'serve' ? last.op : undefined
  return progress.flatMap((it, op) => {
    if (isOver(it)) return []
    const served = it.phase === 'sent' && it.served === undefined ? handle(draft, it, op) : []
    // What the server does comes as late as possible: before an end that follows from it.
    if (serving !== undefined && serving !== op) return served
    return [...served, ...outcomesOf(bounds, draft, op).map((outcome) => end(draft, op, outcome))]
  })
}

/** The server handles a request, if that is possible and no other history has it. */
function handle(draft: Draft, it: Progress, op: number): Draft[] {
  const { progress, now } = draft
  const next = serve(now, it.operation, op, idOf(progress, it))
  if (next === undefined) return []
  const handled = progress.map((other, at) => (at === op ? { ...other, served: next } : other))
  const draftNext = add(draft, { op, do: 'serve', world: next.world, progress: handled })
  const [before] = servedLast(draft).slice(-1)
  const isSwapped =
    before !== undefined && before > op && !haveCommon(progress[before] as Progress, it, progress)
  return isSwapped ? [] : [draftNext]
}

/** What the server has handled since the last start or end. */
function servedLast({ steps }: History): number[] {
  const at = steps.findLastIndex((it) => it.do !== 'serve')
  return steps.slice(at + 1).map(({ op }) => op)
}

export function idOf(progress: readonly Progress[], { operation, creation }: Progress) {
  if (targetOf(operation) === 'first') return '1'
  return creation === undefined ? undefined : progress[creation]?.served?.id
}

function outcomesOf({ isReduced }: Bounds, draft: Draft, op: number): Outcome[] {
  const { operation, phase, served } = draft.progress[op] as Progress
  const failed: Outcome[] = isReduced ? ['refused'] : ['refused', 'aborted']
  if (phase === 'waiting') return isReduced ? [] : ['aborted']
  if (served === undefined) return operation.do === 'read' ? [] : failed
  if (!isNeeded(draft)) return []
  if (operation.do === 'read') return [served.response === undefined ? 'refused' : 'ok']
  return isReduced ? ['ok'] : ['ok', 'aborted']
}

/** Each request that the server has handled before this end has something in common with one that it handled later. */
function isNeeded(draft: Draft): boolean {
  const { progress } = draft
  const served = servedLast(draft)
  return served.every((op, at) => {
    const later = served.slice(at + 1)
    const of = (it: number): Progress => progress[it] as Progress
    return later.length === 0 || later.some((it) => haveCommon(of(op), of(it), progress))
  })
}

/** Whether it matters which of two requests the server handles first. */
function haveCommon(one: Progress, other: Progress, progress: readonly Progress[]): boolean {
  if (one.operation.do === 'read' && other.operation.do === 'read') return false
  const [parts, others] = [one, other].map((it) => partsOf(it, progress))
  return parts?.some((it) => others?.includes(it)) === true
}

/** The parts of the server that a request reads or writes. */
function partsOf(it: Progress, progress: readonly Progress[]): readonly string[] {
  const { operation } = it
  if (operation.do === 'read') {
    const { call } = operation
    return call === 'first' ? ['item 1'] : ['item 1', 'item 2', `the ${call} list`]
  }
  if (isCreation(operation)) return ['item 2', 'the list list', 'the recent list']
  const item = `item ${idOf(progress, it)}`
  return operation.do === 'delete' ? [item, 'the list list', 'the recent list'] : [item]
}

/** A request ends. What waited for it is sent, or ends as well. */
function end(draft: Draft, op: number, outcome: Outcome): Draft {
  const { now: world } = draft
  let progress = draft.progress.map((it, at): Progress => {
    return at === op ? { ...it, phase: 'over', outcome } : it
  })
  for (const [at, it] of progress.entries()) {
    if (it.phase !== 'waiting' || isBlocked(progress, it, at)) continue
    const created = it.creation === undefined || progress[it.creation]?.outcome === 'ok'
    const next: Progress = created
      ? { ...it, phase: 'sent' }
      : { ...it, phase: 'over', outcome: 'unsent' }
    progress = progress.with(at, next)
  }
  return add(draft, { op, do: 'end', outcome, world, progress })
}

function add(draft: Draft, step: Step): Draft {
  return { ...draft, now: step.world, progress: step.progress, steps: [...draft.steps, step] }
}

/** A history as a list that one can read. */
export function describeHistory({ world, operations, steps }: History): string {
  const items = world.server.items.length === 0 ? 'no item' : 'item 1'
  const lines = steps.map(({ op, do: what, outcome = '' }, at) => {
    const name = `${op + 1} (${describeOperation(operations[op] as Operation)})`
    return `${at + 1}. ${what} ${name} ${outcome}`.trim()
  })
  return [`The page has read ${items} and the lists.`, ...lines].join('\n')
}
