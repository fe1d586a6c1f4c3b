import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../../demo/server/database'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/demo-database')

/** A folder with the database of a new demo. */
export interface NewDatabase {
  readonly dataDir: string
  remove(): Promise<void>
}

/** Copies a database that was made once, because PostgreSQL takes seconds to set one up. */
export async function newDatabase(): Promise<NewDatabase> {
  const version = await versionOfServer()
  if (!existsSync(join(cache, version))) await make(version)
  const dataDir = await mkdtemp(join(tmpdir(), 'rtk-rest-demo-'))
  await cp(join(cache, version), dataDir, { recursive: true })
  return { dataDir, remove: () => rm(dataDir, { recursive: true }) }
}

/** Changes with all that can change what a new database holds. */
async function versionOfServer(): Promise<string> {
  const folder = join(root, 'demo/server')
  const files = (await readdir(folder)).toSorted().map((name) => join(folder, name))
  const hash = createHash('sha256')
  for (const file of [...files, join(root, 'package-lock.json')]) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

/** Makes it beside and renames, so that a run that is stopped, or two at once, never leave half a database. */
async function make(version: string): Promise<void> {
  const temporary = join(cache, `${version}-${process.pid}`)
  const { close } = await openDatabase(temporary)
  await close()
  await rename(temporary, join(cache, version)).catch(async (error: unknown) => {
    await rm(temporary, { recursive: true })
    if (!existsSync(join(cache, version))) throw error
  })
  for (const name of await readdir(cache)) {
    if (!name.startsWith(version)) await rm(join(cache, name), { recursive: true, force: true })
  }
}
