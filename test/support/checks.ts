import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'

// The commands behind `npm test`, `npm run exhaustive` and `npm run check`, and what they count.

const REPORT = 'node_modules/.cache/vitest.json'

export interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** Its output is a result, and not only useful after a failure. */
  readonly isShown?: boolean
}

export interface Count {
  readonly passed: number
  readonly failed: number
}

export interface TestRun {
  /** Arguments for vitest. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Ends it after so many ms. */
  readonly timeout?: number
}

export const node = (...args: string[]): string[] => [process.execPath, ...args]
export const bin = (path: string, ...args: string[]): string[] =>
  node(`node_modules/${path}`, ...args)

/** What is checked again where nothing changed is known from the run before. */
export const format = (...files: string[]): Check => {
  const flags = ['--check', '--cache', '--cache-strategy', 'content', '--ignore-unknown']
  return { name: 'format', command: bin('prettier/bin/prettier.cjs', ...flags, ...files) }
}
export const lint: Check = {
  name: 'lint',
  command: bin('oxlint/bin/oxlint', '--type-aware'),
}
export const typeCheck: Check = {
  name: 'type check',
  command: bin('typescript7/bin/tsc', '-p', '.'),
}

/** Runs checks one after the other. */
export async function runAll(lane: readonly Check[]): Promise<Count[]> {
  const counts: Count[] = []
  for (const check of lane) counts.push(await run(check))
  return counts
}

async function run({ name, command, isShown = false }: Check): Promise<Count> {
  const started = Date.now()
  const [program = '', ...args] = command
  const child = spawn(program, args)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const isGood = code === 0
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${isGood ? '✓' : '✗'} ${name} (${seconds} s)\n`)
  if (!isGood) process.stdout.write(`${stdout}${stderr}\n`)
  else if (isShown) process.stdout.write(stdout)
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Runs tests, and shows their output. */
export function runTests({ args = [], env = {}, timeout }: TestRun): Count {
  rmSync(REPORT, { force: true })
  // Most of what tests make is garbage at once; a young generation of this size (MB) is collected less often.
  const [program = '', ...rest] = node(
    '--max-semi-space-size=64',
    'node_modules/vitest/vitest.mjs',
    'run',
    ...args,
  )
  const { status } = spawnSync(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    ...(timeout !== undefined && { timeout }),
  })
  const counted = countTests()
  // A failure that belongs to no test (an unhandled rejection, a file that cannot be loaded) still is one.
  const failed = counted.failed === 0 && status !== 0 ? 1 : counted.failed
  return { ...counted, failed }
}

function countTests(): Count {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    }
    return { passed: report.numPassedTests, failed: report.numFailedTests }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The last line of all commands, and their exit code. */
export function report(counts: readonly Count[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
}
