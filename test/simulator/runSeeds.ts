import { type Kind, type Plan, planOf } from './runSeed'
import { shrink } from './shrink'

const environment: Partial<Record<string, string>> = process.env
const { RTK_REST_SEED, RTK_REST_SEEDS, RTK_REST_FROM, RTK_REST_FINDINGS } = environment

/** How many runs a failure is shrunk with. */
const PATIENCE = Number(environment['RTK_REST_PATIENCE'] ?? 300)

/**
 * Runs seeds of a kind until one fails, and reports that one with a short history. The environment may say otherwise:
 * - `RTK_REST_SEED`: this seed alone
 * - `RTK_REST_SEEDS`: so many seeds, `RTK_REST_FROM`: beginning with this one
 * - `RTK_REST_FINDINGS=all`: go on, and report the first seed of each kind of finding
 * - `RTK_REST_PATIENCE`: how many runs a failure is shrunk with
 * - `RTK_REST_IGNORE`: kinds of findings that do not count, with commas between them
 * @returns what was found, a line for each seed that was reported
 */
export async function runSeeds(kind: Kind, usual: number, from = 1): Promise<readonly string[]> {
  const found = new Map<string, { seed: number; count: number }>()
  for (const seed of seedsToRun(usual, from)) {
    const [finding] = (await kind.run(planOf(seed, kind.isMounted))).findings
    if (finding === undefined) continue
    const known = found.get(finding.kind) ?? { seed, count: 0 }
    found.set(finding.kind, { ...known, count: known.count + 1 })
    if (RTK_REST_FINDINGS !== 'all') break
  }
  for (const [what, { seed }] of found) process.stdout.write(await reportOf(kind, seed, what))
  return [...found].map(([what, { seed, count }]) => `${what} (seed ${seed}, ${count} in all)`)
}

/** How many seeds there are to run where nothing else is said, of a kind that takes so much longer. */
export function seedsOnDemand(usual: number, factor = 1): number {
  return RTK_REST_SEEDS === undefined ? usual : Math.ceil(Number(RTK_REST_SEEDS) / factor)
}

function seedsToRun(count: number, usualFrom: number): readonly number[] {
  if (RTK_REST_SEED !== undefined) return [Number(RTK_REST_SEED)]
  const from = RTK_REST_FROM === undefined ? usualFrom : Number(RTK_REST_FROM)
  return Array.from({ length: count }, (_, at) => from + at)
}

async function reportOf(kind: Kind, seed: number, what: string): Promise<string> {
  const plan = planOf(seed, kind.isMounted)
  const fails = async (candidate: Plan['steps']): Promise<boolean> => {
    const { findings } = await kind.run({ ...plan, steps: candidate })
    return findings.some((it) => it.kind === what)
  }
  const steps = await shrink(plan.steps, fails, PATIENCE)
  const { findings, trace } = await kind.run({ ...plan, steps, isTraced: true })
  const { detail } = findings.find((it) => it.kind === what) ?? { detail: 'not found again' }
  const last = trace.findIndex((line) => line.includes(`FOUND ${what}`))
  return [
    '',
    `FOUND ${what} (${kind.name}, seed ${seed})`,
    detail,
    `in ${JSON.stringify(plan.profile)}`,
    `${steps.length} of ${plan.steps.length} steps:`,
    ...steps.map((step) => `  ${JSON.stringify(step)}`),
    'what happened:',
    ...trace.slice(0, last + 1),
    `again: RTK_REST_SEED=${seed} npx vitest run test/simulator/${kind.name}`,
    '',
  ].join('\n')
}
