import { EXCUSES } from './AtRest'
import { allNames, namesOf } from './Features'
import { type Plan, planOf, type Result, runWorld } from './runWorld'
import type { Act } from './steps'
import { WorldServer } from './WorldServer'

const environment: Partial<Record<string, string>> = process.env
const { RTK_REST_SEED, RTK_REST_SEEDS, RTK_REST_FROM } = environment

/** How many sessions run at a time: most of the time they wait. */
const AT_ONCE = Number(environment['RTK_REST_AT_ONCE'] ?? 60)

/** How many failures are shrunk, and with how many runs each. */
const REPORTED = Number(environment['RTK_REST_REPORTED'] ?? 3)
const SHRINK_RUNS = Number(environment['RTK_REST_SHRINK_RUNS'] ?? 40)

/** So many sessions have each feature often enough. */
const MANY = 400

interface Outcome {
  readonly plan: Plan
  readonly result: Result
}

/** The seeds of a run: so many, or as the environment says. */
export function seedsOf(usual: number, from: number): readonly number[] {
  if (RTK_REST_SEED !== undefined) return [Number(RTK_REST_SEED)]
  const first = RTK_REST_FROM === undefined ? from : Number(RTK_REST_FROM)
  const length = RTK_REST_SEEDS === undefined ? usual : Number(RTK_REST_SEEDS)
  return Array.from({ length }, (_, at) => first + at)
}

/**
 * Runs sessions, many at a time, and prints what they had in them. The environment may say otherwise:
 * - `RTK_REST_SEED`: this seed alone, with all that happened
 * - `RTK_REST_SEEDS`: so many seeds, `RTK_REST_FROM`: beginning with this one
 * - `RTK_REST_AT_ONCE`: so many at a time
 * - `RTK_REST_REPORTED`: so many failures are printed with a short history
 * - `RTK_REST_SHRINK_RUNS`: how many runs a failure is shrunk with
 * @returns a line for each seed that failed, and for all that too few of many sessions had
 */
export async function runWorlds(seeds: readonly number[]): Promise<readonly string[]> {
  const server = new WorldServer()
  await server.start()
  try {
    const outcomes = await runAll(seeds, server)
    print([...summaryOf(outcomes), `redirected: ${server.redirected}`])
    const failures = outcomes.filter(({ result }) => result.findings.length > 0)
    for (const failure of failures.slice(0, REPORTED)) print(await reportOf(failure, server))
    if (RTK_REST_SEED !== undefined) print(outcomes.flatMap(({ result }) => result.log))
    const findings = failures.map(({ plan, result }) => `seed ${plan.seed}: ${headOf(result)}`)
    return [...findings, ...rareIn(outcomes)]
  } finally {
    server.stop()
  }
}

async function runAll(seeds: readonly number[], server: WorldServer): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const left = [...seeds]
  const work = async (): Promise<void> => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const plan = planOf(seed)
      outcomes.push({ plan, result: await runWorld(plan, server) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes.toSorted((one, other) => one.plan.seed - other.plan.seed)
}

/** How often each feature was on, and what was counted. */
function summaryOf(outcomes: readonly Outcome[]): readonly string[] {
  const features = countOf(outcomes.flatMap(({ plan }) => namesOf(plan.features)))
  const excuses = countOf(outcomes.flatMap(({ result }) => result.excuses))
  const sum = (count: (result: Result) => number): number =>
    outcomes.reduce((total, { result }) => total + count(result), 0)
  const withDecidable = outcomes.filter(({ result }) => result.requests.decidable > 0).length
  return [
    `${outcomes.length} sessions, ${sum(({ findings }) => Number(findings.length > 0))} with a finding`,
    `features: ${[...features].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `mutations alone: ${sum(({ requests }) => requests.operations)}, after which nobody asked: ${sum(({ requests }) => requests.silent)}`,
    `acts: ${sum(({ acts }) => acts)}, of which the requests of readers were bounded: ${sum(({ requests }) => requests.bounded)}`,
    `lists that could be told: ${sum(({ requests }) => requests.decidable)}, in ${withDecidable} sessions`,
    `excused: ${EXCUSES.map((name) => `${name} ${excuses.get(name) ?? 0}`).join(', ')}`,
  ]
}

/** Each feature is on in a tenth of many sessions, and a third of them have lists that could be told. */
function rareIn(outcomes: readonly Outcome[]): readonly string[] {
  const all = outcomes.length
  if (all < MANY) return []
  const features = countOf(outcomes.flatMap(({ plan }) => namesOf(plan.features)))
  const decidable = outcomes.filter(({ result }) => result.requests.decidable > 0).length
  return [
    ...allNames()
      .map((name) => [name, features.get(name) ?? 0] as const)
      .filter(([, count]) => count < all / 10),
    ...(decidable < all / 3 ? [['lists that could be told', decidable] as const] : []),
  ].map(([name, count]) => `${name}: only ${count} of ${all} sessions`)
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names.toSorted()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** A failure with the acts that it needs. */
async function reportOf(
  { plan, result }: Outcome,
  server: WorldServer,
): Promise<readonly string[]> {
  const shrunk = await shrink({ plan, result }, server)
  return [
    '',
    `seed ${plan.seed}: ${headOf(result)}`,
    namesOf(plan.features).join(', '),
    `${shrunk.plan.acts.length} of ${plan.acts.length} acts:`,
    ...shrunk.result.log,
    `again: RTK_REST_SEED=${plan.seed} npx vitest run --project worlds`,
  ]
}

/** Leaves out acts one after the other, for as long as the same kind of finding remains. */
async function shrink(failure: Outcome, server: WorldServer): Promise<Outcome> {
  const kind = failure.result.findings[0]?.kind
  let best = failure
  let runs = 0
  for (let at = failure.plan.acts.length - 1; at > 0 && runs < SHRINK_RUNS; at--) {
    const acts: readonly Act[] = best.plan.acts.filter((_, place) => place !== at)
    const plan = { ...best.plan, acts }
    runs += 1
    const result = await runWorld(plan, server)
    if (result.findings[0]?.kind === kind) best = { plan, result }
  }
  return best
}

function headOf({ findings }: Result): string {
  const [first] = findings
  return first === undefined ? 'nothing' : `${first.kind}: ${first.detail}`
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
