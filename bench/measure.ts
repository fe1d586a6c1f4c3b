import { shapes } from './data'
import { libraries } from './libraries/libraries'
import { type Plan, wants } from './plan'
import { countReferences, type References } from './references'
import type { Poll } from './polls'
import type { Renders } from './renders'
import type { Requests } from './requests'
import type { Row } from './rows/Row'
import { runScript } from './runScript'
import { type Cell, sample } from './sample'
import type { Unused } from './unused'

/** A row, measured. Times are in ms, by library or yardstick. */
export interface Measured {
  readonly target: string
  readonly work: string
  readonly size: number
  readonly shape: string
  readonly cells: Readonly<Record<string, Cell>>
}

/** Bytes that each issue costs. */
export interface Retained {
  readonly library: string
  readonly size: number
  readonly bytes: number
}

export interface Results {
  readonly rows: readonly Measured[]
  readonly references: readonly References[]
  readonly renders: readonly Renders[]
  readonly requests: readonly Requests[]
  readonly polls: readonly Poll[]
  readonly retained: readonly Retained[]
  readonly unused: Unused | undefined
}

/** Carries a plan out; `report` receives each line of progress. */
export async function measure(plan: Plan, report: (line: string) => void): Promise<Results> {
  const references: References[] = []
  if (wants(plan, 'P2') || wants(plan, 'P9')) {
    for (const library of libraries) {
      references.push(await countReferences(library, plan.referencesAt))
    }
  }
  const renders = wants(plan, 'P16') ? await countRenders() : []
  const requests = wants(plan, 'P23') || wants(plan, 'P24') ? await countRequests() : []
  const polls = wants(plan, 'P29') ? await measurePolls() : []
  const rows = await measureRows(plan, report)
  const retained = wants(plan, 'P10') ? await measureRetained(plan, report) : []
  const unused = ['P25', 'P26', 'P27'].some((it) => wants(plan, it))
    ? await measureUnused(report)
    : undefined
  return { rows, references, renders, requests, polls, retained, unused }
}

/** How often a component renders in the first load, with each library that has hooks. */
export async function countRenders(): Promise<readonly Renders[]> {
  return (await runScript('renders')) as readonly Renders[]
}

/** How many requests readers send by themselves, with each build of rtk-rest. */
export async function countRequests(): Promise<readonly Requests[]> {
  return (await runScript('requests')) as readonly Requests[]
}

/** How long a poll takes while each issue has a row on the page, with each library that has hooks. */
export async function measurePolls(): Promise<readonly Poll[]> {
  return (await runScript('polls')) as readonly Poll[]
}

/** What a tab keeps that stays open. */
async function measureUnused(report: (line: string) => void): Promise<Unused> {
  report('what nothing uses')
  return (await runScript('unused')) as Unused
}

/** What a library keeps of each issue. */
export async function weighRetained(library: string, size: number): Promise<Retained> {
  const { bytes } = (await runScript('retained', [library, `${size}`])) as { bytes: number }
  return { library, size, bytes }
}

async function measureRetained(plan: Plan, report: (line: string) => void): Promise<Retained[]> {
  const retained: Retained[] = []
  for (const { name, largest = Infinity } of libraries) {
    report(`bytes retained by ${name}`)
    retained.push(await weighRetained(name, Math.min(plan.retainedAt, largest)))
  }
  return retained
}

async function measureRows(plan: Plan, report: (line: string) => void): Promise<Measured[]> {
  const started = performance.now()
  const costs = plan.rows.map(costOf)
  const measured: Measured[] = []
  for (const [at, row] of plan.rows.entries()) {
    const { target, work, size, shape } = row
    report(`${target} ${work}, ${size} ${shape.name}`)
    // On a slow machine the rest of the rows shares what is left of the time.
    const left = plan.ms - (performance.now() - started)
    const share = left / costs.slice(at).reduce((sum, cost) => sum + cost, 0)
    const ms = Math.max(50, row.ms * Math.min(1, share))
    const cells = await sample([...row.yardsticks, ...row.lanes], { ms, samples: plan.samples })
    measured.push({ target, work, size, shape: shape.name, cells })
  }
  return measured.toSorted(inOrder)
}

/** By target and size, the other shapes of data last. */
function inOrder(a: Measured, b: Measured): number {
  return rankOf(a) - rankOf(b) || a.size - b.size
}

function rankOf({ target, shape }: Measured): number {
  const at = shapes.findIndex(({ name }) => name === shape)
  return at * 100 + Number.parseFloat(target.slice(1))
}

/** About what a row takes: its lanes' time with the warm-up, and setting up stores of that size. */
function costOf({ ms, lanes, size }: Row): number {
  return (ms * 1.25 + size / 20) * lanes.length
}
