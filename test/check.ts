import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { bin, type Check, format, report, runAll, runTests } from './support/checks'
import { secondsOf } from './support/secondsOf'

// Checks what changed against `main`, in a minute at most: types of all, and format, lint and tests of what changed.

/** So many seconds of a processor may the tests take, and one of them that was not changed itself. */
const BUDGET = 40
const MOST = 10

/** They concern every change of source. */
const ALWAYS = ['test/architecture.test.ts', 'test/words.test.ts']

/** Where the promises of a folder are stated, if not only in the folder of `test` that has its name. */
const PROMISES: Readonly<Record<string, RegExp>> = {
  'src/util': /^test\/(?:util|normalize)\//,
  'src/schema': /^test\/(?:schema|normalize)\//,
  'src/normalize': /^test\/(?:normalize|schema)\//,
  'src/endpoint': /^test\/(?:endpoint|resource)\//,
  'src/resource': /^test\/(?:resource|endpoint)\//,
  'src/managers': /^test\/(?:managers|optimistic)\//,
  'src/store': /^test\/(?:store|optimistic|order|races\/[^/]+\.test\.ts$)/,
  'src/react': /^test\/(?:react|races\/[^/]+\.test\.tsx$)/,
  'src/devtools': /^test\/devtools\//,
  'demo/panel': /^test\/(?:demo\/panel|devtools)\//,
  'demo/server': /^test\/demo\/[^/]+$/,
  'demo/web': /^test\/demo\/page/,
}

const git = (...args: string[]): readonly string[] => {
  const stdout = execFileSync('git', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return stdout.split('\n').filter((line) => line !== '')
}

const changed = changedFiles()
const present = changed.filter((file) => existsSync(file))
const tests = git('ls-files', '--cached', '--others', '--exclude-standard', 'test').filter(
  (file) => /\.test\.tsx?$/.test(file) && existsSync(file),
)

process.stdout.write(`${changed.length} changed files\n`)
const counts = await runAll(checksOf(present))
const { chosen, omitted } = withinBudget(testsOf(changed))
if (chosen.length > 0) {
  counts.push(runTests({ args: [...projectsOf(chosen), ...chosen] }))
}
if (omitted.length > 0) {
  process.stdout.write(`\nNot run, because of their time (\`npm test\` runs them):\n`)
  process.stdout.write(omitted.map((file) => `  ${file}\n`).join(''))
}
report(counts)

/** What differs from where this branch left `main`; on `main` itself what is not committed, or else the last commit. */
function changedFiles(): readonly string[] {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const since = branchPoint()
  if (since === undefined && uncommitted.length > 0) return uncommitted
  const committed = git('diff', '--name-only', since ?? 'HEAD~1', 'HEAD')
  return [...new Set([...committed, ...uncommitted])]
}

function branchPoint(): string | undefined {
  const [head] = git('rev-parse', 'HEAD')
  for (const main of ['main', 'origin/main']) {
    try {
      const [base] = git('merge-base', main, 'HEAD')
      return base === head ? undefined : base
    } catch {
      // There is no such branch here.
    }
  }
  return undefined
}

function checksOf(files: readonly string[]): readonly Check[] {
  // What is known from the last time need not be checked again.
  const known = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/check.tsbuildinfo']
  const types = { name: 'type check', command: bin('typescript7/bin/tsc', '-p', '.', ...known) }
  const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  const lint = {
    name: 'lint',
    command: bin(
      'oxlint/bin/oxlint',
      '--type-aware',
      '--no-error-on-unmatched-pattern',
      ...sources,
    ),
  }
  return [
    types,
    ...(sources.length > 0 ? [lint] : []),
    ...(files.length > 0 ? [format('--no-error-on-unmatched-pattern', ...files)] : []),
  ]
}

/** The nearest first: those of all sources, changed tests, then those that name a changed file, then those of its folder. */
function testsOf(files: readonly string[]): readonly string[] {
  const own = files.filter((file) => tests.includes(file))
  const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !tests.includes(file))
  const names = sources.map((file) => basename(file).replace(/\..*$/, ''))
  const naming = tests.filter((test) => isNaming(test, names))
  const rooms = files.map(roomOf)
  const folders = files.map((file) => `test/${file.split('/')[1]}/`)
  const isElsewhere = (test: string) => !folders.some((folder) => test.startsWith(folder))
  // Those of the folder with the same name come first, and of these the short ones.
  const ofRooms = tests
    .filter((test) => rooms.some((room) => room?.test(test)))
    .toSorted(
      (one, other) =>
        Number(isElsewhere(one)) - Number(isElsewhere(other)) || secondsOf(one) - secondsOf(other),
    )
  const always = sources.length > 0 ? ALWAYS : []
  return [...new Set([...always, ...own, ...naming, ...ofRooms])]
}

/** Whether a test imports a file of one of these names, or is about what has one of them. */
function isNaming(test: string, names: readonly string[]): boolean {
  const text = readFileSync(test, 'utf8')
  const own = basename(test).replace(/\..*$/, '').toLowerCase()
  return names.some((name) => own === name.toLowerCase() || text.includes(`/${name}'`))
}

function roomOf(file: string): RegExp | undefined {
  const [top = '', folder = '', ...rest] = file.split('/')
  if (file.endsWith('.md')) return /^test\/docs\//
  if (top === 'site') return /^test\/(?:docs|browser)\/site/
  if (top === 'test') {
    // What all tests share concerns those that name it.
    const isShared = rest.length === 0 || folder === 'support'
    return isShared || tests.includes(file) ? undefined : new RegExp(`^test/${folder}/`)
  }
  if (top !== 'src' && top !== 'demo') return undefined
  return PROMISES[`${top}/${folder}`] ?? new RegExp(`^test/${folder}/`)
}

function withinBudget(files: readonly string[]): {
  readonly chosen: readonly string[]
  readonly omitted: readonly string[]
} {
  const [chosen, omitted]: [string[], string[]] = [[], []]
  let left = BUDGET
  for (const file of files) {
    const most = changed.includes(file) ? left : Math.min(MOST, left)
    const isChosen = secondsOf(file) <= most
    ;(isChosen ? chosen : omitted).push(file)
    if (isChosen) left -= secondsOf(file)
  }
  return { chosen, omitted }
}

/** On the source, and on one React; of each file the projects that are made for it. */
function projectsOf(files: readonly string[]): readonly string[] {
  const projects = ['unit', 'isolated', 'react', 'panel', 'docs', 'simulator', 'demo', 'package']
  const native = files.some((file) => file.includes('reactNative')) ? ['reactNative'] : []
  const production = files.includes('test/errors/production.test.ts') ? ['production'] : []
  return [...projects, ...native, ...production].flatMap((name) => ['--project', name])
}
