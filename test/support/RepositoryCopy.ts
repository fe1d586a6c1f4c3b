import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const COPIED = ['src', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts']

/** The run of a suite. */
export interface SuiteRun {
  readonly project: string
  readonly file: string
  readonly env?: Readonly<Record<string, string>>
  /** Ends it after so many ms. */
  readonly timeout: number
}

/** A copy of the repository in which bugs can be planted. */
export class RepositoryCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'rtk-rest-bugs-'))

  constructor() {
    for (const name of COPIED) cpSync(name, join(this.#folder, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(this.#folder, 'node_modules'))
  }

  /** Changes the text of a file. */
  change(file: string, change: (source: string) => string): void {
    const path = join(this.#folder, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }

  /** Undoes all changes of a file. */
  restore(file: string): void {
    cpSync(file, join(this.#folder, file))
  }

  runSuite({ project, file, env, timeout }: SuiteRun) {
    return spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', project, file, '--reporter=dot'],
      { cwd: this.#folder, encoding: 'utf8', timeout, env: { ...process.env, ...env } },
    )
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}
