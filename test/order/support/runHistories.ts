import { type Bounds, histories } from './histories'
import { describeHistory, type History, type Step } from './history'
import { Library } from './Library'
import type { Instant, Operation } from './operations'
import { Violation } from './Violation'
import { type Findings, Violations } from './Violations'
import { checkDelays, checkDoubles, checkReplay, isSampled } from './replay'
import { Rules } from './Rules'
import { runHistory } from './runHistory'
import { ids } from './server'
import type { Ending, Shown, Subject } from './Subject'

type Run = (history: History, number: number, from: number) => Promise<void>

/** Runs histories on the library, with the rules beside it, which show the same. */
export async function runOnLibrary(bounds: Bounds): Promise<Findings> {
  return runAll(bounds, async (history, number, from) => {
    const { items } = history.server
    const library = new Library(items, number % 3 === 0)
    const rules = new Rules(items)
    const isEach = (rate: number): boolean => isSampled(bounds.count, number, rate)
    try {
      await runHistory(history, library, {
        from,
        isRefetched: isEach(4),
        onStep: (at, joins) => {
          follow(rules, history, at, joins)
          if (at >= from) checkAgreement(history, at, library.show(), rules.show())
        },
        onEnd: () => {
          if (isEach(2)) checkReplay(library.actions, library.state)
          if (isEach(8)) checkDoubles(library.actions)
          if (isEach(32)) checkDelays(library.actions, library.state)
        },
      })
    } finally {
      library.dispose()
    }
  })
}

/** Runs histories on the rules alone: they keep what they promise. */
export async function runOnRules(bounds: Bounds): Promise<Findings> {
  return runAll(bounds, async (history, _number, from) => {
    const rules = new Rules(history.server.items)
    await runHistory(history, asSubject(rules, history), { from, isRefetched: true })
  })
}

async function runAll(bounds: Bounds, run: Run): Promise<Findings> {
  const violations = new Violations<History>(describeHistory)
  let count = 0
  let checked: readonly Step[] = []
  for (const history of histories(bounds)) {
    count++
    const from = countCommon(history.steps, checked)
    checked = history.steps
    try {
      await run(history, count, from)
    } catch (error) {
      violations.add(error, history)
      checked = []
    }
  }
  return { count, found: violations.describe() }
}

/** How many steps two histories have in common at their beginnings. */
function countCommon(one: readonly Step[], other: readonly Step[]): number {
  const at = one.findIndex((step, at) => step !== other[at])
  return at === -1 ? one.length : at
}

/** The rules, whose reads join as in the history. */
export function asSubject(rules: Rules, { steps }: History): Subject {
  return {
    start: (op, operation) => {
      const step = steps.find((it) => it.op === op && it.do === 'start')
      return rules.start(op, operation, step?.joins)
    },
    end: (op, ending) => rules.end(op, ending),
    happen: (op, operation, response) => rules.happen(op, operation, response),
    show: () => rules.show(),
    isDoubtful: (id) => rules.isDoubtful(id),
    isStale: (call) => rules.isStale(call),
  }
}

/** Lets the rules take a step, in which a read joins the same one as in the library. */
function follow(
  rules: Rules,
  { operations, steps }: History,
  at: number,
  joins: number | undefined,
): void {
  const { op, do: what, outcome = 'ok', response } = steps[at] as Step
  const operation = operations[op] as Operation
  const ending: Ending = { outcome, response }
  if (what === 'start') rules.start(op, operation, joins)
  else if (what === 'end') rules.end(op, ending)
  else rules.happen(op, operation as Instant, response)
}

/** The library shows what the rules show. */
function checkAgreement(history: History, at: number, found: Shown, expected: Shown): void {
  for (const id of ids) {
    const [one, other] = [found.items[id], expected.items[id]].map((it) => JSON.stringify(it))
    if (one !== other) disagree(`item ${id}`, one, other)
  }
  for (const id of ids) {
    const [one, other] = [found, expected].map(({ calls }) => calls[id]?.length ?? 0)
    if (one !== other) disagree(`call ${id}`, String(one), String(other))
  }
  const known = ids.filter((id) => !isMadeAgain(history, at, id))
  const membersOf = ({ calls }: Shown): string | undefined =>
    calls.list && known.filter((id) => calls.list?.includes(id)).join(' and ')
  const [one, other] = [membersOf(found), membersOf(expected)]
  if (one !== other) disagree('the list', one, other)
}

/** Whether another user made an item again that was gone; the page cannot know on which lists it is. */
function isMadeAgain({ operations, steps }: History, until: number, id: string): boolean {
  return steps.some(({ op }, at) => {
    const operation = operations[op]
    const before = at === 0 ? undefined : steps[at - 1]?.server
    const isMissing = before !== undefined && before.items.every((it) => it.id !== id)
    return at <= until && operation?.do === 'set' && operation.id === id && isMissing
  })
}

function disagree(what: string, found: string | undefined, expected: string | undefined): never {
  throw new Violation(`(rules) ${what} is ${found}, and by the rules ${expected}`)
}
