import { type Kind, type Plan, planOf, type Result } from './runSeed'
import { shrink } from './shrink'

const environment: Partial<Record<string, string>> = process.env
const { RTK_REST_SEED, RTK_REST_SEEDS, RTK_REST_FROM, RTK_REST_FINDINGS } = environment

/** How many runs a failure is shrunk with. */
const SHRINK_RUNS = Number(environment['RTK_REST_SHRINK_RUNS'] ?? 300)

/** A seed that failed in a way that no other did before. */
interface Failure {
  readonly plan: Plan
  readonly result: Result
  count: number
}

/**
 * Runs seeds of a kind until one fails, and reports that one with a short history. The environment may say otherwise:
 * - `RTK_REST_SEED`: this seed alone
 * - `RTK_REST_SEEDS`: so many seeds, `RTK_REST_FROM`: beginning with this one
 * - `RTK_REST_FINDINGS=all`: go on, and report the first seed of each kind of finding
 * - `RTK_REST_SHRINK_RUNS`: how many runs a failure is shrunk with
 * - `RTK_REST_IGNORE`: kinds of findings that do not count, with commas between them
 * @returns what was found, a line for each seed that was reported
 */
export async function runSeeds(kind: Kind, usual: number, from = 1): Promise<readonly string[]> {
  const failures = new Map<string, Failure>()
  for (const seed of seedsToRun(usual, from)) {
    // What does not come again has to be written down the first time.
    const plan: Plan = { ...planOf(seed, kind), isTraced: !kind.isExact }
    const result = await kind.run(plan)
    const [finding] = result.findings
    if (finding === undefined) continue
    const failure = failures.get(finding.kind) ?? { plan, result, count: 0 }
    failure.count += 1
    failures.set(finding.kind, failure)
    if (RTK_REST_FINDINGS !== 'all') break
  }
  for (const [what, failure] of failures) process.stdout.write(await reportOf(kind, what, failure))
  return [...failures].map(
    ([what, { plan, count }]) => `${what} (seed ${plan.seed}, ${count} in all)`,
  )
}

/** The default number of seeds, for a kind that takes so much longer. */
export function seedsOnDemand(usual: number, factor = 1): number {
  return RTK_REST_SEEDS === undefined ? usual : Math.ceil(Number(RTK_REST_SEEDS) / factor)
}

function seedsToRun(count: number, usualFrom: number): readonly number[] {
  if (RTK_REST_SEED !== undefined) return [Number(RTK_REST_SEED)]
  const from = RTK_REST_FROM === undefined ? usualFrom : Number(RTK_REST_FROM)
  return Array.from({ length: count }, (_, at) => from + at)
}

async function reportOf(kind: Kind, what: string, failure: Failure): Promise<string> {
  const { plan } = failure
  const shrunk = kind.isExact ? await shrunkPlan(kind, what, plan) : plan
  const { findings, trace } = kind.isExact ? await kind.run(shrunk) : failure.result
  // What is said once is not found again.
  const detail = [...findings, ...failure.result.findings].find((it) => it.kind === what)?.detail
  const last = trace.findIndex((line) => line.includes(`FOUND ${what}`))
  return [
    '',
    `FOUND ${what} (${kind.name}, seed ${plan.seed})`,
    detail,
    `in ${JSON.stringify(plan.profile)}`,
    `${shrunk.steps.length} of ${plan.steps.length} steps:`,
    ...shrunk.steps.map((step) => `  ${JSON.stringify(step)}`),
    'what happened:',
    ...trace.slice(0, last + 1),
    `again: RTK_REST_SEED=${plan.seed} npx vitest run test/simulator/${kind.name}`,
    '',
  ].join('\n')
}

async function shrunkPlan(kind: Kind, what: string, plan: Plan): Promise<Plan> {
  const fails = async (steps: Plan['steps']): Promise<boolean> => {
    const { findings } = await kind.run({ ...plan, steps })
    return findings.some((it) => it.kind === what)
  }
  return { ...plan, steps: await shrink(plan.steps, fails, SHRINK_RUNS), isTraced: true }
}
