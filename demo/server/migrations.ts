import type { Transaction } from '@electric-sql/pglite'
import { seed } from './seed'

/** One step of the database: applied once, in its own transaction, in the order of the list. */
export interface Migration {
  readonly name: string
  up(tx: Transaction): Promise<unknown>
}

/** Every step so far. A step that has been released is never edited: add the next one instead. */
export const migrations: readonly Migration[] = [
  {
    name: '001_members',
    up: (tx) =>
      tx.exec(`
        CREATE TABLE members (
          id text PRIMARY KEY DEFAULT gen_random_uuid()::text,
          name text NOT NULL CHECK (name <> ''),
          email text NOT NULL,
          desk text NOT NULL,
          joined_at timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX members_by_desk ON members (desk, name);`),
  },
  {
    name: '002_notes',
    up: (tx) =>
      tx.exec(`
        CREATE TABLE notes (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
          text text NOT NULL CHECK (text <> ''),
          created_at timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX notes_by_member ON notes (member_id, created_at DESC, id DESC);
        CREATE INDEX notes_by_age ON notes (created_at DESC, id DESC);`),
  },
  // A step like the others, so that a desk whose members were all deleted stays empty.
  { name: '003_seed', up: seed },
]
