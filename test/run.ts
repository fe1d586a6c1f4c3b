import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'

// Runs every check there is, goes on after a failure, and ends with one line that counts them all.

const REPORT = 'node_modules/.cache/vitest.json'

interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** Its output is a result, and not only useful after a failure. */
  readonly isShown?: boolean
}

const node = (...args: string[]): string[] => [process.execPath, ...args]
const bin = (path: string, ...args: string[]): string[] => node(`node_modules/${path}`, ...args)

/** Side by side, in lanes that take about as long. */
const checks: readonly (readonly Check[])[] = [
  [
    { name: 'format', command: bin('prettier/bin/prettier.cjs', '--check', '.') },
    { name: 'lint', command: bin('oxlint/bin/oxlint', '--type-aware') },
  ],
  [
    { name: 'build', command: bin('tsdown/dist/run.mjs', '--logLevel', 'warn') },
    { name: 'publint', command: bin('publint/src/cli.js', '--strict') },
    {
      name: 'types of the package',
      command: bin('@arethetypeswrong/cli/dist/index.js', '--pack', '.'),
    },
    { name: 'weight', command: node('--import', 'tsx', 'test/package/weigh.ts'), isShown: true },
    { name: 'type check', command: bin('typescript7/bin/tsc', '-p', '.') },
  ],
]

interface Count {
  readonly passed: number
  readonly failed: number
}

async function runAll(lane: readonly Check[]): Promise<Count[]> {
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

function runTests(): Count {
  rmSync(REPORT, { force: true })
  // Most of what tests make is garbage at once; a young generation of this size (MB) is collected less often.
  const [program = '', ...rest] = node(
    '--max-semi-space-size=64',
    'node_modules/vitest/vitest.mjs',
    'run',
  )
  // Suites that go through all of the library run on its source, on what was built from it, and on copied states.
  const env = { ...process.env, RTK_REST_ALL: '1' }
  const { status } = spawnSync(program, rest, { stdio: 'inherit', env })
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

const counts = [...(await Promise.all(checks.map(runAll))).flat(), runTests()]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
