import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HERMES_LACKS } from '../reactNative/hermes'

const FOLDERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'osx-bin',
  linux: 'linux64-bin',
  win32: 'win64-bin',
}

/** Compiles a bundle with Hermes 0.12 and with 1.0, of which npm has the compiler alone. */
export function compileByHermes(folder: string, path: string): void {
  for (const compiler of ['hermes-engine-cli/*/hermesc', 'hermes-compiler/hermesc/*/hermesc']) {
    run(folder, compiler, ['-emit-binary', '-O', '-w', '-out', `${path}.hbc`, path])
  }
}

/** Runs a bundle on Hermes 0.12; gives the result that it prints. */
export function runOnHermes(folder: string, path: string): string {
  const output = run(folder, 'hermes-engine-cli/*/hermes', ['-w', path])
  const [, result] = /^result: ([^]*)$/m.exec(output) ?? []
  return result?.trim() ?? `no result: ${output}`
}

/** Checks that the engine lacks all that the other tests take for missing, and the properties of characters. */
export function checkMissing(folder: string): void {
  const path = join(folder, 'missing.js')
  const lines = HERMES_LACKS.map((it) => `if (${it} !== undefined) print('${it}')`)
  lines.push(`if (typeof WeakRef !== 'undefined') print('WeakRef')`)
  lines.push(
    `try { new RegExp('\\\\p{IDS}', 'u'); print('properties of characters') } catch (e) {}`,
  )
  writeFileSync(path, lines.join('\n'))
  const present = run(folder, 'hermes-engine-cli/*/hermes', ['-w', path])
  if (present !== '') throw new Error(`Hermes 0.12 has what tests take for missing: ${present}`)
}

/** @param program in a package, with `*` for the folder of this platform */
function run(folder: string, program: string, args: readonly string[]): string {
  const file = program.replace('*', FOLDERS[process.platform] ?? '')
  const path = join(folder, 'node_modules', file)
  const { status, stdout, stderr, error } = spawnSync(path, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 120_000,
  })
  if (status !== 0) throw new Error(`${file}: ${error ?? ''}${stdout}${stderr}`)
  return stdout
}
