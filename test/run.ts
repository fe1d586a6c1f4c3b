import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'

// Runs every check there is, goes on after a failure, and ends with one line that counts them all.

const REPORT = 'node_modules/.cache/vitest.json'

// Of the built package those suites that go through all of it.
const BUILT = [
  'test/store',
  'test/react/hooks',
  'test/schema',
  'test/endpoint/pipeline',
  'test/docs',
]

// On copies of every state, where notes beside a state are lost: of our part alone, and of its tables too.
const COPIED = [
  'test/store/model',
  'test/store/sameReference',
  'test/store/indexes',
  'test/schema',
  'test/react/hooks',
]

const LIBRARY = ['unit', 'isolated', 'react', 'docs'].flatMap((name) => ['--project', name])

interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** What it says is a result, and not only of use after a failure. */
  readonly isShown?: boolean
}

const node = (...args: string[]): string[] => [process.execPath, ...args]
const bin = (path: string, ...args: string[]): string[] => node(`node_modules/${path}`, ...args)

/** Side by side: what looks at the source, and what looks at the package that is built of it. */
const checks: readonly (readonly Check[])[] = [
  [
    { name: 'format', command: bin('prettier/bin/prettier.cjs', '--check', '.') },
    { name: 'lint', command: bin('oxlint/bin/oxlint', '--type-aware') },
    { name: 'type check', command: bin('typescript7/bin/tsc', '-p', '.') },
  ],
  [
    { name: 'build', command: bin('tsdown/dist/run.mjs', '--logLevel', 'warn') },
    { name: 'publint', command: bin('publint/src/cli.js', '--strict') },
    {
      name: 'types of the package',
      command: bin('@arethetypeswrong/cli/dist/index.js', '--pack', '.'),
    },
    { name: 'weight', command: node('--import', 'tsx', 'test/package/weigh.ts'), isShown: true },
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

function runTests(args: readonly string[], env: Readonly<Record<string, string>> = {}): Count {
  rmSync(REPORT, { force: true })
  const [program = '', ...rest] = bin('vitest/vitest.mjs', 'run', ...args)
  const { status } = spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, ...env } })
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

// The suites of the library run on its source, and the widest of them again on what was built from it.
const counts = [
  ...(await Promise.all(checks.map(runAll))).flat(),
  runTests([]),
  runTests([...LIBRARY, ...BUILT], {
    RTK_REST_DIST: '1',
    RTK_REST_RUNS: '200',
  }),
  ...['slice', 'tables'].map((depth) =>
    runTests([...LIBRARY, ...COPIED], {
      RTK_REST_COPIES: depth,
      RTK_REST_RUNS: '200',
    }),
  ),
]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
