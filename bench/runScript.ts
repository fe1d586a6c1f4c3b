import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Runs another script of the bench in a process of its own, and parses the JSON that it prints. */
export async function runScript(name: string, args: readonly string[] = []): Promise<unknown> {
  const script = join(dirname(process.argv[1] ?? ''), `${name}.js`)
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...process.execArgv,
    script,
    ...args,
  ])
  return JSON.parse(stdout)
}
