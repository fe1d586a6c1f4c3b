import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A demo in a process of its own. */
export interface DemoProcess {
  /** All that it has written so far. */
  readonly output: { out: string; error: string }
  /** Resolves when it has written a text that matches. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>
  kill(signal: NodeJS.Signals): void
  readonly exit: Promise<{ code: number | null; signal: string | null }>
}

/** Starts `demo/server/main.ts` with these environment variables. */
export function runDemo(env: Readonly<Record<string, string>>): DemoProcess {
  // The NODE_ENV of the test would make Vite rewrite the cache of another running demo.
  const { NODE_ENV: _, ...inherited } = process.env
  // Not the `tsx` command, which kills a process that does not react to a signal within 30 ms, as on a busy machine.
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/server/main.ts'], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', error: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.error += text))
  return {
    output,
    waitFor: (pattern) => waitForOutput(child, output, pattern),
    kill: (signal) => child.kill(signal),
    exit: once(child, 'close').then(([code, signal]) => ({ code, signal })),
  }
}

async function waitForOutput(
  child: ChildProcess & { stdout: NodeJS.ReadableStream },
  output: DemoProcess['output'],
  pattern: RegExp,
): Promise<RegExpMatchArray> {
  for (;;) {
    const match = pattern.exec(output.out)
    if (match !== null) return match
    if (child.exitCode !== null) throw new Error(`The demo ended: ${output.error}`)
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  }
}
