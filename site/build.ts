import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const site = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

/** Where the built site is. */
export const dist: string = join(site, 'dist')

/** Installs the packages of the site and the packed library among them, and builds. */
export function buildSite(args: readonly string[] = []): void {
  installPackages()
  installLibrary()
  run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', '.', ...args], site)
}

/** Again only if the lockfile has changed since. */
function installPackages(): void {
  const lockfile = join(site, 'package-lock.json')
  const installed = join(site, 'node_modules/.installed.json')
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lockfile))) return
  run('npm', ['ci', '--no-audit', '--no-fund'], site)
  copyFileSync(lockfile, installed)
}

/** As an app has it: what `npm pack` makes of a build, in `node_modules`. */
function installLibrary(): void {
  // A run of all tests has built it, and reads the build meanwhile.
  if (process.env['RTK_REST_BUILT'] === undefined) {
    run(process.execPath, ['node_modules/tsdown/dist/run.mjs', '--logLevel', 'error'], root)
  }
  const folder = mkdtempSync(join(tmpdir(), 'rtk-rest-packed-'))
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename = '' } = {}] = JSON.parse(run('npm', pack, root)) as { filename?: string }[]
  const installed = join(site, 'node_modules/rtk-rest')
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed)
  run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1'], root)
  rmSync(folder, { recursive: true })
}

/** Returns what a command prints; if it fails, throws that. */
function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}
