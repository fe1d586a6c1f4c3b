import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Bug, BUGS, type Patch } from './bugs'

// Shows that the simulator, and the histories of reads, find what they are for: node --import tsx test/simulator/plantBugs.ts
// With a text, only the bugs whose names have it.

const SEEDS = 300
/** For the seeds of one kind, in ms. */
const TIMEOUT = 600_000
const COPIED = ['src', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts']

const KINDS = [
  { project: 'unit', file: 'test/simulator/inProcess' },
  { project: 'simulator', file: 'test/simulator/mounted' },
] as const

/** A copy of the repository in which bugs can be planted. */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rtk-rest-bugs-'))
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

/** @throws Error where a patch does not apply any more */
function apply(folder: string, { file, find, replace }: Patch): void {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  const count = source.split(find).length - 1
  if (count !== 1) throw new Error(`${file} has ${count} times, and not once:\n${find}`)
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
}

function restore(folder: string, { file }: Patch): void {
  cpSync(file, join(folder, file))
}

function runSuite(
  folder: string,
  project: string,
  file: string,
  env: Readonly<Record<string, string>>,
) {
  return spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', project, file, '--reporter=dot'],
    { cwd: folder, encoding: 'utf8', timeout: TIMEOUT, env: { ...process.env, ...env } },
  )
}

/**
 * What the simulator finds first; undefined where it finds nothing.
 *
 * @throws Error where a run fails otherwise, or does not end
 */
function simulate(folder: string): string | undefined {
  for (const { project, file } of KINDS) {
    const env = { RTK_REST_SEEDS: String(SEEDS), RTK_REST_SHRINK_RUNS: '0' }
    const { status, stdout, stderr, error } = runSuite(folder, project, file, env)
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
function test(folder: string, suite: string): string | undefined {
  const { status, stdout, stderr } = runSuite(folder, 'unit', suite, {})
  if (status === 0) return undefined
  const found = /Property failed after \d+ tests/.exec(stderr)
  if (found === null) throw new Error(`${stdout}${stderr}`)
  return `${found[0]} (${suite})`
}

function plant(folder: string, { name, suite, patches }: Bug): boolean {
  for (const patch of patches) apply(folder, patch)
  const found = suite === undefined ? simulate(folder) : test(folder, suite)
  for (const patch of patches) restore(folder, patch)
  process.stdout.write(`${found === undefined ? '✗' : '✓'} ${name}: ${found ?? 'not found'}\n`)
  return found !== undefined
}

function run(): boolean {
  const folder = copyRepository()
  try {
    const found = simulate(folder)
    if (found !== undefined) {
      process.stdout.write(`✗ without any bug: ${found}\n`)
      return false
    }
    const [, , text = ''] = process.argv
    return BUGS.filter(({ name }) => name.includes(text))
      .map((bug) => plant(folder, bug))
      .every(Boolean)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = run() ? 0 : 1
