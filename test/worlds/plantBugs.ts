import { parseArgs } from 'node:util'
import { Random } from '../support/Random'
import { RepositoryCopy } from '../support/RepositoryCopy'
import { type Mutant, mutantsSince } from './mutants'

// Plants bugs in what is new since a revision, and shows which of them the worlds find:
// node --import tsx test/worlds/plantBugs.ts --since f7eaaa92 --seed 1 --count 10 --suites test/schema,test/store
// What the worlds do not find, the suites may: with commas between them, each of the project `unit` or of one that stands in front.
// Of managers there is little in the worlds:
// node --import tsx test/worlds/plantBugs.ts --in src/managers --sessions 0 --suites test/simulator/inProcess,react:test/managers

const { values } = parseArgs({
  options: {
    since: { type: 'string', default: 'f7eaaa92' },
    in: { type: 'string', default: 'src' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    count: { type: 'string', default: '10' },
    sessions: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '5' },
    suites: { type: 'string', default: '' },
  },
})

const timeout = Number(values.minutes) * 60_000
const suites = values.suites.split(',').filter((it) => it !== '')

/** What finds a bug first, in a line; undefined where nothing does. */
function findBug(copy: RepositoryCopy): string | undefined {
  return (Number(values.sessions) > 0 ? findByWorlds(copy) : undefined) ?? findBySuites(copy)
}

function findByWorlds(copy: RepositoryCopy): string | undefined {
  const env = { RTK_REST_SEEDS: values.sessions, RTK_REST_REPORTED: '0' }
  const { status, stdout, stderr, error } = copy.runSuite({
    project: 'worlds',
    file: 'worlds',
    env,
    timeout,
  })
  if (error !== undefined) return 'the worlds do not end'
  if (status !== 0)
    return /seed \d+: [^\n]*/.exec(stdout + stderr)?.[0] ?? 'the worlds do not start'
  return undefined
}

function findBySuites(copy: RepositoryCopy): string | undefined {
  return suites.find((suite) => {
    const [file = '', project = 'unit'] = suite.split(':').toReversed()
    return copy.runSuite({ project, file, timeout }).status !== 0
  })
}

function plant(copy: RepositoryCopy, { file, line, kind, start, end, replace }: Mutant): boolean {
  copy.change(file, (source) => source.slice(0, start) + replace + source.slice(end))
  const found = findBug(copy)
  copy.restore(file)
  print(
    `${found === undefined ? '✗' : '✓'} ${file}:${line} ${kind}, ${replace}: ${found ?? 'not found'}`,
  )
  return found !== undefined
}

function run(): boolean {
  const random = new Random({ seed: Number(values.seed), size: 1 })
  const all = mutantsSince(values.since).filter(({ file }) => file.startsWith(values.in))
  const mutants = random.shuffle(all).slice(0, Number(values.count))
  print(
    `seed ${values.seed}: ${mutants.length} bugs in what is new in ${values.in} since ${values.since}`,
  )
  const copy = new RepositoryCopy()
  try {
    const found = findBug(copy)
    if (found !== undefined) print(`✗ without any bug: ${found}`)
    if (found !== undefined) return false
    const missed = mutants.filter((mutant) => !plant(copy, mutant))
    print(`${mutants.length - missed.length} of ${mutants.length} are found; nothing finds:`)
    for (const { file, line, kind } of missed) print(`  ${file}:${line} ${kind}`)
    return missed.length * 5 <= mutants.length
  } finally {
    copy.remove()
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = run() ? 0 : 1
