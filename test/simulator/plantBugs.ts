import { RepositoryCopy } from '../support/RepositoryCopy'
import { type Bug, BUGS, type Patch } from './bugs'

// Shows that the simulator, and the histories of reads, find what they are for: node --import tsx test/simulator/plantBugs.ts
// With a text, only the bugs whose names have it. `RTK_REST_SEEDS` says how many seeds of each kind are tried.

const { RTK_REST_SEEDS = '300' } = process.env as Partial<Record<string, string>>
/** For the seeds of one kind, in ms. */
const TIMEOUT = 600_000

const KINDS = [
  { project: 'unit', file: 'test/simulator/inProcess' },
  { project: 'simulator', file: 'test/simulator/mounted' },
] as const

/** @throws Error where a patch does not apply any more */
function apply(copy: RepositoryCopy, { file, find, replace }: Patch): void {
  copy.change(file, (source) => {
    const count = source.split(find).length - 1
    if (count !== 1) throw new Error(`${file} has ${count} times, and not once:\n${find}`)
    return source.replace(find, () => replace)
  })
}

/**
 * What the simulator finds first; undefined where it finds nothing.
 *
 * @throws Error where a run fails otherwise, or does not end
 */
function simulate(copy: RepositoryCopy): string | undefined {
  for (const { project, file } of KINDS) {
    const env = { RTK_REST_SEEDS, RTK_REST_SHRINK_RUNS: '0' }
    const { status, stdout, stderr, error } = copy.runSuite({
      project,
      file,
      env,
      timeout: TIMEOUT,
    })
    const found = /^FOUND .*$/m.exec(stdout)?.[0]
    // A patch that does not fit makes everything fail.
    if (stdout.includes('ReferenceError')) throw new Error(stdout)
    if (found !== undefined) return found
    // A run that does not end has no result; it has a status if it ended itself after a signal.
    if (error !== undefined) throw new Error(`${file} did not end`, { cause: error })
    if (status !== 0) throw new Error(`${stdout}${stderr}`)
  }
  return undefined
}

/** What fails first in a suite. */
function test(copy: RepositoryCopy, suite: string): string | undefined {
  const { status, stdout, stderr } = copy.runSuite({
    project: 'unit',
    file: suite,
    timeout: TIMEOUT,
  })
  if (status === 0) return undefined
  const found = /Property failed after \d+ tests/.exec(stderr)
  if (found === null) throw new Error(`${stdout}${stderr}`)
  return `${found[0]} (${suite})`
}

function plant(copy: RepositoryCopy, { name, suite, patches }: Bug): boolean {
  for (const patch of patches) apply(copy, patch)
  const found = suite === undefined ? simulate(copy) : test(copy, suite)
  for (const patch of patches) copy.restore(patch.file)
  process.stdout.write(`${found === undefined ? '✗' : '✓'} ${name}: ${found ?? 'not found'}\n`)
  return found !== undefined
}

function run(): boolean {
  const copy = new RepositoryCopy()
  try {
    const found = simulate(copy)
    if (found !== undefined) {
      process.stdout.write(`✗ without any bug: ${found}\n`)
      return false
    }
    const [, , text = ''] = process.argv
    return BUGS.filter(({ name }) => name.includes(text))
      .map((bug) => plant(copy, bug))
      .every(Boolean)
  } finally {
    copy.remove()
  }
}

process.exitCode = run() ? 0 : 1
