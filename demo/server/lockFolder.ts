import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Locks that this very process holds: a file with our own pid may also be left from a crashed process that had it. */
const held = new Set<string>()

/** Someone else uses the folder. The message says who, and what to do. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'
}

/** Claims a data folder for this process, because PGlite would corrupt one that two processes use; gives the release. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'demo.lock')
  await claim(file, folder)
  held.add(file)
  return async () => {
    held.delete(file)
    await rm(file, { force: true })
  }
}

async function claim(file: string, folder: string): Promise<void> {
  if (await tryWrite(file)) return
  const owner = Number(await readFile(file, 'utf8').catch(() => ''))
  if (isInUse(owner, file)) throw new FolderInUseError(inUse(owner, folder, file))
  await rm(file, { force: true })
  if (!(await tryWrite(file))) throw new FolderInUseError(inUse(owner, folder, file))
}

async function tryWrite(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function isInUse(owner: number, file: string): boolean {
  if (owner === process.pid) return held.has(file)
  return Number.isInteger(owner) && owner > 0 && isAlive(owner)
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function inUse(owner: number, folder: string, file: string): string {
  return (
    `The folder ${folder} is in use by process ${owner}, probably another demo: stop that one, ` +
    `or give this one a folder of its own with \`DATA_DIR=.data/second npm run demo\` ` +
    `(if process ${owner} is no demo, delete ${file}).`
  )
}
