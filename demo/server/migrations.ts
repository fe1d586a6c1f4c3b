import type { Transaction } from '@electric-sql/pglite'
import { seed } from './seed'
import { seedMarket } from './seedMarket'
import { seedOrders } from './seedOrders'
import { seedUsers } from './seedUsers'

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
  {
    name: '004_users',
    up: (tx) =>
      tx.exec(`
        CREATE TABLE users (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          name text NOT NULL UNIQUE,
          password text NOT NULL
        );
        CREATE TABLE sessions (
          token_hash text PRIMARY KEY,
          user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
          expires_at timestamptz NOT NULL
        );`),
  },
  { name: '005_seed_users', up: seedUsers },
  {
    name: '006_market',
    up: (tx) =>
      tx.exec(`
        CREATE TABLE instruments (
          symbol text PRIMARY KEY,
          name text NOT NULL,
          position int NOT NULL,
          decimals int NOT NULL,
          tick numeric NOT NULL CHECK (tick > 0),
          opening numeric NOT NULL CHECK (opening > 0),
          price numeric NOT NULL CHECK (price > 0),
          quoted_at timestamptz NOT NULL DEFAULT now()
        );
        CREATE TABLE trades (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          symbol text NOT NULL REFERENCES instruments (symbol),
          side text NOT NULL CHECK (side IN ('buy', 'sell')),
          quantity int NOT NULL CHECK (quantity > 0),
          price numeric NOT NULL CHECK (price > 0),
          traded_at timestamptz NOT NULL
        );
        CREATE TABLE traders (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          name text NOT NULL,
          desk text NOT NULL
        );
        CREATE TABLE algos (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          name text NOT NULL,
          version text NOT NULL
        );`),
  },
  { name: '007_seed_market', up: seedMarket },
  {
    // Which of several sessions is the newest is not stored, so all of them end.
    name: '008_one_session_for_each_user',
    up: (tx) =>
      tx.exec(`
        DELETE FROM sessions;
        ALTER TABLE sessions ADD CONSTRAINT one_session_for_each_user UNIQUE (user_id);`),
  },
  {
    // Notes that are there already get some votes, the same in every database.
    name: '009_note_votes',
    up: (tx) =>
      tx.exec(`
        ALTER TABLE notes ADD COLUMN votes int NOT NULL DEFAULT 0;
        UPDATE notes SET votes = mod(abs(hashtext(text)::bigint), 5);`),
  },
  {
    name: '010_orders',
    up: (tx) =>
      tx.exec(`
        CREATE TABLE orders (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          symbol text NOT NULL REFERENCES instruments (symbol),
          side text NOT NULL CHECK (side IN ('buy', 'sell')),
          quantity int NOT NULL CHECK (quantity > 0),
          status text NOT NULL CHECK (status IN ('open', 'working', 'done')),
          moved_at timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX orders_by_status ON orders (status, moved_at, id);`),
  },
  { name: '011_seed_orders', up: seedOrders },
]
