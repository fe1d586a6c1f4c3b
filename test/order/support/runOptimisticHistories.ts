import { isDeepStrictEqual } from 'node:util'
import { takeArrivals } from './Arrivals'
import type { Slice } from './histories'
import {
  type Bounds,
  describeHistory,
  histories,
  type History,
  type Step,
} from './optimisticHistories'
import { OptimisticPage } from './OptimisticPage'
import { applyPending, type Change, Moments, type View } from './pendingChanges'
import { Properties } from './Properties'
import { checkDelays, checkDoubles, checkReplay, isSampled } from './replay'
import { type Findings, Violations } from './Violations'
import { Violation } from './Violation'
import { withoutLayers } from './withoutLayers'

/** Runs histories within bounds, all or a part of them. */
export async function runOptimistic(bounds: Bounds, { of, at }: Slice): Promise<Findings> {
  const violations = new Violations<History>(describeHistory)
  let [count, number] = [0, 0]
  for (const history of histories(bounds)) {
    if (number++ % of !== at) continue
    count++
    await takeArrivals(undefined)
    const page = new OptimisticPage(history.world.server.items, number % 3 === 0)
    try {
      await runHistory(history, page, bounds.count < 3)
      const isEach = (rate: number): boolean => isSampled(bounds.count, number, rate)
      if (isEach(2)) checkReplay(page.actions, page.state)
      if (isEach(8)) checkDoubles(page.actions)
      if (isEach(32)) checkDelays(page.actions, page.state)
    } catch (error) {
      violations.add(error, history)
    } finally {
      page.dispose()
    }
  }
  return { count, found: violations.describe() }
}

/** @param isClose whether what is shown between two steps is checked, too */
async function runHistory(history: History, page: OptimisticPage, isClose: boolean): Promise<void> {
  const { steps } = history
  const { plain, stepsOf } = withoutLayers(history)
  const properties = new Properties(plain, new Set())
  const moments = new Moments()
  let [committed, shown] = [page.show(page.committed), page.show()]
  for (const [at, step] of steps.entries()) {
    if (step.do !== 'serve') {
      const before = steps[at - 1]?.progress ?? []
      await page.run(step, before)
      moments.note(at, step.progress, before)
      const after = page.show(page.committed)
      // What is pending changes no stored data, and what fails leaves it.
      if (step.outcome !== 'ok') checkSame('committed', after, committed)
      const changes = moments.changes(step.progress)
      const found = checkShown(page, applyPending(after, changes), step, changes)
      if (isClose) checkBetween(page, shown, found)
      committed = after
      shown = found
    }
    const last = stepsOf[at]
    if (last !== undefined)
      properties.checkStep(last, page.showCommitted(), (id) => page.isDoubtful(id))
  }
  if (Object.keys(page.state.confirmed).length > 0)
    throw new Violation('(end) something is still expected')
  if (Object.keys(page.state.mutations).length > 0) throw new Violation('(end) a mutation is left')
  await properties.checkEnd(page.showCommitted(), (call) => page.isStale(call))
  await checkRefetched(page, properties, steps.at(-1) as Step)
}

/** What is shown is what is committed, with what is pending in the order of the calls. */
function checkShown(
  page: OptimisticPage,
  expected: View,
  { progress }: Step,
  changes: ReadonlyMap<number, Change>,
): View {
  const found = page.show()
  checkSame('shown', uncounted(found, changes), uncounted(expected, changes))
  page.checkKeys(progress)
  const atServer = progress.filter(
    ({ operation, phase }) => operation.do === 'vote' && operation.isInScope && phase === 'sent',
  )
  if (atServer.length > 1) throw new Violation('(scope) two of one scope are at the server')
  return found
}

/** Without the votes of items that have one in flight: a read may have brought it, which is not counted twice then. */
function uncounted(view: View, changes: ReadonlyMap<number, Change>): View {
  const items = new Map(view.items)
  for (const { operation, phase, id = '' } of changes.values()) {
    const row = items.get(id)
    const isVoted = row !== undefined && operation.do === 'vote' && phase !== 'over'
    if (isVoted) items.set(id, { ...row, b: row.b.replace(/\++$/, '') })
  }
  return { ...view, items }
}

/** While something starts or ends, the page shows what it showed before, and then what it shows after. */
function checkBetween(page: OptimisticPage, before: View, after: View): void {
  for (const view of page.takeShown()) {
    if (!isDeepStrictEqual(view, before)) checkSame('between', view, after)
  }
}

function checkSame(property: string, found: View, expected: View): void {
  if (isDeepStrictEqual(found, expected)) return
  const [one, other] = [found, expected].map((it) =>
    JSON.stringify({ ...it, items: Object.fromEntries(it.items) }),
  )
  throw new Violation(`(${property}) the page shows ${one}, and not ${other}`)
}

async function checkRefetched(
  page: OptimisticPage,
  properties: Properties,
  { world }: Step,
): Promise<void> {
  await page.refetch(world.server.items, world.recent)
  properties.checkRefetched(page.showCommitted())
  const { recent } = page.show()
  if (!isDeepStrictEqual(recent, world.recent)) {
    throw new Violation(`(c) the recent list is ${String(recent)} after a refetch`)
  }
}
