import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The packages that those of an app name in their dependencies; what these depend on themselves is out of sight. */
const VISIBLE = ['@reduxjs/toolkit', 'react-redux', 'react', '@types/react', 'msw']
const DEPENDENCIES = [...VISIBLE, 'redux', 'reselect', '@testing-library/react']

/**
 * Installs this library in a folder outside of the repository for the packages of an app, as a strict package manager does:
 * each package sees its own dependencies alone. It is built for that, if it was not built before these tests.
 * @param folder where the packages are, each in a folder of its name
 */
export function installPackages(folder: string, packages: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rtk-rest-')))
  const store = join(root, 'store/node_modules')
  const own = join(store, 'rtk-rest')
  for (const name of DEPENDENCIES) link(realpathSync(`node_modules/${name}`), join(store, name))
  mkdirSync(own)
  copyFileSync('package.json', join(own, 'package.json'))
  if (process.env['RTK_REST_BUILT'] === undefined) build(join(own, 'dist'))
  else cpSync('dist', join(own, 'dist'), { recursive: true })
  for (const name of packages) {
    cpSync(join(folder, name), join(root, name), { recursive: true })
    for (const seen of ['rtk-rest', ...VISIBLE]) {
      link(join(store, seen), join(root, name, 'node_modules', seen))
    }
  }
  return root
}

function build(folder: string): void {
  const flags = ['--logLevel', 'error', '--format', 'esm', '--out-dir', folder]
  execFileSync(process.execPath, ['node_modules/tsdown/dist/run.mjs', ...flags])
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
