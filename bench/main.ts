import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { hotspots } from './hotspots'

// npm run bench                          everything, in 3 to 5 minutes; writes results.json and RESULTS.md
// npm run bench -- --quick               the main rows at smaller sizes, within a minute; prints only
// npm run bench -- --quick --write       … and writes what it has
// npm run bench -- --only P5,P6          the rows of some targets; prints only
// npm run bench -- --against ../other    with the rtk-rest of another working tree as a library of its own
// npm run bench -- --against ../other --pairs 7   the two builds alone, seven times in turns; prints the ratios
// npm run bench -- --report              RESULTS.md again, from results.json and what notes.md says by now
// npm run bench -- --profile P5          one row of rtk-rest alone, under `node --cpu-prof` (see profile.ts)
//
// All of it is bundled first, as an app would be: without development checks, and with `process.env.NODE_ENV` replaced
// (in Node, each look at `process.env` costs more than some of the reads that are measured here).

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    report: { type: 'boolean', default: false },
    against: { type: 'string' },
    pairs: { type: 'string' },
    profile: { type: 'string' },
    size: { type: 'string' },
  },
})
const SCRIPTS = [
  'suite',
  'retained',
  'renders',
  'requests',
  'polls',
  'unused',
  'pairs',
  'alone',
  'profile',
]
const OUT = '.cache/bench'
const MEASURING = ['--expose-gc', '--max-old-space-size=6144']
const PROFILES = '.cache/profiles'
const isProfile = values.profile !== undefined

await bundle()
if (isProfile) process.exitCode = runProfile()
else process.exitCode = values.pairs === undefined ? runSuite() : runPairs(values.pairs)

async function bundle(): Promise<void> {
  const other = values.against ?? '.'
  await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: {
        'rtk-rest-against/react': entryIn(other, 'react'),
        'rtk-rest-against/optimistic': optimisticIn(other),
        'rtk-rest-against': entryIn(other),
        'rtk-rest/garbage': resolve('src/garbage.ts'),
        'rtk-rest/optimistic': resolve('src/optimistic.ts'),
        'rtk-rest/react': resolve('src/react/index.ts'),
        'rtk-rest': resolve('src/index.ts'),
      },
    },
    ssr: { noExternal: true, external: ['happy-dom'], target: 'node' },
    build: {
      ssr: true,
      outDir: OUT,
      target: 'node20',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: SCRIPTS.map(scriptFile),
        output: { entryFileNames: '[name].js' },
      },
    },
  })
}

function scriptFile(name: string): string {
  const file = resolve(`bench/${name}.ts`)
  return existsSync(file) ? file : `${file}x`
}

/** The source of a working tree, or the package as it was built. */
function entryIn(folder: string, name = ''): string {
  const source = resolve(folder, 'src', name, 'index.ts')
  return existsSync(source) ? source : resolve(folder, `dist/${name || 'index'}.js`)
}

/** Builds from before the managers have all of it in one entry. */
function optimisticIn(folder: string): string {
  const source = resolve(folder, 'src/optimistic.ts')
  return existsSync(source) ? source : entryIn(folder)
}

function runSuite(): number {
  if (values.report) return runNode([], 'suite', ['--report'])
  const isWhole = !values.quick && values.only === undefined && values.against === undefined
  const write = values.write || isWhole ? ['--write'] : []
  return runNode(MEASURING, 'suite', [...planOptions(), ...write])
}

function runPairs(pairs: string): number {
  if (values.against === undefined) throw new Error('--pairs needs --against <working tree>.')
  return runNode(MEASURING, 'pairs', ['--pairs', pairs, ...planOptions()])
}

function planOptions(): readonly string[] {
  const quick = values.quick ? ['--quick'] : []
  return values.only === undefined ? quick : [...quick, '--only', values.only]
}

function runProfile(): number {
  const flags = ['--cpu-prof', '--cpu-prof-dir', PROFILES, '--enable-source-maps']
  const status = runNode(flags, 'profile', [values.profile ?? '', values.size ?? '10000'])
  if (status === 0) process.stdout.write(`${hotspots(PROFILES, 20).join('\n')}\n`)
  return status
}

function runNode(flags: readonly string[], script: string, args: readonly string[]): number {
  const { against } = values
  const env = { ...process.env, ...(against === undefined ? {} : { BENCH_AGAINST: against }) }
  const all = [...flags, `${OUT}/${script}.js`, ...args]
  return spawnSync(process.execPath, all, { stdio: 'inherit', env }).status ?? 1
}
