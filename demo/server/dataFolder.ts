import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from './lockFolder'

/** A folder that this process may use until it releases it. */
export interface DataFolder {
  /** Where PostgreSQL keeps its files. */
  readonly postgres: string
  /** Notes that the database in it is complete. */
  markReady(): Promise<void>
  release(): Promise<void>
}

/** Claims `dataDir` for this process and makes it ready for PostgreSQL. */
export async function openFolder(dataDir: string): Promise<DataFolder> {
  const release = await lockFolder(dataDir)
  const postgres = join(dataDir, 'postgres')
  const marker = join(dataDir, 'ready')
  // A first start that was killed leaves half a database, which PostgreSQL cannot open: begin again.
  if (!existsSync(marker)) await rm(postgres, { recursive: true, force: true })
  await mkdir(postgres, { recursive: true })
  return { postgres, markReady: () => writeFile(marker, ''), release }
}
