import type { PGlite, Transaction } from '@electric-sql/pglite'
import { hashPassword } from './passwords'

/** The one user, whose password stands on the form: this is a demo. */
export async function seedUsers(tx: Transaction): Promise<void> {
  const password = await hashPassword('harbour')
  await tx.query('INSERT INTO users (name, password) VALUES ($1, $2)', ['desk', password])
}

/** Adds a user with the same password, if there is none of this name. */
export async function addUser(sql: PGlite, name: string): Promise<void> {
  await sql.query(
    `INSERT INTO users (name, password) SELECT $1, password FROM users WHERE name = 'desk'
     ON CONFLICT (name) DO NOTHING`,
    [name],
  )
}
