import { FolderInUseError } from './lockFolder'
import { startDemo } from './startDemo'
import { readOrigins } from './Origins'
import type { Demo } from './startDemo'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What a shell calls a process that was interrupted. */
const INTERRUPTED = 130

/** What cannot be closed in this time, such as a bundler amid its work, is left, in ms. */
const LONGEST_CLOSE = 20_000

/** Entry of `npm run demo`; `PORT` and `DATA_DIR` may say where, and `ALLOWED_ORIGINS` how else it is reached. */
async function main(): Promise<void> {
  const port = readPort(process.env['PORT'] ?? '5173')
  const dataDir = process.env['DATA_DIR']
  const allowedOrigins = readOrigins(process.env['ALLOWED_ORIGINS'] ?? '')
  const starting = startDemo({ port, allowedOrigins, ...(dataDir && { dataDir }) })
  // Also while it starts: a database that is ended in the middle of its first start is of no use to the next one.
  let isStopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      // Who asks twice does not want to wait.
      if (isStopping) process.exit(INTERRUPTED)
      isStopping = true
      console.log('Closing … Ctrl-C once more does not wait.')
      void stop(starting)
    })
  }
  console.log('Starting the demo …')
  const { url } = await starting
  if (!isStopping) console.log(`The exchange desk is open: ${url}\nCtrl-C closes it.`)
}

async function stop(starting: Promise<Demo>): Promise<void> {
  try {
    const demo = await starting
    setTimeout(leave, LONGEST_CLOSE).unref()
    await demo.close()
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

function leave(): void {
  console.error('Not all of the demo could be closed in time, and it ends without it.')
  process.exit(0)
}

function readPort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new RangeError(`PORT must be a number from 0 to 65535, not "${text}".`)
}

function fail(error: unknown): void {
  console.error(explain(error))
  process.exit(1)
}

/** What a person can mend is reported in one sentence; anything else keeps its stack, because it is a defect. */
function explain(error: unknown): unknown {
  if (error instanceof FolderInUseError || error instanceof RangeError) return error.message
  if (!(error instanceof Error && 'code' in error)) return error
  const port = Number(process.env['PORT'] ?? 5173)
  if (error.code === 'EADDRINUSE') {
    const another = `PORT=${port + 1} npm run demo`
    return `Port ${port} is taken: stop what uses it, or choose another one with \`${another}\`.`
  }
  if (error.code === 'EACCES') {
    return `Port ${port} needs more rights: choose one above 1023 with \`PORT=5174 npm run demo\`.`
  }
  return error
}

await main().catch(fail)
