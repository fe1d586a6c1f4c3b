import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runJest } from './jest/runJest'
import { runMetro } from './metro/runMetro'
import { runNext } from './next/runNext'
import { installApp, packLibrary } from './packedApp'
import { runTutorial } from './tutorial/runTutorial'

// Runs the packed library in apps whose tools are too big to be among our own packages, or too slow for `npm test`:
//
//   npm run integration            all of them
//   npm run integration -- jest    one of them

/** Gets the folder of an app in which the library is installed; one without an app of its own, an empty folder. */
type Check = (folder: string, tarball: string) => string | Promise<string>

const CHECKS: Readonly<Record<string, Check>> = {
  jest: runJest,
  metro: runMetro,
  next: runNext,
  tutorial: runTutorial,
}

async function run(name: string, check: Check, tarball: string): Promise<boolean> {
  const started = Date.now()
  const seconds = (): string => ((Date.now() - started) / 1000).toFixed(1)
  let folder: string | undefined
  try {
    const app = `test/integration/${name}/app`
    folder = existsSync(app)
      ? installApp(app, tarball)
      : mkdtempSync(join(tmpdir(), 'rtk-rest-empty-'))
    const result = await check(folder, tarball)
    process.stdout.write(`✓ ${name}: ${result} (${seconds()} s)\n`)
    return true
  } catch (error) {
    process.stdout.write(`✗ ${name} (${seconds()} s)\n${String(error)}\n`)
    return false
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

const chosen = process.argv.slice(2)
const checks = Object.entries(CHECKS).filter(
  ([name]) => chosen.length === 0 || chosen.includes(name),
)
const tarball = packLibrary()
let passed = 0
for (const [name, check] of checks) if (await run(name, check, tarball)) passed++
rmSync(dirname(tarball), { recursive: true, force: true })
process.stdout.write(`\n${passed} passed, ${checks.length - passed} failed\n`)
process.exitCode = passed === checks.length && passed > 0 ? 0 : 1
