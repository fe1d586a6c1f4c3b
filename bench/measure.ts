import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { shapes } from './data'
import { libraries } from './libraries/libraries'
import type { Plan } from './plan'
import { countReferences, type References } from './references'
import type { Row } from './rows/Row'
import { type Cell, sample } from './sample'

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
  readonly retained: readonly Retained[]
}

/** Carries a plan out; `told` hears what is done. */
export async function measure(plan: Plan, told: (line: string) => void): Promise<Results> {
  const references: References[] = []
  for (const library of libraries) {
    references.push(await countReferences(library, plan.referencesAt))
  }
  const rows = await measureRows(plan, told)
  const retained: Retained[] = []
  for (const library of libraries) {
    told(`bytes retained by ${library.name}`)
    retained.push(
      await weighRetained(library.name, Math.min(plan.retainedAt, library.largest ?? Infinity)),
    )
  }
  return { rows, references, retained }
}

async function measureRows(plan: Plan, told: (line: string) => void): Promise<Measured[]> {
  const started = performance.now()
  const costs = plan.rows.map(costOf)
  const measured: Measured[] = []
  for (const [at, row] of plan.rows.entries()) {
    const { target, work, size, shape } = row
    told(`${target} ${work}, ${size} ${shape.name}`)
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
  return at * 100 + Number(target.slice(1))
}

/** About what a row takes: its lanes' time with the warm-up, and setting up stores of that size. */
function costOf({ ms, lanes, size }: Row): number {
  return (ms * 1.25 + size / 20) * lanes.length
}

async function weighRetained(library: string, size: number): Promise<Retained> {
  const script = fileURLToPath(new URL('retained.js', import.meta.url))
  const args = [...process.execArgv, script, library, `${size}`]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return { library, size, ...(JSON.parse(stdout) as { bytes: number }) }
}
