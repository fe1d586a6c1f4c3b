import { PGlite } from '@electric-sql/pglite'
import { openFolder } from './dataFolder'
import { migrations } from './migrations'
import type { Migration } from './migrations'

/** An open database: PostgreSQL in this process, and how to let go of it. */
export interface Database {
  readonly sql: PGlite
  close(): Promise<void>
}

/** Opens the database of `dataDir` (a folder or `memory://`), brings its schema up to date, and seeds a new one. */
export async function openDatabase(dataDir: string): Promise<Database> {
  if (dataDir.startsWith('memory://')) {
    const sql = await openMigrated(dataDir)
    return { sql, close: () => sql.close() }
  }
  const folder = await openFolder(dataDir)
  try {
    const sql = await openMigrated(folder.postgres)
    await folder.markReady()
    return { sql, close: () => sql.close().then(folder.release) }
  } catch (error) {
    await folder.release()
    throw error
  }
}

async function openMigrated(location: string): Promise<PGlite> {
  const sql = await PGlite.create(location)
  try {
    await migrate(sql)
    return sql
  } catch (error) {
    await sql.close()
    throw error
  }
}

async function migrate(sql: PGlite): Promise<void> {
  await sql.exec(`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  const { rows } = await sql.query<{ name: string }>('SELECT name FROM migrations')
  const applied = new Set(rows.map((row) => row.name))
  for (const migration of migrations) {
    if (!applied.has(migration.name)) await apply(sql, migration)
  }
}

async function apply(sql: PGlite, migration: Migration): Promise<void> {
  await sql.transaction(async (tx) => {
    await migration.up(tx)
    await tx.query('INSERT INTO migrations (name) VALUES ($1)', [migration.name])
  })
}
