import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Builds this library and packs it, as it is published; gives the path of the tarball. */
export function packLibrary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rtk-rest-packed-')))
  execFileSync(process.execPath, ['node_modules/tsdown/dist/run.mjs', '--logLevel', 'error'])
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename = '' } = {}] = JSON.parse(packed) as { filename?: string }[]
  return join(folder, filename)
}

/** Copies an app to a folder outside of the repository, and installs its packages there, the packed library with them. */
export function installApp(app: string, tarball: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rtk-rest-app-')))
  cpSync(app, folder, { recursive: true })
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { dependencies: object }
  const dependencies = { ...manifest.dependencies, 'rtk-rest': `file:${tarball}` }
  writeFileSync(path, JSON.stringify({ ...manifest, dependencies }))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags], { cwd: folder, stdio: 'pipe' })
  return folder
}
