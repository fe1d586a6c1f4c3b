import { readFileSync, rmSync } from 'node:fs'
import { bin, type Check, format, lint, node, report, runAll, runTests } from './support/checks'
import type { ProjectTime } from './support/TimesReporter'

// Runs every check there is, goes on after a failure, and ends with one line that counts them all.
// `npm run exhaustive` does all of what `npm test` does a part of.

const TIMES = 'node_modules/.cache/times.json'

/** Side by side, in lanes that take about as long. Types are checked with the tests of types, which read all files. */
const checks: readonly (readonly Check[])[] = [
  [format('.')],
  [
    { name: 'build', command: bin('tsdown/dist/run.mjs', '--logLevel', 'warn') },
    { name: 'publint', command: bin('publint/src/cli.js', '--strict') },
    {
      name: 'types of the package',
      command: bin('@arethetypeswrong/cli/dist/index.js', '--pack', '.'),
    },
    { name: 'weight', command: node('--import', 'tsx', 'test/package/weigh.ts'), isShown: true },
    { name: 'landing', command: node('--import', 'tsx', 'test/package/landing.ts'), isShown: true },
    {
      name: 'declarations',
      command: node('--import', 'tsx', 'test/package/declarations.ts'),
      isShown: true,
    },
    lint,
  ],
]

const isExhaustive = process.argv.includes('exhaustive')
const started = Date.now()
rmSync(TIMES, { force: true })
const checked = (await Promise.all(checks.map(runAll))).flat()
const checkSeconds = (Date.now() - started) / 1_000
// Suites that go through all of the library run on its source and on what was built from it.
const env = { RTK_REST_BUILT: '1', ...(isExhaustive && { RTK_REST_EXHAUSTIVE: '1' }) }
const tested = runTests({ env })
printTimes()
report([...checked, tested])

/** What took how long, the longest first. */
function printTimes(): void {
  const seconds = (Date.now() - started) / 1_000
  const line = (name: string, tests: string, time: number): string =>
    `${name.padEnd(22)}${tests.padStart(7)}${time.toFixed(1).padStart(9)} s`
  const projects = readTimes().toSorted((one, other) => other.seconds - one.seconds)
  const lines = [
    ...projects.map((it) => line(it.project, String(it.tests), it.seconds)),
    line('all checks', String(checked.length), checkSeconds),
    `in all ${seconds.toFixed(0)} s, and ${processorSeconds()} s of all processors`,
  ]
  process.stdout.write(
    `\nTests by project, with the seconds of all workers:\n${lines.join('\n')}\n`,
  )
}

function readTimes(): readonly ProjectTime[] {
  try {
    return JSON.parse(readFileSync(TIMES, 'utf8')) as readonly ProjectTime[]
  } catch {
    return []
  }
}

/** Of this process and of all that it started and that has ended; only Linux tells. */
function processorSeconds(): string {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, it) => sum + Number(it), 0)
    return (ticks / 100).toFixed(0)
  } catch {
    return '?'
  }
}
