import type { History } from './history'
import { type Call, calls, type Instant, type Operation } from './operations'
import { Properties } from './Properties'
import { Violation } from './Violation'
import type { Ending, Subject } from './Subject'

/** What a run of a history does besides running it. */
export interface RunOptions {
  /** The first step that was not checked already, in another history that begins alike. */
  readonly from: number
  /** Whether everything is read once more at the end. */
  readonly isRefetched: boolean
  /** Called after each step, before it is checked. */
  readonly onStep?: (at: number, joins: number | undefined) => void
  /** Called when all has ended. */
  readonly onEnd?: () => void
}

/** Runs a history, and checks what must hold. @throws Violation */
export async function runHistory(
  history: History,
  subject: Subject,
  { from, isRefetched, onStep, onEnd }: RunOptions,
): Promise<void> {
  const { operations, steps } = history
  const joined = new Set<number>()
  let properties = new Properties(history, joined)
  for (const [at, step] of steps.entries()) {
    const { op, outcome = 'ok', response } = step
    const operation = operations[op] as Operation
    let joins: number | undefined
    if (step.do === 'now') subject.happen(op, operation as Instant, response)
    else if (step.do === 'end') {
      if (!joined.has(op)) await subject.end(op, { outcome, response })
    } else {
      joins = await subject.start(op, operation)
      if (joins !== undefined) properties = new Properties(history, joined.add(op))
      checkJoin(properties, step.joins, joins, at)
    }
    onStep?.(at, joins)
    if (at >= from) properties.checkStep(at, subject.show(), (id) => subject.isDoubtful(id))
  }
  onEnd?.()
  await properties.checkEnd(subject.show(), (call) => subject.isStale(call))
  await askForStale(history, subject)
  properties.checkRequested(subject.show())
  if (!isRefetched) return
  await refetch(history, subject)
  properties.checkRefetched(subject.show())
}

function checkJoin(
  properties: Properties,
  expected: number | undefined,
  joins: number | undefined,
  at: number,
): void {
  if (expected !== undefined && joins !== expected) {
    throw new Violation('(join) the read sent a request of its own')
  }
  if (joins !== undefined && !properties.mayJoin(joins, at)) {
    throw new Violation('(join) the read joined one that is outdated')
  }
}

/** Readers ask for what is stale, each once, with nothing else going on. */
async function askForStale(history: History, subject: Subject): Promise<void> {
  const first = history.operations.length + calls.length
  for (const [at, call] of calls.entries()) {
    if (!(await subject.isStale(call))) continue
    await subject.start(first + at, { do: 'read', call })
    await subject.end(first + at, endingOf(history, call))
  }
}

function endingOf({ steps }: History, call: Call): Ending {
  const { items } = steps.at(-1)?.server ?? { items: [] }
  const response = call === 'list' ? items : items.find((it) => it.id === call)
  return { outcome: response === undefined ? 'refused' : 'ok', response }
}

/** Every call is read once more, all at once, with nothing else going on. */
async function refetch(history: History, subject: Subject): Promise<void> {
  const first = history.operations.length
  for (const [at, call] of calls.entries()) await subject.start(first + at, { do: 'read', call })
  for (const [at, call] of calls.entries()) {
    await subject.end(first + at, endingOf(history, call))
  }
}
