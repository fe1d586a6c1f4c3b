import type { Transaction } from '@electric-sql/pglite'
import { hashPassword } from './passwords'

/** The one user, whose password stands on the form: this is a demo. */
export async function seedUsers(tx: Transaction): Promise<void> {
  const password = await hashPassword('harbour')
  await tx.query('INSERT INTO users (name, password) VALUES ($1, $2)', ['desk', password])
}
