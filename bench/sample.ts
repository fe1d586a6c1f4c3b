/** What is measured of one library in one row. */
export interface Task {
  /** Not part of the time. */
  before?(): unknown
  run(): unknown
  /** May be run many times between two looks at the clock; then it has no `before`. */
  readonly isRepeatable?: boolean
  /** Whether the garbage of a run is weighed, too. */
  readonly weighsGarbage?: boolean
}

/** One cell of a table. */
export interface Cell {
  /** Median of the time of one run, in ms; absent where there was none. */
  readonly ms?: number
  readonly samples?: number
  /** Garbage of one run, in bytes. */
  readonly bytes?: number
  /** Why there is no time, or what else there is to say. */
  readonly note?: string
}

/** A library's place in a row; `prepare` sets its store up, and may throw a `Skip`. */
export interface Lane {
  readonly name: string
  prepare(): Task | Promise<Task>
}

/** Thrown by `prepare` where a library cannot take part. */
export class Skip extends Error {}

/** How long each lane may take, and how many samples are enough. */
export interface Budget {
  readonly ms: number
  readonly samples: number
}

interface Runner {
  readonly name: string
  readonly task: Task
  readonly times: number[]
  batch: number
  spent: number
}

// Shorter than this, a look at the clock would be a visible part of what it measures.
const SHORTEST_SAMPLE = 0.5
const LARGEST_BATCH = 100_000
const WARM_UP = 0.25
const GARBAGE_RUNS = 20
const GARBAGE_SHARE = 0.25

/**
 * Measures all lanes of a row in turns, one sample each, so that whatever else the machine does hits all of them.
 * A lane that is out of time drops out with what it has.
 */
export async function sample(
  lanes: readonly Lane[],
  budget: Budget,
): Promise<Record<string, Cell>> {
  const cells: Record<string, Cell> = {}
  const runners: Runner[] = []
  for (const lane of lanes) {
    const prepared = await prepare(lane)
    if (prepared instanceof Skip) cells[lane.name] = { note: prepared.message }
    else runners.push({ name: lane.name, task: prepared, times: [], batch: 1, spent: 0 })
  }
  for (const runner of runners) await warmUp(runner, budget)
  await takeTurns(runners, budget)
  for (const { name, task, times } of runners) {
    const bytes = task.weighsGarbage === true ? { bytes: await weighGarbage(task, budget) } : {}
    cells[name] = { ms: medianOf(times), samples: times.length, ...bytes }
  }
  return cells
}

/** The middle one. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

async function prepare(lane: Lane): Promise<Task | Skip> {
  try {
    return await lane.prepare()
  } catch (error) {
    if (error instanceof Skip) return error
    throw new Error(`${lane.name} cannot be prepared.`, { cause: error })
  }
}

async function warmUp(runner: Runner, { ms }: Budget): Promise<void> {
  do {
    const time = await timeOf(runner)
    const isTooShort = runner.task.isRepeatable === true && time * runner.batch < SHORTEST_SAMPLE
    if (isTooShort && runner.batch < LARGEST_BATCH) runner.batch *= 2
  } while (runner.spent < ms * WARM_UP)
}

async function takeTurns(runners: readonly Runner[], { ms, samples }: Budget): Promise<void> {
  const isGoing = ({ spent, times }: Runner) =>
    times.length === 0 || (spent < ms && times.length < samples)
  for (let going = runners; going.length > 0; going = going.filter(isGoing)) {
    for (const runner of going) runner.times.push(await timeOf(runner))
  }
}

/** The time of one run in ms. */
async function timeOf(runner: Runner): Promise<number> {
  const { task, batch } = runner
  const entered = performance.now()
  await task.before?.()
  // What the preparation left behind is not to be swept in the sample.
  if (batch === 1) globalThis.gc?.({ type: 'minor' })
  const started = performance.now()
  for (let turn = 0; turn < batch; turn++) {
    const pending = task.run()
    if (pending instanceof Promise) await pending
  }
  const ended = performance.now()
  runner.spent += ended - entered
  return (ended - started) / batch
}

/** The mean growth of the heap over runs in which nothing was swept. */
async function weighGarbage(task: Task, { ms }: Budget): Promise<number> {
  const grown: number[] = []
  globalThis.gc?.()
  const end = performance.now() + ms * GARBAGE_SHARE
  for (let turn = 0; turn < GARBAGE_RUNS && (turn === 0 || performance.now() < end); turn++) {
    const before = process.memoryUsage().heapUsed
    await task.run()
    const growth = process.memoryUsage().heapUsed - before
    if (growth > 0) grown.push(growth)
  }
  return grown.reduce((sum, growth) => sum + growth, 0) / grown.length
}
